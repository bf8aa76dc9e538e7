#include "cuda/sparse/measures.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/device/launch.cuh"
#include "cuda/sparse/device_sums.cuh"

namespace warpath::cuda::sparse {
namespace {

// to[i] gets all sets of sums[set * ld + i] on top, in order.
__global__ void add_sets(const DeviceSums* sums, int sets, long long ld, long long count,
                         DeviceSums* to) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  DeviceSums sum = to[i];
  for (int set = 0; set < sets; ++set) add_to(sum, sums[set * ld + i]);
  to[i] = sum;
}

// The inverse of order_key().
double from_order_key(long long key) {
  return std::bit_cast<double>(key ^ ((key >> 63) & 0x7fffffffffffffffLL));
}

}  // namespace

template <class T>
BranchMeasures<T>::BranchMeasures(Sweeper<T>& sweeper, Index n, Index columns, T no_path,
                                  cudaStream_t stream)
    : sweeper_(sweeper),
      n_(n),
      ld_((columns + 255) / 256 * 256),
      no_path_(no_path),
      stream_(stream),
      rows_(at(n) * kPanelGroups),
      columns_(at(ld_) * kMeasuringSets),
      in_(at(n)),
      extremes_(2),
      bins_(HistogramBuilder::kBins),
      found_(2 + HistogramBuilder::kBins) {
  fill_bytes(rows_.get(), 0, at(n) * kPanelGroups, stream);
  fill_bytes(in_.get(), 0, at(n), stream);
}

template <class T>
void BranchMeasures<T>::start(int panel, Index first, Index count, bool half) {
  panel_ = panel;
  count_ = count;
  target_ = MeasureTarget<T>{.rows = rows_.get(),
                             .columns = columns_.get(),
                             .n = n_,
                             .first_column = static_cast<int>(first),
                             .half = half,
                             .no_path = no_path_,
                             .extremes = extremes_.get(),
                             .bins = bins_.get()};
  fill_bytes(columns_.get(), 0, at(ld_) * kMeasuringSets, stream_);
  launch();
  launch_kernel(add_sets,
                {.grid = blocks_for(count, kThreads), .threads = kThreads, .stream = stream_},
                columns_.get(), kMeasuringSets, ld_, count, in_.get() + first);
  CUDA_CHECK_LAUNCH(add_sets);
}

// Counts in bins with room for what is known so far.
template <class T>
void BranchMeasures<T>::launch() {
  counting_ = {};
  counting_.cover(nearest_, farthest_);
  target_.first_bin = static_cast<int>(counting_.first_bin());
  target_.scale = 1 / counting_.width();
  found_.get()[0] = std::numeric_limits<long long>::max();
  found_.get()[1] = std::numeric_limits<long long>::min();
  to_device(extremes_.get(), found_.get(), 2, stream_);
  fill_bytes(bins_.get(), 0, HistogramBuilder::kBins, stream_);
  sweeper_.measure(panel_, target_, stream_);
}

template <class T>
void BranchMeasures<T>::finish() {
  // Distances that the bins have no room for are counted once more, when it is known what room they need: always
  // so for the first columns.
  for (;;) {
    to_host(found_.get(), extremes_.get(), 2, stream_);
    CUDA_CHECK(cudaMemcpyAsync(found_.get() + 2, bins_.get(),
                               HistogramBuilder::kBins * sizeof(std::uint64_t),
                               cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    const long long* keys = found_.get();
    if (keys[0] > keys[1]) return;  // nothing is reached
    const double nearest = from_order_key(keys[0]);
    const double farthest = from_order_key(keys[1]);
    if (nearest >= nearest_ && farthest <= farthest_) break;
    nearest_ = std::min(nearest_, nearest);
    farthest_ = std::max(farthest_, farthest);
    target_.rows = target_.columns = nullptr;
    launch();
  }
  std::copy_n(found_.get() + 2, HistogramBuilder::kBins, counting_.bins());
  histogram_.add(counting_);
}

template <class T>
PanelSums BranchMeasures<T>::all() {
  const DeviceArray<DeviceSums> out(at(n_));
  fill_bytes(out.get(), 0, at(n_), stream_);
  launch_kernel(add_sets,
                {.grid = blocks_for(n_, kThreads), .threads = kThreads, .stream = stream_},
                rows_.get(), kPanelGroups, n_, n_, out.get());
  CUDA_CHECK_LAUNCH(add_sets);
  const auto home = [&](const DeviceSums* from) {
    std::vector<DeviceSums> sums(at(n_));
    to_host(sums.data(), from, at(n_), stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    std::vector<VertexSums> result;
    result.reserve(sums.size());
    for (const DeviceSums& one : sums) {
      result.push_back({one.total, one.reciprocals, one.farthest, static_cast<Index>(one.reached)});
    }
    return result;
  };
  PanelSums result{.rows = home(out.get()), .columns = home(in_.get()), .histogram = histogram_};
  if (target_.half) result.histogram.count_twice();
  return result;
}

#define WARPATH_INSTANTIATE(T, name) template class BranchMeasures<T>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
