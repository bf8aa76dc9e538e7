// Matrices that already lie in the memory of a CUDA device. No CUDA header is needed to include this: a
// stream is passed as what cudaStream_t is, a pointer.
#pragma once

#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/options.hpp"
#include "warpath/result.hpp"

namespace warpath {

// solve_in_place() for a matrix in device memory (cudaMalloc, cudaMallocAsync, managed): weights before,
// distances after, nothing copied to the host. Row-major or column-major. Runs on the device that the memory
// belongs to, on `stream` (null: the default stream), behind what was put there before, and returns when
// it is done. Checks every weight as solve_in_place() does, on the device. Options: kernel must be "auto" or
// "cuda"; threads and isa say nothing here.
//
// Takes workspace in device memory (the plan in the Statistics says how much). Where n is a multiple of
// the block width and rows start at multiples of 16 bytes the matrix is solved where it lies, else through a
// padded copy. Statistics::seconds and kernel_seconds are by the device's clock: with and without
// checking the weights and the copy.
//
// Negative weights: where cycles may be negative, or near 0, they are looked at in a copy in host memory; Error
// does_not_fit where there is no room for it.
//
// Error usage for memory that is not a device's, device_unavailable in a build without CUDA, and all that
// solve_in_place() throws. The work on `stream` is over when an Error comes, too. An error of CUDA that the
// caller has not read yet (cudaGetLastError) is cleared.
template <detail::IsWeight T>
Statistics solve_on_device(MatrixView<T> matrix, const Options& options = {},
                           void* stream = nullptr);

// Every distance of a graph, by the sparse method, into device memory: n rows of n cells, row-major, rows at
// multiples of 16 bytes. T is the type of the graph's weights (or of Options::weights; uint8_t for reachability). Elimination is the
// host's work; keep a plan (Options::sparse_plan) where weights change and arcs do not. Statistics::sweep_seconds
// is by the device's clock. Error usage for another layout or type or memory that is not a device's, unsupported for OnNegativeCycle::mark, and all that
// solve(graph) throws.
template <detail::IsWeight T>
Statistics solve_on_device(const Graph& graph, MatrixView<T> distances, const Options& options = {},
                           void* stream = nullptr);

}  // namespace warpath
