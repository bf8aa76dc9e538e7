// The row `sparse-cuda` of the kernel table; the plan is made in every build.
#pragma once

#include "warpath/kernel.hpp"
#include "warpath/plan.hpp"

namespace warpath {
struct KernelCall;
struct SparseCall;
}  // namespace warpath

namespace warpath::cuda::sparse {

std::string_view unsupported(const Problem& problem);
void configure(Plan& plan, const Machine& machine);

// These are there in builds with CUDA only.
void run(KernelCall& call);
void solve(SparseCall& call);
Footprint footprint(const Plan& plan);

// Columns that are swept at once: what the device's memory holds of `most`. `panels`: how many of them there are.
Index columns_that_fit(const Plan& plan, std::size_t free_bytes, Index most, int panels);

}  // namespace warpath::cuda::sparse
