// How a root is put together on the device.
#pragma once

#include <cuda_runtime.h>

#include "warpath/types.hpp"

namespace warpath::cuda::sparse {

// Some cells of one row of the root, which lie together in what is sent.
struct Piece {
  long long cells;
  long long columns;
  int count;
};

// Everything that goes into a root: the pieces of row r are first_piece[r] to first_piece[r + 1] - 1. In device memory.
template <class T>
struct RootPieces {
  const int* first_piece;
  const Piece* pieces;
  const T* cells;
  const int* columns;
};

// A matrix of so many rows and columns becomes that of a graph without arcs.
template <class S>
void clear_root(typename S::Weight* matrix, Index side, cudaStream_t stream);

// Puts the pieces of the first `rows` rows in. `symmetric`: there is nothing in them below the diagonal, which becomes the
// same as above.
template <class S>
void assemble_root(typename S::Weight* matrix, Index ld, Index rows, bool symmetric,
                   RootPieces<typename S::Weight> pieces, cudaStream_t stream);

}  // namespace warpath::cuda::sparse
