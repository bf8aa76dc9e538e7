// Whether kernels may add the weights of a matrix on the device as they are: Bellman's rounds find
// potentials, and these show which cycles are near 0 (routes/clear_cycles.hpp). What stays open, a
// negative cycle among others, is for the host to say.

#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/given.cuh"
#include "cuda/dense/plan.hpp"
#include "cuda/device/owned.hpp"
#include "routes/clear_cycles.hpp"
#include "routes/dense_potentials.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::dense {
namespace {

constexpr int kMostPieces = 256;  // of the rows, so that all multiprocessors have something to do

// The host's, but for float64, where a device has nothing wider: near_limit() has room for that.
template <class T>
using Height = std::conditional_t<std::is_same_v<T, double>, double, Potential<T>>;

// least[piece][v] <- the least of before[u] + w over the arcs into v from a piece of the rows u.
template <class T>
__global__ void relax_heights(Given<T> w, const Height<T>* before, Height<T>* least) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= w.n) return;
  Height<T> here = before[v];
  for (long long u = blockIdx.y; u < w.n; u += gridDim.y) {
    const T weight = at(w, u, v);
    if (weight == no_path<T>()) continue;
    const Height<T> sum = before[u] + static_cast<Height<T>>(weight);
    here = sum < here ? sum : here;
  }
  least[static_cast<long long>(blockIdx.y) * w.n + v] = here;
}

// after[v] <- the least of all pieces; *changed <- 1 where that is less than before by the margin.
template <class H>
__global__ void take_least(const H* least, int pieces, int n, const H* before, H margin, H* after,
                           int* changed) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= n) return;
  H here = before[v];
  for (long long piece = 0; piece < pieces; ++piece) {
    const H other = least[piece * n + v];
    here = other < here ? other : here;
  }
  after[v] = here;
  if (here + margin < before[v]) *changed = 1;
}

// Appends the arcs that are near 0; *count goes on where there is no room for more.
template <class T>
__global__ void collect_near(Given<T> w, const Height<T>* heights, Height<T> near,
                             warpath::routes::NearArc<T>* found, unsigned long long* count,
                             unsigned long long room) {
  for (int u = static_cast<int>(blockIdx.x); u < w.n; u += static_cast<int>(gridDim.x)) {
    for (int v = static_cast<int>(threadIdx.x); v < w.n; v += static_cast<int>(blockDim.x)) {
      const T weight = at(w, u, v);
      if (u == v || weight == no_path<T>()) continue;
      if (static_cast<Height<T>>(weight) + heights[u] - heights[v] > near) continue;
      const unsigned long long place = atomicAdd(count, 1ull);
      if (place < room) found[place] = {u, v, weight};
    }
  }
}

template <class T>
class Rounds {
  using H = Height<T>;

 public:
  explicit Rounds(const DeviceMatrix& matrix)
      : n_(static_cast<std::size_t>(matrix.n)),
        stream_(static_cast<cudaStream_t>(matrix.stream)),
        given_{static_cast<T*>(matrix.data), matrix.ld, static_cast<int>(matrix.n)},
        pieces_(std::min(given_.n, kMostPieces)),
        before_(n_),
        after_(n_),
        least_(n_ * static_cast<std::size_t>(pieces_)) {}

  // Numbers h so that h[u] + w >= h[v] - margin for every arc, in before_; false where that takes
  // too many rounds.
  bool converge(H margin) {
    const DeviceArray<int> changed(1);
    const auto blocks = static_cast<unsigned>((given_.n + kRowThreads - 1) / kRowThreads);
    fill_bytes(before_.get(), 0, n_, stream_);
    for (int round = 0; round < warpath::routes::kMostRounds; ++round) {
      fill_bytes(changed.get(), 0, 1, stream_);
      relax_heights<<<dim3(blocks, static_cast<unsigned>(pieces_)), kRowThreads, 0, stream_>>>(
          given_, before_.get(), least_.get());
      CUDA_CHECK_LAUNCH(relax_heights);
      take_least<<<blocks, kRowThreads, 0, stream_>>>(
          least_.get(), pieces_, given_.n, before_.get(), margin, after_.get(), changed.get());
      CUDA_CHECK_LAUNCH(take_least);
      int seen = 0;
      to_host(&seen, changed.get(), 1, stream_);
      CUDA_CHECK(cudaStreamSynchronize(stream_));
      if (seen == 0) return true;
      std::swap(before_, after_);
    }
    return false;
  }

  bool is_clear(H margin, const InputFacts& facts) {
    std::vector<H> heights(n_);
    to_host(heights.data(), before_.get(), n_, stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    const auto near = warpath::routes::near_limit<T>(given_.n, *high - *low, margin, facts);
    const auto room = static_cast<std::size_t>(warpath::routes::most_near_arcs(given_.n));
    const DeviceArray<warpath::routes::NearArc<T>> found(room);
    const DeviceArray<unsigned long long> count(1);
    fill_bytes(count.get(), 0, 1, stream_);
    collect_near<<<row_blocks(given_), kRowThreads, 0, stream_>>>(
        given_, before_.get(), static_cast<H>(near), found.get(), count.get(), room);
    CUDA_CHECK_LAUNCH(collect_near);
    unsigned long long seen = 0;
    to_host(&seen, count.get(), 1, stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    if (seen > room) return false;
    std::vector<warpath::routes::NearArc<T>> arcs(seen);
    to_host(arcs.data(), found.get(), arcs.size(), stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    return warpath::routes::has_zero_cycles_only(given_.n, arcs);
  }

 private:
  const std::size_t n_;
  cudaStream_t stream_;
  Given<T> given_;
  const int pieces_;
  DeviceArray<H> before_, after_, least_;
};

}  // namespace

bool has_clear_cycles(const DeviceMatrix& matrix, int device, const InputFacts& facts,
                      double margin) {
  const CurrentDevice current(device);
  bool clear = false;
  try {
    visit_arc_weight(matrix.weight, [&]<class T>(std::type_identity<T>) {
      Rounds<T> rounds(matrix);
      clear = rounds.converge(static_cast<Height<T>>(margin));
      if constexpr (std::is_floating_point_v<T>) {
        clear = clear && rounds.is_clear(static_cast<Height<T>>(margin), facts);
      }
    });
  } catch (const Error& error) {
    // The matrix may fill the device.
    if (error.code() != ErrorCode::does_not_fit) throw;
  }
  return clear;
}

}  // namespace warpath::cuda::dense
