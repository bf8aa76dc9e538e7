#include "verify/sample.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace warpath::verify {

std::vector<Index> sample_sources(Index n, Index count, std::uint64_t seed) {
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
