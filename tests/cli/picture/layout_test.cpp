// Flat pictures of a round world.
#include "cli/picture/layout.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace warpath::cli {
namespace {

// Every pair of neighbours in the list has an arc.
Graph chain(Index n) {
  std::vector<Arc<float>> arcs;
  for (Index v = 1; v < n; ++v) arcs.push_back({v - 1, v, 1});
  return Graph::from_arcs<float>(n, arcs);
}

struct Drawn {
  explicit Drawn(std::vector<Coordinate> places, double degree)
      : graph(chain(static_cast<Index>(places.size()))), layout(graph, places, degree) {}

  double width() const { return layout.corners()[1].x - layout.corners()[0].x; }
  double height() const { return layout.corners()[1].y - layout.corners()[0].y; }
  std::vector<std::pair<Coordinate, Coordinate>> pieces(Index u, Index v) const {
    std::vector<std::pair<Coordinate, Coordinate>> all;
    layout.draw_line(u, v,
                     [&](const Coordinate& a, const Coordinate& b) { all.emplace_back(a, b); });
    return all;
  }

  Graph graph;
  Layout layout;
};

TEST(Layout, KeepsPlaces) {
  const Drawn drawn({{-170, 60}, {170, 60}, {3, 4}}, 0);
  EXPECT_EQ(drawn.layout[2].x, 3);
  EXPECT_EQ(drawn.layout[2].y, 4);
  EXPECT_EQ(drawn.width(), 340);
  EXPECT_EQ(drawn.pieces(0, 1).size(), 1U);
}

TEST(Layout, DegreesOfLongitudeAreAsShortAsTheyAre) {
  for (const double degree : {1.0, 1e6}) {
    const Drawn drawn({{8 * degree, 59 * degree}, {12 * degree, 61 * degree}}, degree);
    EXPECT_NEAR(drawn.width(), 4 * std::cos(60 * std::numbers::pi / 180), 1e-9);
    EXPECT_NEAR(drawn.height(), 2, 1e-9);
    EXPECT_LT(drawn.layout[0].x, drawn.layout[1].x);
  }
}

TEST(Layout, NeighboursAcrossTheDateLineStayTogether) {
  // Fiji, Samoa, New Zealand; written either way.
  for (const double samoa : {-172.0, 188.0}) {
    const Drawn drawn({{178, -18}, {samoa, -14}, {175, -37}}, 1);
    EXPECT_LT(drawn.width(), 13);
    EXPECT_LT(drawn.layout[2].x, drawn.layout[0].x);
    EXPECT_LT(drawn.layout[0].x, drawn.layout[1].x);
    EXPECT_EQ(drawn.pieces(0, 1).size(), 1U);
  }
}

TEST(Layout, LinesAroundTheWorldAreCut) {
  // A ring of flights: wherever the map is cut, one of them is.
  const Drawn drawn({{0, 10}, {90, 10}, {179, 0}, {-91, 20}, {-1, 10}}, 1);
  int cut = 0;
  for (Index v = 1; v < 5; ++v) {
    const auto pieces = drawn.pieces(v - 1, v);
    const auto& [a, b] = pieces.front();
    if (pieces.size() == 1) {
      EXPECT_LT(std::abs(a.x - b.x), 181);
      continue;
    }
    ++cut;
    ASSERT_EQ(pieces.size(), 2U);
    const auto& [c, d] = pieces.back();
    // It leaves on one side and comes back as high on the other.
    EXPECT_EQ(b.y, c.y);
    EXPECT_NEAR(std::abs(b.x - c.x), 360 * std::cos(10 * std::numbers::pi / 180), 1e-9);
    EXPECT_LT(std::abs(a.x - b.x) + std::abs(c.x - d.x), 180);
    for (const Coordinate& edge : {b, c}) {
      EXPECT_TRUE(edge.x == drawn.layout.corners()[0].x || edge.x == drawn.layout.corners()[1].x);
    }
    EXPECT_GE(b.y, std::min(a.y, d.y));
    EXPECT_LE(b.y, std::max(a.y, d.y));
  }
  EXPECT_EQ(cut, 1);
}

TEST(Layout, PolesAndSinglePlaces) {
  EXPECT_EQ(Drawn({{5, 90}}, 1).width(), 0);
  EXPECT_GT(Drawn({{0, 90}, {90, 90}}, 1).width(), 0);
  EXPECT_GT(Drawn({{0, 90}, {180, 90}}, 1).width(), 0);
  EXPECT_EQ(Drawn({{5, 5}, {5, 5}}, 1).width(), 0);
}

}  // namespace
}  // namespace warpath::cli
