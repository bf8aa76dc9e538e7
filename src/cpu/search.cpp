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
// over and over. That is noticed, and the heap of heap_search.hpp takes over.
//
// Sums are monotone, even rounded, so the order of scans does not show in the distances.

#include "cpu/search.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/pool.hpp"
#include "cpu/heap_search.hpp"
#include "cpu/network.hpp"

namespace warpath::cpu {
namespace {

using sparse::at;
using sparse::Vertex;

constexpr std::size_t kMostBuckets = 1024;
constexpr double kBucketsPerArc = 4;    // of mean weight; between 1 and 4 hardly matters
constexpr Index kMostScans = 3;         // per vertex, before the buckets are given up
constexpr std::size_t kFewSources = 4;  // do not pay for a new numbering

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

template <class T>
struct Entry {
  T distance;  // when it was entered: not the vertex's own, if that has come nearer since
  Vertex vertex;
};

// Which bucket a distance belongs to, in turn.
template <class T>
class Widths {
 public:
  explicit Widths(const std::vector<T>& weights) {
    double sum = 0;
    T most{};
    for (const T weight : weights) {
      sum += static_cast<double>(weight);
      most = std::max(most, weight);
    }
    const double mean = sum / static_cast<double>(std::max<std::size_t>(weights.size(), 1));
    const double width =
        std::max(mean / kBucketsPerArc, static_cast<double>(most) / (kMostBuckets - 4));
    if constexpr (std::floating_point<T>) {
      // Not so narrow that the inverse is infinite.
      inverse_ = 1 / std::max(static_cast<T>(width), 4 * std::numeric_limits<T>::min());
      mask_ = std::bit_ceil(static_cast<std::size_t>(most * inverse_) + 3) - 1;
    } else {
      shift_ =
          static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::max(1.0, width)))) - 1;
      mask_ = std::bit_ceil((static_cast<std::size_t>(most) >> shift_) + 2) - 1;
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

// What a thread keeps from source to source.
template <class T>
class Search {
 public:
  Search(const Network<T>& network, const Widths<T>& widths, Queue queue)
      : network_(network), widths_(widths), distances_(at(network.vertices())) {
    if (queue == Queue::heap) {
      heap_.emplace(network);
    } else {
      buckets_.resize(widths.count());
    }
  }

  void operator()(Vertex source, T* row) {
    const Vertex start = network_.here(source);
    if (heap_ || !by_buckets(start)) heap_->search(start, distances_.data());
    for (Vertex v = 0; v < network_.vertices(); ++v) row[v] = distances_[at(network_.here(v))];
  }

 private:
  // False if vertices are scanned so often that the heap is better. Never inlined, for its registers.
  [[gnu::noinline]] bool by_buckets(Vertex source) {
    std::fill(distances_.begin(), distances_.end(), no_path<T>());
    distances_[at(source)] = 0;
    const Widths<T> widths = widths_;
    const Hop<T>* const hops = network_.hops.data();
    const Index* const offsets = network_.offsets.data();
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
    heap_.emplace(network_);
    return false;
  }

  const Network<T>& network_;
  const Widths<T> widths_;
  std::vector<Bucket<T>> buckets_;
  std::vector<T> distances_;  // by the network's numbers
  // If it is asked for, or a source had the buckets given up: others would, too.
  std::optional<HeapSearch<T>> heap_;
};

}  // namespace

template <class T>
void search_rows(const sparse::Arcs<T>& arcs, std::span<const Vertex> sources, T* rows, Index ld,
                 Queue queue, Crew& crew, ProgressMeter* meter) {
  if (sources.empty()) return;
  const bool renumber = queue == Queue::buckets && sources.size() > kFewSources;
  const Network<T> network(arcs, renumber ? depth_first(arcs) : std::vector<Vertex>());
  const Widths<T> widths(arcs.weights);
  constexpr Index kPiece = 4;  // sources that a thread takes at a time
  const auto total = static_cast<Index>(sources.size());
  Pool<Search<T>> searches;
  const auto stop = [&] { return meter && meter->cancelled(); };
  const auto search_piece = [&](Index piece) {
    const auto search_some = [&](Search<T>& search) {
      for (Index k = piece * kPiece; k < std::min(total, (piece + 1) * kPiece) && !stop(); ++k) {
        search(sources[at(k)], rows + k * ld);
        if (meter) meter->add(static_cast<double>(network.vertices()));
      }
    };
    searches.lend(search_some, network, widths, queue);
  };
  crew.run((total + kPiece - 1) / kPiece, search_piece, stop);
  if (meter) meter->check();
}

#define WARPATH_INSTANTIATE(T, name)                                                           \
  template void search_rows(const sparse::Arcs<T>&, std::span<const Vertex>, T*, Index, Queue, \
                            Crew&, ProgressMeter*);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
