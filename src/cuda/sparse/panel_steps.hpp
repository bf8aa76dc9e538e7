// What is done to panels beside sweeping them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/sparse/variant.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::sparse {

// The ends of trunks, which are ways inside of a node, of the rows of some tiles. By vertex: where the ways inside of its node
// begin, and how wide they are. `transposed`: from the trunk to the vertex.
template <class T>
void copy_own_parts(const Sweep<T>& sweep, const T* owns, const long long* own_begin,
                    const int* own_width, bool transposed, int tiles, cudaStream_t stream);

// to[c * to_ld + v] <- from[v * from_ld + c]
template <class T>
void transpose(const T* from, Index from_ld, Index rows, int columns, T* to, Index to_ld,
               cudaStream_t stream);

// x[columns[c] * ld + c] <- value
template <class T>
void set_diagonal_cells(T* x, Index ld, const int* columns, int count, T value,
                        cudaStream_t stream);

// What a panel says about its rows, added to what is known of them, as RowSums.
struct DeviceSums {
  double* farthest;
  double* total;
  long long* reached;
};
template <class T>
struct Extremes {
  T low, high;
};

// Adds the columns of a panel to the sums of its rows, each in the same order every time; *extremes (by keys that order like
// the distances) gets the smallest and the largest distance of all.
template <class T>
void add_rows(const T* x, Index ld, Index rows, int columns, T no_path, DeviceSums sums,
              long long* extremes, cudaStream_t stream);

// Distances into 128 bins: counts[floor(distance * scale) - first]. `scale` is a power of two, so that it rounds nothing.
template <class T>
void count_bins(const T* x, Index ld, Index rows, int columns, T no_path, int first, double scale,
                unsigned long long* counts, cudaStream_t stream);

}  // namespace warpath::cuda::sparse
