#include "numerics/reach_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "warpath/error.hpp"

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
      : n_(n), words_((n + kWord - 1) / kWord), bits_(index(n * words_)) {
    crew.run_each(n, [&](Index i) {
      for (Index j = 0; j < n; ++j) {
        if (w[i * ld + j] == no_path) continue;
        bits_[index(i * words_ + j / kWord)] |= Word{1} << (j % kWord);
      }
    });
  }

  std::span<const Word> row(Index i) const { return {bits_.data() + i * words_, index(words_)}; }

  bool has(Index i, Index j) const { return (row(i)[index(j / kWord)] >> (j % kWord) & 1) != 0; }

  // All vertices, those that reach the same ones next to each other.
  std::vector<Index> in_classes() const {
    std::vector<Index> order(index(n_));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), [&](Index a, Index b) {
      const auto [x, y] = std::ranges::mismatch(row(a), row(b));
      return x == row(a).end() ? a < b : *x < *y;
    });
    return order;
  }

 private:
  Index n_;
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
void check_reach(const T* w, Index n, Index ld, T no_path, Orientation orientation, Crew& crew) {
  if (all_reachable(w, n, ld, no_path, crew)) return;
  const Reach reach(w, n, ld, no_path, crew);
  const std::vector<Index> order = reach.in_classes();
  const auto same = [&](Index x, Index y) {
    return std::ranges::equal(reach.row(order[index(x)]), reach.row(order[index(y)]));
  };
  // The class of order[x] is known by its first member.
  std::vector<Index> first(index(n));
  for (Index x = 1; x < n; ++x) first[index(x)] = same(x, x - 1) ? first[index(x - 1)] : x;

  // Where i reaches k it must reach all that k does; one look per pair of classes is enough.
  std::atomic<Index> bad{n};
  crew.run_each(n, [&](Index x) {
    if (first[index(x)] != x) return;
    const Index i = order[index(x)];
    Index looked_at = -1;
    for (Index y = 0; y < n; ++y) {
      const Index k = order[index(y)];
      if (first[index(y)] == looked_at || !reach.has(i, k)) continue;
      looked_at = first[index(y)];
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
  throw Error(ErrorCode::bad_input,
              fmt::format("the distance from {} to {} is too large for {}, which holds less "
                          "than {}",
                          from, to, to_string(weight_type_of<T>), no_path),
              "use a wider weight type", {from, to});
}

#define WARPATH_INSTANTIATE(T, name) \
  template void check_reach(const T*, Index, Index, T, Orientation, Crew&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
