#include "sparse/order.hpp"

#include <amd.h>
#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <utility>

#include "warpath/error.hpp"

namespace warpath::sparse {
namespace {

// AMD counts in ints, with a fifth more room.
constexpr std::size_t kMostNeighbours = std::size_t{1} << 30;

// What is left of a graph when vertices with at most two neighbours are eliminated, again and again: dead ends, and bends of
// roads. There is no better place for them than at the beginning, since they leave one link behind at most, and nine of ten
// vertices of a road network are such.
class Reduced {
 public:
  explicit Reduced(const Pattern& whole)
      : offsets_(whole.offsets),
        neighbours_(whole.neighbours),
        length_(at(whole.vertices())),
        gone_(at(whole.vertices())) {
    for (Vertex v = whole.vertices() - 1; v >= 0; --v) {
      length_[at(v)] = static_cast<Vertex>(whole.of(v).size());
    }
    degree_ = length_;
    for (Vertex v = whole.vertices() - 1; v >= 0; --v) wait(v);
    // Dead ends before bends, since they leave no link at all.
    while (!ends_.empty() || !bends_.empty()) eliminate(next(ends_.empty() ? bends_ : ends_));
    compact();
  }

  std::vector<Vertex> eliminated;  // in this order
  std::vector<Vertex> kept;        // the vertices of the pattern
  Pattern pattern;                 // of those

 private:
  // Longer lists are not searched, or the hub of a star would be, again and again: what is gone stays in
  // them, and bends beside them stay for others to eliminate.
  static constexpr Vertex kSearched = 256;

  std::span<Vertex> of(Vertex v) {
    return {neighbours_.data() + offsets_[at(v)], at(length_[at(v)])};
  }

  void wait(Vertex v) {
    if (degree_[at(v)] <= 2) (degree_[at(v)] == 2 ? bends_ : ends_).push_back(v);
  }

  static Vertex next(std::vector<Vertex>& waiting) {
    const Vertex v = waiting.back();
    waiting.pop_back();
    return v;
  }

  void eliminate(Vertex v) {
    if (gone_[at(v)]) return;
    forget_gone(v);
    const std::span<Vertex> around = of(v);
    if (around.size() == 2 &&
        std::max(length_[at(around[0])], length_[at(around[1])]) > kSearched) {
      return;
    }
    gone_[at(v)] = true;
    eliminated.push_back(v);
    for (std::size_t i = 0; i < around.size(); ++i) {
      replace(around[i], v, around.size() == 2 ? around[1 - i] : -1);
      wait(around[i]);
    }
  }

  void forget_gone(Vertex v) {
    if (length_[at(v)] == degree_[at(v)]) return;
    const std::span<Vertex> around = of(v);
    std::remove_if(around.begin(), around.end(), [&](Vertex u) { return gone_[at(u)]; });
    length_[at(v)] = degree_[at(v)];
  }

  // u loses its neighbour `old` and gets `other`, unless it has it, or there is none (-1).
  void replace(Vertex u, Vertex old, Vertex other) {
    const std::span<Vertex> around = of(u);
    if (around.size() > at(kSearched)) {
      --degree_[at(u)];
      return;
    }
    const auto place = std::find(around.begin(), around.end(), old);
    if (other >= 0 && std::find(around.begin(), around.end(), other) == around.end()) {
      *place = other;
    } else {
      *place = around.back();
      --degree_[at(u)];
      --length_[at(u)];
    }
  }

  void compact() {
    std::vector<Vertex> number(gone_.size(), -1);
    for (Vertex v = 0; v < static_cast<Vertex>(gone_.size()); ++v) {
      if (gone_[at(v)]) continue;
      number[at(v)] = static_cast<Vertex>(kept.size());
      kept.push_back(v);
    }
    for (const Vertex v : kept) {
      forget_gone(v);
      for (const Vertex u : of(v)) pattern.neighbours.push_back(number[at(u)]);
      std::sort(pattern.neighbours.begin() + pattern.offsets.back(), pattern.neighbours.end());
      pattern.offsets.push_back(static_cast<Index>(pattern.neighbours.size()));
    }
  }

  std::vector<Index> offsets_;
  std::vector<Vertex> neighbours_;
  std::vector<Vertex> length_;  // of the list of each vertex,
  std::vector<Vertex> degree_;  // and how many of it are still there
  std::vector<bool> gone_;
  std::vector<Vertex> ends_;  // that wait, and may be gone by then
  std::vector<Vertex> bends_;
};

// Approximate minimum degree (Amestoy, Davis and Duff 1996).
std::vector<Vertex> by_degree(const Pattern& pattern) {
  const Vertex n = pattern.vertices();
  std::vector<Vertex> order(at(n));
  if (n == 0) return order;
  if (pattern.neighbours.size() > kMostNeighbours) {
    throw Error(ErrorCode::unsupported,
                fmt::format("the sparse method with {} links", pattern.neighbours.size() / 2),
                "it takes fewer than 2^29; use the dense method");
  }
  const std::vector<int> offsets(pattern.offsets.begin(), pattern.offsets.end());
  const int status =
      amd_order(n, offsets.data(), pattern.neighbours.data(), order.data(), nullptr, nullptr);
  if (status == AMD_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status != AMD_OK) {
    throw Error(ErrorCode::internal, fmt::format("AMD could not order {} vertices", n));
  }
  return order;
}

}  // namespace

std::vector<Vertex> elimination_order(const Pattern& pattern) {
  Reduced reduced(pattern);
  std::vector<Vertex> order = std::move(reduced.eliminated);
  order.reserve(at(pattern.vertices()));
  for (const Vertex v : by_degree(reduced.pattern)) order.push_back(reduced.kept[at(v)]);
  return order;
}

}  // namespace warpath::sparse
