// What there is to compute with.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "warpath/types.hpp"

namespace warpath {

struct Device {
  int ordinal = 0;  // what the CUDA runtime calls it
  std::string name;
  std::size_t memory_total = 0;
  std::size_t memory_free = 0;
  int compute_major = 0;
  int compute_minor = 0;
  int multiprocessors = 0;
};

// A plain struct: tests invent machines.
struct Machine {
  int cores = 1;                     // that this process may use: affinity and quota count
  std::string cpu;                   // the processor's name
  std::string isa = "scalar";        // best SIMD instruction set that is built in and present
  std::size_t memory_total = 0;      // bytes; a container's limit when that is lower
  std::size_t memory_available = 0;  // bytes that can be taken without swapping
  std::vector<Device> devices;       // CUDA devices; empty without them or without CUDA built in
  std::string cuda;                  // why there are no devices; empty when there are

  // The device of that ordinal. Error usage when there is none.
  const Device& device(int ordinal) const;

  // Looks at this machine, now. Takes about a millisecond, more when devices are present.
  static Machine detect();
};

}  // namespace warpath
