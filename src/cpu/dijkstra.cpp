// Dijkstra's algorithm (Dijkstra 1959) with buckets for a queue (Dial 1969), one source per thread.
//
// Idea: vertices wait in buckets of equal width in distance, used in turn. Those of one bucket are
// scanned in any order, and again if they come nearer while their bucket is emptied: a bucket is
// narrower than most arcs, so few do. What a heap spends on order is saved, and, more than that, the
// searches of successive vertices do not wait for each other.
//
// What bounds it: branches that cannot be foreseen. Whether an arc improves its target is none here:
// the target is always written to the bucket's end, and the end moves only if it does.
//
// Weights for which no width is right (most far lighter than the mean) would have vertices scanned
// over and over. That is noticed, and a heap takes over.
//
// Sums are monotone, even rounded, so the order of scans does not show in the distances.

#include "cpu/dijkstra.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

namespace warpath::cpu {
namespace {

using sparse::at;
using sparse::Vertex;

constexpr std::size_t kMostBuckets = 1024;
constexpr double kBucketsPerArc = 4;    // of mean weight; between 1 and 4 hardly matters
constexpr Index kMostScans = 3;         // per vertex, before the buckets are given up
constexpr Index kPiece = 4;             // sources that a thread takes at a time
constexpr std::size_t kFewSources = 4;  // do not pay for a new numbering

template <class T>
struct Hop {
  Vertex target;
  T weight;
};

// Depth first: neighbours in the graph are mostly neighbours in memory, whatever the caller's order.
template <class T>
std::vector<Vertex> depth_first(const sparse::Arcs<T>& arcs) {
  std::vector<Vertex> number(at(arcs.vertices()), -1);
  std::vector<Vertex> stack;
  Vertex next = 0;
  for (Vertex root = 0; root < arcs.vertices(); ++root) {
    stack.push_back(root);
    while (!stack.empty()) {
      const Vertex u = stack.back();
      stack.pop_back();
      if (number[at(u)] >= 0) continue;
      number[at(u)] = next++;
      for (Index a = arcs.offsets[at(u) + 1]; a-- > arcs.offsets[at(u)];) {
        if (number[at(arcs.targets[at(a)])] < 0) stack.push_back(arcs.targets[at(a)]);
      }
    }
  }
  return number;
}

// The arcs as all searches read them: renumbered, target beside weight. `Offset` is as short as the
// number of arcs allows, for the cache.
template <class T, class Offset>
struct Network {
  Network(const sparse::Arcs<T>& arcs, bool renumber) : offsets(arcs.offsets.size()) {
    const Vertex n = arcs.vertices();
    if (renumber) {
      number = depth_first(arcs);
    } else {
      number.resize(at(n));
      std::iota(number.begin(), number.end(), Vertex{0});
    }
    for (std::size_t v = 0; v < at(n); ++v) {
      offsets[at(number[v]) + 1] = static_cast<Offset>(arcs.offsets[v + 1] - arcs.offsets[v]);
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    hops.resize(arcs.targets.size());
    double sum = 0;
    for (std::size_t v = 0; v < at(n); ++v) {
      Hop<T>* hop = hops.data() + offsets[at(number[v])];
      for (std::size_t a = at(arcs.offsets[v]); a < at(arcs.offsets[v + 1]); ++a) {
        *hop++ = {number[at(arcs.targets[a])], arcs.weights[a]};
        sum += static_cast<double>(arcs.weights[a]);
        heaviest = std::max(heaviest, arcs.weights[a]);
      }
    }
    if (!hops.empty()) mean = sum / static_cast<double>(hops.size());
  }

  Vertex vertices() const { return static_cast<Vertex>(number.size()); }

  std::vector<Vertex> number;  // by the caller's
  std::vector<Offset> offsets;
  std::vector<Hop<T>> hops;
  double mean = 0;
  T heaviest{};
};

template <class T>
struct Entry {
  T distance;  // when it was entered: not the vertex's own, if that has come nearer since
  Vertex vertex;
};

// Which bucket a distance belongs to, in turn.
template <class T>
class Widths {
 public:
  template <class Offset>
  explicit Widths(const Network<T, Offset>& network) {
    const double heaviest = static_cast<double>(network.heaviest);
    const double width = std::max(network.mean / kBucketsPerArc, heaviest / (kMostBuckets - 4));
    if constexpr (std::floating_point<T>) {
      // Not so narrow that the inverse is infinite.
      inverse_ = 1 / std::max(static_cast<T>(width), 4 * std::numeric_limits<T>::min());
      mask_ = std::bit_ceil(static_cast<std::size_t>(network.heaviest * inverse_) + 3) - 1;
    } else {
      shift_ = std::bit_width(static_cast<std::uint32_t>(std::max(1.0, width))) - 1;
      mask_ = std::bit_ceil((static_cast<std::size_t>(network.heaviest) >> shift_) + 2) - 1;
    }
  }

