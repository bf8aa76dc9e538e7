// What is done to panels beside sweeping them.
#pragma once

#include <cuda_runtime.h>

#include "cuda/sparse/variant.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::sparse {

// The ends of trunks, which are ways inside of a node, of the rows of some tiles. By vertex: where
// the ways inside of its node begin, and how wide they are. `transposed`: from the trunk to the
// vertex.
template <class T>
void copy_own_parts(const Sweep<T>& sweep, const T* owns, const long long* own_begin,
                    const int* own_width, bool transposed, int tiles, cudaStream_t stream);

// to[c * to_ld + v] <- from[v * from_ld + c]
template <class T>
void transpose(const T* from, Index from_ld, Index rows, int columns, T* to, Index to_ld,
               cudaStream_t stream);

}  // namespace warpath::cuda::sparse
