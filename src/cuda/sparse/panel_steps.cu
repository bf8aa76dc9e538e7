#include "cuda/sparse/panel_steps.hpp"

#include "cuda/device/check.hpp"
#include "cuda/device/launch.cuh"

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

__global__ void expand(const PanelList* lists, int count, int pieces, Piece* to) {
  const PanelList list = lists[blockIdx.x];
  const int next = static_cast<int>(blockIdx.x) + 1;
  const int end = next < count ? lists[next].first_piece : pieces;
  for (int i = list.first_piece + static_cast<int>(threadIdx.x); i < end;
       i += static_cast<int>(blockDim.x)) {
    to[i] = {list.panel, list.turned_after < 0 ? Task::branch : Task::turned,
             list.first_number + i - list.first_piece, list.turned_after};
  }
  if (next == count && threadIdx.x == 0) to[pieces] = {};
}

}  // namespace

void list_pieces(const PanelList* lists, int count, int pieces, Piece* to, cudaStream_t stream) {
  if (count == 0) return;
  launch_kernel(expand, {.grid = blocks_for(count, 1), .threads = kThreads, .stream = stream},
                lists, count, pieces, to);
  CUDA_CHECK_LAUNCH(expand);
}

template <class T>
void pack_links(const T* links, const LinksOfNode* nodes, int count, int pivots, T no_path,
                T* packed, cudaStream_t stream) {
  if (count == 0) return;
  launch_kernel(pack<T>, {.grid = blocks_for(count, 1), .threads = kThreads, .stream = stream},
                links, nodes, pivots, no_path, packed);
  CUDA_CHECK_LAUNCH(pack);
}

template <class T>
void copy_own_parts(const Sweep<T>& sweep, const T* owns, const long long* own_begin,
                    const int* own_width, bool transposed, int tiles, cudaStream_t stream) {
  if (tiles == 0) return;
  launch_kernel(own_parts<T>, {.grid = blocks_for(tiles, 1), .threads = kThreads, .stream = stream},
                sweep, owns, own_begin, own_width, transposed);
  CUDA_CHECK_LAUNCH(own_parts);
}

#define WARPATH_INSTANTIATE(T, name)                                                               \
  template void copy_own_parts(const Sweep<T>&, const T*, const long long*, const int*, bool, int, \
                               cudaStream_t);                                                      \
  template void pack_links(const T*, const LinksOfNode*, int, int, T, T*, cudaStream_t);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
