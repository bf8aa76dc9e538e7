// Ranges of shortest paths, and why they are safe (docs/numerics.md has the proofs):
//
//  - Nonnegative weights: sums that reach no_path are never better than no_path, so a finite cell
//    is right, and a distance too large for the type ends as "no path". finish() finds that: the
//    reachable pairs must be transitively closed.
//  - Negative weights: a path uses at most one arc out of each vertex, so every value that the
//    algorithm meets lies in [-N, P], N and P the sums over the vertices of the largest negative
//    and positive arc out of them, or, where it stands for "no path", at or above no_path - N.
//    P + N < no_path keeps the two apart; anything else is refused.

#include "numerics/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <vector>

#include "base/dispatch.hpp"
#include "numerics/reach_check.hpp"
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
void check_cell(typename S::Weight& v, Index i, Index j, Orientation orientation) {
  using T = typename S::Weight;
  if constexpr (std::floating_point<T>) {
    if (std::isnan(v)) {
      throw Error(ErrorCode::bad_input, place(i, j, orientation) + " is NaN",
                  fmt::format("use {} where there is no arc", S::no_path()));
    }
    if (S::adds && v == -S::no_path()) {
      throw Error(ErrorCode::bad_input, place(i, j, orientation) + " is -inf",
                  "weights are finite; use +inf where there is no arc");
    }
    v += T{0};  // -0 + 0 = +0
  } else if constexpr (S::adds) {
    if (v <= S::no_path() && v > -S::no_path()) return;
    throw Error(ErrorCode::bad_input,
                fmt::format("{} is {}, outside {} .. {}", place(i, j, orientation), v,
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

CycleTolerance tolerance_of(const Options& options, WeightType weight, const InputFacts& facts) {
  if (!is_floating(weight)) return {};
  if (options.negative_cycle_tolerance) return {*options.negative_cycle_tolerance, 0};
  // Zero cycles were seen to come out up to 60 units of rounding below 0 in dense graphs and some
  // thousands in sparse ones. float32 has no room for the latter: a cycle of -1e-4 in weights
  // around 1 is more likely meant than rounded.
  const double relative = weight == WeightType::float32 ? 0x1p-15 : 0x1p-36;
  return {relative * facts.largest, relative};
}

namespace {

// The range of row i without its diagonal cell; self-loops lengthen no path.
template <class S>
Range<typename S::Weight> scan_row(typename S::Weight* row, Index i, Index n,
                                   Orientation orientation, bool& nonnegative) {
  using T = typename S::Weight;
  Range<T> range;
  Range<T> loop;
  if (scan_cells<S>(row, i, range) && scan_cells<S>(row + i + 1, n - i - 1, range) &&
      scan_cells<S>(row + i, 1, loop)) {
    nonnegative = range.low >= 0 && loop.low >= 0;
    return range;
  }
  range = {};
  nonnegative = true;
  for (Index j = 0; j < n; ++j) {
    check_cell<S>(row[j], i, j, orientation);
    if (row[j] < 0) nonnegative = false;
    if (j != i) widen<S>(range, row[j]);
  }
  return range;
}

// Calls work(i) for each row; throws what the lowest row of those that threw did.
template <class Work>
void for_each_row(Index n, Crew& crew, const Work& work) {
  std::atomic<Index> failed{n};
  crew.run_each(n, [&](Index i) {
    try {
      work(i);
    } catch (const Error&) {
      lower(failed, i);
    }
  });
  if (failed < n) work(failed);
}

// Adds the ranges of the columns: an arc that counts both ways is an arc out of its head as well.
template <class S>
void add_columns(const typename S::Weight* w, Index n, Index ld, Crew& crew, InputFacts& facts) {
  // Walking the columns is slow and hardly ever needed: mostly not even n times the largest weight
  // comes near the limit.
  const Bound any = static_cast<Bound>(n) * facts.largest * (1 + 0x1p-50);  // it may be rounded
  if (2 * (any + facts.positive_bound + facts.negative_bound) < limit_of(S::no_path())) {
    facts.positive_bound += any;
    facts.negative_bound += facts.nonnegative ? 0 : any;
    return;
  }
  std::vector<Range<typename S::Weight>> columns(static_cast<std::size_t>(n));
  constexpr Index kColumns = 32;  // side by side: whole cache lines
  crew.run((n + kColumns - 1) / kColumns,
           [&](Index piece) {
             const Index end = std::min(n, (piece + 1) * kColumns);
             for (Index i = 0; i < n; ++i) {
               for (Index j = piece * kColumns; j < end; ++j) {
                 if (j != i) widen<S>(columns[static_cast<std::size_t>(j)], w[i * ld + j]);
               }
             }
           },
           [] { return false; });
  for (const auto& column : columns) facts.add(column.low, column.high);
}

template <class S>
InputFacts prepare_shortest(typename S::Weight* w, Index n, Index ld, Orientation orientation,
                            bool both_ways, Crew& crew) {
  struct Row {
    Range<typename S::Weight> range;
    bool nonnegative = true;
  };
  std::vector<Row> rows(static_cast<std::size_t>(n));
  for_each_row(n, crew, [&](Index i) {
    Row& row = rows[static_cast<std::size_t>(i)];
    row.range = scan_row<S>(w + i * ld, i, n, orientation, row.nonnegative);
  });
  InputFacts facts;
  for (const Row& row : rows) {
    facts.add(row.range.low, row.range.high);
    facts.nonnegative = facts.nonnegative && row.nonnegative;
  }
  if (both_ways) add_columns<S>(w, n, ld, crew, facts);
  check_range<S>(facts);
  return facts;
}

}  // namespace

template <class S>
InputFacts prepare(typename S::Weight* w, Index n, Index ld, Orientation orientation,
                   bool both_ways, Crew& crew) {
  if constexpr (S::adds) {
    return prepare_shortest<S>(w, n, ld, orientation, both_ways, crew);
  } else {
    for_each_row(n, crew, [&](Index i) {
      for (Index j = 0; j < n; ++j) {
        auto& v = w[i * ld + j];
        if constexpr (S::kind == SemiringKind::reachability) {
          v = v != 0;
        } else {
          check_cell<S>(v, i, j, orientation);
        }
      }
    });
    return {.nonnegative = false};
  }
}

template <class S>
void set_diagonal(typename S::Weight* w, Index n, Index ld) {
  for (Index i = 0; i < n; ++i) {
    auto& cell = w[i * ld + i];
    if (!S::is_better(cell, S::empty_path())) cell = S::empty_path();
  }
}

template <class S>
void finish(typename S::Weight* w, Index n, Index ld, const InputFacts& facts,
            Orientation orientation, Crew& crew) {
  using T = typename S::Weight;
  // A cycle that is better than the empty path by rounding alone may have come back to a vertex.
  for (Index i = 0; i < n; ++i) w[i * ld + i] = S::empty_path();
  if constexpr (S::adds) {
    if (std::integral<T> && !facts.nonnegative) {
      const T least = least_no_path<S>(facts);
      for_each_row(n, crew, [&](Index i) {
        for (Index j = 0; j < n; ++j) {
          T& v = w[i * ld + j];
          v = v >= least ? S::no_path() : v;
        }
      });
    }
    if (facts.may_overflow) check_reach(w, n, ld, S::no_path(), orientation, crew);
  }
}

#define WARPATH_INSTANTIATE(S)                                                                 \
  template InputFacts prepare<S>(typename S::Weight*, Index, Index, Orientation, bool, Crew&); \
  template void check_cell<S>(typename S::Weight&, Index, Index, Orientation);                 \
  template void check_range<S>(InputFacts&);                                                   \
  template void set_diagonal<S>(typename S::Weight*, Index, Index);                            \
  template void finish<S>(typename S::Weight*, Index, Index, const InputFacts&, Orientation, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath
