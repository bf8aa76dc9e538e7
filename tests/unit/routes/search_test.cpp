// Searches against all simple paths of small graphs, tried one by one. Which of equally good routes is
// found is the matter of conformance/route_rule_test.cpp.
#include "routes/search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "support/random.hpp"
#include "support/ways.hpp"
#include "warpath/error.hpp"

namespace warpath::routes {
namespace {

using Route = std::vector<Index>;

Route find_route(const Graph& graph, Index from, Index to, SemiringKind semiring) {
  return find_routes(graph, from, {&to, 1}, semiring).front();
}

struct Shape {
  Index n = 6;
  double density = 0.4;
  int low = 0;
  int high = 4;  // few weights: many ties
};

// With loops and parallel arcs.
template <class T>
std::vector<Arc<T>> random_arcs(const Shape& shape, support::Random& random) {
  std::vector<Arc<T>> arcs;
  for (Index u = 0; u < shape.n; ++u) {
    for (Index v = 0; v < shape.n; ++v) {
      for (int copy = 0; copy < 2; ++copy) {
        if (random.chance(copy == 0 ? shape.density : 0.1)) {
          arcs.push_back({u, v, static_cast<T>(random.whole(shape.low, shape.high))});
        }
      }
    }
  }
  return arcs;
}

// How good the best path is that visits no vertex twice; smaller is better.
template <class T>
class AllPaths {
 public:
  AllPaths(const std::vector<Arc<T>>& arcs, Index to, SemiringKind semiring)
      : arcs_(arcs), to_(to), semiring_(semiring) {}

  std::optional<double> best_from(Index from) {
    path_ = {from};
    walk(0);
    return best_;
  }

  // The same of one route; empty where two of its vertices have no arc.
  std::optional<double> value_of(const Route& route) const {
    double value = 0;
    for (std::size_t i = 1; i < route.size(); ++i) {
      std::optional<double> best;
      for (const Arc<T>& arc : arcs_) {
        if (arc.from != route[i - 1] || arc.to != route[i]) continue;
        const double through = extended(value, i - 1, static_cast<double>(arc.weight));
        if (!best || through < *best) best = through;
      }
      if (!best) return std::nullopt;
      value = *best;
    }
    return value;
  }

 private:
  double extended(double value, std::size_t legs, double weight) const {
    switch (semiring_) {
      case SemiringKind::shortest_path: return value + weight;
      case SemiringKind::widest_path: return legs == 0 ? -weight : std::max(value, -weight);
      case SemiringKind::minimax_path: return legs == 0 ? weight : std::max(value, weight);
      case SemiringKind::reachability: break;
    }
    return 0;
  }

  void walk(double value) {
    if (path_.back() == to_) {
      if (!best_ || value < *best_) best_ = value;
      return;
    }
    for (const Arc<T>& arc : arcs_) {
      if (arc.from != path_.back() || std::count(path_.begin(), path_.end(), arc.to) > 0) continue;
      path_.push_back(arc.to);
      walk(extended(value, path_.size() - 2, static_cast<double>(arc.weight)));
      path_.pop_back();
    }
  }

