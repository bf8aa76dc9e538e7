// Predecessors on the device, by the rule of routes/predecessors.hpp.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <vector>

#include "numerics/facts.hpp"
#include "warpath/plan.hpp"

namespace warpath::cuda::routes {

// In device memory: matrices of n rows, `ld` cells from row to row.
struct Job {
  const void* weights = nullptr;
  const void* distances = nullptr;
  Index ld = 0;
  std::int32_t* predecessors = nullptr;  // n x n, without gaps
};

// Returns when they are there. What may be wrong with each row comes back (see PredecessorCall).
// Error does_not_fit where there is no room for the arcs that are best paths.
std::vector<std::uint8_t> find_predecessors(const Job& job, const Problem& problem,
                                            const InputFacts& facts, cudaStream_t stream);

}  // namespace warpath::cuda::routes
