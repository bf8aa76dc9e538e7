#include <algorithm>
#include <cmath>
#include <numeric>

#include "attack/judge.hpp"

namespace attack {
namespace {

struct Distance {
  Real best = 0;
  Real slack = 0;
};

// Sums are in float64, and may be so far off; so may reciprocals.
constexpr Real kSums = 1e-12L;
constexpr Real kReciprocals = 1e-11L;

void near(const char* what, Real is, Real low, Real high) {
  const Real room = kSums * std::max(std::abs(low), std::abs(high)) + 1e-300L;
  if (is >= low - room && is <= high + room) return;
  constexpr Real most = std::numeric_limits<double>::max();
  // Doubles have no such number.
  if ((is > most && high > most) || (is < -most && low < -most)) return;
  std::ostringstream text;
  text.precision(21);
  text << what << " is " << is << ", should be in [" << low << ", " << high << "]";
  found(text.str());
}

void judge_histogram(const warpath::Histogram& histogram, std::vector<Distance> all) {
  int exponent = 0;
  if (std::frexp(histogram.width, &exponent) != 0.5) found("bins that are no power of two wide");
  if (histogram.counts.size() > 128) found("more than 128 bins");
  if (!histogram.counts.empty() && histogram.counts.back() == 0) found("the last bin is empty");
  std::uint64_t below = 0;
  for (std::size_t k = 0; k < histogram.counts.size(); ++k) {
    below += histogram.counts[k];
    const Real edge = histogram.first + static_cast<Real>(k + 1) * histogram.width;
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    for (const auto& [best, slack] : all) {
      // Bins are of doubles, which int64 may be rounded to.
      const bool rounded = slack > 0 || std::abs(best) > 0x1p53L;
      const Real room = slack + (rounded ? kSums * std::abs(best) : 0);
      least += best + room < edge;
      most += best - room < edge;
    }
    if (below >= least && below <= most) continue;
    found("bins up to " + std::to_string(k) + " hold " + std::to_string(below) +
          " distances, should be " + std::to_string(least) + " to " + std::to_string(most));
  }
  if (below != all.size()) found("bins do not hold all distances");
}

// One way of a vertex: its distances, and how far off they may be, to or from others.
template <class DistanceOf>
void judge_vertex(const warpath::VertexMeasures& measures, std::size_t u, std::size_t n,
                  const DistanceOf& distance_of) {
  Real farthest = -kNone, room = 0, sum = 0, sum_room = 0, harmonic_low = 0, harmonic_high = 0;
  Index reached = 0;
  bool has_harmonic = true;
  for (std::size_t v = 0; v < n; ++v) {
    const auto [best, slack] = distance_of(v);
    if (v == u || best == kNone) continue;
    ++reached;
    farthest = std::max(farthest, best);
    room = std::max(room, slack);
    sum += best;
    sum_room += slack + std::abs(best) * kSums;
    if (best == 0 && slack == 0) continue;  // has no reciprocal
    has_harmonic = has_harmonic && std::abs(best) > 2 * slack;
    const Real term = 1 / best;
    const Real off = std::abs(1 / (std::abs(best) - slack)) - std::abs(term);
    harmonic_low += term - off - kReciprocals * std::abs(term);
    harmonic_high += term + off + kReciprocals * std::abs(term);
  }
  if (measures.reached[u] != reached) {
    found("vertex " + std::to_string(u) + " reaches " + std::to_string(measures.reached[u]) +
          ", should reach " + std::to_string(reached));
  }
  if (reached == 0) farthest = 0;
  near("an eccentricity", measures.eccentricity[u], farthest - room, farthest + room);
  if (has_harmonic) near("a harmonic", measures.harmonic[u], harmonic_low, harmonic_high);
  const Real part = static_cast<Real>(reached) / static_cast<Real>(std::max<std::size_t>(n, 2) - 1);
  if (sum > 2 * sum_room && reached > 0) {
    const Real top = static_cast<Real>(reached) * part;
    near("a closeness", measures.closeness[u], top / (sum + sum_room), top / (sum - sum_room));
  } else if (sum + sum_room <= 0) {
    near("a closeness", measures.closeness[u], 0, 0);
  }
}

void judge_sizes(const warpath::VertexMeasures& measures, std::size_t n) {
  if (measures.reached.size() != n || measures.closeness.size() != n ||
      measures.eccentricity.size() != n || measures.harmonic.size() != n) {
    found("measures of another number of vertices");
  }
}

}  // namespace

void judge_measures(const warpath::Measures& measures, const Truth& truth) {
  const std::size_t n = truth.n();
  judge_sizes(measures, n);
  judge_sizes(measures.way_in(), n);
  std::vector<Distance> all;
  Real diameter_low = 0, diameter_high = 0, radius_low = 0, radius_high = 0;
  Real mean_sum = 0, mean_room = 0;
  bool any = false;
  for (std::size_t u = 0; u < n; ++u) {
    const auto distance = [&](std::size_t from, std::size_t to) {
      const Real best = truth.best(from, to);
      return Distance{best, from == to || best == kNone ? 0 : truth.slack(from, to)};
    };
    judge_vertex(measures, u, n, [&](std::size_t v) { return distance(u, v); });
    judge_vertex(measures.way_in(), u, n, [&](std::size_t v) { return distance(v, u); });
    Real farthest = -kNone, room = 0;
    bool reached = false;
    for (std::size_t v = 0; v < n; ++v) {
      const auto [best, slack] = distance(u, v);
      if (v == u || best == kNone) continue;
      reached = true;
      farthest = std::max(farthest, best);
      room = std::max(room, slack);
      mean_sum += best;
      mean_room += slack + std::abs(best) * kSums;
      all.push_back({best, slack});
    }
    if (!reached) continue;
    diameter_low = any ? std::max(diameter_low, farthest - room) : farthest - room;
    diameter_high = any ? std::max(diameter_high, farthest + room) : farthest + room;
    radius_low = any ? std::min(radius_low, farthest - room) : farthest - room;
    radius_high = any ? std::min(radius_high, farthest + room) : farthest + room;
    any = true;
  }
  near("the diameter", measures.diameter, diameter_low, diameter_high);
  near("the radius", measures.radius, radius_low, radius_high);
  const auto pairs = static_cast<Index>(all.size());
  if (measures.pairs != pairs) found("pairs: " + std::to_string(measures.pairs));
  if (measures.unreachable != static_cast<Index>(n * n - n) - pairs) {
    found("unreachable: " + std::to_string(measures.unreachable));
  }
  if (any) {
    const auto count = static_cast<Real>(pairs);
    near("the mean", measures.mean, (mean_sum - mean_room) / count, (mean_sum + mean_room) / count);
  }
  judge_histogram(measures.histogram, std::move(all));
}

}  // namespace attack
