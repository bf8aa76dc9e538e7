// Idea       the arcs that are best paths are few; every pair looks through those into its target
// Parts      count the links into each vertex, write them down (a thread for a vertex and a stretch
//            of sources, so that the order is always the same) and sort them; then a block per
//            source, with the row of its distances in shared memory
// Bound by   reading links out of the second-level cache

#include "cuda/routes/predecessors.hpp"

#include "numerics/prepare.hpp"

#include <algorithm>
#include <type_traits>

#include "base/dispatch.hpp"
#include "cuda/device/owned.hpp"
#include "routes/wanted.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::routes {
namespace {

using warpath::routes::is_best_path;
using warpath::routes::is_wanted;
using warpath::routes::Signs;

constexpr int kWarp = 32;
constexpr int kRowThreads = 512;
constexpr int kStretches = 64;   // of sources, for each vertex
constexpr int kMostHeld = 2048;  // links that a block sorts at a time

// Narrow weights stand in whole words: nothing between them is left unwritten.
template <class T>
struct Link {
  int vertex;
  std::conditional_t<(sizeof(T) < 4), int, T> weight;
};

template <class T>
struct Matrices {
  const T* weights;
  const T* distances;
  long long ld;
  int n;
  Signs signs;
  T least_no_path;  // in integers: negative weights have been added to "no path"
};

template <class S, class Visit>
__device__ void each_arc(const Matrices<typename S::Weight>& m, int v, int stretch,
                         const Visit& visit) {
  const int length = (m.n + kStretches - 1) / kStretches;
  const int end = min(m.n, (stretch + 1) * length);
#pragma unroll 4
  for (int u = stretch * length; u < end; ++u) {
    const long long cell = u * m.ld + v;
    if (u != v) visit(u, m.weights[cell], m.distances[cell]);
  }
}

// Counts the links into each vertex, and looks whether any is needed beside arcs from the source.
template <class S>
__global__ void count_links(Matrices<typename S::Weight> m, int* counts, int* needed) {
  using T = typename S::Weight;
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= m.n) return;
  int count = 0;
  bool need = false;
  each_arc<S>(m, v, blockIdx.y, [&](int, T weight, T distance) {
    count += is_wanted(S::kind, distance, weight, m.signs);
    need |= S::is_better(distance, m.least_no_path) &&
            !(weight != S::no_path() && is_best_path(S::kind, weight, distance));
  });
  counts[static_cast<long long>(blockIdx.y) * m.n + v] = count;
  if (need) needed[v] = 1;
}

__global__ void add_up(const int* counts, const int* needed, int n, int* totals) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= n) return;
  int total = 0;
  for (int s = 0; s < kStretches; ++s) total += counts[static_cast<long long>(s) * n + v];
  totals[v] = needed[v] ? total : 0;
}

template <class S>
__global__ void write_links(Matrices<typename S::Weight> m, const int* counts,
                            const long long* begin, Link<typename S::Weight>* links) {
  const int v = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (v >= m.n) return;
  long long next = begin[v];
  if (next == begin[v + 1]) return;
  for (int s = 0; s < static_cast<int>(blockIdx.y); ++s) {
    next += counts[static_cast<long long>(s) * m.n + v];
  }
  using T = typename S::Weight;
  each_arc<S>(m, v, blockIdx.y, [&](int u, T weight, T distance) {
    if (is_wanted(S::kind, distance, weight, m.signs)) links[next++] = {u, weight};
  });
}

// Links of 32 vertices side by side: a warp, with a vertex for each lane, reads them in whole
// lines. `longer` of those into a vertex have a weight above 0; for shortest paths they come first.
template <class T>
struct Slices {
  const long long* begin;  // of a slice; its links stand 32 apart
  const int* longer;
  const int* all;
  const Link<T>* links;
};

template <class S, class Link>
__device__ bool precedes(const Link& a, const Link& b) {
  return warpath::routes::comes_first(S::kind, a.weight, a.vertex, b.weight, b.vertex);
}

// How many of a sorted list come before a link.
template <class S, class Link>
__device__ int count_before(const Link* list, int count, const Link& link) {
  int low = 0;
  while (low < count) {
    const int middle = (low + count) / 2;
    if (precedes<S>(list[middle], link)) {
      low = middle + 1;
    } else {
      count = middle;
    }
  }
  return low;
}

