// Real weights: sums round, and different kernels add in different orders. The bound that all of
// them must keep, with eps the distance from 1 to the next number of the type and d the oracle's
// answer in double for the weights as the type holds them:
//
//   weights >= 0   |got - d| <= n eps d         fewer than n additions of non-negative terms
//   any sign       |got - d| <= n eps (W + D)   W, D: the largest |weight| and |distance|
//
// Bottleneck paths add nothing: their answers are exact.
#include <gtest/gtest.h>

#include <cmath>

#include "base/semiring.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

class RealWeights : public testing::TestWithParam<Family> {};

// The weights that are left when the type has rounded them.
template <class T>
Weights rounded(Weights arcs) {
  for (std::size_t i = 0; i < arcs.n(); ++i) {
    for (std::size_t j = 0; j < arcs.n(); ++j) arcs(i, j) = static_cast<T>(arcs(i, j));
  }
  return arcs;
}

double largest_finite(const Weights& table) {
  double largest = 0;
  for (std::size_t i = 0; i < table.n(); ++i) {
    for (std::size_t j = 0; j < table.n(); ++j) {
      if (std::isfinite(table(i, j))) largest = std::max(largest, std::abs(table(i, j)));
    }
  }
  return largest;
}

template <class T>
testing::AssertionResult within_bound(const Cells<T>& got, Truth& truth, bool negative) {
  const Weights& d = truth.shortest().best;
  const std::size_t n = d.n();
  const double unit = static_cast<double>(n) * std::numeric_limits<T>::epsilon();
  const double scale = largest_finite(truth.arcs()) + largest_finite(d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double have = got[i * n + j];
      const bool fits = std::isfinite(d(i, j))
                            ? std::abs(have - d(i, j)) <= unit * (negative ? scale : d(i, j))
                            : have == d(i, j);
      if (fits) continue;
      return testing::AssertionFailure()
             << "cell (" << i << ", " << j << ") is " << have << ", should be " << d(i, j)
             << ", off by " << have - d(i, j) << " with unit " << unit;
    }
  }
  return testing::AssertionSuccess();
}

TEST_P(RealWeights, StayWithinTheBound) {
  const Family& family = GetParam();
  for (const std::size_t n : {1u, 2u, 3u, 31u, 64u, 65u, 101u, 131u, 195u, 259u, 387u}) {
    if ((kSanitized && n > 195) || too_large(n)) continue;
    const auto check = [&]<class S>() {
      using T = typename S::Weight;
      const std::vector<Way> ways = all_ways<S>({1, 2, 3});
      if (ways.empty()) return;
      Truth truth(rounded<T>(family.make(n, 0)));
      const auto cells = to_cells<S>(truth.arcs());
      for (const Way& way : ways) {
        if (way.slow() && n > 131) continue;
        EXPECT_TRUE(within_bound(solved<S>(cells, n, way), truth, family.negative))
            << way << " " << name_of<S>() << " n=" << n << " family=" << family.name;
      }
    };
    check.operator()<warpath::ShortestPath<float>>();
    check.operator()<warpath::ShortestPath<double>>();
  }
}

TEST_P(RealWeights, AreExactForBottleneckPaths) {
  if (each_isa<warpath::WidestPath<float>>(2).empty()) {
    GTEST_SKIP() << "no kernel of this backend finds bottleneck paths";
  }
  const Family& family = GetParam();
  for (const std::size_t n : {1u, 2u, 3u, 31u, 64u, 65u, 101u, 131u, 195u}) {
    if (too_large(n)) continue;
    const auto check = [&]<class S>() {
      Truth truth(rounded<float>(family.make(n, 0)));
      const auto cells = to_cells<S>(truth.arcs());
      const auto want = expected<S>(truth);
      for (const Way& way : each_isa<S>(2)) {
        EXPECT_TRUE(matches(want, solved<S>(cells, n, way), n))
            << way << " " << name_of<S>() << " n=" << n << " family=" << family.name;
      }
    };
    check.operator()<warpath::WidestPath<float>>();
    check.operator()<warpath::MinimaxPath<float>>();
  }
}

INSTANTIATE_TEST_SUITE_P(All, RealWeights, testing::ValuesIn(real_families()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace support
