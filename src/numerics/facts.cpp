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
#include "numerics/fill_row.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

std::string place(Index i, Index j, Orientation orientation) {
  if (orientation == Orientation::transposed) std::swap(i, j);
  return fmt::format("the weight from {} to {}", i, j);
}

// The smallest weight of some cells and the largest that is not no_path; 0 where there is none.
template <class T>
struct Range {
  T low{};
  T high{};
};

template <class S>
void widen(Range<typename S::Weight>& range, typename S::Weight weight) {
  if (weight == S::no_path()) return;
  range.low = std::min(range.low, weight);
  range.high = std::max(range.high, weight);
}

// A weight as an integer that orders like it: -0 is -1, NaNs lie beyond the infinities.
template <class T>
auto order_key(T weight) {
  using Key = std::conditional_t<sizeof(T) == 8, std::int64_t,
                                 std::conditional_t<sizeof(T) == 4, std::int32_t, std::int16_t>>;
  const auto bits = std::bit_cast<Key>(weight);
  if constexpr (std::integral<T>) return bits;
  return static_cast<Key>(bits ^
                          ((bits >> (8 * sizeof(Key) - 1)) & std::numeric_limits<Key>::max()));
}

// Widens `range` by cells that need no change; false when one of them does, or is an error. No
// branches: this is the one pass over the input that every solve pays for.
template <class S>
[[gnu::always_inline]] inline bool scan_plainly(const typename S::Weight* cells, Index count,
                                                Range<typename S::Weight>& range) {
  using T = typename S::Weight;
  using Key = decltype(order_key(T{}));
  const Key no_path = order_key(S::no_path());
  const Key minus_zero = std::floating_point<T> ? Key{-1} : no_path;
  Key low = order_key(range.low);
  Key top = 0;
  Key high = order_key(range.high);
  Key zeros = 0;
  for (Index j = 0; j < count; ++j) {
    const Key key = order_key(cells[j]);
    const Key finite = key == no_path ? Key{0} : key;
    low = key < low ? key : low;
    top = key > top ? key : top;
    high = finite > high ? finite : high;
    if constexpr (std::floating_point<T>) zeros |= static_cast<Key>(key == minus_zero);
  }
  if (top > no_path || low <= order_key(static_cast<T>(-S::no_path())) || zeros != 0) return false;
  const auto weight = [](Key key) {  // order_key is its own inverse, but for the type
    if constexpr (std::integral<T>) return key;
    return std::bit_cast<T>(
        static_cast<Key>(key ^ ((key >> (8 * sizeof(Key) - 1)) & std::numeric_limits<Key>::max())));
  };
  range = {weight(low), weight(high)};
  return true;
}

#if defined(__x86_64__)
template <class S>
[[gnu::target("avx2")]] bool scan_by_avx2(const typename S::Weight* cells, Index count,
                                          Range<typename S::Weight>& range) {
  return scan_plainly<S>(cells, count, range);
}
#endif

// Minima of integers came to x86 late: the least that a program may count on has none for vectors.
template <class S>
bool scan_cells(const typename S::Weight* cells, Index count, Range<typename S::Weight>& range) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return scan_by_avx2<S>(cells, count, range);
#endif
  return scan_plainly<S>(cells, count, range);
}

template <class T>
Bound limit_of(T no_path) {
  return static_cast<Bound>(std::floating_point<T> ? std::numeric_limits<T>::max() : no_path);
}

}  // namespace

template <class S>
void check_cell(typename S::Weight weight, Index i, Index j, Orientation orientation) {
  using T = typename S::Weight;
  if constexpr (std::floating_point<T>) {
    if (std::isnan(weight)) {
      throw Error(ErrorCode::bad_input, place(i, j, orientation) + " is NaN",
                  fmt::format("use {} where there is no arc", S::no_path()));
    }
    if (S::adds && weight == -S::no_path()) {
      throw Error(ErrorCode::bad_input, place(i, j, orientation) + " is -inf",
                  "weights are finite; use +inf where there is no arc");
    }
  } else if constexpr (S::adds) {
    if (weight <= S::no_path() && weight > -S::no_path()) return;
    throw Error(ErrorCode::bad_input,
                fmt::format("{} is {}, outside {} .. {}", place(i, j, orientation), weight,
                            1 - S::no_path(), S::no_path() - 1),
                fmt::format("use a wider type, or {} where there is no arc", S::no_path()));
  }
}

