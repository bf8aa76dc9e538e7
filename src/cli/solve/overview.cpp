#include "cli/solve/overview.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <variant>

#include "base/semiring.hpp"

namespace warpath::cli {
namespace {

// Below all distances, or above them.
template <class T>
constexpr T extreme_of(bool lowest) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return lowest ? -Limits::infinity() : Limits::infinity();
  return lowest ? Limits::lowest() : Limits::max();
}

// The best of all cells, in lanes that compilers turn into vectors.
template <class T, class Best>
T best_of(const T* cells, Index count, T start, const Best& best) {
  constexpr Index lanes = 64 / sizeof(T);
  std::array<T, lanes> bests;
  bests.fill(start);
  Index j = 0;
  for (; j + lanes <= count; j += lanes) {
    for (std::size_t k = 0; k < lanes; ++k)
      bests[k] = best(bests[k], cells[j + static_cast<Index>(k)]);
  }
  for (; j < count; ++j) bests[0] = best(bests[0], cells[j]);
  T result = start;
  for (const T each : bests) result = best(result, each);
  return result;
}

template <class T>
Index count_of(const T* cells, Index count, T wanted) {
  Index found = 0;
  constexpr Index piece = 1 << 14;
  for (Index start = 0; start < count; start += piece) {
    std::int32_t some = 0;
    const Index end = std::min(count, start + piece);
    for (Index j = start; j < end; ++j) some += cells[j] == wanted ? 1 : 0;
    found += some;
  }
  return found;
}

// The largest (or smallest) cell that is not `none`, and how many are.
template <class T, bool kSmallest>
struct Look {
  T best = extreme_of<T>(!kSmallest);
  Index missing = 0;

  static T better(T a, T b) {
    if constexpr (kSmallest) return b < a ? b : a;
    return b > a ? b : a;
  }

  void at(const T* cells, Index count, T none) {
    constexpr T worst = extreme_of<T>(!kSmallest);
    // No path is the last of all distances: where it is not the best of them, there is none.
    const T last = best_of(cells, count, worst, better);
    if (last != none) {
      best = better(best, last);
      return;
    }
    missing += count_of(cells, count, none);
    best = better(best, best_of(cells, count, worst,
                                [none](T a, T b) { return better(a, b == none ? worst : b); }));
  }
};

// The pairs of a row that can use a negative cycle. As distances they are the smallest of all.
template <class T>
Index count_unbounded(const T* cells, Index from, Index n, SemiringKind semiring) {
  if constexpr (std::is_same_v<T, std::uint8_t>) return 0;
  if (semiring != SemiringKind::shortest_path) return 0;
  const T wanted = unbounded<T>();
  return count_of(cells, from, wanted) + count_of(cells + from + 1, n - from - 1, wanted);
}

// A cell for people: integers stand in for the infinities that others have.
template <class T>
double shown(T cell, SemiringKind semiring) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, std::uint8_t>) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (semiring == SemiringKind::shortest_path && cell == unbounded<T>()) return -infinity;
    if (semiring == SemiringKind::widest_path && cell == WidestPath<T>::empty_path()) {
      return infinity;
    }
    if (semiring == SemiringKind::minimax_path && cell == MinimaxPath<T>::empty_path()) {
      return -infinity;
    }
  }
  return static_cast<double>(cell);
}

std::vector<Index> spread(Index count) {
  const Index some = std::min<Index>(count, 5);
  std::vector<Index> chosen;
  for (Index i = 0; i < some; ++i) chosen.push_back(some == 1 ? 0 : i * (count - 1) / (some - 1));
  return chosen;
}

}  // namespace

OverviewBuilder::OverviewBuilder(SemiringKind semiring, Index n, Index rows,
                                 std::span<const Index> sources)
    : semiring_(semiring),
      smallest_(semiring == SemiringKind::widest_path || semiring == SemiringKind::reachability),
      n_(n),
      sources_(sources) {
  Sample& sample = overview_.sample;
  sample.rows = spread(rows);
  sample.to = spread(n);
  for (const Index row : sample.rows) sample.from.push_back(source(row));
  sample.cells.resize(sample.rows.size() * sample.to.size());
}

Index OverviewBuilder::source(Index row) const {
  return sources_.empty() ? row : sources_[static_cast<std::size_t>(row)];
}

template <class T>
void OverviewBuilder::look_at_row(const T* cells, Index row, Part& part) const {
  const T none = no_path<T>(semiring_);
  const Index from = source(row);
  Overview& overview = part.overview;
  const auto look = [&]<bool kSmallest>(std::bool_constant<kSmallest>) {
    Look<T, kSmallest> found;
    found.at(cells, from, none);
    found.at(cells + from + 1, n_ - from - 1, none);
    overview.pairs += n_ - 1;
    overview.unreachable += found.missing;
    const Index unbounded = count_unbounded(cells, from, n_, semiring_);
    overview.unbounded += unbounded;
    if (found.missing + unbounded == n_ - 1 || semiring_ == SemiringKind::reachability) return;
    const auto best = static_cast<double>(found.best);
    if (overview.extreme &&
        (kSmallest ? best >= overview.extreme->distance : best <= overview.extreme->distance)) {
      return;
    }
    Index to = 0;
    while (to == from || cells[to] != found.best) ++to;
    overview.extreme = Extreme{best, row, from, to};
  };
  if (smallest_) {
    look(std::true_type{});
  } else {
    look(std::false_type{});
  }
  const Sample& sample = overview_.sample;
  for (std::size_t i = 0; i < sample.rows.size(); ++i) {
    if (sample.rows[i] != row) continue;
    for (std::size_t j = 0; j < sample.to.size(); ++j) {
      const T cell = cells[sample.to[j]];
      if (cell != none) {
        part.cells.emplace_back(i * sample.to.size() + j, shown(cell, semiring_));
      }
    }
  }
}

OverviewBuilder::Part OverviewBuilder::look_at(Index first, const AnyMatrixView& rows) const {
  Part part;
  std::visit(
      [&](auto cells) {
        for (Index i = 0; i < cells.rows(); ++i) {
          look_at_row(cells.data() + i * cells.row_stride(), first + i, part);
        }
      },
      rows);
  return part;
}

void OverviewBuilder::add(const Part& part) {
  overview_.pairs += part.overview.pairs;
  overview_.unreachable += part.overview.unreachable;
  overview_.unbounded += part.overview.unbounded;
  for (const auto& [at, cell] : part.cells) overview_.sample.cells[at] = cell;
  const auto& other = part.overview.extreme;
  auto& mine = overview_.extreme;
  if (!other) return;
  if (!mine || (smallest_ ? other->distance < mine->distance : other->distance > mine->distance)) {
    mine = other;
  }
}

}  // namespace warpath::cli
