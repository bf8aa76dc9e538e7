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

#include "core/reach_check.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

template <class T>
std::string place(Index i, Index j, Orientation orientation) {
  if (orientation == Orientation::transposed) std::swap(i, j);
  return fmt::format("the weight from {} to {}", i, j);
}

// The smallest weight of a row and its largest that is not no_path.
template <class T>
struct RowRange {
  T low;
  T high;
};

// A row of weights in [+0, no_path]; anything else in it makes the range fail `clean`. Floats are
// compared by their bits, which order like they do as long as no sign bit is set.
template <class S>
bool scan_clean_row(const typename S::Weight* row, Index n, RowRange<typename S::Weight>& range) {
  using T = typename S::Weight;
  using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t,
                                  std::conditional_t<sizeof(T) == 4, std::int32_t, std::int16_t>>;
  constexpr Bits no_path = std::bit_cast<Bits>(S::no_path());
  Bits low = no_path;
  Bits top = 0;
  Bits high = 0;
  for (Index j = 0; j < n; ++j) {
    const Bits bits = std::bit_cast<Bits>(row[j]);
    const Bits finite = bits == no_path ? Bits{0} : bits;
    low = bits < low ? bits : low;
    top = bits > top ? bits : top;
    high = finite > high ? finite : high;
  }
  range = {std::bit_cast<T>(low), std::bit_cast<T>(high)};
  return low >= 0 && top <= no_path;
}

// Any other row: says what is wrong with it, if anything.
template <class S>
RowRange<typename S::Weight> scan_row(typename S::Weight* row, Index i, Index n,
                                      Orientation orientation) {
  using T = typename S::Weight;
  RowRange<T> range{S::no_path(), std::numeric_limits<T>::lowest()};
  for (Index j = 0; j < n; ++j) {
    const T v = row[j];
    if constexpr (std::floating_point<T>) {
      if (std::isnan(v)) {
        throw Error(ErrorCode::bad_input, place<T>(i, j, orientation) + " is NaN",
                    "use +inf where there is no arc");
      }
      if (v == -std::numeric_limits<T>::infinity()) {
        throw Error(ErrorCode::bad_input, place<T>(i, j, orientation) + " is -inf",
                    "weights are finite; use +inf where there is no arc");
      }
      row[j] = v + T{0};  // -0 + 0 = +0
    } else if (v > S::no_path() || v <= -S::no_path()) {
      throw Error(
          ErrorCode::bad_input,
          fmt::format("{} is {}, outside {} .. {}", place<T>(i, j, orientation), v,
                      1 - S::no_path(), S::no_path() - 1),
          fmt::format("use a wider type, or {} where there is no arc", S::no_path()));
    }
    range.low = std::min(range.low, row[j]);
    if (v != S::no_path()) range.high = std::max(range.high, row[j]);
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
  throw Error(ErrorCode::bad_input,
              fmt::format("with negative weights present, distances from {} to {} are possible, "
                          "and {} holds no more than {}",
                          -facts.negative_bound, facts.positive_bound,
                          to_string(weight_type_of<T>), limit),
              std::floating_point<T> ? "scale the weights down, or use float64"
                                     : "use int32, float32 or float64 weights");
}

template <class S>
InputFacts prepare_shortest(typename S::Weight* w, Index n, Index ld, Orientation orientation) {
  using T = typename S::Weight;
  InputFacts facts;
  for (Index i = 0; i < n; ++i) {
    T* row = w + i * ld;
    RowRange<T> range{};
    if (!scan_clean_row<S>(row, n, range)) {
      range = scan_row<S>(row, i, n, orientation);
      if (range.low < 0) facts.nonnegative = false;
    }
    const double low = std::min(0.0, static_cast<double>(range.low));
    const double high = std::max(0.0, static_cast<double>(range.high));
    facts.negative_bound -= low;
    facts.positive_bound += high;
    facts.largest = std::max({facts.largest, -low, high});
  }
  check_range<S>(facts);
  return facts;
}

}  // namespace

template <class S>
InputFacts prepare(typename S::Weight* w, Index n, Index ld, Orientation orientation) {
  using T = typename S::Weight;
  if constexpr (S::kind == SemiringKind::shortest_path) {
    return prepare_shortest<S>(w, n, ld, orientation);
  } else {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        T& v = w[i * ld + j];
        if constexpr (S::kind == SemiringKind::reachability) {
          v = v != 0;
        } else if constexpr (std::floating_point<T>) {
          if (std::isnan(v)) {
            throw Error(ErrorCode::bad_input, place<T>(i, j, orientation) + " is NaN",
                        fmt::format("use {} where there is no arc", S::no_path()));
          }
          v += T{0};
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

#define WARPATH_INSTANTIATE(S)                                                     \
  template InputFacts prepare<S>(typename S::Weight*, Index, Index, Orientation); \
  template void set_diagonal<S>(typename S::Weight*, Index, Index);                \
  template void make_symmetric<S>(typename S::Weight*, Index, Index);              \
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
