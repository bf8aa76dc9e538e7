// What panels of distances say, summed up on the device.
#pragma once

#include <span>

#include "cuda/device/owned.hpp"
#include "numerics/measure_builder.hpp"
#include "sparse/pattern.hpp"

namespace warpath::cuda::sparse {

template <class T>
class PanelMeasures {
 public:
  using Vertex = warpath::sparse::Vertex;

  // Panels have n rows and up to `columns` columns. The stream must outlive this.
  PanelMeasures(Index n, Index columns, T no_path, cudaStream_t stream);

  // Adds a panel: its columns are the distances to these vertices. Waits for it. The panel's
  // diagonal cells are overwritten.
  void add(T* panel, Index ld, std::span<const Vertex> vertices);

  PanelSums finish();

 private:
  const Index n_;
  const T no_path_;
  const cudaStream_t stream_;
  DeviceArray<double> farthest_, total_;
  DeviceArray<long long> reached_;
  DeviceArray<int> columns_;
  DeviceArray<long long> extremes_;
  DeviceArray<unsigned long long> bins_;
  HistogramBuilder histogram_;
};

}  // namespace warpath::cuda::sparse
