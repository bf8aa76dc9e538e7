// What the CUDA kernels of the paper share, and the paper does not speak of: the way to the device
// and back, negative cycles, progress.
#pragma once

#include <algorithm>
#include <climits>

#include "cuda/device/owned.hpp"
#include "kernels/work.hpp"
#include "paper/tiling.hpp"

namespace warpath::paper {

// Handed to every kernel that looks for negative cycles.
struct Cycles {
  static constexpr int kNone = INT_MAX;

  // The first pivot that a negative cycle goes through, or kNone: found in the pivot tile, or
  // between it and the rest. Apart, so that settle_panels does not look at panels that were left
  // alone.
  int* in_tile;
  int* outside;
  CycleTolerance tolerance;

  // A launch before has found one. Pivots and panels then do nothing: with w_kk < 0 row and column
  // k would change while they are read.
  __device__ bool found() const { return *in_tile != kNone || *outside != kNone; }

  // Of several threads the first pivot counts.
  static __device__ void report(int* first, int k) { atomicMin(first, k); }
};

// Before tk becomes a pivot, in the pivot tile, which is in shared memory: the cycles through it
// are looked at, and kept from growing out of rounding (numerics/rounding.hpp). True, in all
// threads of the block, when there is a negative one. Holds a barrier at its end.
template <class T>
__device__ bool settle_pivot(T* tile, int tk, int k, const Cycles& cycles) {
  using S = ShortestPath<T>;
  const int ti = threadIdx.x;
  bool settled = true;
  if (ti == tk) settled = settle_loop<S>(tile[tk * kTile + tk], cycles.tolerance);
  if constexpr (kRounds<S>) {
    if (ti < kTile && ti != tk) {
      settled = settle_pair(tile[ti * kTile + tk], tile[tk * kTile + ti], cycles.tolerance);
    }
  }
  if (!settled) Cycles::report(cycles.in_tile, k);
  // Separates settling, which changes row tk, from the tasks that read it.
  return __syncthreads_or(!settled) != 0;
}

// The same for the cycles between the pivots and the vertices outside of their block, when both
// panels are done. One thread per pair.
template <class T, class Order>
__global__ void settle_panels(T* w, Order at, int n, int bk, Cycles cycles) {
  const Index i = blockIdx.x * (blockDim.x / kTile) + threadIdx.x / kTile;
  const Index k = bk * kTile + threadIdx.x % kTile;
  if (i >= n || i / kTile == bk || *cycles.in_tile != Cycles::kNone) return;
  if (!settle_pair(w[at(i, k)], w[at(k, i)], cycles.tolerance)) {
    Cycles::report(cycles.outside, static_cast<int>(k));
  }
}

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
        any_sign(!work.plan.problem.nonnegative),
        work_(work),
        device_(work.plan.device),
        cells_(static_cast<std::size_t>(ld * ld)),
        first_(2),
        seen_(2) {
    w = cells_.get();
    copy(w, ld, work_.cells<T>(), work_.matrix.ld, cudaMemcpyHostToDevice);
    if (n < ld) {
      fill_padding<<<cuda::blocks_for(ld * ld, 256), 256, 0, stream>>>(w, ld, n);
      CUDA_CHECK_LAUNCH(fill_padding);
    }
    std::fill_n(seen_.get(), 2, Cycles::kNone);
    cuda::to_device(first_.get(), seen_.get(), 2, stream);
  }

  // A second matrix of the same size, uninitialised.
  T* take_second() {
    second_ = cuda::DeviceArray<T>(static_cast<std::size_t>(ld * ld));
    return second_.get();
  }

  // The kernel's time begins: what it needs is there.
  void start() { start_.record(stream); }

  Cycles cycles() const { return {first_.get(), first_.get() + 1, work_.tolerance}; }

  // Of the round whose pivot tile is bk.
  double tasks_of_round(int bk) const {
    return static_cast<double>(n) * n * std::min(kTile, n - bk * kTile);
  }

  template <class Order>
  void settle(T* matrix, Order order, int bk) {
    if (!kRounds<ShortestPath<T>> || !any_sign || tiles == 1) return;
    if constexpr (kRounds<ShortestPath<T>>) {
      settle_panels<<<cuda::blocks_for(n, 8), 8 * kTile, 0, stream>>>(matrix, order, n, bk,
                                                                      cycles());
      CUDA_CHECK_LAUNCH(settle_panels);
    }
  }

  // `tasks` more have been launched. Keeps the device one batch ahead, no more, so that a solve can
  // be stopped; throws when it is, or has met a negative cycle.
  void done(double tasks) {
    launched_ += tasks;
    if (launched_ < kBatch) return;
    cuda::to_host(seen_.get(), first_.get(), 2, stream);
    batch_[turn_].record(stream);
    turn_ = 1 - turn_;
    if (before_ > 0) look(batch_[turn_]);
    before_ = std::exchange(launched_, 0);
  }

  // Waits for the end, and brings the distances home.
  void finish() {
    cuda::to_host(seen_.get(), first_.get(), 2, stream);
    end_.record(stream);
    before_ += launched_;
    look(end_);
    work_.kernel_seconds = end_.seconds_since(start_);
    copy(work_.cells<T>(), work_.matrix.ld, w, ld, cudaMemcpyDeviceToHost);
    stream.wait();
  }

  const int n;
  const int tiles;      // in a row
  const Index ld;       // row-major, padded to whole tiles
  const bool any_sign;  // some weights may be negative
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
    const int first = std::min(seen_.get()[0], seen_.get()[1]);
    if (first != Cycles::kNone) throw_negative_cycle(first);
    work_.meter.add(before_);
    work_.meter.check();
  }

  Work& work_;
  cuda::CurrentDevice device_;
  cuda::DeviceArray<T> cells_, second_;
  cuda::DeviceArray<int> first_;
  cuda::PinnedArray<int> seen_;
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