template <class S>
void check_range(InputFacts& facts) {
  using T = typename S::Weight;
  const Bound limit = limit_of(S::no_path());
  const Bound most = (facts.positive_bound + facts.negative_bound) * (1 + 2 * kBoundError<T>);
  if (most < limit) return;
  if (facts.nonnegative) {
    facts.may_overflow = true;
    return;
  }
  throw Error(ErrorCode::bad_input,
              fmt::format("with negative weights present, distances from {} to {} are possible, "
                          "and {} holds no more than {}",
                          -static_cast<double>(facts.negative_bound),
                          static_cast<double>(facts.positive_bound), to_string(weight_type_of<T>),
                          static_cast<double>(limit)),
              std::floating_point<T> ? "scale the weights down, or use float64"
                                     : "use a wider type, or floats, for the weights");
}

namespace {

// What a row says. Its range leaves out the diagonal: self-loops lengthen no path.
template <class T>
struct Row {
  Range<T> range;
  bool nonnegative = true;
  bool tidy = true;
};

template <class S>
Row<typename S::Weight> scan_row(const typename S::Weight* cells, Index i, Index n,
                                 Orientation orientation) {
  using T = typename S::Weight;
  Row<T> row;
  if constexpr (S::kind == SemiringKind::reachability) {
    row.tidy = std::all_of(cells, cells + n, [](T cell) { return cell <= 1; });
    return row;
  }
  if constexpr (S::adds) {
    Range<T> range;
    Range<T> loop;
    if (scan_cells<S>(cells, i, range) && scan_cells<S>(cells + i + 1, n - i - 1, range) &&
        scan_cells<S>(cells + i, 1, loop)) {
      return {range, range.low >= 0 && loop.low >= 0, true};
    }
  }
  for (Index j = 0; j < n; ++j) {
    const T weight = cells[j];
    check_cell<S>(weight, i, j, orientation);
    if (weight < 0) row.nonnegative = false;
    if (std::floating_point<T> && weight == 0 && std::signbit(weight)) row.tidy = false;
    if (S::adds && j != i) widen<S>(row.range, weight);
  }
  return row;
}

// Calls visit(i, cells) for each row in S's type: where it lies, or gathered.
template <class S, class From, class Visit>
void each_row(MatrixView<const From> weights, Crew& crew, const Visit& visit) {
  using T = typename S::Weight;
  const Index n = weights.rows();
  const auto look = [&](Index i) {
    if constexpr (std::same_as<From, T>) {
      if (weights.column_stride() == 1) {
        visit(i, weights.data() + i * weights.row_stride());
        return;
      }
    }
    thread_local std::vector<T> gathered;
    gathered.resize(static_cast<std::size_t>(n));
    fill_row<S>(gathered.data(), weights, i);
    visit(i, gathered.data());
  };
  crew.run_rows(n, look);
}

// Adds the ranges of the columns: an arc that counts both ways is an arc out of its head as well.
template <class S, class From>
void add_columns(MatrixView<const From> weights, Crew& crew, InputFacts& facts) {
  // Walking the columns is slow and hardly ever needed: mostly not even n times the largest weight
  // comes near the limit.
  const Bound any =
      static_cast<Bound>(weights.rows()) * facts.largest * (1 + 0x1p-50);  // it may be rounded
  if (2 * (any + facts.positive_bound + facts.negative_bound) < limit_of(S::no_path())) {
    facts.positive_bound += any;
    facts.negative_bound += facts.nonnegative ? 0 : any;
    return;
  }
  std::vector<Range<typename S::Weight>> ranges(static_cast<std::size_t>(weights.rows()));
  each_row<S>(weights.transposed(), crew, [&](Index j, const auto* column) {
    for (Index i = 0; i < weights.rows(); ++i) {
      if (i != j) widen<S>(ranges[static_cast<std::size_t>(j)], column[i]);
    }
  });
  for (const auto& range : ranges) facts.add(range.low, range.high);
}

}  // namespace

template <class S>
InputFacts look_at(const AnyInput& weights, bool both_ways, Orientation orientation, Crew& crew) {
  using T = typename S::Weight;
  const Index n = weights.rows;
  std::vector<Row<T>> rows(static_cast<std::size_t>(n));
  weights.visit([&](auto view) {
    each_row<S>(view, crew, [&](Index i, const T* cells) {
      rows[static_cast<std::size_t>(i)] = scan_row<S>(cells, i, n, orientation);
    });
  });
  InputFacts facts;
  facts.nonnegative = S::adds;
  for (const Row<T>& row : rows) {
    facts.add(row.range.low, row.range.high);
    facts.nonnegative = facts.nonnegative && row.nonnegative;
    facts.tidy = facts.tidy && row.tidy;
  }
  if constexpr (S::adds) {
    if (both_ways) weights.visit([&](auto view) { add_columns<S>(view, crew, facts); });
    check_range<S>(facts);
  }
  return facts;
}

#define WARPATH_INSTANTIATE(S)                                                \
  template void check_cell<S>(typename S::Weight, Index, Index, Orientation); \
  template void check_range<S>(InputFacts&);                                  \
  template InputFacts look_at<S>(const AnyInput&, bool, Orientation, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath
