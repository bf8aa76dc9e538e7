#include "cuda/sparse/measures.hpp"

#include <bit>
#include <limits>
#include <vector>

#include "base/dispatch.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::at;

constexpr std::size_t kBinBytes = HistogramBuilder::kBins * sizeof(std::uint64_t);

// The inverse of what the device does to compare doubles as integers.
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
  CUDA_CHECK(cudaMemsetAsync(farthest_.get(), 0, at(n) * sizeof(double), stream));
  CUDA_CHECK(cudaMemsetAsync(total_.get(), 0, at(n) * sizeof(double), stream));
  CUDA_CHECK(cudaMemsetAsync(reached_.get(), 0, at(n) * sizeof(long long), stream));
}

template <class T>
void PanelMeasures<T>::add(T* panel, Index ld, std::span<const Vertex> vertices) {
  const auto count = static_cast<int>(vertices.size());
  CUDA_CHECK(cudaMemcpyAsync(columns_.get(), vertices.data(), vertices.size() * sizeof(int),
                             cudaMemcpyHostToDevice, stream_));
  set_diagonal_cells(panel, ld, columns_.get(), count, no_path_, stream_);
  long long keys[2] = {std::numeric_limits<long long>::max(),
                       std::numeric_limits<long long>::min()};
  CUDA_CHECK(cudaMemcpyAsync(extremes_.get(), keys, sizeof(keys), cudaMemcpyHostToDevice, stream_));
  add_rows(panel, ld, n_, count, no_path_, {farthest_.get(), total_.get(), reached_.get()},
           extremes_.get(), stream_);
  CUDA_CHECK(cudaMemcpyAsync(keys, extremes_.get(), sizeof(keys), cudaMemcpyDeviceToHost, stream_));
  CUDA_CHECK(cudaStreamSynchronize(stream_));
  if (keys[0] > keys[1]) return;  // nothing is reached
  HistogramBuilder histogram;
  histogram.cover(from_order_key(keys[0]), from_order_key(keys[1]));
  CUDA_CHECK(cudaMemsetAsync(bins_.get(), 0, kBinBytes, stream_));
  count_bins(panel, ld, n_, count, no_path_, static_cast<int>(histogram.first_bin()),
             1 / histogram.width(), bins_.get(), stream_);
  CUDA_CHECK(
      cudaMemcpyAsync(histogram.bins(), bins_.get(), kBinBytes, cudaMemcpyDeviceToHost, stream_));
  CUDA_CHECK(cudaStreamSynchronize(stream_));
  histogram_.add(histogram);
}

template <class T>
PanelSums PanelMeasures<T>::finish() {
  std::vector<double> farthest(at(n_));
  std::vector<double> total(at(n_));
  std::vector<long long> reached(at(n_));
  const auto home = [&](auto& to, const auto& from) {
    CUDA_CHECK(
        cudaMemcpy(to.data(), from.get(), to.size() * sizeof(to[0]), cudaMemcpyDeviceToHost));
  };
  home(farthest, farthest_);
  home(total, total_);
  home(reached, reached_);
  PanelSums sums;
  sums.histogram = histogram_;
  for (std::size_t v = 0; v < at(n_); ++v) {
    sums.rows.push_back({farthest[v], total[v], reached[v]});
  }
  return sums;
}

#define WARPATH_INSTANTIATE(T, name) template class PanelMeasures<T>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
