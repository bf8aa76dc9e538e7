// Ranges of shortest paths, and why they are safe (docs/numerics.md has the proofs):
//
//  - Nonnegative weights: sums that reach no_path are never better than no_path, so a finite cell
//    is right, and a distance too large for the type ends as "no path". finish() finds that: the
//    reachable pairs must be transitively closed.
//  - Negative weights: a path uses at most one arc out of each vertex, so every value that the
//    algorithm meets lies in [-N, P], N and P the sums over the vertices of the largest negative
//    and positive arc out of them, or, where it stands for "no path", at or above no_path - N.
//    P + N < no_path keeps the two apart; anything else is refused.

#include "numerics/facts.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <vector>

#include "base/dispatch.hpp"
#include "base/too_narrow.hpp"
#include "numerics/fill.hpp"
#include "warpath/error.hpp"

namespace warpath {

std::string weight_at(Index i, Index j, Orientation orientation) {
  if (orientation == Orientation::transposed) std::swap(i, j);
  return fmt::format("the weight from {} to {}", i, j);
}

namespace {

// The smallest weight of some cells and the largest that is not no_path; 0 where there is none.
template <class T>
struct Range {
  T low{};
  T high{};
};

template <class T>
void widen(Range<T>& range, T weight) {
  if (weight == no_path<T>()) return;
  range.low = std::min(range.low, weight);
  range.high = std::max(range.high, weight);
}

// An integer of a weight's size.
template <class T>
using Key = std::conditional_t<sizeof(T) == 8, std::int64_t,
                               std::conditional_t<sizeof(T) == 4, std::int32_t, std::int16_t>>;

// The bits of a weight as an integer that orders like it, and back: -0 is -1, NaNs lie beyond the
// infinities.
template <class T>
Key<T> flipped(Key<T> bits) {
  if constexpr (std::floating_point<T>) {
    bits ^= (bits >> (8 * sizeof(T) - 1)) & std::numeric_limits<Key<T>>::max();
  }
  return bits;
}
template <class T>
Key<T> order_key(T weight) {
  return flipped<T>(std::bit_cast<Key<T>>(weight));
}

// Widens `range` by cells that need no change; false when one of them does, or is an error. No
// branches: this is the one pass over the input that every solve pays for.
template <class T>
[[gnu::always_inline]] inline bool scan_plainly(const T* cells, Index count, Range<T>& range) {
  const Key<T> absent = order_key(no_path<T>());
  Key<T> low = order_key(range.low);
  Key<T> top = 0;
  Key<T> high = order_key(range.high);
  Key<T> zeros = 0;
  for (Index j = 0; j < count; ++j) {
    const Key<T> key = order_key(cells[j]);
    const Key<T> finite = key == absent ? Key<T>{0} : key;
    low = key < low ? key : low;
    top = key > top ? key : top;
    high = finite > high ? finite : high;
    if constexpr (std::floating_point<T>) zeros |= key == Key<T>{-1};  // -0
  }
  if (top > absent || low <= order_key(static_cast<T>(-no_path<T>())) || zeros != 0) return false;
  range = {std::bit_cast<T>(flipped<T>(low)), std::bit_cast<T>(flipped<T>(high))};
  return true;
}

#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2")]] bool scan_by_avx2(const T* cells, Index count, Range<T>& range) {
  return scan_plainly(cells, count, range);
}
#endif

// Minima of integers came to x86 late: the least that a program may count on has none for vectors.
template <class T>
bool scan_cells(const T* cells, Index count, Range<T>& range) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return scan_by_avx2(cells, count, range);
#endif
  return scan_plainly(cells, count, range);
}

// Distances stay below it.
template <class T>
constexpr Bound kLimit = static_cast<Bound>(std::floating_point<T> ? std::numeric_limits<T>::max()
                                                                   : no_path<T>());

}  // namespace

template <class T>
void check_cell(T weight, const Rules<T>& rules, Index i, Index j, Orientation orientation) {
  if constexpr (std::floating_point<T>) {
    if (std::isnan(weight)) {
      throw Error(ErrorCode::bad_input, weight_at(i, j, orientation) + " is NaN",
                  fmt::format("use {} where there is no arc", rules.no_path));
    }
    if (rules.adds && weight == -rules.no_path) {
      throw Error(ErrorCode::bad_input, weight_at(i, j, orientation) + " is -inf",
                  "weights are finite; use +inf where there is no arc");
    }
  } else {
    if (!rules.adds || (weight <= rules.no_path && weight > -rules.no_path)) return;
    throw Error(ErrorCode::bad_input,
                fmt::format("{} is {}, outside {} .. {}", weight_at(i, j, orientation), weight,
                            1 - rules.no_path, rules.no_path - 1),
                fmt::format("use a wider type, or {} where there is no arc", rules.no_path));
  }
}

