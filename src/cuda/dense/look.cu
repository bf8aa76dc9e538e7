// The look at every weight that a solve begins with, for a matrix that lies on the device.

#include <type_traits>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/given.cuh"
#include "cuda/dense/plan.hpp"
#include "cuda/device/owned.hpp"
#include "numerics/facts.hpp"

namespace warpath::cuda::dense {
namespace {

// What a row tells: see InputFacts. The range leaves out the diagonal, and is {0, 0} without arcs.
template <class T>
struct RowFacts {
  T low, high;
  int negative;  // is there a weight below 0
  int bad;       // the first column whose cell must be refused, or n
};

template <class S>
__device__ bool must_refuse(typename S::Weight v) {
  using T = typename S::Weight;
  if constexpr (std::is_floating_point_v<T>) {
    return v != v || (S::adds && v == -S::no_path());
  } else if constexpr (S::adds) {
    return v > S::no_path() || v <= -S::no_path();
  }
  return false;
}

// -0 becomes +0, any true becomes 1.
template <class T>
__device__ T normal(T v) {
  if constexpr (sizeof(T) == 1) return v != 0;
  if constexpr (std::is_floating_point_v<T>) return v + T{0};
  return v;
}

// Looks at every weight and normalises it, as prepare() does on the host. One block per row.
template <class S>
__global__ void look_at_row(Given<typename S::Weight> w, RowFacts<typename S::Weight>* facts) {
  using T = typename S::Weight;
  __shared__ T low[kRowThreads];
  __shared__ T high[kRowThreads];
  __shared__ int bad;
  const int t = static_cast<int>(threadIdx.x);
  for (int i = static_cast<int>(blockIdx.x); i < w.n; i += static_cast<int>(gridDim.x)) {
    if (t == 0) bad = w.n;
    __syncthreads();  // nobody has found a bad cell in this row yet
    low[t] = high[t] = T{0};
    bool negative = false;
    for (int j = t; j < w.n; j += kRowThreads) {
      const T v = at(w, i, j);
      if (must_refuse<S>(v)) {
        atomicMin(&bad, j);
        continue;
      }
      if (v != normal(v) || (std::is_floating_point_v<T> && v == T{0})) at(w, i, j) = normal(v);
      if constexpr (std::is_signed_v<T>) negative = negative || v < T{0};
      if (j == i || v == S::no_path()) continue;
      low[t] = v < low[t] ? v : low[t];
      high[t] = high[t] < v ? v : high[t];
    }
    const bool any = __syncthreads_or(negative) != 0;  // all have looked at their cells
    for (int half = kRowThreads / 2; half > 0; half /= 2) {
      if (t < half) {
        low[t] = low[t + half] < low[t] ? low[t + half] : low[t];
        high[t] = high[t] < high[t + half] ? high[t + half] : high[t];
      }
      __syncthreads();  // this round of pairs is done
    }
    if (t == 0) facts[i] = {low[0], high[0], any, bad};
    __syncthreads();  // the row's facts are written
  }
}

// A thread per pair i < j. kMake: both become the better; else: *different <- 1 when they differ.
template <class S, bool kMake>
__global__ void visit_pairs(Given<typename S::Weight> w, int* different) {
  for (long long i = blockIdx.x; i < w.n; i += gridDim.x) {
    for (long long j = i + 1 + threadIdx.x; j < w.n; j += blockDim.x) {
      const auto there = at(w, i, j);
      const auto back = at(w, j, i);
      if (there == back) continue;
      if constexpr (kMake) {
        at(w, i, j) = at(w, j, i) = S::is_better(there, back) ? there : back;
      } else {
        *different = 1;
        return;
      }
    }
  }
}

template <class S>
class Look {
  using T = typename S::Weight;

 public:
  explicit Look(const DeviceMatrix& matrix)
      : matrix_(matrix),
        stream_(static_cast<cudaStream_t>(matrix.stream)),
        given_{static_cast<T*>(matrix.data), matrix.ld, static_cast<int>(matrix.n)} {}

  MatrixFacts all() const {
    MatrixFacts facts;
    facts.weights = weights();
    if (matrix_.undirected) {
      // Ranges are those of arcs that count both ways.
      visit_pairs<S, true><<<row_blocks(given_), kRowThreads, 0, stream_>>>(given_, nullptr);
      CUDA_CHECK_LAUNCH(visit_pairs);
      facts.weights = weights();
    }
    facts.symmetric = matrix_.undirected || is_symmetric();
    return facts;
  }

 private:
  // Looks at every weight; throws for the first that must be refused.
  InputFacts weights() const {
    const auto n = static_cast<std::size_t>(matrix_.n);
    const DeviceArray<RowFacts<T>> there(n);
    std::vector<RowFacts<T>> rows(n);
    look_at_row<S><<<row_blocks(given_), kRowThreads, 0, stream_>>>(given_, there.get());
    CUDA_CHECK_LAUNCH(look_at_row);
    to_host(rows.data(), there.get(), n, stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    InputFacts facts;
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i].bad < matrix_.n) refuse(static_cast<Index>(i), rows[i].bad);
      facts.nonnegative = facts.nonnegative && rows[i].negative == 0;
      facts.add(rows[i].low, rows[i].high);
    }
    if constexpr (S::kind == SemiringKind::shortest_path) {
      check_range<S>(facts);
    } else {
      facts = {.nonnegative = false};
    }
    return facts;
  }

  void refuse(Index i, Index j) const {
    T cell;
    to_host(&cell, given_.cells + i * matrix_.ld + j, 1, stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    check_cell<S>(cell, i, j, matrix_.orientation);
  }

  bool is_symmetric() const {
    const DeviceArray<int> different(1);
    int seen = 0;
    fill_bytes(different.get(), 0, 1, stream_);
    visit_pairs<S, false><<<row_blocks(given_), kRowThreads, 0, stream_>>>(given_, different.get());
    CUDA_CHECK_LAUNCH(visit_pairs);
    to_host(&seen, different.get(), 1, stream_);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    return seen == 0;
  }

  const DeviceMatrix& matrix_;
  cudaStream_t stream_;
  Given<T> given_;
};

}  // namespace

int device_of(const void* memory) {
  const cudaPointerAttributes attributes = attributes_of(memory);
  const bool there =
      attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
  return there ? attributes.device : -1;
}

MatrixFacts look(const DeviceMatrix& matrix, int device) {
  const CurrentDevice current(device);
  MatrixFacts facts;
  if (matrix.n == 0) return facts;
  visit_semiring(matrix.semiring, matrix.weight,
                 [&]<class S>(S) { facts = Look<S>(matrix).all(); });
  return facts;
}

}  // namespace warpath::cuda::dense
