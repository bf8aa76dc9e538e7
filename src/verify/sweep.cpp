#include "verify/sweep.hpp"

#include "base/semiring.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace warpath::verify {
namespace {

constexpr std::size_t kManyLoose = 1024;  // of a tile

template <class T>
constexpr bool rounds = std::is_floating_point_v<T>;

}  // namespace

template <class S>
Sweep<S>::Sweep(const Links<S>& links, const Cycles& cycles, bool exact)
    : links_(links), cycles_(cycles), exact_(exact), n_(links.vertices()) {
  tiles_ = links.cells() || links.facts().arcs / 4 >= n_ * n_ / 16;
  is_source_.assign(at(n_), 0);
  if (!tiles_) build_lists();
}

// What the numbers of these rows allow; false when the type has no room for sums.
template <class S>
bool Sweep<S>::prepare(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew) {
  count_ = rows.rows();
  sources_ = sources;
  known_.assign(at(kRows), rounds<T> ? floor_ : T{1});
  worst_at_.assign(at(kRows), -1);
  doubtful_.assign(at(kRows), 0);
  pending_.clear();
  pending_arcs_.clear();

  std::vector<Extent<T>> extents(at(count_));
  crew.run(
      count_, [&](Index i) { extents[at(i)] = extent_of(&rows(i, 0), n_, S::no_path()); },
      [] { return false; });
  Extent<T> all;
  for (Index i = 0; i < count_; ++i) {
    const Extent<T>& row = extents[at(i)];
    // NaN, unbounded, or no distances at all.
    const bool odd = !row.sound || row.least <= static_cast<T>(-S::no_path()) ||
                     row.largest > S::no_path() || rows(i, sources[at(i)]) != T{0};
    // Sums of whole numbers are exact only so far; a made-up distance may lie beyond. Of int64, doubles
    // hold just those that are not far.
    const double size = std::max(-static_cast<double>(row.least), static_cast<double>(row.largest));
    constexpr bool wide = !rounds<T> && sizeof(T) == 8;
    const double largest_sum = size + links_.facts().magnitude + (wide ? cycles_.spread : 0);
    const bool far =
        exact_ && largest_sum > std::ldexp(1.0, wide ? 52 : std::numeric_limits<T>::digits);
    doubtful_[at(i)] = odd || far;
    if (doubtful_[at(i)] == 0) all.join(row);
  }
  if (all.count == 0) return false;
  const LinkFacts& facts = links_.facts();
  if constexpr (rounds<T>) {
    constexpr T inf = std::numeric_limits<T>::infinity();
    const double size = std::max(std::abs(static_cast<double>(all.least)),
                                 std::abs(static_cast<double>(all.largest)));
    const double apart = kUnits * kUnit<T> * (size + 2 * cycles_.spread);
    frame_ = {inf, inf, inf, exact_ ? 0 : 2 * kChain * (apart + cycles_.noise)};
    return size < static_cast<double>(std::numeric_limits<T>::max()) / 4;
  } else {
    const auto longest = static_cast<std::int64_t>(all.largest) +
                         std::max<std::int64_t>(0, static_cast<std::int64_t>(facts.largest));
    const std::int64_t none =
        longest + 1 - std::min<std::int64_t>(0, static_cast<std::int64_t>(facts.least));
    const std::int64_t absent = longest + 1 - all.least;
    if (none + std::max(absent, longest) > std::numeric_limits<T>::max()) return false;
    frame_ = {static_cast<T>(none), static_cast<T>(absent), static_cast<T>(longest + 1), 0};
    return true;
  }
}

template <class S>
void Sweep<S>::transpose(MatrixView<const T> rows, Index panel) {
  T* to = panels_.data() + panel * n_ * kLanes;
  constexpr Index block = 64;
  for (Index first = 0; first < n_; first += block) {
    const Index end = std::min(n_, first + block);
    for (Index l = 0; l < kLanes; ++l) {
      const Index i = panel * kLanes + l;
      if (i >= count_ || doubtful_[at(i)] != 0) {
        for (Index v = first; v < end; ++v) to[v * kLanes + l] = frame_.none;
        continue;
      }
      const T* row = &rows(i, 0);
      for (Index v = first; v < end; ++v) {
        to[v * kLanes + l] = row[v] == S::no_path() ? frame_.none : row[v];
      }
    }
  }
}