  std::size_t count() const { return mask_ + 1; }

  std::size_t operator()(T distance) const {
    if constexpr (std::floating_point<T>) {
      // In this order, NaN (infinity times 0) becomes the limit, too.
      const T place = std::min(kLimit, distance * inverse_);
      return static_cast<std::size_t>(static_cast<std::int64_t>(place)) & mask_;
    } else {
      return (static_cast<std::size_t>(distance) >> shift_) & mask_;
    }
  }

 private:
  static constexpr T kLimit = static_cast<T>(std::floating_point<T> ? 0x1p62 : 0);
  T inverse_{};
  int shift_ = 0;
  std::size_t mask_ = 0;
};

template <class T>
class Bucket {
 public:
  std::uint32_t size() const { return size_; }
  Entry<T> operator[](std::uint32_t i) const { return entries_[i]; }
  void clear() { size_ = 0; }

  void push_if(bool wanted, Entry<T> entry) {
    if (size_ == capacity_) [[unlikely]]
      grow();
    entries_[size_] = entry;
    size_ += wanted;
  }

 private:
  // Never inlined: it would take the registers that the search needs.
  [[gnu::noinline]] void grow() {
    if (capacity_ > std::numeric_limits<std::uint32_t>::max() / 2) throw std::bad_alloc();
    const std::uint32_t capacity = std::max(16u, 2 * capacity_);
    auto entries = std::make_unique_for_overwrite<Entry<T>[]>(capacity);
    std::copy_n(entries_.get(), size_, entries.get());
    entries_ = std::move(entries);
    capacity_ = capacity;
  }

  std::unique_ptr<Entry<T>[]> entries_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
};

// With four children per entry, which share a cache line or two.
template <class T>
class Heap {
 public:
  bool empty() const { return entries_.empty(); }

  void push(Entry<T> entry) {
    std::size_t i = entries_.size();
    entries_.push_back(entry);
    for (; i > 0 && entry.distance < entries_[(i - 1) / 4].distance; i = (i - 1) / 4) {
      entries_[i] = entries_[(i - 1) / 4];
    }
    entries_[i] = entry;
  }

  Entry<T> pop() {
    const Entry<T> first = entries_.front();
    const Entry<T> last = entries_.back();
    entries_.pop_back();
    const std::size_t size = entries_.size();
    if (size == 0) return first;
    std::size_t i = 0;
    for (std::size_t child = 1; child < size; child = 4 * i + 1) {
      std::size_t best = child;
      for (std::size_t other = child + 1; other < std::min(child + 4, size); ++other) {
        if (entries_[other].distance < entries_[best].distance) best = other;
      }
      if (!(entries_[best].distance < last.distance)) break;
      entries_[i] = entries_[best];
      i = best;
    }
    entries_[i] = last;
    return first;
  }

 private:
  std::vector<Entry<T>> entries_;
};

// What a thread keeps from source to source.
template <class T, class Offset>
class Searcher {
 public:
  explicit Searcher(const Network<T, Offset>& network)
      : network_(network),
        widths_(network),
        buckets_(widths_.count()),
        distances_(network.number.size()) {}

  void search(Vertex source, T* row) {
    const Vertex start = network_.number[at(source)];
    if (in_order_ || !by_buckets(start)) by_heap(start);
    for (const Vertex v : network_.number) *row++ = distances_[at(v)];
  }

 private:
  void begin(Vertex source) {
    std::fill(distances_.begin(), distances_.end(), no_path<T>());
    distances_[at(source)] = 0;
  }

