#include "verify/sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpath::verify {

constexpr std::size_t kManyLoose = 1024;  // arcs of a tile: beyond this a search is quicker

// What the numbers of these rows allow; false when the type has no room for sums.
template <class T>
bool Sweep<T>::prepare(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew) {
  count_ = rows.rows();
  sources_ = sources;
  found_.known.assign(at(kRows), kRounds ? floor_ : T{1});
  found_.worst_at.assign(at(kRows), -1);
  found_.doubtful.assign(at(kRows), 0);
  found_.pending.clear();
  found_.pending_arcs.clear();

  std::vector<Extent<T>> extents(at(count_));
  crew.run(count_, [&](Index i) { extents[at(i)] = extent_of(&rows(i, 0), n_, no_path<T>()); });
  const ArcFacts& facts = arcs_.facts();
  Extent<T> all;
  for (Index i = 0; i < count_; ++i) {
    const Extent<T>& row = extents[at(i)];
    // NaN, unbounded, or no distances at all.
    const bool odd = !row.sound || row.least <= unbounded<T>() || row.largest > no_path<T>() ||
                     rows(i, sources[at(i)]) != T{0};
    // Sums of whole numbers are exact only so far; a made-up distance may lie beyond. Of int64,
    // doubles hold just those that are not far.
    const double size = std::max(-static_cast<double>(row.least), static_cast<double>(row.largest));
    constexpr bool wide = !kRounds && sizeof(T) == 8;
    const double largest_sum = size + facts.magnitude + (wide ? cycles_.spread : 0);
    const bool far =
        exact_ && largest_sum > std::ldexp(1.0, wide ? 52 : std::numeric_limits<T>::digits);
    found_.doubtful[at(i)] = odd || far;
    if (!odd && !far) all.join(row);
  }
  if (!all.any()) return false;
  if constexpr (kRounds) {
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

template <class T>
void Sweep<T>::transpose(MatrixView<const T> rows, Index panel) {
  T* to = panels_.data() + panel * n_ * kLanes;
  constexpr Index block = 64;
  for (Index first = 0; first < n_; first += block) {
    const Index end = std::min(n_, first + block);
    for (Index l = 0; l < kLanes; ++l) {
      const Index i = panel * kLanes + l;
      if (i >= count_ || found_.doubtful[at(i)] != 0) {
        for (Index v = first; v < end; ++v) to[v * kLanes + l] = frame_.none;
        continue;
      }
      const T* row = &rows(i, 0);
      for (Index v = first; v < end; ++v) {
        to[v * kLanes + l] = row[v] == no_path<T>() ? frame_.none : row[v];
      }
    }
  }
}

// Lanes in which the best sum is not the distance: how far apart are they, and is there another
// way?
template <class T>
void Sweep<T>::note(Findings& found, Index p, Index v, const T* best,
                    std::span<const LooseArc> loose) {
  const T* d = panel(p) + v * kLanes;
  bool waits = false;
  for (Index l = 0; l < kLanes; ++l) {
    const Index row = p * kLanes + l;
    T& known = found.known[at(row)];
    if (best[l] == d[l] || known == kDoubtful) continue;
    const bool finite = d[l] != frame_.none;
    if (kRounds && finite) {
      const double size = std::abs(static_cast<double>(d[l]));
      const double apart = std::abs(static_cast<double>(best[l]) - static_cast<double>(d[l]));
      if (apart <= static_cast<double>(known) * size) continue;
      if (!exact_ && apart <= kUnits * kUnit<T> * size) {
        known = static_cast<T>(
            std::nextafter(static_cast<T>(apart / size), std::numeric_limits<T>::infinity()));
        found.worst_at[at(row)] = v;
        continue;
      }
    }
    if (finite && best[l] > d[l] && !loose.empty()) {
      found.pending.push_back({row, v});
      waits = true;
    } else {
      found.doubtful[at(row)] = 1;
      known = kDoubtful;
    }
  }
  if (waits) found.pending_arcs.insert(found.pending_arcs.end(), loose.begin(), loose.end());
}

// The distances of v, in the rows of a panel, with what arcs make of them.
template <class T>
template <int Bytes>
[[gnu::always_inline]] inline void Sweep<T>::compare(Findings& found, Index p, Index v, T* best,
                                                     std::span<const LooseArc> loose) {
  const T* d = panel(p) + v * kLanes;
  if (is_source_[at(v)] != 0) {
    // The source needs no arc, and none may lead below it.
    for (Index l = 0; l < kLanes; ++l) {
      const Index row = p * kLanes + l;
      if (row < count_ && sources_[at(row)] == v && best[l] > d[l]) best[l] = d[l];
    }
  }
  if (frame_.limit < frame_.none) {
    for (Index l = 0; l < kLanes; ++l) best[l] = best[l] < frame_.limit ? best[l] : frame_.none;
  }
  if (any_apart<Bytes>(best, d, found.known.data() + p * kLanes)) note(found, p, v, best, loose);
}

// `best` is by the strict arcs into v.
template <class T>
template <int Bytes>
[[gnu::always_inline]] inline void Sweep<T>::judge(Piece& piece, Index p, Index v, T* best) {
  const auto [begin, end] =
      std::equal_range(piece.loose.begin(), piece.loose.end(), LooseArc{.head = v});
  const std::span<const LooseArc> loose(begin, end);
  compare<Bytes>(piece.found, p, v, best, loose);
  if (loose.empty()) return;
  // The others may not make it shorter.
  std::copy_n(panel(p) + v * kLanes, kLanes, best);
  relax<Bytes, 1>(
      panel(p), end - begin, [&](Index a) { return loose[at(a)].tail; },
      [&](Index a, int) { return loose[at(a)].weight; }, best);
  compare<Bytes>(piece.found, p, v, best, {});
}

template <class T>
template <int Bytes>
[[gnu::always_inline]] inline void Sweep<T>::work_by(Piece& piece, Index first, Index end) {
  alignas(64) T best[kLanes * kLanes];
  for (Index v = first; v < end; v += kLanes) {
    const Index count = std::min(kLanes, end - v);
    piece.loose.clear();
    if (tiles_) {
      fill_tile(piece, v, count);
      if (piece.loose.size() > kManyLoose) {
        std::fill(piece.found.doubtful.begin(), piece.found.doubtful.end(), std::uint8_t{1});
        return;
      }
    } else {
      split_lists(piece, v, count);
    }
    for (Index p = 0; p * kLanes < count_; ++p) {
      std::fill_n(best, kLanes * kLanes, frame_.none);
      constexpr int heads = 4;
      for (Index j = 0; tiles_ && j < kLanes; j += heads) {
        relax<Bytes, heads>(
            panel(p), n_, [](Index u) { return u; },
            [tile = piece.tile.data() + j](Index u, int k) { return tile[u * kLanes + k]; },
            best + j * kLanes);
      }
      for (Index j = 0; !tiles_ && j < count; ++j) {
        const InArc* arcs = in_arcs_.data() + in_offsets_[at(v + j)];
        relax<Bytes, 1>(
            panel(p), piece.strict[j], [=](Index a) { return Index{arcs[a].tail}; },
            [=](Index a, int) { return arcs[a].weight; }, best + j * kLanes);
      }
      for (Index j = 0; j < count; ++j) judge<Bytes>(piece, p, v + j, best + j * kLanes);
    }
  }
}

#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2")]] void Sweep<T>::work_by_avx2(Piece& piece, Index first, Index end) {
  work_by<32>(piece, first, end);
}
#endif

template <class T>
void Sweep<T>::work(Piece& piece, Index first, Index end) {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  if (wide) return work_by_avx2(piece, first, end);
#endif
  work_by<16>(piece, first, end);
}

template <class T>
void Sweep<T>::take(const Findings& found) {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < at(count_); ++i) {
    found_.doubtful[i] |= found.doubtful[i];
    if (kRounds && found.worst_at[i] >= 0 && found.known[i] > found_.known[i]) {
      found_.known[i] = found.known[i];
      found_.worst_at[i] = found.worst_at[i];
    }
  }
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(found_.pending, found.pending);
  append(found_.pending_arcs, found.pending_arcs);
}

