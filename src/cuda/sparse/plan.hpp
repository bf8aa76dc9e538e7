// The row `sparse-cuda` of the kernel table; the plan is made in every build.
#pragma once

#include "kernels/kernel.hpp"

namespace warpath::cuda::sparse {

// Roots from this size on are closed sooner by the device, with the way there and back.
inline constexpr Index kRootOnDevice = 1024;

std::string_view unsupported(const Problem& problem);
void configure(Plan& plan, const Machine& machine);

// These are there in builds with CUDA only.
void run(Work& work);
Footprint footprint(const Plan& plan);

}  // namespace warpath::cuda::sparse
