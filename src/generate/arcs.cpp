// Generated graphs without a geometry: random, gnp, scale-free, chain.
#include <algorithm>
#include <vector>

#include "generate/kinds.hpp"

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

void draw_random(Draft& draft) {
  draft.arcs.reserve(draft.complete_arcs());
  for (Index u = 0; u < draft.vertices; ++u) {
    for (Index v = 0; v < draft.vertices; ++v) {
      if (u != v) draft.link(u, v);
    }
  }
}

void draw_gnp(Draft& draft) {
  const Index n = draft.vertices;
  const double degree = draft.options.degree;
  if (n < 2 || degree == 0) return;
  const double p = degree / static_cast<double>(n - 1);
  if (p >= 1) return draw_random(draft);
  const Skips skips(p);
  draft.arcs.reserve(static_cast<std::size_t>(1.1 * degree * static_cast<double>(n)));
  // Walks over the n(n-1) ordered pairs (u, v), u != v, numbered row by row.
  const auto row = static_cast<std::uint64_t>(n - 1);
  const std::uint64_t pairs = static_cast<std::uint64_t>(n) * row;
  for (std::uint64_t at = skips.draw(draft.random); at < pairs;
       at += 1 + skips.draw(draft.random)) {
    const auto u = static_cast<Index>(at / row);
    const auto v = static_cast<Index>(at % row);
    draft.link(u, v + (v >= u ? 1 : 0));
  }
}

// Barabási and Albert, "Emergence of scaling in random networks", 1999. A vertex stands in `ends`
// once per link, so a uniform draw from it prefers the well connected.
void draw_scale_free(Draft& draft) {
  draft.direction = Direction::undirected;
  const double half = std::max(draft.options.degree / 2, 1.0);  // links that a vertex comes with
  const auto whole = static_cast<Index>(half);
  const double more = half - static_cast<double>(whole);
  constexpr int kParts = 1 << 20;
  std::vector<Index> ends;
  const auto link = [&](Index u, Index v) {
    draft.link(u, v);
    ends.push_back(u), ends.push_back(v);
  };
  const Index core = std::min(draft.vertices, whole + 1);
  for (Index u = 0; u < core; ++u) {
    for (Index v = 0; v < u; ++v) link(u, v);
  }
  std::vector<Index> chosen;
  for (Index u = core; u < draft.vertices; ++u) {
    chosen.clear();
    const bool one_more =
        more > 0 && static_cast<double>(draft.random.below(kParts)) < more * kParts;
    const Index links = whole + (one_more ? 1 : 0);
    while (static_cast<Index>(chosen.size()) < links) {
      const Index v = ends[static_cast<std::size_t>(draft.random.below(ends.size()))];
      if (std::find(chosen.begin(), chosen.end(), v) == chosen.end()) chosen.push_back(v);
    }
    for (const Index v : chosen) link(u, v);
  }
}

void draw_chain(Draft& draft) {
  for (Index v = 0; v + 1 < draft.vertices; ++v) draft.link(v, v + 1);
}

}  // namespace warpath::detail
