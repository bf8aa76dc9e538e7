#include "cuda/sparse/panel_steps.hpp"

#include <algorithm>
#include <limits>

#include "numerics/measure_builder.hpp"

namespace warpath::cuda::sparse {
namespace {

constexpr int kThreads = 256;
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

template <class T>
__global__ void diagonal(T* x, long long ld, const int* columns, int count, T value) {
  const int c = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (c < count) x[columns[c] * ld + c] = value;
}

// Doubles as integers that order like them.
__device__ long long order_key(double value) {
  const long long bits = __double_as_longlong(value);
  return bits ^ ((bits >> 63) & 0x7fffffffffffffffLL);
}

// A warp per row.
template <class T>
__global__ void rows_of_panel(const T* x, long long ld, long long rows, int columns, T no_path,
                              DeviceSums sums, long long* extremes) {
  const long long row = (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (row >= rows) return;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const T* cells = x + row * ld;
  T farthest = std::numeric_limits<T>::lowest();
  T nearest = no_path;
  double total = 0;
  int reached = 0;
  for (int c = lane; c < columns; c += 32) {
    const T distance = cells[c];
    if (distance == no_path) continue;
    farthest = distance > farthest ? distance : farthest;
    nearest = distance < nearest ? distance : nearest;
    total += static_cast<double>(distance);
    ++reached;
  }
  double far = static_cast<double>(farthest);
  double near = static_cast<double>(nearest);
  for (int step = 16; step > 0; step /= 2) {
    far = fmax(far, __shfl_xor_sync(0xffffffff, far, step));
    near = fmin(near, __shfl_xor_sync(0xffffffff, near, step));
    total += __shfl_xor_sync(0xffffffff, total, step);
    reached += __shfl_xor_sync(0xffffffff, reached, step);
  }
  if (lane != 0 || reached == 0) return;
  sums.farthest[row] = sums.reached[row] == 0 ? far : fmax(sums.farthest[row], far);
  sums.total[row] += total;
  sums.reached[row] += reached;
  atomicMin(extremes, order_key(near));
  atomicMax(extremes + 1, order_key(far));
}

// Neighbours fall into the same bin more often than not. So every lane has bins of its own, in a bank of its own.
constexpr int kBinThreads = 96;
constexpr int kRowsPerBinBlock = 32;

template <class T>
__global__ void bins_of_panel(const T* x, long long ld, long long rows, int columns, T no_path,
                              int first, double scale, unsigned long long* counts) {
  extern __shared__ unsigned bins[];  // [warp][bin][lane]
  constexpr int kBins = HistogramBuilder::kBins;
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  unsigned* mine = bins + warp * kBins * 32 + lane;
  for (int bin = 0; bin < kBins; ++bin) mine[bin * 32] = 0;
  const long long begin = static_cast<long long>(blockIdx.x) * kRowsPerBinBlock;
  const long long end = min(begin + kRowsPerBinBlock, rows);
  for (long long row = begin + warp; row < end; row += kBinThreads / 32) {
    const T* cells = x + row * ld;
#pragma unroll 4
    for (int c = lane; c < columns; c += 32) {
      const T distance = cells[c];
      if (distance == no_path) continue;
      int bin;
      if constexpr (sizeof(T) == 8 || std::is_same_v<T, int>) {
        bin = static_cast<int>(floor(static_cast<double>(distance) * scale)) - first;
      } else {
        bin = static_cast<int>(floorf(static_cast<float>(distance) * static_cast<float>(scale))) -
              first;
      }
      ++mine[bin * 32];
    }
  }
  __syncwarp();
  for (int bin = 0; bin < kBins; ++bin) {
    unsigned sum = mine[bin * 32];
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (lane == 0 && sum > 0) atomicAdd(counts + bin, static_cast<unsigned long long>(sum));
  }
}

unsigned blocks_for(Index count, int per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
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

template <class T>
void set_diagonal_cells(T* x, Index ld, const int* columns, int count, T value,
                        cudaStream_t stream) {
  diagonal<<<blocks_for(count, kThreads), kThreads, 0, stream>>>(x, ld, columns, count, value);
  CUDA_CHECK_LAUNCH(diagonal);
}

template <class T>
void add_rows(const T* x, Index ld, Index rows, int columns, T no_path, DeviceSums sums,
              long long* extremes, cudaStream_t stream) {
  rows_of_panel<<<blocks_for(rows, kThreads / 32), kThreads, 0, stream>>>(x, ld, rows, columns,
                                                                          no_path, sums, extremes);
  CUDA_CHECK_LAUNCH(rows_of_panel);
}

template <class T>
void count_bins(const T* x, Index ld, Index rows, int columns, T no_path, int first, double scale,
                unsigned long long* counts, cudaStream_t stream) {
  constexpr int bytes = kBinThreads / 32 * HistogramBuilder::kBins * 32 * 4;
  CUDA_CHECK(
      cudaFuncSetAttribute(bins_of_panel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  bins_of_panel<<<blocks_for(rows, kRowsPerBinBlock), kBinThreads, bytes, stream>>>(
      x, ld, rows, columns, no_path, first, scale, counts);
  CUDA_CHECK_LAUNCH(bins_of_panel);
}

#define WARPATH_FOR_CELLS(T, name)                                                                 \
  template void copy_own_parts(const Sweep<T>&, const T*, const long long*, const int*, bool, int, \
                               cudaStream_t);                                                      \
  template void transpose(const T*, Index, Index, int, T*, Index, cudaStream_t);
WARPATH_EACH_WEIGHT(WARPATH_FOR_CELLS)

#define WARPATH_FOR_DISTANCES(T, name)                                                          \
  template void set_diagonal_cells(T*, Index, const int*, int, T, cudaStream_t);                \
  template void add_rows(const T*, Index, Index, int, T, DeviceSums, long long*, cudaStream_t); \
  template void count_bins(const T*, Index, Index, int, T, int, double, unsigned long long*,    \
                           cudaStream_t);
WARPATH_EACH_ARC_WEIGHT(WARPATH_FOR_DISTANCES)

}  // namespace warpath::cuda::sparse
