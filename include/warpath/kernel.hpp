// The kernels that there are. Tests, bench, command line and documentation walk this list.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath {

struct Problem;

// The kernels of the paper are kept as they were published; production kernels are for use.
enum class KernelFamily : std::uint8_t { paper, production };
std::string_view to_string(KernelFamily family);

struct KernelInfo {
  std::string_view name;   // what users type
  std::string_view title;  // one line for people
  KernelFamily family = KernelFamily::production;
  Backend backend = Backend::cpu;
  Method method = Method::dense;

  // Empty when the kernel can solve the problem, else the reason why not.
  std::string_view unsupported(const Problem& problem) const;
};

// In order of preference: the first that supports a problem is what "auto" takes. Kernels for CUDA
// are listed in every build.
std::span<const KernelInfo> kernels();

// Null when there is none of that name.
const KernelInfo* find_kernel(std::string_view name);

}  // namespace warpath
