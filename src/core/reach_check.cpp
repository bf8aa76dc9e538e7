#include "core/reach_check.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "warpath/error.hpp"

namespace warpath {
namespace {

using Word = std::uint64_t;
constexpr Index kWord = 64;

template <class T>
bool all_reachable(const T* w, Index n, Index ld, T no_path) {
  for (Index i = 0; i < n; ++i) {
    bool all = true;
    for (Index j = 0; j < n; ++j) all &= w[i * ld + j] != no_path;
    if (!all) return false;
  }
  return true;
}

}  // namespace

template <class T>
void check_reach(const T* w, Index n, Index ld, T no_path) {
  if (all_reachable(w, n, ld, no_path)) return;
  const Index words = (n + kWord - 1) / kWord;
  std::vector<Word> reach(static_cast<std::size_t>(n * words));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      if (w[i * ld + j] == no_path) continue;
      reach[static_cast<std::size_t>(i * words + j / kWord)] |= Word{1} << (j % kWord);
    }
  }
  std::vector<Word> beyond(static_cast<std::size_t>(words));
  for (Index i = 0; i < n; ++i) {
    const Word* own = reach.data() + i * words;
    std::fill(beyond.begin(), beyond.end(), Word{0});
    for (Index k = 0; k < n; ++k) {
      if ((own[k / kWord] >> (k % kWord) & 1) == 0) continue;
      const Word* via = reach.data() + k * words;
      for (Index x = 0; x < words; ++x) beyond[static_cast<std::size_t>(x)] |= via[x];
    }
    for (Index x = 0; x < words; ++x) {
      const Word lost = beyond[static_cast<std::size_t>(x)] & ~own[x];
      if (lost == 0) continue;
      throw Error(
          ErrorCode::bad_input,
          fmt::format("the distance from {} to {} is too large for {}, which holds less "
                      "than {}",
                      i, x * kWord + std::countr_zero(lost), to_string(weight_type_of<T>), no_path),
          "use a wider weight type");
    }
  }
}

template void check_reach(const float*, Index, Index, float);
template void check_reach(const double*, Index, Index, double);
template void check_reach(const std::int32_t*, Index, Index, std::int32_t);
template void check_reach(const std::int16_t*, Index, Index, std::int16_t);

}  // namespace warpath
