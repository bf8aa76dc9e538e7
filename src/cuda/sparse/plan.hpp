// The row `sparse-cuda` of the kernel table; the plan is made in every build.
#pragma once

#include "kernels/kernel.hpp"
#include "sparse/tree.hpp"

namespace warpath::cuda::sparse {

// Roots from this size on are closed sooner by the device, with the way there and back.
inline constexpr Index kRootOnDevice = 1024;

// Cells from one trunk of a node to the next: rows begin at multiples of 16 bytes.
constexpr long long trunk_stride(const warpath::sparse::Node& node, std::size_t cell) {
  const auto multiple = static_cast<long long>(16 / cell);
  const long long length = static_cast<long long>(node.above) + node.width;
  return (length + multiple - 1) / multiple * multiple;
}

std::string_view unsupported(const Problem& problem);
void configure(Plan& plan, const Machine& machine);

// There in builds with CUDA only.
void run(Work& work);

}  // namespace warpath::cuda::sparse