// A lane in which the best sum is not the distance: how far apart are they, and is there another way?
template <class S>
void Sweep<S>::note(Piece& piece, Index p, Index v, const T* best, bool has_loose) {
  const T* d = panel(p) + v * kLanes;
  bool waits = false;
  for (Index l = 0; l < kLanes; ++l) {
    const Index row = p * kLanes + l;
    T& known = piece.known[at(row)];
    if (best[l] == d[l]) continue;
    bool doubtful = true;
    if constexpr (rounds<T>) {
      if (known == std::numeric_limits<T>::infinity()) continue;
      const double size = std::abs(static_cast<double>(d[l]));
      const double apart = std::abs(static_cast<double>(best[l]) - static_cast<double>(d[l]));
      const bool finite = d[l] != frame_.none;
      if (finite && apart <= static_cast<double>(known) * size) continue;
      if (finite && !exact_ && apart <= kUnits * kUnit<T> * size) {
        known = std::nextafter(static_cast<T>(apart / size), std::numeric_limits<T>::infinity());
        piece.worst_at[at(row)] = v;
        continue;
      }
      if (finite && best[l] > d[l] && has_loose) doubtful = false;
      if (doubtful) known = std::numeric_limits<T>::infinity();
    } else {
      if (known == 0 || (d[l] == frame_.none && best[l] >= frame_.limit)) continue;
      if (d[l] != frame_.none && best[l] > d[l] && has_loose) doubtful = false;
      if (doubtful) known = 0;
    }
    if (doubtful) {
      piece.doubtful[at(row)] = 1;
    } else {
      piece.pending.push_back({row, v});
      waits = true;
    }
  }
  if (!waits) return;
  for (const LooseArc& arc : piece.loose) {
    if (arc.head == v) piece.pending_arcs.push_back(arc);
  }
}

template <class S>
template <int Bytes>
[[gnu::always_inline]] inline void Sweep<S>::judge(Piece& piece, Index p, Index v, T* best,
                                                   bool has_loose, bool only_relaxes) {
  const T* d = panel(p) + v * kLanes;
  if (only_relaxes) {
    for (Index l = 0; l < kLanes; ++l) best[l] = best[l] < d[l] ? best[l] : d[l];
  }
  if (is_source_[at(v)] != 0) {
    // The source needs no arc, and none may lead below it.
    for (Index l = 0; l < kLanes; ++l) {
      const Index row = p * kLanes + l;
      if (row < count_ && sources_[at(row)] == v && best[l] > d[l]) best[l] = d[l];
    }
  }
  const T* known = piece.known.data() + p * kLanes;
  if constexpr (rounds<T>) {
    if (any_farther<Bytes>(best, d, known)) note(piece, p, v, best, has_loose);
  } else {
    if (any_differs<Bytes>(best, d, known, frame_.none, frame_.limit)) {
      note(piece, p, v, best, has_loose);
    }
  }
}

template <class S>
template <int Bytes>
[[gnu::always_inline]] inline void Sweep<S>::work(Piece& piece, Index first, Index end) {
  const Index panels = (count_ + kLanes - 1) / kLanes;
  piece.best.resize(at(kLanes * kLanes));
  {
    const std::lock_guard lock(mutex_);
    piece.known = known_;
  }
  piece.worst_at.assign(at(kRows), -1);
  piece.doubtful.assign(at(kRows), 0);
  piece.pending.clear();
  piece.pending_arcs.clear();
  T* best = piece.best.data();
  const auto relax_loose = [&](Index p, Index v) {
    std::fill_n(best, kLanes, frame_.none);
    for (const LooseArc& arc : piece.loose) {
      if (arc.head == v) relax_list<Bytes>(panel(p), &arc.tail, &arc.weight, 1, best);
    }
  };
  if (!tiles_) {
    for (Index p = 0; p < panels; ++p) {
      for (Index v = first; v < end; ++v) {
        const Index begin = in_offsets_[at(v)];
        Index strict = in_offsets_[at(v) + 1];
        while (strict > begin && !is_strict(tails_[at(strict - 1)], v, weights_[at(strict - 1)])) {
          --strict;
        }
        const Index loose = in_offsets_[at(v) + 1] - strict;
        piece.loose.clear();
        for (Index a = strict; a < strict + loose; ++a) {
          piece.loose.push_back({v, tails_[at(a)], weights_[at(a)]});
        }
        std::fill_n(best, kLanes, frame_.none);
        relax_list<Bytes>(panel(p), tails_.data() + begin, weights_.data() + begin, strict - begin,
                          best);
        judge<Bytes>(piece, p, v, best, loose > 0, false);
        if (loose == 0) continue;
        relax_loose(p, v);
        judge<Bytes>(piece, p, v, best, false, true);
      }
    }
    return;
  }
  if (piece.tile.rows() != n_) piece.tile = Matrix<T>(n_, kLanes);
  if (!links_.cells()) start_cursors(piece, first);
  for (Index v = first; v < end; v += kLanes) {
    const Index count = std::min(kLanes, end - v);
    piece.loose.clear();
    if (links_.cells()) {
      pack_cells(piece, v, count);
    } else {
      pack_lists(piece, v, count);
    }
    if (piece.loose.size() > kManyLoose) {
      std::fill(piece.doubtful.begin(), piece.doubtful.end(), std::uint8_t{1});
      return;
    }
    for (Index p = 0; p < panels; ++p) {
      std::fill_n(best, kLanes * kLanes, frame_.none);
      constexpr int heads = 4;
      for (Index j = 0; j < kLanes; j += heads) {
        relax_tile<Bytes, heads>(panel(p), piece.tile.data() + j, n_, best + j * kLanes);
      }
      for (Index j = 0; j < count; ++j) {
        const bool loose = std::any_of(piece.loose.begin(), piece.loose.end(),
                                       [&](const LooseArc& arc) { return arc.head == v + j; });
        judge<Bytes>(piece, p, v + j, best + j * kLanes, loose, false);
      }
      for (Index j = 0; j < count && !piece.loose.empty(); ++j) {
        relax_loose(p, v + j);
        judge<Bytes>(piece, p, v + j, best, false, true);
      }
    }
  }
}

