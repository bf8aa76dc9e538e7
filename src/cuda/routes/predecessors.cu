// Idea:    the arcs that are best paths are few; every pair looks through those into its target.
// Parts:   count the links into each vertex, and write them down (a thread for a vertex and a stretch of sources, so that the
//          order is always the same); then a block per source, with the row of its distances in shared memory.
// Bound:   by reading links out of the second-level cache.

#include "cuda/routes/predecessors.hpp"

#include <algorithm>

#include "core/combinations.hpp"
#include "cuda/device/owned.hpp"
#include "routes/wanted.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::routes {
namespace {

using warpath::routes::is_wanted;
using warpath::routes::Signs;

constexpr int kThreads = 256;
constexpr int kRowThreads = 512;
constexpr int kStretches = 64;  // of sources, for each vertex

template <class T>
struct Link {
  int vertex;
  T weight;
};

template <class T>
struct Matrices {
  const T* weights;
  const T* distances;
  long long ld;
  int n;
  Signs signs;
  T least_no_path;  // from here on, in integers, there is none: negative weights have been added to "no path"
};

template <class S, class Visit>
__device__ void each_link(const Matrices<typename S::Weight>& m, int v, int stretch,
                          const Visit& visit) {
  const int length = (m.n + kStretches - 1) / kStretches;
  const int end = min(m.n, (stretch + 1) * length);
#pragma unroll 4
  for (int u = stretch * length; u < end; ++u) {
    const long long cell = u * m.ld + v;
    const typename S::Weight weight = m.weights[cell];
    if (u != v && is_wanted<S>(m.distances[cell], weight, m.signs)) visit(u, weight);
  }
}

template <class S>
__global__ void count_links(Matrices<typename S::Weight> m, int* counts, int* any_flat) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= m.n) return;
  int count = 0;
  bool flat = false;
  each_link<S>(m, v, blockIdx.y, [&](int, typename S::Weight weight) {
    ++count;
    flat |= !(weight > typename S::Weight{0});
  });
  counts[static_cast<long long>(blockIdx.y) * m.n + v] = count;
  if (flat) *any_flat = 1;
}

__global__ void add_up(const int* counts, int n, long long* totals) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= n) return;
  long long total = 0;
  for (int s = 0; s < kStretches; ++s) total += counts[static_cast<long long>(s) * n + v];
  totals[v] = total;
}

template <class S>
__global__ void write_links(Matrices<typename S::Weight> m, const int* counts,
                            const long long* begin, Link<typename S::Weight>* links) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= m.n) return;
  long long next = begin[v];
  for (int s = 0; s < static_cast<int>(blockIdx.y); ++s) {
    next += counts[static_cast<long long>(s) * m.n + v];
  }
  each_link<S>(m, v, blockIdx.y, [&](int u, typename S::Weight weight) {
    links[next++] = {u, weight};
  });
}

// The row of one source; kHeld: it fits into shared memory.
template <class S, bool kHeld>
__global__ void __launch_bounds__(kRowThreads)
    choose(Matrices<typename S::Weight> m, const long long* begin,
           const Link<typename S::Weight>* links, bool any_flat, int* predecessors,
           unsigned* doubts) {
  using T = typename S::Weight;
  extern __shared__ __align__(16) unsigned char space[];
  T* const held = reinterpret_cast<T*>(space);
  const int i = static_cast<int>(blockIdx.x);
  const T* const row = m.distances + i * m.ld;
  if constexpr (kHeld) {
    for (int j = static_cast<int>(threadIdx.x); j < m.n; j += kRowThreads) {
      held[j] = j == i ? S::empty_path() : row[j];
    }
    __syncthreads();  // the row is whole
  }
  const auto distance = [&](int k) {
    if constexpr (kHeld) return held[k];
    return k == i ? S::empty_path() : row[k];
  };
  unsigned doubt = 0;
  for (int j = static_cast<int>(threadIdx.x); j < m.n; j += kRowThreads) {
    const T d = distance(j);
    int before = -1;
    if (j != i && S::is_better(d, m.least_no_path)) {
      const T direct = m.weights[i * m.ld + j];
      if (direct != S::no_path() && !S::is_better(d, direct)) {
        before = i;
      } else {
        T best = S::no_path();
        T nearer = S::no_path();
        bool flat = false;
        // Those that lengthen a path come first.
        for (int turn = 0; turn < (any_flat ? 2 : 1) && S::is_better(d, best); ++turn) {
          for (long long a = begin[j]; a < begin[j + 1] && S::is_better(d, best); ++a) {
            const Link<T> link = links[a];
            if (any_flat && (link.weight > T{0}) != (turn == 0)) continue;
            const T there = distance(link.vertex);
            const T sum = S::extend(there, link.weight);
            if (!S::is_better(sum, best)) continue;
            best = sum;
            nearer = there;
            before = link.vertex;
            flat = link.weight == T{0};
          }
        }
        if (!S::is_better(nearer, d)) {
          const bool leads_on =
              S::kind == SemiringKind::shortest_path && flat && nearer == d && before >= 0;
          doubt = max(doubt, leads_on ? 1u : 2u);
        }
      }
    }
    predecessors[static_cast<long long>(i) * m.n + j] = before;
  }
  if (doubt > 0) atomicMax(&doubts[i], doubt);
}

