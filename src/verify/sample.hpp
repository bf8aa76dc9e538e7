// Which rows are looked at where all of them would take too long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "warpath/types.hpp"

namespace warpath::verify {

// `count` sources spread over 0 .. n-1, in ascending order; all of them when there are no more.
inline std::vector<Index> sample_sources(Index n, Index count, std::uint64_t seed = 1) {
  count = std::min(count, n);
  Random random(seed);
  std::vector<Index> sources;
  for (Index i = 0; i < count; ++i) {
    const Index first = n / count * i + std::min(i, n % count);
    const Index last = first + n / count - 1 + (i < n % count ? 1 : 0);
    sources.push_back(random.between(first, last));
  }
  return sources;
}

}  // namespace warpath::verify
