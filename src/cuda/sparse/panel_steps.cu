#include "cuda/sparse/panel_steps.hpp"

#include "cuda/device/check.hpp"

namespace warpath::cuda::sparse {
namespace {

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
__global__ void pack(const T* links, const LinksOfNode* nodes, int pivots, T no_path, T* packed) {
  const LinksOfNode node = nodes[blockIdx.x];
  const int padded = padded_links(node.boundary);
  const long long strip = static_cast<long long>(padded) * kRowsOfStrip;
  const long long cells = padded_rows(node.width) / kRowsOfStrip * strip;
  for (long long i = threadIdx.x; i < cells; i += blockDim.x) {
    const int in_strip = static_cast<int>(i % strip);
    const int row = static_cast<int>(i / strip) * kRowsOfStrip + in_strip / pivots % kRowsOfStrip;
    const int k = in_strip / (pivots * kRowsOfStrip) * pivots + in_strip % pivots;
    packed[node.to + i] = row < node.width && k < node.boundary
                              ? links[node.from + static_cast<long long>(row) * node.boundary + k]
                              : no_path;
  }
}

// A block of the matrix that is turned on its way.
constexpr int kTurned = 64;

template <class T>
__global__ void turn(T* x, long long ld, long long n, long long first, long long end) {
  const long long c0 = first + static_cast<long long>(blockIdx.y) * kTurned;
  const long long v0 = first + static_cast<long long>(blockIdx.x) * kTurned;
  if (v0 < c0) return;
  __shared__ T block[kTurned][kTurned + 4 / sizeof(T) + (sizeof(T) == 8)];
  for (int i = static_cast<int>(threadIdx.y); i < kTurned; i += static_cast<int>(blockDim.y)) {
    const long long c = c0 + threadIdx.x;
    if (v0 + i < n && c < end) block[i][threadIdx.x] = x[(v0 + i) * ld + c];
  }
  __syncthreads();  // the block is whole
  for (int i = static_cast<int>(threadIdx.y); i < kTurned; i += static_cast<int>(blockDim.y)) {
    const long long v = v0 + threadIdx.x;
    if (v < n && c0 + i < end && v > c0 + i) x[(c0 + i) * ld + v] = block[threadIdx.x][i];
  }
}

}  // namespace

template <class T>
void pack_links(const T* links, const LinksOfNode* nodes, int count, int pivots, T no_path,
                T* packed, cudaStream_t stream) {
  if (count == 0) return;
  pack<<<static_cast<unsigned>(count), kThreads, 0, stream>>>(links, nodes, pivots, no_path,
                                                              packed);
  CUDA_CHECK_LAUNCH(pack);
}

template <class T>
void mirror(T* x, Index ld, Index n, Index first_column, Index columns, cudaStream_t stream) {
  const dim3 grid(blocks_for(n - first_column, kTurned), blocks_for(columns, kTurned));
  turn<<<grid, dim3(kTurned, 4), 0, stream>>>(x, ld, n, first_column, first_column + columns);
  CUDA_CHECK_LAUNCH(turn);
}

template <class T>
void copy_own_parts(const Sweep<T>& sweep, const T* owns, const long long* own_begin,
                    const int* own_width, bool transposed, int tiles, cudaStream_t stream) {
  if (tiles == 0) return;
  own_parts<<<static_cast<unsigned>(tiles), kThreads, 0, stream>>>(sweep, owns, own_begin,
                                                                   own_width, transposed);
  CUDA_CHECK_LAUNCH(own_parts);
}

#define WARPATH_INSTANTIATE(T, name)                                                               \
  template void copy_own_parts(const Sweep<T>&, const T*, const long long*, const int*, bool, int, \
                               cudaStream_t);                                                      \
  template void pack_links(const T*, const LinksOfNode*, int, int, T, T*, cudaStream_t);           \
  template void mirror(T*, Index, Index, Index, Index, cudaStream_t);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