#if defined(__x86_64__)
template <class S>
[[gnu::target("avx2")]] void Sweep<S>::work_by_avx2(Piece& piece, Index first, Index end) {
  work<32>(piece, first, end);
}
#else
template <class S>
void Sweep<S>::work_by_avx2(Piece& piece, Index first, Index end) {
  work<16>(piece, first, end);
}
#endif

template <class S>
void Sweep<S>::take(Piece& piece) {
  const std::lock_guard lock(mutex_);
  for (Index i = 0; i < count_; ++i) {
    doubtful_[at(i)] |= piece.doubtful[at(i)];
    if (rounds<T> && piece.worst_at[at(i)] >= 0 && piece.known[at(i)] > known_[at(i)]) {
      known_[at(i)] = piece.known[at(i)];
      worst_at_[at(i)] = piece.worst_at[at(i)];
    }
  }
  pending_.insert(pending_.end(), piece.pending.begin(), piece.pending.end());
  pending_arcs_.insert(pending_arcs_.end(), piece.pending_arcs.begin(), piece.pending_arcs.end());
}

template <class S>
auto Sweep<S>::run(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew)
    -> std::vector<Outcome> {
  std::vector<Outcome> outcomes(at(rows.rows()));
  if (!prepare(rows, sources, crew)) return outcomes;
  const auto go_on = [] { return false; };
  const Index panels = (count_ + kLanes - 1) / kLanes;
  if (panels_.columns() < panels * n_ * kLanes) panels_ = Matrix<T>(1, panels * n_ * kLanes);
  crew.run(
      panels, [&](Index p) { transpose(rows, p); }, go_on);
  for (const Index s : sources) is_source_[at(s)] = 1;
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
#else
  constexpr bool wide = false;
#endif
  crew.run((n_ + kPiece - 1) / kPiece,
           [&](Index i) {
             pool_.with([&](Piece& piece) {
               const Index first = i * kPiece;
               const Index end = std::min(n_, first + kPiece);
               if (wide) {
                 work_by_avx2(piece, first, end);
               } else {
                 work<16>(piece, first, end);
               }
               take(piece);
             });
           },
           go_on);
  for (const Index s : sources) is_source_[at(s)] = 0;
  resolve();
  for (Index i = 0; i < count_; ++i) {
    Outcome& outcome = outcomes[at(i)];
    outcome.holds = doubtful_[at(i)] == 0;
    if (exact_ || !rounds<T> || !outcome.holds) continue;
    // The sums of this pass were rounded themselves.
    outcome.units = static_cast<double>(known_[at(i)]) / kUnit<T> + 1;
    floor_ = std::max(floor_, known_[at(i)]);
    outcome.target = worst_at_[at(i)];
  }
  return outcomes;
}

#define WARPATH_INSTANTIATE(T, name) template class Sweep<ShortestPath<T>>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