template <class T>
void to_host(std::vector<T>& to, const T* from, cudaStream_t stream) {
  CUDA_CHECK(
      cudaMemcpyAsync(to.data(), from, to.size() * sizeof(T), cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

template <class S>
std::vector<std::uint8_t> find(const Job& job, int n, const InputFacts& facts,
                               cudaStream_t stream) {
  using T = typename S::Weight;
  Matrices<T> m{static_cast<const T*>(job.weights),
                static_cast<const T*>(job.distances),
                job.ld,
                n,
                {!facts.nonnegative, facts.largest},
                S::no_path()};
  if constexpr (S::kind == SemiringKind::shortest_path && std::integral<T>) {
    m.least_no_path = static_cast<T>(static_cast<double>(S::no_path()) - facts.negative_bound);
  }
  const auto size = static_cast<std::size_t>(n);
  const DeviceArray<int> counts(size * kStretches + 1);
  const DeviceArray<long long> begin(size + 1);
  const DeviceArray<unsigned> doubts(size);
  int* const any_flat = counts.get() + size * kStretches;
  CUDA_CHECK(cudaMemsetAsync(any_flat, 0, sizeof(int), stream));
  CUDA_CHECK(cudaMemsetAsync(doubts.get(), 0, size * sizeof(unsigned), stream));
  const unsigned blocks = static_cast<unsigned>((n + kThreads - 1) / kThreads);
  count_links<S><<<dim3(blocks, kStretches), kThreads, 0, stream>>>(m, counts.get(), any_flat);
  CUDA_CHECK_LAUNCH();
  add_up<<<blocks, kThreads, 0, stream>>>(counts.get(), n, begin.get());
  CUDA_CHECK_LAUNCH();

  std::vector<long long> begins(size + 1);
  std::vector<int> flat(1);
  to_host(begins, begin.get(), stream);
  to_host(flat, any_flat, stream);
  long long total = 0;
  for (std::size_t v = 0; v < size; ++v) {
    const long long count = begins[v];
    begins[v] = total;
    total += count;
  }
  begins[size] = total;
  CUDA_CHECK(cudaMemcpyAsync(begin.get(), begins.data(), begins.size() * sizeof(long long),
                             cudaMemcpyHostToDevice, stream));
  const DeviceArray<Link<T>> links(static_cast<std::size_t>(total) + 1);
  write_links<S><<<dim3(blocks, kStretches), kThreads, 0, stream>>>(m, counts.get(), begin.get(),
                                                                    links.get());
  CUDA_CHECK_LAUNCH();

  int device = 0;
  int most_shared = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  const std::size_t row = (size * sizeof(T) + 15) / 16 * 16;
  const auto launch = [&](auto kernel, std::size_t shared) {
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(most_shared)));
    kernel<<<static_cast<unsigned>(n), kRowThreads, shared, stream>>>(
        m, begin.get(), links.get(), flat[0] != 0, job.predecessors, doubts.get());
    CUDA_CHECK_LAUNCH();
  };
  if (row <= static_cast<std::size_t>(most_shared)) {
    launch(choose<S, true>, row);
  } else {
    launch(choose<S, false>, 0);
  }
  std::vector<unsigned> found(size);
  to_host(found, doubts.get(), stream);
  return {found.begin(), found.end()};
}

}  // namespace

std::vector<std::uint8_t> find_predecessors(const Job& job, const Problem& problem,
                                            const InputFacts& facts, cudaStream_t stream) {
  std::vector<std::uint8_t> doubts;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    doubts = find<S>(job, static_cast<int>(problem.n), facts, stream);
  });
  return doubts;
}

}  // namespace warpath::cuda::routes
