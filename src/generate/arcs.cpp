// Generated graphs without a geometry: random, gnp, scale-free, chain.
#include <algorithm>
#include <vector>

#include "generate/detail.hpp"

namespace warpath::detail {

namespace {

// How many failures precede the first success, when each try succeeds with probability p.
// P(at least k failures) = (1-p)^k is tabulated in units of 2^-64; a draw past the table starts
// over from there, which a memoryless distribution allows. No logarithm, so no libm.
class Skips {
 public:
  explicit Skips(double p) {
    const auto failure = ~static_cast<std::uint64_t>(p * 0x1p64);
    std::uint64_t power = failure;
    const auto length = static_cast<std::size_t>(std::min(1 / p, 65536.0)) + 1;
    for (std::size_t k = 0; k < length; ++k) {
      at_least_.push_back(power);  // after k + 1 failures
      power = multiply_high(power, failure);
    }
  }

  std::uint64_t draw(Random& random) const {
    std::uint64_t skipped = 0;
    for (;;) {
      const std::uint64_t u = random.next();
      const auto end = std::partition_point(at_least_.begin(), at_least_.end(),
                                            [u](std::uint64_t power) { return u < power; });
      skipped += static_cast<std::uint64_t>(end - at_least_.begin());
      if (end != at_least_.end()) return skipped;
    }
  }

 private:
  std::vector<std::uint64_t> at_least_;
};

}  // namespace

template <class T>
Graph make_random(Index n, const GenerateOptions& options) {
  Random random(options.seed);
  std::vector<Arc<T>> arcs;
  arcs.reserve(complete_arcs(GraphKind::random, n, kBytesPerArc<T>));
  for (Index u = 0; u < n; ++u) {
    for (Index v = 0; v < n; ++v) {
      if (u != v) arcs.push_back({u, v, random_weight<T>(random)});
    }
  }
  return Graph::from_arcs<T>(n, arcs);
}

template <class T>
Graph make_gnp(Index n, const GenerateOptions& options) {
  if (n < 2 || options.degree == 0) return Graph::from_arcs<T>(n, {});
  const double p = options.degree / static_cast<double>(n - 1);
  if (p >= 1) return make_random<T>(n, options);
  Random random(options.seed);
  const Skips skips(p);
  std::vector<Arc<T>> arcs;
  arcs.reserve(static_cast<std::size_t>(1.1 * options.degree * static_cast<double>(n)));
  // Walks over the n(n-1) ordered pairs (u, v), u != v, numbered row by row.
  const auto row = static_cast<std::uint64_t>(n - 1);
  const std::uint64_t pairs = static_cast<std::uint64_t>(n) * row;
  for (std::uint64_t at = skips.draw(random); at < pairs; at += 1 + skips.draw(random)) {
    const auto u = static_cast<Index>(at / row);
    const auto v = static_cast<Index>(at % row);
    arcs.push_back({u, v + (v >= u ? 1 : 0), random_weight<T>(random)});
  }
  return Graph::from_arcs<T>(n, arcs);
}

// Barabási and Albert, "Emergence of scaling in random networks", 1999. A vertex stands in `ends`
// once per link, so a uniform draw from it prefers the well connected.
template <class T>
Graph make_scale_free(Index n, const GenerateOptions& options) {
  Random random(options.seed);
  const auto links = std::max<Index>(1, static_cast<Index>(options.degree / 2));
  std::vector<Arc<T>> arcs;
  std::vector<Index> ends;
  const auto link = [&](Index u, Index v) {
    arcs.push_back({u, v, random_weight<T>(random)});
    ends.push_back(u), ends.push_back(v);
  };
  const Index core = std::min(n, links + 1);
  for (Index u = 0; u < core; ++u) {
    for (Index v = 0; v < u; ++v) link(u, v);
  }
  std::vector<Index> chosen;
  for (Index u = core; u < n; ++u) {
    chosen.clear();
    while (static_cast<Index>(chosen.size()) < links) {
      const Index v = ends[static_cast<std::size_t>(random.below(ends.size()))];
      if (std::find(chosen.begin(), chosen.end(), v) == chosen.end()) chosen.push_back(v);
    }
    for (const Index v : chosen) link(u, v);
  }
  return Graph::from_arcs<T>(n, arcs, Direction::undirected);
}

template <class T>
Graph make_chain(Index n, const GenerateOptions& options) {
  Random random(options.seed);
  std::vector<Arc<T>> arcs;
  for (Index v = 0; v + 1 < n; ++v) arcs.push_back({v, v + 1, random_weight<T>(random)});
  return Graph::from_arcs<T>(n, arcs);
}

#define WARPATH_INSTANTIATE(T, name)                                \
  template Graph make_random<T>(Index, const GenerateOptions&);     \
  template Graph make_gnp<T>(Index, const GenerateOptions&);        \
  template Graph make_scale_free<T>(Index, const GenerateOptions&); \
  template Graph make_chain<T>(Index, const GenerateOptions&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::detail
