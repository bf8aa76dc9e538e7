#include "cuda/sparse/panel_steps.hpp"

#include "cuda/device/check.hpp"

namespace warpath::cuda::sparse {
namespace {

constexpr int kTurned = 32;  // the side of a block that is turned

template <class T>
__global__ void own_parts(Sweep<T> sweep, const T* owns, const long long* own_begin,
                          const int* own_width, bool transposed) {
  const Tile tile = sweep.tiles[blockIdx.x];
  const T* own = owns + own_begin[tile.node_first];
  const int width = own_width[tile.node_first];
  for (long long i = threadIdx.x; i < static_cast<long long>(tile.rows) * width; i += blockDim.x) {
    // Neighbouring threads read neighbouring cells either way.
    const int row = transposed ? static_cast<int>(i % tile.rows) : static_cast<int>(i / width);
    const int k = transposed ? static_cast<int>(i / tile.rows) : static_cast<int>(i % width);
    const int x = tile.row + row;
    const long long from =
        transposed ? static_cast<long long>(k) * width + x : static_cast<long long>(x) * width + k;
    sweep.trunks[sweep.trunk_at[tile.node_first + x] + tile.above + k] = own[from];
  }
}

template <class T>
__global__ void turn(const T* from, long long from_ld, long long rows, int columns, T* to,
                     long long to_ld) {
  __shared__ T block[kTurned][kTurned + 1];
  const long long v0 = static_cast<long long>(blockIdx.x) * kTurned;
  const int c0 = static_cast<int>(blockIdx.y) * kTurned;
  for (int i = threadIdx.y; i < kTurned; i += blockDim.y) {
    const int c = c0 + static_cast<int>(threadIdx.x);
    if (v0 + i < rows && c < columns) block[i][threadIdx.x] = from[(v0 + i) * from_ld + c];
  }
  __syncthreads();  // the block is whole
  for (int i = threadIdx.y; i < kTurned; i += blockDim.y) {
    const long long v = v0 + threadIdx.x;
    if (v < rows && c0 + i < columns) to[(c0 + i) * to_ld + v] = block[threadIdx.x][i];
  }
}

}  // namespace

template <class T>
void copy_own_parts(const Sweep<T>& sweep, const T* owns, const long long* own_begin,
                    const int* own_width, bool transposed, int tiles, cudaStream_t stream) {
  if (tiles == 0) return;
  own_parts<<<static_cast<unsigned>(tiles), kThreads, 0, stream>>>(sweep, owns, own_begin,
                                                                   own_width, transposed);
  CUDA_CHECK_LAUNCH(own_parts);
}

template <class T>
void transpose(const T* from, Index from_ld, Index rows, int columns, T* to, Index to_ld,
               cudaStream_t stream) {
  const dim3 grid(blocks_for(rows, kTurned), blocks_for(columns, kTurned));
  turn<<<grid, dim3(kTurned, 8), 0, stream>>>(from, from_ld, rows, columns, to, to_ld);
  CUDA_CHECK_LAUNCH(turn);
}

#define WARPATH_FOR_CELLS(T, name)                                                                 \
  template void copy_own_parts(const Sweep<T>&, const T*, const long long*, const int*, bool, int, \
                               cudaStream_t);                                                      \
  template void transpose(const T*, Index, Index, int, T*, Index, cudaStream_t);
WARPATH_EACH_WEIGHT(WARPATH_FOR_CELLS)

}  // namespace warpath::cuda::sparse