  const std::vector<Arc<T>>& arcs_;
  Index to_;
  SemiringKind semiring_;
  Route path_;
  std::optional<double> best_;
};

template <class T>
bool has_negative_cycle_in_reach(const std::vector<Arc<T>>& arcs, Index n, Index from) {
  constexpr double none = 1e30;
  std::vector<double> value(static_cast<std::size_t>(n), none);
  value[static_cast<std::size_t>(from)] = 0;
  bool changed = true;
  for (Index round = 0; round <= n && changed; ++round) {
    changed = false;
    for (const Arc<T>& arc : arcs) {
      const double through = value[arc.from] + static_cast<double>(arc.weight);
      if (value[arc.from] < none && through < value[arc.to]) {
        value[arc.to] = through;
        changed = true;
      }
    }
  }
  return changed;
}

template <class T>
void check_all_pairs(const std::vector<Arc<T>>& arcs, Index n, SemiringKind semiring) {
  const Graph graph = Graph::from_arcs<T>(n, arcs);
  std::vector<Index> targets{0};  // which is asked for twice
  for (Index to = n - 1; to >= 0; --to) targets.push_back(to);
  for (Index from = 0; from < n; ++from) {
    const bool shortest = semiring == SemiringKind::shortest_path;
    if (shortest && has_negative_cycle_in_reach(arcs, n, from)) {
      EXPECT_EQ(support::code_of([&] { find_route(graph, from, from, semiring); }),
                ErrorCode::negative_cycle);
      continue;
    }
    const auto together = find_routes(graph, from, targets, semiring);
    ASSERT_EQ(together.size(), targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const Index to = targets[i];
      AllPaths<T> paths(arcs, to, semiring);
      const auto want = paths.best_from(from);
      const Route& route = together[i];
      ASSERT_EQ(route.empty(), !want);
      EXPECT_EQ(find_route(graph, from, to, semiring), route);
      if (!want) continue;
      EXPECT_EQ(route.front(), from);
      EXPECT_EQ(route.back(), to);
      EXPECT_EQ(paths.value_of(route), want);
    }
  }
}

template <class T>
class Search : public testing::Test {};
using WeightTypes = testing::Types<float, double, std::int64_t, std::int32_t, std::int16_t>;
TYPED_TEST_SUITE(Search, WeightTypes);

TYPED_TEST(Search, FindsTheBestOfAllPaths) {
  support::Random random(1);
  for (int round = 0; round < 60; ++round) {
    const Shape shape{2 + round % 6, 0.15 + 0.1 * (round % 5), 0, round % 3 == 0 ? 1 : 5};
    const auto arcs = random_arcs<TypeParam>(shape, random);
    for (const auto semiring : {SemiringKind::shortest_path, SemiringKind::widest_path,
                                SemiringKind::minimax_path, SemiringKind::reachability}) {
      check_all_pairs(arcs, shape.n, semiring);
    }
  }
}

TYPED_TEST(Search, TakesNegativeArcs) {
  support::Random random(2);
  for (int round = 0; round < 150; ++round) {
    const Shape shape{2 + round % 6, 0.1 + 0.1 * (round % 4), -1 - round % 2, 4};
    const auto arcs = random_arcs<TypeParam>(shape, random);
    for (const auto semiring :
         {SemiringKind::shortest_path, SemiringKind::widest_path, SemiringKind::minimax_path}) {
      check_all_pairs(arcs, shape.n, semiring);
    }
  }
}

TEST(Search, AddsBeyondTheWeightsType) {
  const std::vector<Arc<std::int16_t>> arcs{{0, 1, 16000}, {1, 2, 16000}, {2, 3, 16000}, {0, 3, 0}};
  std::vector<Arc<std::int16_t>> without(arcs.begin(), arcs.end() - 1);
  EXPECT_EQ(
      find_route(Graph::from_arcs<std::int16_t>(4, without), 0, 3, SemiringKind::shortest_path),
      (Route{0, 1, 2, 3}));
  EXPECT_EQ(find_route(Graph::from_arcs<std::int16_t>(4, arcs), 0, 3, SemiringKind::shortest_path),
            (Route{0, 3}));
}

// No integer is wider than int64: what outgrows it is said, and not taken for unreachable.
TEST(Search, RefusesSumsThatOutgrowInt64) {
  const std::int64_t half = std::int64_t{1} << 61;
  for (const std::int64_t other : {std::int64_t{5}, std::int64_t{-5}}) {
    const std::vector<Arc<std::int64_t>> arcs{
        {0, 1, half}, {1, 2, half - 2}, {2, 3, 9}, {4, 0, other}};
    const Graph graph = Graph::from_arcs<std::int64_t>(6, arcs);
    const auto route = [&](Index from, Index to) {
      return find_route(graph, from, to, SemiringKind::shortest_path);
    };
    EXPECT_EQ(support::code_of([&] { route(0, 3); }), ErrorCode::bad_input) << other;
    EXPECT_EQ(support::code_of([&] { route(4, 3); }), ErrorCode::bad_input) << other;
    EXPECT_EQ(route(1, 3), (Route{1, 2, 3})) << other;
    EXPECT_TRUE(route(1, 5).empty()) << other;
    if (other < 0) continue;  // all that is reached must fit then
    EXPECT_EQ(route(0, 2), (Route{0, 1, 2}));
  }
}

TEST(Search, DoesNotUseArcsThatAreNone) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<Arc<float>> arcs{{0, 1, inf}, {0, 2, -inf}};
  const Graph graph = Graph::from_arcs<float>(3, arcs);
  EXPECT_FALSE(find_route(graph, 0, 1, SemiringKind::widest_path).empty());
  EXPECT_TRUE(find_route(graph, 0, 2, SemiringKind::widest_path).empty());
  EXPECT_TRUE(find_route(graph, 0, 1, SemiringKind::minimax_path).empty());
  EXPECT_TRUE(find_route(graph, 0, 1, SemiringKind::reachability).empty());  // as for a solve
  EXPECT_EQ(support::code_of([&] { find_route(graph, 0, 1, SemiringKind::shortest_path); }),
            ErrorCode::bad_input);
}

// Every cycle that is reported is one: its arcs exist, it closes, and its sum is negative.
TEST(Search, ReportsRealCycles) {
  support::Random random(3);
  int found = 0;
  for (int round = 0; round < 300; ++round) {
    const auto arcs = random_arcs<std::int32_t>({8, 0.25, -2, 5}, random);
    try {
      find_route(Graph::from_arcs<std::int32_t>(8, arcs), 0, 7, SemiringKind::shortest_path);
      continue;
    } catch (const Error& error) {
      ++found;
      const Cycle& cycle = error.cycle();
      double sum = 0;
      ASSERT_EQ(cycle.weights.size(), cycle.vertices.size()) << error.what();
      for (std::size_t i = 0; i < cycle.vertices.size(); ++i) {
        const Index next = cycle.vertices[(i + 1) % cycle.vertices.size()];
        const auto weight = static_cast<std::int32_t>(cycle.weights[i]);
        const Arc<std::int32_t> arc{cycle.vertices[i], next, weight};
        EXPECT_GT(std::count(arcs.begin(), arcs.end(), arc), 0) << error.what();
        sum += weight;
      }
      EXPECT_LT(sum, 0) << error.what();
      EXPECT_EQ(sum, cycle.sum) << error.what();
    }
  }
  EXPECT_GT(found, 50);
}

// 0.1 + 0.2 - 0.3 is not 0 in floats, one way round or the other.
TEST(Search, TakesRoundingForNothing) {
  for (const float sign : {1.0F, -1.0F}) {
    const std::vector<Arc<float>> arcs{{0, 1, sign * 0.1F},
                                       {1, 2, sign * 0.2F},
                                       {2, 0, sign * -0.3F},
                                       {2, 3, 1.0F},
                                       {3, 4, -0.7F}};
    const Graph graph = Graph::from_arcs<float>(5, arcs);
    EXPECT_EQ(find_route(graph, 0, 4, SemiringKind::shortest_path), (Route{0, 1, 2, 3, 4}));
  }
}

// Nor does it go by way of 1 because 0.1 + 0.2 comes out a little below 0.3.
TEST(Search, TakesTheArcItselfWhereFloatsCannotTell) {
  const std::vector<Arc<float>> arcs{{0, 1, 0.1F}, {1, 2, 0.2F}, {0, 2, 0.3F}};
  const Graph graph = Graph::from_arcs<float>(3, arcs);
  EXPECT_EQ(find_route(graph, 0, 2, SemiringKind::shortest_path), (Route{0, 2}));
}

// Floats of either sign, whose sums depend on their order: as good as the best but for rounding.
TEST(Search, IsRightForNegativeFloats) {
  support::Random random(4);
  for (int round = 0; round < 200; ++round) {
    const Index n = 2 + static_cast<Index>(random.below(7));
    std::vector<double> potential;
    for (Index v = 0; v < n; ++v) potential.push_back(random.real(-50, 50));
    std::vector<Arc<double>> arcs;
    for (Index a = 0; a < 4 * n; ++a) {
      const std::size_t u = random.below(potential.size());
      const std::size_t v = random.below(potential.size());
      const double length = random.chance(0.3) ? 0 : random.real(0, 1);
      arcs.push_back(
          {static_cast<Index>(u), static_cast<Index>(v), length + potential[v] - potential[u]});
    }
    const Graph graph = Graph::from_arcs<double>(n, arcs);
    for (Index from = 0; from < n; ++from) {
      for (Index to = 0; to < n; ++to) {
        AllPaths<double> paths(arcs, to, SemiringKind::shortest_path);
        const auto want = paths.best_from(from);
        const Route route = find_route(graph, from, to, SemiringKind::shortest_path);
        ASSERT_EQ(route.empty(), !want);
        if (!want) continue;
        EXPECT_NEAR(paths.value_of(route).value(), *want, 1e-9);
      }
    }
  }
}

// 1 comes nearer when 2 and 3 have been reached by way of it, by less than the long arc has digits for:
// they stay where they are, and what is behind them is still to be reached.
TEST(Search, GoesOnBehindWhatRoundingLeavesInItsPlace) {
  const std::vector<Arc<float>> arcs{{0, 1, 1}, {0, 4, 0.5F},   {1, 2, 1e20F}, {2, 3, 1},
                                     {3, 6, 1}, {4, 5, -0.25F}, {5, 1, 0.5F}};
  const Graph graph = Graph::from_arcs<float>(7, arcs);
  EXPECT_EQ(find_route(graph, 0, 6, SemiringKind::shortest_path), (Route{0, 4, 5, 1, 2, 3, 6}));
}

}  // namespace
}  // namespace warpath::routes
