#include "cli/overview.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <variant>

#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

// Below all distances, or above them.
template <class T>
constexpr T extreme_of(bool lowest) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return lowest ? -Limits::infinity() : Limits::infinity();
  return lowest ? Limits::lowest() : Limits::max();
}

// The largest (or smallest) cell that is not `none`, and how many are. In lanes, which compilers
// turn into vectors.
template <class T, bool kSmallest>
struct Look {
  static constexpr std::size_t kLanes = 16;
  T best = extreme_of<T>(!kSmallest);
  Index missing = 0;

  static T better(T a, T b) {
    if constexpr (kSmallest) return b < a ? b : a;
    return b > a ? b : a;
  }

  void at(const T* cells, Index count, T none) {
    constexpr T worst = extreme_of<T>(!kSmallest);
    std::array<T, kLanes> bests;
    bests.fill(worst);
    std::array<std::int32_t, kLanes> absent{};
    Index j = 0;
    for (; j + static_cast<Index>(kLanes) <= count; j += static_cast<Index>(kLanes)) {
      for (std::size_t k = 0; k < kLanes; ++k) {
        const T cell = cells[j + static_cast<Index>(k)];
        absent[k] += cell == none;
        bests[k] = better(bests[k], cell == none ? worst : cell);
      }
    }
    for (; j < count; ++j) {
      absent[0] += cells[j] == none;
      best = better(best, cells[j] == none ? worst : cells[j]);
    }
    for (std::size_t k = 0; k < kLanes; ++k) {
      best = better(best, bests[k]);
      missing += absent[k];
    }
  }
};

// A cell for people: integers stand in for the infinities that others have.
template <class T>
double shown(T cell, SemiringKind semiring) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, std::uint8_t>) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
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
    : semiring_(semiring), n_(n), sources_(sources) {
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
void OverviewBuilder::look_at(const T* cells, Index row) {
  const T none = no_path<T>(semiring_);
  const Index from = source(row);
  const auto look = [&]<bool kSmallest>(std::bool_constant<kSmallest>) {
    Look<T, kSmallest> found;
    found.at(cells, from, none);
    found.at(cells + from + 1, n_ - from - 1, none);
    overview_.pairs += n_ - 1;
    overview_.unreachable += found.missing;
    if (found.missing == n_ - 1 || semiring_ == SemiringKind::reachability) return;
    const auto best = static_cast<double>(found.best);
    auto& extreme = overview_.extreme;
    if (extreme && (kSmallest ? best >= extreme->distance : best <= extreme->distance)) return;
    Index to = 0;
    while (to == from || cells[to] != found.best) ++to;
    extreme = Extreme{best, row, from, to};
  };
  if (semiring_ == SemiringKind::widest_path) {
    look(std::true_type{});
  } else {
    look(std::false_type{});
  }
  Sample& sample = overview_.sample;
  for (std::size_t i = 0; i < sample.rows.size(); ++i) {
    if (sample.rows[i] != row) continue;
    for (std::size_t j = 0; j < sample.to.size(); ++j) {
      const T cell = cells[sample.to[j]];
      if (cell != none) sample.cells[i * sample.to.size() + j] = shown(cell, semiring_);
    }
  }
}

void OverviewBuilder::take(Index first, const Result::Storage& rows, Index count, Index begin) {
  std::visit(
      [&]<class T>(const Matrix<T>& cells) {
        for (Index i = 0; i < count; ++i) {
          look_at(cells.data() + (begin + i) * cells.leading_dimension(), first + i);
        }
      },
      rows);
}

}  // namespace warpath::cli