template <class T>
auto Sweep<T>::run(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew)
    -> std::vector<Outcome> {
  std::vector<Outcome> outcomes(at(rows.rows()));
  if (!prepare(rows, sources, crew)) return outcomes;
  const Index panels = (count_ + kLanes - 1) / kLanes;
  if (panels_.columns() < panels * n_ * kLanes) panels_ = Matrix<T>(1, panels * n_ * kLanes);
  crew.run(panels, [&](Index p) { transpose(rows, p); });
  for (const Index s : sources) is_source_[at(s)] = 1;
  const Findings start = found_;
  crew.run((n_ + kPiece - 1) / kPiece, [&](Index i) {
    pieces_.lend([&](Piece& piece) {
      piece.found = start;
      {
        const std::lock_guard lock(mutex_);
        piece.found.known = found_.known;  // what others have seen already
      }
      work(piece, i * kPiece, std::min(n_, (i + 1) * kPiece));
      take(piece.found);
    });
  });
  for (const Index s : sources) is_source_[at(s)] = 0;
  resolve();
  for (Index i = 0; i < count_; ++i) {
    Outcome& outcome = outcomes[at(i)];
    outcome.holds = found_.doubtful[at(i)] == 0;
    if (exact_ || !kRounds || !outcome.holds) continue;
    // The sums of this pass were rounded themselves.
    outcome.units = static_cast<double>(found_.known[at(i)]) / kUnit<T> + 1;
    floor_ = std::max(floor_, found_.known[at(i)]);
    outcome.target = found_.worst_at[at(i)];
  }
  return outcomes;
}

#define WARPATH_INSTANTIATE(T, name) template class Sweep<T>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
