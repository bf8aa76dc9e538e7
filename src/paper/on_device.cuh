// What the CUDA kernels of the paper share, and the paper does not speak of: the way to the device
// and back, progress.
#pragma once

#include <algorithm>
#include <utility>

#include "cuda/device/owned.hpp"
#include "kernels/work.hpp"
#include "paper/tiling.hpp"

namespace warpath::paper {

// The vertices that pad the matrix have no arcs.
template <class T>
__global__ void fill_padding(T* w, Index ld, int n) {
  const Index cell = blockIdx.x * static_cast<Index>(blockDim.x) + threadIdx.x;
  const Index i = cell / ld;
  const Index j = cell % ld;
  if (i < ld && (i >= n || j >= n)) w[i * ld + j] = ShortestPath<T>::no_path();
}

// One solve: the constructor brings the matrix to the device, finish() brings it back. Between them
// a kernel calls start(), launches its steps on `stream` and calls done() after each.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(Work& work)
      : n(static_cast<int>(work.plan.problem.n)),
        tiles(static_cast<int>(tiles_for(n))),
        ld(padded(n)),
        work_(work),
        device_(work.plan.device),
        cells_(static_cast<std::size_t>(ld * ld)) {
    w = cells_.get();
    copy(w, ld, work_.cells<T>(), work_.matrix.ld, cudaMemcpyHostToDevice);
    if (n < ld) {
      fill_padding<<<cuda::blocks_for(ld * ld, 256), 256, 0, stream>>>(w, ld, n);
      CUDA_CHECK_LAUNCH(fill_padding);
    }
  }

  // A second matrix of the same size, uninitialised.
  T* take_second() {
    second_ = cuda::DeviceArray<T>(static_cast<std::size_t>(ld * ld));
    return second_.get();
  }

  // The kernel's time begins: what it needs is there.
  void start() { start_.record(stream); }

  // Of the round whose pivot tile is bk.
  double tasks_of_round(int bk) const {
    return static_cast<double>(n) * n * std::min(kTile, n - bk * kTile);
  }

  // `tasks` more have been launched. Keeps the device one batch ahead, no more, so that a solve can
  // be stopped; throws when it is.
  void done(double tasks) {
    launched_ += tasks;
    if (launched_ < kBatch) return;
    batch_[turn_].record(stream);
    turn_ = 1 - turn_;
    if (before_ > 0) look(batch_[turn_]);
    before_ = std::exchange(launched_, 0);
  }

  // Waits for the end, and brings the distances home.
  void finish() {
    end_.record(stream);
    before_ += launched_;
    look(end_);
    work_.kernel_seconds = end_.seconds_since(start_);
    copy(work_.cells<T>(), work_.matrix.ld, w, ld, cudaMemcpyDeviceToHost);
    stream.wait();
  }

  const int n;
  const int tiles;  // in a row
  const Index ld;   // row-major, padded to whole tiles
  T* w = nullptr;

 private:
  // Some milliseconds of the slowest kernel's work.
  static constexpr double kBatch = 4e9;

  void copy(T* to, Index to_ld, const T* from, Index from_ld, cudaMemcpyKind kind) {
    CUDA_CHECK(cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_ld) * sizeof(T), from,
                                 static_cast<std::size_t>(from_ld) * sizeof(T),
                                 static_cast<std::size_t>(n) * sizeof(T),
                                 static_cast<std::size_t>(n), kind, stream));
  }

  void look(const cuda::Event& event) {
    event.wait();
    work_.meter.add(before_);
    work_.meter.check();
  }

  Work& work_;
  cuda::CurrentDevice device_;
  cuda::DeviceArray<T> cells_, second_;
  cuda::Event start_, end_, batch_[2];
  double launched_ = 0, before_ = 0;
  int turn_ = 0;

 public:
  cuda::Stream stream;  // last: destroyed first, when its work is over
};

// Calls solve(OnDevice<T>&) for the problem's weights.
template <class Solve>
void solve_on_device(Work& work, Solve solve) {
  if (work.plan.problem.weight == WeightType::int32) {
    OnDevice<std::int32_t> on(work);
    solve(on);
  } else {
    OnDevice<float> on(work);
    solve(on);
  }
}

}  // namespace warpath::paper
