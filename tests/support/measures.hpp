// Judges measures by loops over all distances.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "warpath/measure.hpp"

namespace support {

using warpath::Index;

// Bin by bin: every count is that of the distances between its ends.
inline void expect_histogram(const warpath::Histogram& histogram,
                             const std::vector<double>& distances) {
  ASSERT_GT(histogram.width, 0);
  int exponent = 0;
  ASSERT_EQ(std::frexp(histogram.width, &exponent), 0.5) << "the width is no power of two";
  ASSERT_LE(histogram.counts.size(), 128u);
  ASSERT_TRUE(histogram.counts.empty() || histogram.counts.back() != 0);
  std::vector<std::uint64_t> want(histogram.counts.size());
  for (const double d : distances) {
    // Found by comparing, in units of the width: exact, and the end of the last bin may be beyond all numbers.
    std::size_t bin = 0;
    const double first = histogram.first / histogram.width;
    const double place = d / histogram.width;
    ASSERT_GE(place, first);
    while (bin < want.size() && place >= first + static_cast<double>(bin + 1)) ++bin;
    ASSERT_LT(bin, want.size()) << d << " is behind the last bin";
    ++want[bin];
  }
  ASSERT_EQ(histogram.counts, want);
}

// Of one vertex. `distance_of` gives no number where there is no path.
template <class DistanceOf>
void expect_vertex(const warpath::VertexMeasures& got, Index v, Index n, double slack,
                   double harmonic_slack, const DistanceOf& distance_of) {
  double total = 0, farthest = 0, harmonic = 0;
  Index reached = 0;
  for (Index other = 0; other < n; ++other) {
    const std::optional<double> d = distance_of(other);
    if (other == v || !d) continue;
    farthest = reached == 0 ? *d : std::max(farthest, *d);
    ++reached;
    total += *d;
    if (*d != 0) harmonic += 1 / *d;
  }
  const auto near = [&](double want) { return slack * (1 + std::abs(want)); };
  const auto at = static_cast<std::size_t>(v);
  ASSERT_EQ(got.reached[at], reached);
  ASSERT_NEAR(got.eccentricity[at], farthest, near(farthest));
  const auto r = static_cast<double>(reached);
  const double closeness = total > 0 ? r / (static_cast<double>(n) - 1) * (r / total) : 0;
  ASSERT_NEAR(got.closeness[at], closeness, 1e-12 + near(closeness));
  ASSERT_NEAR(got.harmonic[at], harmonic, harmonic_slack * (1 + r) + near(harmonic));
}

inline void expect_sizes(const warpath::VertexMeasures& got, Index n) {
  ASSERT_EQ(static_cast<Index>(got.reached.size()), n);
  ASSERT_EQ(static_cast<Index>(got.eccentricity.size()), n);
  ASSERT_EQ(static_cast<Index>(got.closeness.size()), n);
  ASSERT_EQ(static_cast<Index>(got.harmonic.size()), n);
}

// `distance`(i, j) is none where there is no path.
template <class Distance>
void expect_measures(const warpath::Measures& got, Index n, const Distance& distance, double slack,
                     double harmonic_slack = 1e-11) {
  ASSERT_NO_FATAL_FAILURE(expect_sizes(got, n));
  ASSERT_NO_FATAL_FAILURE(expect_sizes(got.way_in(), n));
  const auto near = [&](double want) { return slack * (1 + std::abs(want)); };
  std::vector<double> distances;
  double sum = 0;
  double diameter = 0;
  double radius = 0;
  bool any = false;
  for (Index i = 0; i < n; ++i) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(
        expect_vertex(got, i, n, slack, harmonic_slack, [&](Index j) { return distance(i, j); }));
    ASSERT_NO_FATAL_FAILURE(expect_vertex(got.way_in(), i, n, slack, harmonic_slack,
                                          [&](Index j) { return distance(j, i); }));
    double farthest = 0;
    Index reached = 0;
    for (Index j = 0; j < n; ++j) {
      const std::optional<double> there = distance(i, j);
      if (i == j || !there) continue;
      const double d = *there;
      farthest = reached == 0 ? d : std::max(farthest, d);
      ++reached;
      sum += d;
      distances.push_back(d);
    }
    if (reached == 0) continue;
    diameter = any ? std::max(diameter, farthest) : farthest;
    radius = any ? std::min(radius, farthest) : farthest;
    any = true;
  }
  EXPECT_NEAR(got.diameter, diameter, near(diameter));
  EXPECT_NEAR(got.radius, radius, near(radius));
  EXPECT_EQ(got.pairs, static_cast<Index>(distances.size()));
  EXPECT_EQ(got.unreachable, n * (n - 1) - got.pairs);
  const double mean = distances.empty() ? 0 : sum / static_cast<double>(distances.size());
  EXPECT_NEAR(got.mean, mean, 1e-9 * (1 + std::abs(mean)) + near(mean));
  if (slack == 0) {
    ASSERT_NO_FATAL_FAILURE(expect_histogram(got.histogram, distances));
  }
  std::uint64_t counted = 0;
  for (const std::uint64_t count : got.histogram.counts) counted += count;
  EXPECT_EQ(counted, distances.size());
}

}  // namespace support
