// Routes against all simple paths of small graphs, tried one by one.
#include "cli/path/route.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "support/random.hpp"
#include "support/ways.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

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

// Smaller is better: how good, how many arcs, which vertices.
using Rank = std::tuple<double, std::size_t, std::vector<Index>>;

template <class T>
class AllPaths {
 public:
  AllPaths(const std::vector<Arc<T>>& arcs, Index to, SemiringKind semiring)
      : arcs_(arcs), to_(to), semiring_(semiring) {}

  std::optional<Rank> best_from(Index from) {
    path_ = {from};
    walk(0, 0);
    return best_;
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

  void walk(double value, std::size_t legs) {
    if (path_.back() == to_) {
      const Rank rank{value, legs, path_};
      if (!best_ || rank < *best_) best_ = rank;
      return;
    }
    for (const Arc<T>& arc : arcs_) {
      if (arc.from != path_.back() || std::count(path_.begin(), path_.end(), arc.to) > 0) continue;
      path_.push_back(arc.to);
      walk(extended(value, legs, static_cast<double>(arc.weight)), legs + 1);
      path_.pop_back();
    }
  }

  const std::vector<Arc<T>>& arcs_;
  Index to_;
  SemiringKind semiring_;
  std::vector<Index> path_;
  std::optional<Rank> best_;
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

// One search for many targets says what one for each says, and routes are found again by their
// vertices.
void check_together(const Graph& graph, Index from, SemiringKind semiring, const Names& names) {
  std::vector<Index> targets{0};
  for (Index to = graph.vertices() - 1; to >= 0; --to) targets.push_back(to);
  const auto routes = find_routes(graph, from, targets, semiring, names);
  ASSERT_EQ(routes.size(), targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto alone = find_route(graph, from, targets[i], semiring, names);
    ASSERT_EQ(routes[i].has_value(), alone.has_value());
    if (!alone) continue;
    std::size_t missing = 0;
    const auto again = route_along(graph, alone->vertices, semiring, missing);
    ASSERT_TRUE(again);
    for (const Route& route : {*routes[i], *again}) {
      EXPECT_EQ(route.vertices, alone->vertices);
      EXPECT_EQ(route.legs, alone->legs);
      EXPECT_EQ(route.total, alone->total);
    }
  }
}

TEST(Along, TellsWhereTheArcIsMissing) {
  const Graph graph =
      Graph::from_arcs<float>(3, std::vector<Arc<float>>{{0, 1, 1.5F}, {1, 0, 1.0F}});
  std::size_t missing = 0;
  EXPECT_FALSE(route_along(graph, {0, 1, 2}, SemiringKind::shortest_path, missing));
  EXPECT_EQ(missing, 2U);
  EXPECT_FALSE(route_along(graph, {2, 1}, SemiringKind::reachability, missing));
  EXPECT_EQ(missing, 1U);
  EXPECT_EQ(route_along(graph, {0, 1, 0}, SemiringKind::shortest_path, missing)->total, 2.5);
}

template <class T>
void check_all_pairs(const std::vector<Arc<T>>& arcs, Index n, SemiringKind semiring) {
  const Graph graph = Graph::from_arcs<T>(n, arcs);
  const Names names(graph, 0);
  for (Index from = 0; from < n; ++from) {
    const bool shortest = semiring == SemiringKind::shortest_path;
    const bool cycle = shortest && has_negative_cycle_in_reach(arcs, n, from);
    for (Index to = 0; to < n; ++to) {
      if (cycle) {
        EXPECT_EQ(support::code_of([&] { find_route(graph, from, to, semiring, names); }),
                  ErrorCode::negative_cycle);
        continue;
      }
      const auto want = AllPaths<T>(arcs, to, semiring).best_from(from);
      const auto route = find_route(graph, from, to, semiring, names);
      ASSERT_EQ(route.has_value(), want.has_value());
      if (!route) continue;
      EXPECT_EQ(route->vertices, std::get<2>(*want));
      ASSERT_EQ(route->legs.size() + 1, route->vertices.size());
      if (from == to) continue;
      double total = std::get<0>(*want);
      if (semiring == SemiringKind::widest_path) total = -total;
      if (semiring == SemiringKind::reachability) total = static_cast<double>(route->legs.size());
      EXPECT_EQ(route->total, total);
    }
    if (!cycle) check_together(graph, from, semiring, names);
  }
}

template <class T>
class Routes : public testing::Test {};
using WeightTypes = testing::Types<float, double, std::int32_t, std::int16_t>;
TYPED_TEST_SUITE(Routes, WeightTypes);

TYPED_TEST(Routes, AreTheBestOfAllPaths) {
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

TYPED_TEST(Routes, MayHaveNegativeArcs) {
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

TEST(Route, OfOneVertexHasNoLegs) {
  const Graph graph = Graph::from_arcs<std::int32_t>(1, {});
  const Names names(graph, 0);
  const auto route = find_route(graph, 0, 0, SemiringKind::widest_path, names);
  ASSERT_TRUE(route);
  EXPECT_EQ(route->vertices, std::vector<Index>{0});
  EXPECT_TRUE(route->legs.empty());
  EXPECT_EQ(route->total, std::numeric_limits<double>::infinity());
  EXPECT_EQ(find_route(graph, 0, 0, SemiringKind::shortest_path, names)->total, 0);
}

TEST(Route, SumsBeyondTheWeightsType) {
  const std::vector<Arc<std::int16_t>> arcs{{0, 1, 16000}, {1, 2, 16000}, {2, 3, 16000}};
  const Graph graph = Graph::from_arcs<std::int16_t>(4, arcs);
  EXPECT_EQ(find_route(graph, 0, 3, SemiringKind::shortest_path, Names(graph, 0))->total, 48000);
}

TEST(Route, DoesNotUseArcsThatAreNone) {
  const float inf = std::numeric_limits<float>::infinity();
  const std::vector<Arc<float>> arcs{{0, 1, inf}, {0, 2, -inf}};
  const Graph graph = Graph::from_arcs<float>(3, arcs);
  const Names names(graph, 0);
  EXPECT_TRUE(find_route(graph, 0, 1, SemiringKind::widest_path, names));
  EXPECT_FALSE(find_route(graph, 0, 2, SemiringKind::widest_path, names));
  EXPECT_FALSE(find_route(graph, 0, 1, SemiringKind::minimax_path, names));
  EXPECT_EQ(support::code_of([&] { find_route(graph, 0, 1, SemiringKind::shortest_path, names); }),
            ErrorCode::bad_input);
}

TEST(Route, NamesTheNegativeCycle) {
  const std::vector<Arc<std::int32_t>> arcs{{0, 1, 5}, {1, 2, 2}, {2, 3, -4},
                                            {2, 3, 9}, {3, 1, 1}, {4, 4, -9}};
  const Graph graph =
      Graph::from_arcs<std::int32_t>(5, arcs).with_labels({"A", "B", "C", "D", "E"});
  std::string text;
  const Names names(graph, 0);
  const auto find = [&] { find_route(graph, 0, 1, SemiringKind::shortest_path, names); };
  EXPECT_EQ(support::code_of(find, &text), ErrorCode::negative_cycle);
  EXPECT_NE(text.find("within reach of A"), std::string::npos) << text;
  EXPECT_NE(text.find("B -> C (2), C -> D (-4), D -> B (1); its sum is -1"), std::string::npos)
      << text;
}

// Every cycle that is reported is one: its arcs exist, it closes, and its sum is negative.
TEST(Route, ReportsRealCycles) {
  support::Random random(3);
  int found = 0;
  for (int round = 0; round < 300; ++round) {
    const auto arcs = random_arcs<std::int32_t>({8, 0.25, -2, 5}, random);
    const Graph graph = Graph::from_arcs<std::int32_t>(8, arcs);
    std::string text;
    try {
      find_route(graph, 0, 7, SemiringKind::shortest_path, Names(graph, 0));
      continue;
    } catch (const Error& error) {
      text = error.happened();
    }
    ++found;
    text = text.substr(text.find(": ") + 2);
    int sum = 0, first = -1, last = -1;
    for (const char* at = text.c_str(); *at != ';';) {
      int from = 0, to = 0, weight = 0, used = 0;
      ASSERT_EQ(std::sscanf(at, "%d -> %d (%d)%n", &from, &to, &weight, &used), 3) << text;
      const Arc<std::int32_t> arc{from, to, weight};
      EXPECT_EQ(std::count(arcs.begin(), arcs.end(), arc) > 0, true) << text;
      EXPECT_TRUE(last < 0 || from == last) << text;
      if (first < 0) first = from;
      last = to;
      sum += weight;
      at += used;
      if (*at == ',') at += 2;
    }
    EXPECT_EQ(first, last) << text;
    EXPECT_LT(sum, 0) << text;
    EXPECT_TRUE(text.ends_with("its sum is " + std::to_string(sum))) << text;
  }
  EXPECT_GT(found, 50);
}

// 0.1 + 0.2 - 0.3 is not 0 in floats, one way round or the other.
TEST(Route, TakesRoundingForNothing) {
  for (const float sign : {1.0F, -1.0F}) {
    const std::vector<Arc<float>> arcs{{0, 1, sign * 0.1F},
                                       {1, 2, sign * 0.2F},
                                       {2, 0, sign * -0.3F},
                                       {2, 3, 1.0F},
                                       {3, 4, -0.7F}};
    const Graph graph = Graph::from_arcs<float>(5, arcs);
    const auto route = find_route(graph, 0, 4, SemiringKind::shortest_path, Names(graph, 0));
    ASSERT_TRUE(route);
    EXPECT_EQ(route->vertices, (std::vector<Index>{0, 1, 2, 3, 4}));
    EXPECT_NEAR(route->total, sign * 0.3F + 0.3F, 1e-6);
  }
}

}  // namespace
}  // namespace warpath::cli
