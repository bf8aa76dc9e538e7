#include "cuda/sparse/root_steps.hpp"

#include "base/dispatch.hpp"
#include "cuda/dense/steps.cuh"
#include "cuda/device/check.hpp"

namespace warpath::cuda::sparse {
namespace {

constexpr int kThreads = 256;

template <class S>
__global__ void clear(typename S::Weight* matrix, long long side) {
  const long long row = blockIdx.x;
  for (long long k = threadIdx.x; k < side; k += blockDim.x) {
    matrix[row * side + k] = k == row ? S::empty_path() : S::no_path();
  }
}

// A block per row, and per column of what lies below the diagonal: its pieces come one after the other, so that no two threads
// want the same cell.
template <class S>
__global__ void assemble(typename S::Weight* matrix, long long ld, bool symmetric,
                         RootPieces<typename S::Weight> all) {
  typename S::Weight* row = matrix + blockIdx.x * ld;
  for (int p = all.first_piece[blockIdx.x]; p < all.first_piece[blockIdx.x + 1]; ++p) {
    const Piece piece = all.pieces[p];
    for (int i = static_cast<int>(threadIdx.x); i < piece.count;
         i += static_cast<int>(blockDim.x)) {
      const int column = all.columns[piece.columns + i];
      const auto better = dense::Ops<S>::better(row[column], all.cells[piece.cells + i]);
      row[column] = better;
      if (symmetric) matrix[column * ld + blockIdx.x] = better;
    }
    __syncthreads();  // the piece is in the row
  }
}

}  // namespace

template <class S>
void clear_root(typename S::Weight* matrix, Index side, cudaStream_t stream) {
  if (side == 0) return;
  clear<S><<<static_cast<unsigned>(side), kThreads, 0, stream>>>(matrix, side);
  CUDA_CHECK_LAUNCH(clear);
}

template <class S>
void assemble_root(typename S::Weight* matrix, Index ld, Index rows, bool symmetric,
                   RootPieces<typename S::Weight> pieces, cudaStream_t stream) {
  if (rows == 0) return;
  assemble<S><<<static_cast<unsigned>(rows), kThreads, 0, stream>>>(matrix, ld, symmetric, pieces);
  CUDA_CHECK_LAUNCH(assemble);
}

#define WARPATH_INSTANTIATE(S)                                            \
  template void clear_root<S>(typename S::Weight*, Index, cudaStream_t);  \
  template void assemble_root<S>(typename S::Weight*, Index, Index, bool, \
                                 RootPieces<typename S::Weight>, cudaStream_t);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
