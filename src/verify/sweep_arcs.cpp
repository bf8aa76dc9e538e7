// The arcs of a sweep: lists by the vertex they lead to, tiles of a matrix, and those that are not strict.
#include <algorithm>
#include <cmath>
#include <utility>

#include "verify/sweep.hpp"

#include "base/semiring.hpp"

namespace warpath::verify {
namespace {

constexpr std::size_t kManyPending = 4096;  // of a batch: beyond this a search is quicker

}  // namespace

template <class S>
void Sweep<S>::build_lists() {
  in_offsets_.assign(at(n_) + 1, 0);
  for (Index u = 0; u < n_; ++u) {
    links_.each_out(u, [&](Index v, T) { ++in_offsets_[at(v) + 1]; });
  }
  for (Index v = 0; v < n_; ++v) in_offsets_[at(v) + 1] += in_offsets_[at(v)];
  std::vector<std::pair<Graph::Target, T>> arcs(at(in_offsets_.back()));
  std::vector<Index> next(in_offsets_.begin(), in_offsets_.end() - 1);
  for (Index u = 0; u < n_; ++u) {
    links_.each_out(u, [&](Index v, T weight) {
      arcs[at(next[at(v)]++)] = {static_cast<Graph::Target>(u), weight};
    });
  }
  for (Index v = 0; v < n_; ++v) {
    std::sort(arcs.begin() + in_offsets_[at(v)], arcs.begin() + in_offsets_[at(v) + 1],
              [&](const auto& a, const auto& b) {
                return static_cast<double>(a.second) + height(a.first, v) >
                       static_cast<double>(b.second) + height(b.first, v);
              });
  }
  tails_.reserve(arcs.size());
  weights_.reserve(arcs.size());
  for (const auto& [tail, weight] : arcs) {
    tails_.push_back(tail);
    weights_.push_back(weight);
  }
}

// One tile: weights of the arcs to kLanes vertices, from every vertex. Those that are not strict are kept aside.
template <class S>
void Sweep<S>::pack_cells(Piece& piece, Index first, Index count) const {
  T* to = piece.tile.data();
  const MatrixView<const T> cells = links_.matrix();
  const bool plain = cycles_.height.empty();
  const T least = least_strict();
  for (Index u = 0; u < n_; ++u, to += kLanes) {
    const T* row = &cells(u, first);
    bool loose = false;
    if (plain && count == kLanes) {
      for (Index j = 0; j < kLanes; ++j) {
        const T weight = row[j];
        const bool strict = weight > least;
        loose |= !strict;
        to[j] = !strict || weight == S::no_path() ? frame_.absent : weight;
      }
    } else {
      for (Index j = 0; j < kLanes; ++j) {
        const bool strict = j < count && row[j] != S::no_path() && is_strict(u, first + j, row[j]);
        loose |= !strict;
        to[j] = strict ? row[j] : frame_.absent;
      }
    }
    if (!loose && (u < first || u >= first + count)) continue;
    for (Index j = 0; j < count; ++j) {
      if (u == first + j) {
        to[j] = frame_.absent;  // self-loops support nobody
      } else if (to[j] == frame_.absent && row[j] != S::no_path()) {
        piece.loose.push_back({first + j, u, row[j]});
      }
    }
  }
}

template <class S>
void Sweep<S>::start_cursors(Piece& piece, Index first) const {
  piece.cursor.resize(at(n_));
  for (Index u = 0; u < n_; ++u) {
    const auto begin = links_.targets().begin() + links_.offsets()[at(u)];
    const auto end = links_.targets().begin() + links_.offsets()[at(u) + 1];
    // Where it would be if arcs were evenly spread, which they nearly are.
    auto guess = begin + (end - begin) * first / n_;
    if (guess == end || *guess < first) {
      while (guess != end && *guess < first) ++guess;
    } else {
      while (guess != begin && *(guess - 1) >= first) --guess;
    }
    piece.cursor[at(u)] = guess - links_.targets().begin();
  }
}

template <class S>
void Sweep<S>::pack_lists(Piece& piece, Index first, Index count) const {
  T* to = piece.tile.data();
  const auto targets = links_.targets();
  const auto weights = links_.weights();
  const T least = least_strict();
  for (Index u = 0; u < n_; ++u, to += kLanes) {
    std::fill_n(to, kLanes, frame_.absent);
    Index a = piece.cursor[at(u)];
    const Index end = links_.offsets()[at(u) + 1];
    // Nearly all arcs are strict, and of no pair that has another.
    const bool plain = cycles_.height.empty();
    for (; a < end && targets[at(a)] < first + count; ++a) {
      const Index v = targets[at(a)];
      const T weight = weights[at(a)];
      T& cell = to[v - first];
      if (plain ? weight > least : weight != S::no_path() && is_strict(u, v, weight)) {
        cell = weight < cell ? weight : cell;
      } else if (v != u && weight != S::no_path()) {
        piece.loose.push_back({v, u, weight});
      }
    }
    if (u >= first && u < first + count)
      to[u - first] = frame_.absent;  // self-loops support nobody
    piece.cursor[at(u)] = a;
  }
}

// Vertices whose best arc is not strict: each must lean on one that stands, by a chain of tight arcs.
template <class S>
void Sweep<S>::resolve() {
  std::sort(pending_.begin(), pending_.end());
  const auto by_head = [](const LooseArc& a, const LooseArc& b) { return a.head < b.head; };
  std::sort(pending_arcs_.begin(), pending_arcs_.end(), by_head);
  const bool many = pending_.size() > kManyPending;
  for (auto begin = pending_.begin(); begin != pending_.end();) {
    const Index row = begin->first;
    const auto end =
        std::find_if(begin, pending_.end(), [&](const auto& each) { return each.first != row; });
    std::vector<std::pair<Index, Index>> left(begin, end);
    begin = end;
    if (many) doubtful_[at(row)] = 1;
    if (doubtful_[at(row)] != 0) continue;
    const auto stands = [&](Index u) {
      return distance(row, u) != frame_.none &&
             !std::binary_search(left.begin(), left.end(), std::pair(row, u));
    };
    const auto leans = [&](const std::pair<Index, Index>& each) {
      const Index v = each.second;
      const auto [first, last] = std::equal_range(pending_arcs_.begin(), pending_arcs_.end(),
                                                  LooseArc{v, 0, T{}}, by_head);
      return std::any_of(first, last, [&](const LooseArc& arc) {
        if (!stands(arc.tail)) return false;
        const auto sum =
            static_cast<double>(distance(row, arc.tail)) + static_cast<double>(arc.weight);
        const auto there = static_cast<double>(distance(row, v));
        const double allowed = exact_ ? 0 : kUnits * kUnit<T> * std::abs(there);
        return std::abs(sum - there) <= allowed;
      });
    };
    for (int round = 0; round < kChain && !left.empty(); ++round) {
      std::vector<std::pair<Index, Index>> still;
      for (const auto& each : left) {
        if (!leans(each)) still.push_back(each);
      }
      if (still.size() == left.size()) break;
      left.swap(still);
    }
    if (!left.empty()) doubtful_[at(row)] = 1;
  }
}

#define WARPATH_SWEEP_ARCS(T, name)                                             \
  template void Sweep<ShortestPath<T>>::build_lists();                          \
  template void Sweep<ShortestPath<T>>::pack_cells(Piece&, Index, Index) const; \
  template void Sweep<ShortestPath<T>>::pack_lists(Piece&, Index, Index) const; \
  template void Sweep<ShortestPath<T>>::start_cursors(Piece&, Index) const;     \
  template void Sweep<ShortestPath<T>>::resolve();
WARPATH_EACH_ARC_WEIGHT(WARPATH_SWEEP_ARCS)

}  // namespace warpath::verify