namespace {

template <class T>
void check_sums(InputFacts& facts) {
  // Sums of floats may be rounded up at every arc.
  const Bound error = std::floating_point<T>
                          ? static_cast<Bound>(facts.vertices) * std::numeric_limits<T>::epsilon()
                          : 2 * kBoundError<T>;
  const Bound most = (facts.positive_bound + facts.negative_bound) * (1 + error);
  if (most < kLimit<T>) return;
  if (facts.nonnegative) {
    facts.may_overflow = true;
    return;
  }
  throw TooNarrow(weight_type_of<T>,
                  fmt::format("with negative weights present, distances from {} to {} are "
                              "possible, and {} holds no more than {}",
                              -static_cast<double>(facts.negative_bound),
                              static_cast<double>(facts.positive_bound),
                              to_string(weight_type_of<T>), static_cast<double>(kLimit<T>)),
                  std::floating_point<T> ? "scale the weights down, or use float64"
                                         : "use a wider type, or floats, for the weights");
}

// What a row says. Its range leaves out the diagonal: self-loops lengthen no path.
template <class T>
struct Row {
  Range<T> range;
  bool nonnegative = true;
  bool tidy = true;
};

template <class T>
Row<T> scan_row(const T* cells, Index i, Index n, const Rules<T>& rules, Orientation orientation) {
  Row<T> row;
  if constexpr (std::same_as<T, std::uint8_t>) {
    row.tidy = std::all_of(cells, cells + n, [](T cell) { return cell <= 1; });
  } else {
    if (rules.adds) {
      Range<T> range;
      Range<T> loop;
      if (scan_cells(cells, i, range) && scan_cells(cells + i + 1, n - i - 1, range) &&
          scan_cells(cells + i, 1, loop)) {
        return {range, range.low >= 0 && loop.low >= 0, true};
      }
    }
    for (Index j = 0; j < n; ++j) {
      const T weight = cells[j];
      check_cell(weight, rules, i, j, orientation);
      if (weight < 0) row.nonnegative = false;
      if (std::floating_point<T> && weight == 0 && std::signbit(weight)) row.tidy = false;
      if (rules.adds && j != i) widen(row.range, weight);
    }
  }
  return row;
}

// Calls visit(i, cells) for each row.
template <class T, class Visit>
void each_row(const AnyInput& weights, const Rules<T>& rules, Orientation orientation, Crew& crew,
              const Visit& visit) {
  crew.run_rows_with<std::vector<T>>(weights.rows, [&](Index i, std::vector<T>& buffer) {
    visit(i, row_of(weights, i, rules, buffer, orientation));
  });
}

// Widens the ranges of the rows by those of the columns: an arc that counts both ways is an arc out
// of its head as well.
template <class T>
void add_columns(const AnyInput& weights, const Rules<T>& rules, Crew& crew,
                 std::vector<Row<T>>& rows) {
  each_row(weights.transposed(), rules, Orientation::as_seen, crew, [&](Index j, const T* column) {
    for (Index i = 0; i < weights.rows; ++i) {
      if (i != j) widen(rows[static_cast<std::size_t>(j)].range, column[i]);
    }
  });
}

template <class T>
InputFacts look(const AnyInput& weights, const Rules<T>& rules, bool both_ways,
                Orientation orientation, Crew& crew) {
  std::vector<Row<T>> rows(static_cast<std::size_t>(weights.rows));
  each_row(weights, rules, orientation, crew, [&](Index i, const T* cells) {
    rows[static_cast<std::size_t>(i)] = scan_row(cells, i, weights.rows, rules, orientation);
  });
  const auto sum_up = [&] {
    InputFacts facts;
    facts.nonnegative = rules.adds;
    for (const Row<T>& row : rows) {
      facts.add(row.range.low, row.range.high);
      facts.nonnegative = facts.nonnegative && row.nonnegative;
      facts.tidy = facts.tidy && row.tidy;
    }
    return facts;
  };
  InputFacts facts = sum_up();
  if (!rules.adds) return facts;
  // Walking the columns is slow and hardly ever needed: mostly not even n times the largest weight
  // comes near the limit.
  const Bound any = static_cast<Bound>(weights.rows) * facts.largest * (1 + 0x1p-50);
  if (both_ways && 4 * any >= kLimit<T>) {
    add_columns(weights, rules, crew, rows);
    facts = sum_up();
  } else if (both_ways) {
    facts.positive_bound = any;
    facts.negative_bound = facts.nonnegative ? 0 : any;
  }
  check_sums<T>(facts);
  return facts;
}

}  // namespace

template <class S>
InputFacts look_at(const AnyInput& weights, bool both_ways, Orientation orientation, Crew& crew) {
  return look(weights, rules_of<S>, both_ways, orientation, crew);
}

template <class S>
void check_range(InputFacts& facts) {
  check_sums<typename S::Weight>(facts);
}

#define WARPATH_CHECK(T, name) \
  template void check_cell(T, const Rules<T>&, Index, Index, Orientation);
WARPATH_EACH_WEIGHT(WARPATH_CHECK)

#define WARPATH_INSTANTIATE(S)               \
  template void check_range<S>(InputFacts&); \
  template InputFacts look_at<S>(const AnyInput&, bool, Orientation, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath
