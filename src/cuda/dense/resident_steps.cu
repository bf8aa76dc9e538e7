#include "cuda/dense/resident_steps.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "base/dispatch.hpp"
#include "cuda/device/check.hpp"

namespace warpath::cuda::dense {
namespace {

constexpr int kThreads = 256;
constexpr int kMostBlocks = 4096;

template <class T>
__device__ T& at(const Given<T>& w, long long i, long long j) {
  return w.cells[i * w.ld + j];
}

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

// One block per row.
template <class S>
__global__ void look_at_row(Given<typename S::Weight> w, RowFacts<typename S::Weight>* facts) {
  using T = typename S::Weight;
  __shared__ T low[kThreads];
  __shared__ T high[kThreads];
  __shared__ int bad;
  const int t = static_cast<int>(threadIdx.x);
  for (int i = static_cast<int>(blockIdx.x); i < w.n; i += static_cast<int>(gridDim.x)) {
    if (t == 0) bad = w.n;
    __syncthreads();  // nobody has found a bad cell in this row yet
    low[t] = high[t] = T{0};
    bool negative = false;
    for (int j = t; j < w.n; j += kThreads) {
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
    for (int half = kThreads / 2; half > 0; half /= 2) {
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

// Every pair i < j is seen by one thread. kMake: both become the better; else: *different <- 1 when they differ.
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
__global__ void set_diagonal_cells(Given<typename S::Weight> w, bool keep_better) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= w.n) return;
  auto& cell = at(w, i, i);
  if (!keep_better || !S::is_better(cell, S::empty_path())) cell = S::empty_path();
}

// What negative weights have taken from "no path" is given back.
template <class T>
__global__ void restore_cells(Given<T> w, T least, T no_path) {
  for (long long i = blockIdx.x; i < w.n; i += gridDim.x) {
    for (long long j = threadIdx.x; j < w.n; j += blockDim.x) {
      if (at(w, i, j) >= least) at(w, i, j) = no_path;
    }
  }
}

template <class T>
unsigned rows_of(const Given<T>& w) {
  return static_cast<unsigned>(std::min(w.n, kMostBlocks));
}

}  // namespace

template <class S>
void look_at_rows(Given<typename S::Weight> w, RowFacts<typename S::Weight>* facts,
                  cudaStream_t stream) {
  look_at_row<S><<<rows_of(w), kThreads, 0, stream>>>(w, facts);
  CUDA_CHECK_LAUNCH(look_at_row);
}

template <class S>
void make_symmetric_there(Given<typename S::Weight> w, cudaStream_t stream) {
  visit_pairs<S, true><<<rows_of(w), kThreads, 0, stream>>>(w, nullptr);
  CUDA_CHECK_LAUNCH(visit_pairs);
}

template <class S>
void compare_directions(Given<typename S::Weight> w, int* different, cudaStream_t stream) {
  visit_pairs<S, false><<<rows_of(w), kThreads, 0, stream>>>(w, different);
  CUDA_CHECK_LAUNCH(visit_pairs);
}

template <class S>
void set_diagonal_there(Given<typename S::Weight> w, bool keep_better, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>((w.n + kThreads - 1) / kThreads);
  set_diagonal_cells<S><<<blocks, kThreads, 0, stream>>>(w, keep_better);
  CUDA_CHECK_LAUNCH(set_diagonal_cells);
}

template <class S>
void restore_no_path(Given<typename S::Weight> w, typename S::Weight least, cudaStream_t stream) {
  restore_cells<<<rows_of(w), kThreads, 0, stream>>>(w, least, S::no_path());
  CUDA_CHECK_LAUNCH(restore_cells);
}

#define WARPATH_INSTANTIATE(S)                                                            \
  template void look_at_rows<S>(Given<typename S::Weight>, RowFacts<typename S::Weight>*, \
                                cudaStream_t);                                            \
  template void make_symmetric_there<S>(Given<typename S::Weight>, cudaStream_t);         \
  template void compare_directions<S>(Given<typename S::Weight>, int*, cudaStream_t);     \
  template void set_diagonal_there<S>(Given<typename S::Weight>, bool, cudaStream_t);     \
  template void restore_no_path<S>(Given<typename S::Weight>, typename S::Weight, cudaStream_t);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::dense