// A block per vertex: counts for each of its links how many come before. Counting takes the square
// of their number, so more than the block can hold are sorted piece by piece, and counted among the
// pieces by bisection.
template <class S>
__global__ void __launch_bounds__(kThreads)
    order_links(const long long* begin, Link<typename S::Weight>* links,
                const long long* slice_begin, Link<typename S::Weight>* slices, int* longer) {
  using T = typename S::Weight;
  __shared__ Link<T> held[kMostHeld];
  __shared__ int longer_here;
  const int v = static_cast<int>(blockIdx.x);
  Link<T>* const mine = links + begin[v];
  const int count = static_cast<int>(begin[v + 1] - begin[v]);
  if (threadIdx.x == 0) longer_here = 0;
  Link<T>* const to = slices + slice_begin[v / kWarp] + v % kWarp;
  for (int piece = 0; piece < count; piece += kMostHeld) {
    const int size = min(kMostHeld, count - piece);
    for (int a = static_cast<int>(threadIdx.x); a < size; a += kThreads) held[a] = mine[piece + a];
    __syncthreads();  // the piece is held, and nothing of it is counted
    for (int a = static_cast<int>(threadIdx.x); a < size; a += kThreads) {
      const Link<T> link = held[a];
      if (link.weight > 0) atomicAdd(&longer_here, 1);
      int before = 0;
      for (int b = 0; b < size; ++b) before += precedes<S>(held[b], link);
      if (size == count) {
        to[static_cast<long long>(before) * kWarp] = link;
      } else {
        mine[piece + before] = link;
      }
    }
    __syncthreads();  // all are counted
  }
  if (threadIdx.x == 0) longer[v] = longer_here;
  if (count <= kMostHeld) return;
  for (int a = static_cast<int>(threadIdx.x); a < count; a += kThreads) {
    const Link<T> link = mine[a];
    int before = a % kMostHeld;
    for (int piece = 0; piece < count; piece += kMostHeld) {
      if (piece == a - a % kMostHeld) continue;
      before += count_before<S>(mine + piece, min(kMostHeld, count - piece), link);
    }
    to[static_cast<long long>(before) * kWarp] = link;
  }
}

// The distance to the nearest vertex of a row but its source.
template <class S, class Distance>
__device__ typename S::Weight nearest_of(const Distance& distance, int n, int i) {
  using T = typename S::Weight;
  __shared__ T least[kRowThreads / kWarp];
  T mine = S::no_path();
  for (int j = static_cast<int>(threadIdx.x); j < n; j += kRowThreads) {
    if (j != i && distance(j) < mine) mine = distance(j);
  }
  for (int step = kWarp / 2; step > 0; step /= 2) {
    const T other = __shfl_xor_sync(~0u, mine, step);
    mine = other < mine ? other : mine;
  }
  if (threadIdx.x % kWarp == 0) least[threadIdx.x / kWarp] = mine;
  __syncthreads();  // every warp has said its least
  for (int w = 0; w < kRowThreads / kWarp; ++w) mine = least[w] < mine ? least[w] : mine;
  return mine;
}

// The row of one source; kHeld: it fits into shared memory.
template <class S, bool kHeld>
__global__ void __launch_bounds__(kRowThreads)
    choose(Matrices<typename S::Weight> m, Slices<typename S::Weight> slices, int* predecessors,
           unsigned* doubts) {
  using T = typename S::Weight;
  constexpr bool kShortest = S::adds;
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
  T nearest{};
  if constexpr (kShortest) nearest = nearest_of<S>(distance, m.n, i);
  unsigned doubt = 0;
  for (int j = static_cast<int>(threadIdx.x); j < m.n; j += kRowThreads) {
    const T d = distance(j);
    int before = -1;
    if (j != i && S::is_better(d, m.least_no_path)) {
      const T direct = m.weights[i * m.ld + j];
      if (direct != S::no_path() && is_best_path(S::kind, direct, d)) {
        before = i;
      } else {
        T best = S::no_path();
        T nearer = S::no_path();
        bool flat = false;
        const int longer = slices.longer[j];
        const int all = slices.all[j];
        const Link<T>* const links = slices.links + slices.begin[j / kWarp] + j % kWarp;
        // Links [a, end), several at a time: each is far away. One too heavy for `most` ends it.
        const auto look = [&](int a, int end, const T* most) {
          constexpr int kAhead = 4;
          while (a < end && S::is_better(d, best)) {
            Link<T> ahead[kAhead];
#pragma unroll
            for (int t = 0; t < kAhead; ++t) {
              ahead[t] = links[static_cast<long long>(min(a + t, end - 1)) * kWarp];
            }
#pragma unroll
            for (int t = 0; t < kAhead; ++t) {
              // The last link once more changes nothing.
              const T there = distance(ahead[t].vertex);
              const T sum = S::extend(there, static_cast<T>(ahead[t].weight));
              if (!S::is_better(d, best) || !S::is_better(sum, best)) continue;
              best = sum;
              nearer = there;
              before = ahead[t].vertex;
              flat = ahead[t].weight == 0;
            }
            if (most != nullptr && ahead[kAhead - 1].weight > *most) return;
            a += kAhead;
          }
        };
        if constexpr (kShortest) {
          const T most = warpath::routes::most_weight(d, nearest);
          look(0, longer, &most);
          look(longer, all, nullptr);
        } else {
          look(0, all, nullptr);
        }
        if (!S::is_better(nearer, d)) {
          const bool leads_on = kShortest && flat && nearer == d && before >= 0;
          doubt = max(doubt, leads_on ? 1u : 2u);
        }
      }
    }
    predecessors[static_cast<long long>(i) * m.n + j] = before;
  }
  if (doubt > 0) atomicMax(&doubts[i], doubt);
}

