// Predecessors of every production kernel, by walking every path.
#include <gtest/gtest.h>

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/sanitizers.hpp"
#include "support/walk.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

constexpr std::size_t kSizes[] = {0, 1, 2, 3, 7, 16, 17, 33, 64, 65, 97, 131, 259};
constexpr std::size_t kLargestUnderSanitizer = 97;

template <class S>
std::vector<Way> production(int threads) {
  std::vector<Way> ways = each_kernel<S>(threads);
  std::erase_if(ways, [](const Way& way) { return !way.production; });
  return ways;
}

template <class S>
warpath::Result routes(const Cells<typename S::Weight>& cells, std::size_t n, const Way& way) {
  const auto size = static_cast<Index>(n);
  using View = warpath::MatrixView<const typename S::Weight>;
  warpath::Options options = way.options(S::kind);
  options.predecessors = true;
  return warpath::solve(View::row_major(cells.data(), size, size), options);
}

template <class S>
void check(const Weights& arcs, const std::string& name, double settled = 0) {
  const std::size_t n = arcs.n();
  const auto cells = to_cells<S>(arcs);
  for (const Way& way : production<S>(2)) {
    std::string text;
    const auto where = [&] {
      return testing::Message() << text << "\n  " << way << " " << name_of<S>() << " n=" << n << " "
                                << name;
    };
    const auto error = code_of(
        [&] { EXPECT_TRUE(walks<S>(routes<S>(cells, n, way), cells, settled)) << where(); }, &text);
    EXPECT_FALSE(error.has_value()) << where();
  }
}

bool is_left_out(std::size_t n) {
  return (kSanitized && n > kLargestUnderSanitizer) || too_large(n);
}

class RoutesOfFamilies : public testing::TestWithParam<Family> {};

TEST_P(RoutesOfFamilies, AreWalked) {
  const Family& family = GetParam();
  for (const std::size_t n : kSizes) {
    if (is_left_out(n)) continue;
    for_each_combination([&]<class S>() {
      if (HasFailure()) return;
      if (is_shortest<S> && family.negative_cycle && n >= family.smallest) return;
      check<S>(family.make(n, limit_of<S>()), family.name);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, RoutesOfFamilies, testing::ValuesIn(whole_families()),
                         [](const auto& one) { return std::string(one.param.name); });

class RoutesOfRealWeights : public testing::TestWithParam<Family> {};

TEST_P(RoutesOfRealWeights, AreWalked) {
  for (const std::size_t n : kSizes) {
    if (is_left_out(n) || HasFailure()) continue;
    const Weights arcs = GetParam().make(n, limit_of<warpath::ShortestPath<float>>());
    check<warpath::ShortestPath<float>>(arcs, GetParam().name);
    check<warpath::ShortestPath<double>>(arcs, GetParam().name);
  }
}

INSTANTIATE_TEST_SUITE_P(All, RoutesOfRealWeights, testing::ValuesIn(real_families()),
                         [](const auto& one) { return std::string(one.param.name); });

// What makes predecessors go round in circles, in one graph: arcs of weight 0 in both directions, equal paths, and floats so
// far apart that the small ones vanish in every sum.
Weights hostile(std::size_t n, Random& random) {
  Weights arcs(n);
  const double density = random.real(0.5, 8) / static_cast<double>(n);
  const bool both_ways = random.chance(0.5);
  const int kind = static_cast<int>(random.below(4));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j || !random.chance(density)) continue;
      double weight = 0;
      if (kind == 0) weight = std::ldexp(1.0, static_cast<int>(random.whole(-20, 20)));
      if (kind == 1)
        weight = std::ldexp(random.real(0.5, 1), static_cast<int>(random.whole(-20, 20)));
      if (kind == 2) weight = random.whole(0, 2);
      if (kind == 3) weight = random.chance(0.8) ? 0 : random.real(0, 1);
      if (random.chance(0.2)) weight = 0;
      arcs(i, j) = weight;
      if (both_ways) arcs(j, i) = weight;
    }
  }
  return arcs;
}

TEST(Routes, AreTreesOnHostileGraphs) {
  Random random(7);
  const int rounds = kSanitized ? 20 : 150;
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    const std::size_t n = 2 + random.below(round % 10 == 0 ? 150 : 40);
    const Weights arcs = hostile(n, random);
    check<warpath::ShortestPath<float>>(arcs, "hostile");
    check<warpath::ShortestPath<double>>(arcs, "hostile");
    check<warpath::WidestPath<float>>(arcs, "hostile");
    check<warpath::MinimaxPath<float>>(arcs, "hostile");
    check<warpath::Reachability>(arcs, "hostile");
  }
}

// Potentials turn arcs of weight 0 and more into such of either sign whose cycles are as before: many of weight 0.
TEST(Routes, AreTreesWithCyclesOfWeightZeroAndNegativeArcs) {
  Random random(8);
  const int rounds = kSanitized ? 20 : 150;
  for (int round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    const std::size_t n = 2 + random.below(60);
    Weights arcs(n);
    std::vector<double> potential(n);
    const bool whole = random.chance(0.5);
    for (double& p : potential) p = whole ? random.whole(-50, 50) : random.real(-50, 50);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || !random.chance(4 / static_cast<double>(n))) continue;
        const double weight = random.chance(0.6) ? 0 : random.whole(1, 3);
        arcs(i, j) = weight + potential[j] - potential[i];
        arcs(j, i) = weight + potential[i] - potential[j];
      }
    }
    if (whole) {
      check<warpath::ShortestPath<std::int32_t>>(arcs, "potentials");
      check<warpath::ShortestPath<std::int16_t>>(arcs, "potentials");
    }
    check<warpath::ShortestPath<double>>(arcs, "potentials", 100 * 0x1p-36);
    if (whole) check<warpath::ShortestPath<float>>(arcs, "potentials");
  }
}

TEST(Routes, AreTheSameForAnyNumberOfThreads) {
  Random random(9);
  using S = warpath::ShortestPath<float>;
  for (const std::size_t n : {40, 200}) {
    const auto cells = to_cells<S>(hostile(n, random));
    for (Way way : production<S>(1)) {
      const warpath::Result one = routes<S>(cells, n, way);
      way.threads = 3;
      const warpath::Result many = routes<S>(cells, n, way);
      for (Index i = 0; i < one.vertices(); ++i) {
        for (Index j = 0; j < one.vertices(); ++j) {
          ASSERT_EQ(one.predecessors()(i, j), many.predecessors()(i, j)) << way;
        }
      }
    }
  }
}

}  // namespace
}  // namespace support
