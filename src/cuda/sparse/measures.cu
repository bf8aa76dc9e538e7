#include "cuda/sparse/measures.hpp"

#include <bit>
#include <limits>
#include <vector>

#include "base/dispatch.hpp"

namespace warpath::cuda::sparse {
namespace {

// What a panel says about its rows, added to what is known of them, as VertexSums. In device memory.
struct DeviceSums {
  double* farthest;
  double* total;
  long long* reached;
};

// x[columns[c] * ld + c] <- value
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

// Adds the columns of a panel to the sums of its rows, each in the same order every time; *extremes
// gets the keys of the smallest and the largest distance of all. A warp per row.
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

// Distances into bins: counts[floor(distance * scale) - first]. `scale` is a power of two, so that
// it rounds nothing. Neighbours fall into the same bin more often than not: every lane has bins of
// its own, in a bank of its own.
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

// The inverse of order_key().
double from_order_key(long long key) {
  return std::bit_cast<double>(key ^ ((key >> 63) & 0x7fffffffffffffffLL));
}

}  // namespace

template <class T>
PanelMeasures<T>::PanelMeasures(Index n, Index columns, T no_path, cudaStream_t stream)
    : n_(n),
      no_path_(no_path),
      stream_(stream),
      farthest_(at(n)),
      total_(at(n)),
      reached_(at(n)),
      columns_(at(columns)),
      extremes_(2),
      bins_(HistogramBuilder::kBins) {
  fill_bytes(farthest_.get(), 0, at(n), stream);
  fill_bytes(total_.get(), 0, at(n), stream);
  fill_bytes(reached_.get(), 0, at(n), stream);
}

template <class T>
void PanelMeasures<T>::add(T* panel, Index ld, std::span<const Vertex> vertices) {
  const auto count = static_cast<int>(vertices.size());
  to_device(columns_.get(), vertices.data(), vertices.size(), stream_);
  diagonal<<<blocks_for(count, kThreads), kThreads, 0, stream_>>>(panel, ld, columns_.get(), count,
                                                                  no_path_);
  CUDA_CHECK_LAUNCH(diagonal);
  long long keys[2] = {std::numeric_limits<long long>::max(),
                       std::numeric_limits<long long>::min()};
  to_device(extremes_.get(), keys, 2, stream_);
  rows_of_panel<<<blocks_for(n_, kThreads / 32), kThreads, 0, stream_>>>(
      panel, ld, n_, count, no_path_, DeviceSums{farthest_.get(), total_.get(), reached_.get()},
      extremes_.get());
  CUDA_CHECK_LAUNCH(rows_of_panel);
  to_host(keys, extremes_.get(), 2, stream_);
  CUDA_CHECK(cudaStreamSynchronize(stream_));
  if (keys[0] > keys[1]) return;  // nothing is reached
  HistogramBuilder histogram;
  histogram.cover(from_order_key(keys[0]), from_order_key(keys[1]));
  fill_bytes(bins_.get(), 0, HistogramBuilder::kBins, stream_);
  constexpr int bytes = kBinThreads / 32 * HistogramBuilder::kBins * 32 * 4;
  CUDA_CHECK(
      cudaFuncSetAttribute(bins_of_panel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  bins_of_panel<<<blocks_for(n_, kRowsPerBinBlock), kBinThreads, bytes, stream_>>>(
      panel, ld, n_, count, no_path_, static_cast<int>(histogram.first_bin()),
      1 / histogram.width(), bins_.get());
  CUDA_CHECK_LAUNCH(bins_of_panel);
  CUDA_CHECK(cudaMemcpyAsync(histogram.bins(), bins_.get(),
                             HistogramBuilder::kBins * sizeof(std::uint64_t),
                             cudaMemcpyDeviceToHost, stream_));
  CUDA_CHECK(cudaStreamSynchronize(stream_));
  histogram_.add(histogram);
}

template <class T>
PanelSums PanelMeasures<T>::finish() {
  std::vector<double> farthest(at(n_));
  std::vector<double> total(at(n_));
  std::vector<long long> reached(at(n_));
  to_host(farthest.data(), farthest_.get(), at(n_), stream_);
  to_host(total.data(), total_.get(), at(n_), stream_);
  to_host(reached.data(), reached_.get(), at(n_), stream_);
  CUDA_CHECK(cudaStreamSynchronize(stream_));
  PanelSums sums;
  sums.histogram = histogram_;
  for (std::size_t v = 0; v < at(n_); ++v) {
    sums.rows.push_back({.total = total[v], .farthest = farthest[v], .reached = reached[v]});
  }
  return sums;
}

#define WARPATH_INSTANTIATE(T, name) template class PanelMeasures<T>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
