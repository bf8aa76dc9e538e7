// The arcs of a sweep: lists by the vertex they lead to, tiles of a matrix, and those that are not
// strict.
#include <algorithm>
#include <cmath>
#include <iterator>

#include "verify/sweep.hpp"

namespace warpath::verify {

constexpr std::size_t kManyPending = 4096;  // of a batch: beyond this a search is quicker

template <class T>
Sweep<T>::Sweep(const GivenArcs<T>& arcs, const Cycles& cycles)
    : arcs_(arcs), cycles_(cycles), exact_(arcs.facts().exact), n_(arcs.vertices()) {
  tiles_ = arcs.is_matrix();
  is_source_.assign(at(n_), 0);
  if (!tiles_) build_lists();
}

template <class T>
void Sweep<T>::build_lists() {
  in_offsets_.assign(at(n_) + 1, 0);
  for (Index u = 0; u < n_; ++u) {
    arcs_.each_out(u, [&](Index v, T) { ++in_offsets_[at(v) + 1]; });
  }
  for (Index v = 0; v < n_; ++v) in_offsets_[at(v) + 1] += in_offsets_[at(v)];
  in_arcs_.resize(at(in_offsets_.back()));
  std::vector<Index> next(in_offsets_.begin(), in_offsets_.end() - 1);
  for (Index u = 0; u < n_; ++u) {
    arcs_.each_out(u, [&](Index v, T weight) {
      in_arcs_[at(next[at(v)]++)] = {static_cast<Graph::Target>(u), weight};
    });
  }
  for (Index v = 0; v < n_; ++v) {
    const auto level = [&](const InArc& arc) {
      return static_cast<double>(arc.weight) + height(arc.tail, v);
    };
    std::sort(in_arcs_.begin() + in_offsets_[at(v)], in_arcs_.begin() + in_offsets_[at(v) + 1],
              [&](const InArc& a, const InArc& b) { return level(a) > level(b); });
  }
}

// How many arcs of the lists are strict; the others are kept aside.
template <class T>
void Sweep<T>::split_lists(Piece& piece, Index first, Index count) const {
  for (Index v = first; v < first + count; ++v) {
    Index a = in_offsets_[at(v) + 1];
    for (; a > in_offsets_[at(v)]; --a) {
      const auto [tail, weight] = in_arcs_[at(a - 1)];
      if (is_strict(tail, v, weight)) break;
      piece.loose.push_back({v, tail, weight});
    }
    piece.strict[v - first] = a - in_offsets_[at(v)];
  }
}

// Cells of a matrix, if all of them are strict or no arcs.
template <class T>
bool Sweep<T>::copy_strict(Index u, Index first, T* to) const {
  const T least = kRounds ? static_cast<T>(frame_.strict * 1.000001) : T{0};  // rounded up
  const T* row = &arcs_.matrix()(u, first);
  bool strict = true;
  for (Index j = 0; j < kLanes; ++j) {
    strict &= row[j] > least;
    to[j] = row[j] == no_path<T>() ? frame_.absent : row[j];
  }
  return strict;
}

// One tile: weights of the arcs to kLanes vertices, from every vertex. Those that are not strict
// are kept aside.
template <class T>
void Sweep<T>::fill_tile(Piece& piece, Index first, Index count) const {
  if (piece.tile.rows() != n_) piece.tile = Matrix<T>(n_, kLanes);
  const MatrixView<const T> cells = arcs_.matrix();
  const bool plain = cycles_.height.empty() && count == kLanes;
  T* to = piece.tile.data();
  for (Index u = 0; u < n_; ++u, to += kLanes) {
    if (plain && (u < first || u >= first + count) && copy_strict(u, first, to)) continue;
    std::fill_n(to, kLanes, frame_.absent);
    for (Index v = first; v < first + count; ++v) {
      const T weight = cells(u, v);
      if (v == u || weight == no_path<T>()) continue;  // self-loops support nobody
      if (is_strict(u, v, weight)) {
        to[v - first] = weight;
      } else {
        piece.loose.push_back({v, u, weight});
      }
    }
  }
  std::sort(piece.loose.begin(), piece.loose.end());
}

// Whether a vertex whose best arc is not strict has one from a vertex that stands, without a chain
// that is still open.
template <class T>
bool Sweep<T>::leans(Index row, Index v) const {
  const auto [first, last] =
      std::equal_range(found_.pending_arcs.begin(), found_.pending_arcs.end(), LooseArc{.head = v});
  return std::any_of(first, last, [&](const LooseArc& arc) {
    if (distance(row, arc.tail) == frame_.none) return false;
    const auto& open = found_.pending;
    if (std::binary_search(open.begin(), open.end(), std::pair(row, arc.tail))) return false;
    const auto sum = static_cast<double>(distance(row, arc.tail)) + static_cast<double>(arc.weight);
    const auto there = static_cast<double>(distance(row, v));
    return std::abs(sum - there) <= (exact_ ? 0 : kUnits * kUnit<T> * std::abs(there));
  });
}

// Each of these vertices must lean on one that stands, by a chain of tight arcs.
template <class T>
void Sweep<T>::resolve() {
  auto& pending = found_.pending;
  std::sort(pending.begin(), pending.end());
  std::sort(found_.pending_arcs.begin(), found_.pending_arcs.end());
  if (pending.size() <= kManyPending) {
    for (int round = 0; round < kChain && !pending.empty(); ++round) {
      std::vector<std::pair<Index, Index>> still;
      std::copy_if(pending.begin(), pending.end(), std::back_inserter(still),
                   [&](const auto& each) { return !leans(each.first, each.second); });
      if (still.size() == pending.size()) break;
      pending = std::move(still);
    }
  }
  for (const auto& [row, vertex] : pending) found_.doubtful[at(row)] = 1;
}

#define WARPATH_SWEEP_ARCS(T, name)                                \
  template Sweep<T>::Sweep(const GivenArcs<T>&, const Cycles&);    \
  template void Sweep<T>::split_lists(Piece&, Index, Index) const; \
  template void Sweep<T>::fill_tile(Piece&, Index, Index) const;   \
  template void Sweep<T>::resolve();
WARPATH_EACH_ARC_WEIGHT(WARPATH_SWEEP_ARCS)

}  // namespace warpath::verify