// Where the links of a slice begin: each has room for as many as its fullest vertex has. The last
// is the end.
std::vector<long long> slice_begins_of(const std::vector<int>& totals) {
  std::vector<long long> begins{0};
  for (std::size_t v = 0; v < totals.size(); v += kWarp) {
    const std::size_t size = std::min<std::size_t>(kWarp, totals.size() - v);
    const int depth = *std::max_element(&totals[v], &totals[v] + size);
    begins.push_back(begins.back() + static_cast<long long>(depth) * kWarp);
  }
  return begins;
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
                least_no_path<S>(facts)};
  const auto size = static_cast<std::size_t>(n);
  const DeviceArray<int> counts(size * kStretches);
  const DeviceArray<int> all(size);
  const DeviceArray<int> longer(size);
  const DeviceArray<int> needed(size);
  const DeviceArray<unsigned> doubts(size);
  fill_bytes(doubts.get(), 0, size, stream);
  fill_bytes(needed.get(), 0, size, stream);
  const unsigned blocks = blocks_for(n, kThreads);
  count_links<S><<<dim3(blocks, kStretches), kThreads, 0, stream>>>(m, counts.get(), needed.get());
  CUDA_CHECK_LAUNCH(count_links);
  add_up<<<blocks, kThreads, 0, stream>>>(counts.get(), needed.get(), n, all.get());
  CUDA_CHECK_LAUNCH(add_up);

  std::vector<int> totals(size);
  to_host(totals.data(), all.get(), size, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::vector<long long> begins{0};  // of the links of a vertex; the last is the end
  for (const int total : totals) begins.push_back(begins.back() + total);
  const std::vector<long long> slice_begins = slice_begins_of(totals);
  const WorkOfScope work(stream);  // it reads these
  const auto begin = brought(begins, stream);
  const auto slice_begin = brought(slice_begins, stream);
  const DeviceArray<Link<T>> links(static_cast<std::size_t>(begins.back()) + 1);
  const DeviceArray<Link<T>> slices(static_cast<std::size_t>(slice_begins.back()) + 1);
  write_links<S><<<dim3(blocks, kStretches), kThreads, 0, stream>>>(m, counts.get(), begin.get(),
                                                                    links.get());
  CUDA_CHECK_LAUNCH(write_links);
  order_links<S><<<static_cast<unsigned>(n), kThreads, 0, stream>>>(
      begin.get(), links.get(), slice_begin.get(), slices.get(), longer.get());
  CUDA_CHECK_LAUNCH(order_links);

  int device = 0;
  int most_shared = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&most_shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, choose<S, true>));
  const std::size_t room = static_cast<std::size_t>(most_shared) - attributes.sharedSizeBytes;
  const std::size_t row = (size * sizeof(T) + 15) / 16 * 16;
  const bool held = row <= room;
  // The most that any call needs: others may be between this and their launch.
  CUDA_CHECK(cudaFuncSetAttribute(choose<S, true>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(room)));
  const auto kernel = held ? choose<S, true> : choose<S, false>;
  kernel<<<static_cast<unsigned>(n), kRowThreads, held ? row : 0, stream>>>(
      m, Slices<T>{slice_begin.get(), longer.get(), all.get(), slices.get()}, job.predecessors,
      doubts.get());
  CUDA_CHECK_LAUNCH(choose);
  std::vector<unsigned> found(size);
  to_host(found.data(), doubts.get(), size, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
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
