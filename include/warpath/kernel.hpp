// The one table of kernels. Tests, bench, command line and documentation walk it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath {

struct KernelCall;  // what a kernel is handed; internal
struct Machine;
struct Plan;
struct Problem;

// The kernels of the paper are kept as they were published; production kernels are for use.
enum class KernelFamily : std::uint8_t { paper, production };
std::string_view to_string(KernelFamily family);

struct KernelInfo {
  std::string_view name;   // what users type
  std::string_view title;  // one line for people
  KernelFamily family;
  Backend backend;

  // Empty when the kernel can solve the problem, else the reason why not.
  std::string_view (*unsupported)(const Problem&);

  // Completes a plan whose problem is set: block, threads, isa, workspace_bytes and
  // predicted_seconds. The first three hold the user's wishes (0 or empty: choose). Error usage
  // or unsupported for a wish that cannot be met.
  void (*configure)(Plan&, const Machine&);

  // Closes the matrix. Throws Error.
  void (*run)(KernelCall&);
};

// In order of preference: the first that supports a problem is what "auto" takes.
std::span<const KernelInfo> kernels();

// Null when there is none of that name.
const KernelInfo* find_kernel(std::string_view name);

}  // namespace warpath