  // False if vertices are scanned so often that the heap is better. Never inlined, for its registers.
  [[gnu::noinline]] bool by_buckets(Vertex source) {
    begin(source);
    const Widths<T> widths = widths_;
    const Hop<T>* const hops = network_.hops.data();
    const Offset* const offsets = network_.offsets.data();
    Bucket<T>* const buckets = buckets_.data();
    T* const distances = distances_.data();
    Index scans = kMostScans * network_.vertices();
    buckets[0].push_if(true, {0, source});
    std::size_t empty = 0;
    for (std::size_t b = 0; empty < widths.count(); b = (b + 1) & (widths.count() - 1)) {
      Bucket<T>& bucket = buckets[b];
      ++empty;
      if (bucket.size() == 0) continue;
      empty = 0;
      for (std::uint32_t i = 0; i < bucket.size(); ++i) {
        const auto [distance, u] = bucket[i];
        if (distance != distances[u]) continue;
        if (--scans < 0) return give_up();
        const Hop<T>* const end = hops + offsets[u + 1];
        for (const Hop<T>* hop = hops + offsets[u]; hop != end; ++hop) {
          const T through = static_cast<T>(distance + hop->weight);
          const T known = distances[hop->target];
          buckets[widths(through)].push_if(through < known, {through, hop->target});
          distances[hop->target] = std::min(through, known);
        }
      }
      bucket.clear();
    }
    return true;
  }

  bool give_up() {
    buckets_.clear();
    in_order_ = true;
    return false;
  }

  void by_heap(Vertex source) {
    begin(source);
    heap_.push({0, source});
    while (!heap_.empty()) {
      const auto [distance, u] = heap_.pop();
      if (distance != distances_[at(u)]) continue;
      for (Offset a = network_.offsets[at(u)]; a < network_.offsets[at(u) + 1]; ++a) {
        const auto [target, weight] = network_.hops[a];
        const T through = static_cast<T>(distance + weight);
        if (!(through < distances_[at(target)])) continue;
        distances_[at(target)] = through;
        heap_.push({through, target});
      }
    }
  }

  const Network<T, Offset>& network_;
  const Widths<T> widths_;
  std::vector<Bucket<T>> buckets_;
  std::vector<T> distances_;  // by the network's numbers
  Heap<T> heap_;
  bool in_order_ = false;  // one source had the buckets given up: others would, too
};

template <class Offset, class T>
void search_all(const sparse::Arcs<T>& arcs, std::span<const Vertex> sources, T* rows, Index ld,
                Crew& crew, ProgressMeter* meter) {
  const Network<T, Offset> network(arcs, sources.size() > kFewSources);
  std::mutex mutex;
  std::vector<std::unique_ptr<Searcher<T, Offset>>> idle;
  std::exception_ptr failure;
  std::atomic<bool> failed{false};
  const auto stop = [&] { return failed || (meter && meter->cancelled()); };
  const auto search = [&](Index piece) {
    std::unique_ptr<Searcher<T, Offset>> searcher;
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        searcher = std::move(idle.back());
        idle.pop_back();
      }
    }
    if (!searcher) searcher = std::make_unique<Searcher<T, Offset>>(network);
    const Index end = std::min(static_cast<Index>(sources.size()), (piece + 1) * kPiece);
    for (Index k = piece * kPiece; k < end && !stop(); ++k) {
      searcher->search(sources[at(k)], rows + k * ld);
      if (meter) meter->add(static_cast<double>(network.vertices()));
    }
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(searcher));
  };
  crew.run((static_cast<Index>(sources.size()) + kPiece - 1) / kPiece,
           [&](Index piece) {
             try {
               search(piece);
             } catch (...) {
               const std::lock_guard lock(mutex);
               failure = std::current_exception();
               failed = true;
             }
           },
           stop);
  if (failure) std::rethrow_exception(failure);
  if (meter) meter->check();
}

}  // namespace

template <class T>
void dijkstra_rows(const sparse::Arcs<T>& arcs, std::span<const Vertex> sources, T* rows, Index ld,
                   Crew& crew, ProgressMeter* meter) {
  if (sources.empty()) return;
  if (arcs.targets.size() <= std::numeric_limits<std::uint32_t>::max()) {
    search_all<std::uint32_t>(arcs, sources, rows, ld, crew, meter);
  } else {
    search_all<std::uint64_t>(arcs, sources, rows, ld, crew, meter);
  }
}

#define WARPATH_INSTANTIATE(T)                                                                   \
  template void dijkstra_rows(const sparse::Arcs<T>&, std::span<const Vertex>, T*, Index, Crew&, \
                              ProgressMeter*);
WARPATH_INSTANTIATE(float)
WARPATH_INSTANTIATE(double)
WARPATH_INSTANTIATE(std::int32_t)
WARPATH_INSTANTIATE(std::int16_t)

}  // namespace warpath::cpu
