// Ranges of shortest paths, and why they are safe (docs/numerics.md has the proofs):
//
//  - Nonnegative weights: sums that reach no_path are never better than no_path, so a finite cell
//    is right, and a distance too large for the type ends as "no path". finish() finds that: the
//    reachable pairs must be transitively closed.
//  - Negative weights: a path uses at most one arc out of each vertex, so every value that the
//    algorithm meets lies in [-N, P], N and P the sums over the vertices of the largest negative
//    and positive arc out of them, or, where it stands for "no path", at or above no_path - N.
//    P + N < no_path keeps the two apart; anything else is refused.

#include "core/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <vector>

#include "core/reach_check.hpp"
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
bool scan_cells(const typename S::Weight* cells, Index count, Range<typename S::Weight>& range) {
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

// Checks one cell and normalises it.
template <class S>
void check_cell(typename S::Weight& v, Index i, Index j, Orientation orientation) {
  using T = typename S::Weight;
  if constexpr (std::floating_point<T>) {
    if (std::isnan(v)) {
      throw Error(ErrorCode::bad_input, place(i, j, orientation) + " is NaN",
                  fmt::format("use {} where there is no arc", S::no_path()));
    }
    if (S::kind == SemiringKind::shortest_path && v == -S::no_path()) {
      throw Error(ErrorCode::bad_input, place(i, j, orientation) + " is -inf",
                  "weights are finite; use +inf where there is no arc");
    }
    v += T{0};  // -0 + 0 = +0
  } else if constexpr (S::kind == SemiringKind::shortest_path) {
    if (v <= S::no_path() && v > -S::no_path()) return;
    throw Error(ErrorCode::bad_input,
                fmt::format("{} is {}, outside {} .. {}", place(i, j, orientation), v,
                            1 - S::no_path(), S::no_path() - 1),
                fmt::format("use a wider type, or {} where there is no arc", S::no_path()));
  }
}

// The range of a row without its diagonal cell; self-loops lengthen no path.
template <class S>
Range<typename S::Weight> scan_row(typename S::Weight* row, Index i, Index n,
                                   Orientation orientation, bool& nonnegative) {
  using T = typename S::Weight;
  Range<T> range;
  Range<T> loop;
  if (scan_cells<S>(row, i, range) && scan_cells<S>(row + i + 1, n - i - 1, range) &&
      scan_cells<S>(row + i, 1, loop)) {
    if (range.low < 0 || loop.low < 0) nonnegative = false;
    return range;
  }
  range = {};
  for (Index j = 0; j < n; ++j) {
    check_cell<S>(row[j], i, j, orientation);
    if (row[j] < 0) nonnegative = false;
    if (j == i || row[j] == S::no_path()) continue;
    range.low = std::min(range.low, row[j]);
    range.high = std::max(range.high, row[j]);
  }
  return range;
}

template <class S>
void check_range(InputFacts& facts) {
  using T = typename S::Weight;
  const double limit = std::floating_point<T> ? static_cast<double>(std::numeric_limits<T>::max())
                                              : static_cast<double>(S::no_path());
  if (facts.positive_bound + facts.negative_bound < limit) return;
  if (facts.nonnegative) {
    facts.may_overflow = true;
    return;
  }
  throw Error(
      ErrorCode::bad_input,
      fmt::format("with negative weights present, distances from {} to {} are possible, "
                  "and {} holds no more than {}",
                  -facts.negative_bound, facts.positive_bound, to_string(weight_type_of<T>), limit),
      std::floating_point<T> ? "scale the weights down, or use float64"
                             : "use int32, float32 or float64 weights");
}

template <class S>
InputFacts prepare_shortest(typename S::Weight* w, Index n, Index ld, Orientation orientation,
                            bool both_ways) {
  using T = typename S::Weight;
  InputFacts facts;
  // An arc that counts both ways is an arc out of its head as well.
  std::vector<Range<T>> into(both_ways ? static_cast<std::size_t>(n) : 0);
  const auto add = [&](T low, T high) {
    facts.negative_bound -= static_cast<double>(low);
    facts.positive_bound += static_cast<double>(high);
    facts.largest = std::max({facts.largest, -static_cast<double>(low), static_cast<double>(high)});
  };
  for (Index i = 0; i < n; ++i) {
    T* row = w + i * ld;
    const Range<T> range = scan_row<S>(row, i, n, orientation, facts.nonnegative);
    add(range.low, range.high);
    for (Index j = 0; j < static_cast<Index>(into.size()); ++j) {
      Range<T>& column = into[static_cast<std::size_t>(j)];
      if (j == i || row[j] == S::no_path()) continue;
      column.low = std::min(column.low, row[j]);
      column.high = std::max(column.high, row[j]);
    }
  }
  for (const Range<T>& column : into) add(column.low, column.high);
  check_range<S>(facts);
  return facts;
}

}  // namespace

