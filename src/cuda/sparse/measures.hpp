// What distances say about vertices, summed up on the device while they are computed.
#pragma once

#include "cuda/device/owned.hpp"
#include "cuda/sparse/sweeper.hpp"
#include "numerics/measure_builder.hpp"

namespace warpath::cuda::sparse {

template <class T>
class BranchMeasures {
 public:
  // Up to `columns` columns at a time. The sweeper and the stream must outlive this.
  BranchMeasures(Sweeper<T>& sweeper, Index n, Index columns, T no_path, cudaStream_t stream);

  // Starts to sum up the columns of a panel, which begin with the vertex at place `first`. `half`: each
  // pair counts for both, and is seen once.
  void start(int panel, Index first, Index count, bool half);

  // Waits until that is done.
  void finish();

  // What all panels said, by places in the tree.
  PanelSums all();

 private:
  void launch();

  Sweeper<T>& sweeper_;
  const Index n_;
  const Index ld_;
  const T no_path_;
  const cudaStream_t stream_;
  DeviceArray<DeviceSums> rows_, columns_, in_;
  DeviceArray<long long> extremes_;
  DeviceArray<unsigned long long> bins_;
  PinnedArray<long long> found_;  // extremes, then bins
  int panel_ = 0;
  Index count_ = 0;
  MeasureTarget<T> target_;
  HistogramBuilder histogram_;
  HistogramBuilder counting_;  // what is counted now
  double nearest_ = 0;
  double farthest_ = 0;
};

}  // namespace warpath::cuda::sparse
