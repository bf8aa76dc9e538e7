#include "numerics/prepare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "base/too_narrow.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

using Word = std::uint64_t;
constexpr Index kWord = 64;

constexpr std::size_t index(Index i) { return static_cast<std::size_t>(i); }

template <class T>
bool all_reachable(const T* w, Index n, Index ld, T no_path, Crew& crew) {
  std::atomic<bool> all{true};
  crew.run_each(n, [&](Index i) {
    if (!all) return;
    T largest = w[i * ld];  // no_path is the largest value; a maximum is a vector instruction
    for (Index j = 1; j < n; ++j) largest = std::max(largest, w[i * ld + j]);
    if (largest == no_path) all = false;
  });
  return all;
}

// One row of bits per vertex: which vertices it reaches.
class Reach {
 public:
  template <class T>
  Reach(const T* w, Index n, Index ld, T no_path, Crew& crew)
      : words_((n + kWord - 1) / kWord), bits_(index(n * words_)) {
    crew.run_each(n, [&](Index i) {
      for (Index j = 0; j < n; ++j) {
        if (w[i * ld + j] == no_path) continue;
        bits_[index(i * words_ + j / kWord)] |= Word{1} << (j % kWord);
      }
    });
  }

  std::span<const Word> row(Index i) const { return {bits_.data() + i * words_, index(words_)}; }

  bool has(Index i, Index j) const { return (row(i)[index(j / kWord)] >> (j % kWord) & 1) != 0; }

 private:
  Index words_;
  std::vector<Word> bits_;
};

// A vertex that k reaches and i does not, or -1.
Index lost(const Reach& reach, Index i, Index k) {
  const std::span<const Word> own = reach.row(i);
  const std::span<const Word> via = reach.row(k);
  for (std::size_t x = 0; x < own.size(); ++x) {
    const Word beyond = via[x] & ~own[x];
    if (beyond != 0) return static_cast<Index>(x) * kWord + std::countr_zero(beyond);
  }
  return -1;
}

}  // namespace

template <class T>
void refuse_distance(Index from, Index to) {
  throw TooNarrow(weight_type_of<T>,
                  fmt::format("the distance from {} to {} is too large for {}, which holds less "
                              "than {}",
                              from, to, to_string(weight_type_of<T>), no_path<T>()),
                  "use a wider weight type", {from, to});
}

template <class T>
void check_reach(const T* w, Index n, Index ld, T no_path, Orientation orientation, Crew& crew) {
  if (all_reachable(w, n, ld, no_path, crew)) return;
  const Reach reach(w, n, ld, no_path, crew);
  // Vertices that reach the same ones are a class, known by the first of them.
  const auto less = [&](Index a, Index b) {
    return std::ranges::lexicographical_compare(reach.row(a), reach.row(b));
  };
  std::set<Index, decltype(less)> classes(less);
  std::vector<Index> class_of(index(n));
  for (Index i = 0; i < n; ++i) class_of[index(i)] = *classes.insert(i).first;

  // Where i reaches k it must reach all that k does; one look per pair of classes is enough.
  std::atomic<Index> bad{n};
  crew.run_each(n, [&](Index i) {
    if (class_of[index(i)] != i) return;
    std::vector<bool> looked_at(index(n));
    for (Index k = 0; k < n; ++k) {
      if (!reach.has(i, k) || looked_at[index(class_of[index(k)])]) continue;
      looked_at[index(class_of[index(k)])] = true;
      if (lost(reach, i, k) < 0) continue;
      lower(bad, i);
      return;
    }
  });
  if (bad == n) return;
  Index from = bad;
  Index to = -1;
  for (Index k = 0; k < n && to < 0; ++k) {
    if (reach.has(from, k)) to = lost(reach, from, k);
  }
  if (orientation == Orientation::transposed) std::swap(from, to);
  refuse_distance<T>(from, to);
}

#define WARPATH_INSTANTIATE(T, name)              \
  template void refuse_distance<T>(Index, Index); \
  template void check_reach(const T*, Index, Index, T, Orientation, Crew&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
