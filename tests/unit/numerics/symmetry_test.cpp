// A matrix is symmetric if every cell is, and is made so in every cell.
#include <gtest/gtest.h>

#include <vector>

#include "base/semiring.hpp"
#include "numerics/prepare.hpp"
#include "support/random.hpp"

namespace warpath {
namespace {

constexpr Index kSize = 70;  // two whole squares and a part

struct Square {
  std::vector<std::int32_t> cells = std::vector<std::int32_t>(kSize * kSize);

  std::int32_t& operator()(Index i, Index j) {
    return cells[static_cast<std::size_t>(i * kSize + j)];
  }
  bool is_symmetric(int threads) const {
    Crew crew(threads);
    const MatrixView<const std::int32_t> view(cells.data(), kSize, kSize, kSize);
    return warpath::is_symmetric(view, crew);
  }
};

TEST(Symmetry, OneCellIsEnoughToBreakIt) {
  support::Random random(1);
  Square square;
  for (Index i = 0; i < kSize; ++i) {
    for (Index j = 0; j <= i; ++j) {
      square(i, j) = square(j, i) = static_cast<std::int32_t>(random.whole(0, 99));
    }
  }
  for (const int threads : {1, 3}) EXPECT_TRUE(square.is_symmetric(threads));
  for (Index i = 0; i < kSize; ++i) {
    for (Index j = 0; j < kSize; ++j) {
      ++square(i, j);
      EXPECT_EQ(square.is_symmetric(1 + static_cast<int>(i % 2) * 2), i == j) << i << ", " << j;
      --square(i, j);
    }
  }
}

TEST(Symmetry, IsMadeOfTheBetterCellsOrTheUpperOnes) {
  support::Random random(2);
  Square square;
  for (std::int32_t& cell : square.cells) cell = static_cast<std::int32_t>(random.whole(0, 99));
  for (const int threads : {1, 3}) {
    Crew crew(threads);
    Square better = square;
    make_symmetric<ShortestPath<std::int32_t>>(better.cells.data(), kSize, kSize, crew);
    Square upper = square;
    mirror_upper(upper.cells.data(), kSize, kSize, crew);
    for (Index i = 0; i < kSize; ++i) {
      for (Index j = 0; j < kSize; ++j) {
        ASSERT_EQ(better(i, j), std::min(square(i, j), square(j, i))) << i << ", " << j;
        ASSERT_EQ(upper(i, j), square(std::min(i, j), std::max(i, j))) << i << ", " << j;
      }
    }
  }
}

}  // namespace
}  // namespace warpath