template <class S>
InputFacts prepare(typename S::Weight* w, Index n, Index ld, Orientation orientation,
                   bool both_ways) {
  if constexpr (S::kind == SemiringKind::shortest_path) {
    return prepare_shortest<S>(w, n, ld, orientation, both_ways);
  } else {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        auto& v = w[i * ld + j];
        if constexpr (S::kind == SemiringKind::reachability) {
          v = v != 0;
        } else {
          check_cell<S>(v, i, j, orientation);
        }
      }
    }
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

// Both walk squares of the matrix and their mirror images, so that neither side leaves the cache.
constexpr Index kSquare = 32;

template <class S>
void make_symmetric(typename S::Weight* w, Index n, Index ld) {
  for (Index i0 = 0; i0 < n; i0 += kSquare) {
    for (Index j0 = 0; j0 <= i0; j0 += kSquare) {
      for (Index i = i0; i < std::min(i0 + kSquare, n); ++i) {
        for (Index j = j0; j < std::min(j0 + kSquare, i); ++j) {
          auto& a = w[i * ld + j];
          auto& b = w[j * ld + i];
          if (S::is_better(a, b)) b = a;
          a = b;
        }
      }
    }
  }
}

template <class T>
bool is_symmetric(const T* w, Index n, Index ld) {
  for (Index i0 = 0; i0 < n; i0 += kSquare) {
    for (Index j0 = 0; j0 <= i0; j0 += kSquare) {
      for (Index i = i0; i < std::min(i0 + kSquare, n); ++i) {
        for (Index j = j0; j < std::min(j0 + kSquare, i); ++j) {
          if (w[i * ld + j] != w[j * ld + i]) return false;
        }
      }
    }
  }
  return true;
}

template <class S>
void finish(typename S::Weight* w, Index n, Index ld, const InputFacts& facts) {
  using T = typename S::Weight;
  // A cycle that is better than the empty path by rounding alone may have come back to a vertex.
  for (Index i = 0; i < n; ++i) w[i * ld + i] = S::empty_path();
  if constexpr (S::kind == SemiringKind::shortest_path) {
    if (std::integral<T> && !facts.nonnegative) {
      const T least = static_cast<T>(static_cast<double>(S::no_path()) - facts.negative_bound);
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
          T& v = w[i * ld + j];
          v = v >= least ? S::no_path() : v;
        }
      }
    }
    if (facts.may_overflow) check_reach(w, n, ld, S::no_path());
  }
}

#define WARPATH_INSTANTIATE(S)                                                          \
  template InputFacts prepare<S>(typename S::Weight*, Index, Index, Orientation, bool); \
  template void set_diagonal<S>(typename S::Weight*, Index, Index);                     \
  template void make_symmetric<S>(typename S::Weight*, Index, Index);                   \
  template void finish<S>(typename S::Weight*, Index, Index, const InputFacts&);
WARPATH_INSTANTIATE(ShortestPath<float>)
WARPATH_INSTANTIATE(ShortestPath<double>)
WARPATH_INSTANTIATE(ShortestPath<std::int32_t>)
WARPATH_INSTANTIATE(ShortestPath<std::int16_t>)
WARPATH_INSTANTIATE(WidestPath<float>)
WARPATH_INSTANTIATE(WidestPath<std::int32_t>)
WARPATH_INSTANTIATE(MinimaxPath<float>)
WARPATH_INSTANTIATE(MinimaxPath<std::int32_t>)
WARPATH_INSTANTIATE(Reachability)

template bool is_symmetric(const float*, Index, Index);
template bool is_symmetric(const double*, Index, Index);
template bool is_symmetric(const std::int32_t*, Index, Index);
template bool is_symmetric(const std::int16_t*, Index, Index);
template bool is_symmetric(const std::uint8_t*, Index, Index);

}  // namespace warpath
