// The one table of kernels. Tests, bench, command line and documentation walk it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath {

struct KernelCall;
struct ResidentCall;
struct SparseCall;  // what a kernel is handed; internal
struct Statistics;
struct Machine;
struct Plan;
struct Problem;

// The kernels of the paper are kept as they were published; production kernels are for use.
enum class KernelFamily : std::uint8_t { paper, production };
std::string_view to_string(KernelFamily family);

// What one thread block of a device kernel's longest part takes from its multiprocessor.
struct Footprint {
  int threads = 0;
  int registers = 0;  // per thread
  std::size_t shared_bytes = 0;
};

struct KernelInfo {
  std::string_view name;   // what users type
  std::string_view title;  // one line for people
  KernelFamily family;
  Backend backend;

  // Empty when the kernel can solve the problem, else the reason why not.
  std::string_view (*unsupported)(const Problem&);

  // Completes a plan whose problem is set: block, threads, isa, workspace_bytes, device_bytes and
  // predicted_seconds. The first three hold the user's wishes (0 or empty: choose). Error usage
  // or unsupported for a wish that cannot be met.
  void (*configure)(Plan&, const Machine&);

  // Closes the matrix. Throws Error. Null, as are the functions below, in a build without the
  // backend, where no machine has a device for it.
  void (*run)(KernelCall&);

  // What the hardware allows, measured now: tasks per second of the kernel's inner step with all
  // operands at hand. Takes about 20 ms.
  double (*peak)(const Plan&);

  // Bytes per second, read and written, of a copy within the device's memory, measured now. Null
  // on the CPU.
  double (*copy_rate)(const Plan&) = nullptr;

  // Null on the CPU.
  Footprint (*footprint)(const Plan&) = nullptr;

  // Solves a matrix that lies in a device's memory (see cuda.hpp). Null where a kernel cannot.
  Statistics (*solve_resident)(const ResidentCall&) = nullptr;

  // Kernels of the sparse method work on arcs. (Their run() takes them from the matrix.)
  Method method = Method::dense;
  void (*solve_arcs)(SparseCall&) = nullptr;
};

// In order of preference: the first that supports a problem is what "auto" takes.
std::span<const KernelInfo> kernels();

// Null when there is none of that name.
const KernelInfo* find_kernel(std::string_view name);

}  // namespace warpath
