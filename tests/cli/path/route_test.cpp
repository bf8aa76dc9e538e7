// Routes with their legs, and how a negative cycle is told.
#include "cli/path/route.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/ways.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

std::optional<Route> find_route(const Graph& graph, Index from, Index to, SemiringKind semiring) {
  return find_routes(graph, from, {&to, 1}, semiring, Names(graph, 0)).front();
}

TEST(Route, HasTheBestArcsAndTheirTotal) {
  const std::vector<Arc<std::int16_t>> arcs{
      {0, 1, 16000}, {0, 1, 16001}, {1, 2, 15999}, {2, 3, 16000}};
  const Graph graph = Graph::from_arcs<std::int16_t>(4, arcs);
  const auto check = [&](SemiringKind semiring, const std::vector<double>& legs, double total) {
    const auto route = find_route(graph, 0, 3, semiring);
    ASSERT_TRUE(route);
    EXPECT_EQ(route->vertices, (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ(route->legs, legs);
    EXPECT_EQ(route->total, total);
  };
  check(SemiringKind::shortest_path, {16000, 15999, 16000}, 47999);  // beyond int16
  check(SemiringKind::widest_path, {16001, 15999, 16000}, 15999);
  check(SemiringKind::minimax_path, {16000, 15999, 16000}, 16000);
  check(SemiringKind::reachability, {1, 1, 1}, 3);
  EXPECT_FALSE(find_route(graph, 3, 0, SemiringKind::shortest_path));
}

TEST(Route, OfOneVertexHasNoLegs) {
  const Graph graph = Graph::from_arcs<std::int32_t>(1, {});
  const auto route = find_route(graph, 0, 0, SemiringKind::widest_path);
  ASSERT_TRUE(route);
  EXPECT_EQ(route->vertices, std::vector<Index>{0});
  EXPECT_TRUE(route->legs.empty());
  EXPECT_EQ(route->total, std::numeric_limits<double>::infinity());
  EXPECT_EQ(find_route(graph, 0, 0, SemiringKind::shortest_path)->total, 0);
}

TEST(Route, TellsWhereAnArcIsMissing) {
  const Graph graph =
      Graph::from_arcs<float>(3, std::vector<Arc<float>>{{0, 1, 1.5F}, {1, 0, 1.0F}});
  std::size_t missing = 0;
  EXPECT_FALSE(route_along(graph, {0, 1, 2}, SemiringKind::shortest_path, missing));
  EXPECT_EQ(missing, 2U);
  EXPECT_FALSE(route_along(graph, {2, 1}, SemiringKind::reachability, missing));
  EXPECT_EQ(missing, 1U);
  EXPECT_EQ(route_along(graph, {0, 1, 0}, SemiringKind::shortest_path, missing)->total, 2.5);
}

TEST(Route, NamesTheNegativeCycle) {
  const std::vector<Arc<std::int32_t>> arcs{{0, 1, 5}, {1, 2, 2}, {2, 3, -4},
                                            {2, 3, 9}, {3, 1, 1}, {4, 4, -9}};
  const Graph graph =
      Graph::from_arcs<std::int32_t>(5, arcs).with_labels({"A", "B", "C", "D", "E"});
  std::string text;
  const auto find = [&] { find_route(graph, 0, 1, SemiringKind::shortest_path); };
  EXPECT_EQ(support::code_of(find, &text), ErrorCode::negative_cycle);
  EXPECT_NE(text.find("on the way from A to B"), std::string::npos) << text;
  EXPECT_NE(text.find("B -> C (2), C -> D (-4), D -> B (1); its sum is -1"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace warpath::cli
