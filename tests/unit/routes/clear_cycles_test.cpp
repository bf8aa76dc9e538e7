// Which weights kernels may add as they are.
#include "routes/clear_cycles.hpp"

#include <gtest/gtest.h>

namespace warpath::routes {
namespace {

template <class T>
bool is_clear(Index n, const std::vector<Arc<T>>& list, std::vector<Potential<T>> heights = {}) {
  heights.resize(at(n));
  InputFacts facts;
  for (const Arc<T>& arc : list) facts.add(std::min(T{0}, arc.weight), std::max(T{0}, arc.weight));
  const ListedArcs<T> arcs(Graph::from_arcs<T>(n, list), false);
  Crew crew(2);
  return has_clear_cycles(arcs, heights, facts, crew);
}

TEST(ClearCycles, AreThoseFarAboveZero) {
  EXPECT_TRUE(is_clear<float>(2, {{0, 1, 1.5F}, {1, 0, 0.25F}}));
  EXPECT_FALSE(is_clear<float>(2, {{0, 1, 1.5F}, {1, 0, -1.5F}}, {0, 1.5}));
  EXPECT_FALSE(is_clear<float>(2, {{0, 1, 1.5F}, {1, 0, -1.4999999F}}, {0, 1.5}));
  EXPECT_TRUE(is_clear<float>(2, {{0, 1, 1.5F}, {1, 0, -1.25F}}, {0, 1.5}));
  EXPECT_TRUE(is_clear<double>(2, {{0, 1, 1.5}, {1, 0, -1.4999999}}, {0, 1.5}));
}

TEST(ClearCycles, MayBeOfZeros) {
  EXPECT_TRUE(is_clear<float>(3, {{0, 1, 0}, {1, 0, 0}, {1, 2, 0.1F}}));
  EXPECT_FALSE(
      is_clear<float>(3, {{0, 1, 0}, {1, 0, 0}, {1, 2, 0.1F}, {2, 1, -0.1F}}, {0, 0, 0.1}));
}

// Sums of whole numbers are exact, as long as the type counts that far.
TEST(ClearCycles, MayBeOfWholeNumbers) {
  EXPECT_TRUE(is_clear<float>(2, {{0, 1, 7}, {1, 0, -7}}, {0, 7}));
  EXPECT_FALSE(is_clear<float>(2, {{0, 1, 0x1p24F}, {1, 0, -0x1p24F}}, {0, 0x1p24}));
  EXPECT_TRUE(is_clear<std::int32_t>(2, {{0, 1, 7}, {1, 0, -7}}));
}

// Arcs may be below 0 by what was taken for rounding: nine of these together are more than the one arc
// that is above it by what would otherwise be enough.
TEST(ClearCycles, LeaveRoomForArcsThatWereTakenForRounding) {
  std::vector<Arc<float>> arcs{{10, 11, 1.5F}};  // the largest
  for (Index i = 0; i < 10; ++i) arcs.push_back({i, (i + 1) % 10, i == 0 ? 1.1e-5F : -1.3e-6F});
  EXPECT_FALSE(is_clear<float>(12, arcs));
}

// A tree has none; nor has an empty graph.
TEST(ClearCycles, MayBeNone) {
  EXPECT_TRUE(is_clear<float>(0, {}));
  EXPECT_TRUE(is_clear<float>(3, {{0, 1, -0.1F}, {1, 2, -0.3F}}, {0, -0.1, -0.4}));
}

}  // namespace
}  // namespace warpath::routes
