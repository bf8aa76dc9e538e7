// Looks at tiles by vectors, against loops: every width, so that every tail is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hwy/targets.h"
#include "numerics/tile_look.hpp"
#include "support/random.hpp"
#include "warpath/semiring.hpp"

namespace support {
namespace {

using warpath::Index;

template <class T>
class TileLook : public testing::Test {};
using Weights = testing::Types<float, double, std::int64_t, std::int32_t, std::int16_t>;
TYPED_TEST_SUITE(TileLook, Weights);

template <class T>
std::vector<T> row_of(std::size_t count, double lost, int low, Random& random) {
  std::vector<T> row(count);
  for (T& cell : row) {
    cell = random.chance(lost) ? warpath::no_path<T>() : static_cast<T>(random.whole(low, 1000));
  }
  return row;
}

// Calls body() for every instruction set of this machine, each as if it were the best.
template <class Body>
void by_each_set(const Body& body) {
  const auto all = hwy::SupportedTargets();
  for (auto rest = all; rest != 0; rest &= rest - 1) {
    const auto one = rest & -rest;
    hwy::SetSupportedTargetsForTest(one);
    SCOPED_TRACE(hwy::TargetName(one));
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
}

template <class T>
struct Tile {
  std::vector<std::vector<T>> rows;
  std::vector<const T*> begins;

  Tile(std::size_t count, std::size_t columns, double lost, int low, Random& random) {
    for (std::size_t i = 0; i < count; ++i) rows.push_back(row_of<T>(columns, lost, low, random));
    for (const auto& row : rows) begins.push_back(row.data());
  }
};

// What a tile says, by columns of one more than it has: the last stays as it is.
template <class T>
struct Found {
  std::vector<warpath::RowEnds<T>> ends;
  std::vector<T> farthest;
  std::vector<double> missing, row_totals, row_reciprocals, totals, reciprocals;

  explicit Found(const Tile<T>& tile, Index columns)
      : ends(tile.rows.size()),
        farthest(static_cast<std::size_t>(columns) + 1, T{-5000}),
        missing(farthest.size()),
        row_totals(tile.rows.size()),
        row_reciprocals(tile.rows.size()),
        totals(farthest.size()),
        reciprocals(farthest.size()) {
    const T none = warpath::no_path<T>();
    const auto count = static_cast<Index>(tile.rows.size());
    warpath::find_ends(tile.begins.data(), count, columns, none, ends.data(), farthest.data(),
                       missing.data());
    warpath::RowEnds<T> all = ends[0];
    for (const auto& row : ends) {
      all.nearest = std::min(all.nearest, row.nearest);
      all.farthest = std::max(all.farthest, row.farthest);
    }
    all.reached = 0;
    for (const auto& row : ends) all.reached += row.reached;
    warpath::add_up(tile.begins.data(), count, columns, none, all,
                    {row_totals.data(), row_reciprocals.data()},
                    {totals.data(), reciprocals.data()});
  }
};

// Sums of floats are rounded: everywhere in the same way.
TYPED_TEST(TileLook, HasTheSameBitsEverywhere) {
  using T = TypeParam;
  Random random(7);
  for (const double low : {1.0, -100.0}) {
    Tile<T> tile(7, 1003, 0, 0, random);
    for (auto& row : tile.rows) {
      for (T& cell : row) cell = static_cast<T>(random.real(low, 16000));
    }
    std::vector<Found<T>> all;
    by_each_set([&] { all.emplace_back(tile, 1003); });
    for (const Found<T>& found : all) {
      EXPECT_EQ(found.row_totals, all.front().row_totals);
      EXPECT_EQ(found.row_reciprocals, all.front().row_reciprocals);
      EXPECT_EQ(found.totals, all.front().totals);
      EXPECT_EQ(found.reciprocals, all.front().reciprocals);
    }
  }
}

TYPED_TEST(TileLook, IsWhatLoopsSay) {
  using T = TypeParam;
  const T none = warpath::no_path<T>();
  Random random(5);
  for (std::size_t columns = 0; columns < 120; ++columns) {
    for (const auto& [lost, low] : {std::pair{0.0, 1}, {0.0, -50}, {0.3, 0}, {1.0, 0}}) {
      const Tile<T> tile(1 + columns % 9, columns, lost, low, random);
      SCOPED_TRACE(testing::Message() << columns << " columns from " << low << ", lost " << lost);
      by_each_set([&] {
        const Found<T> found(tile, static_cast<Index>(columns));
        std::vector<T> farthest(columns + 1, T{-5000});
        std::vector<double> missing(columns + 1), totals(columns + 1), reciprocals(columns + 1);
        for (std::size_t i = 0; i < tile.rows.size(); ++i) {
          warpath::RowEnds<T> ends{none, std::numeric_limits<T>::lowest(), 0};
          double total = 0, inverse = 0;
          for (std::size_t c = 0; c < columns; ++c) {
            const T cell = tile.rows[i][c];
            missing[c] += cell == none ? 1 : 0;
            if (cell == none) continue;
            ends = {std::min(ends.nearest, cell), std::max(ends.farthest, cell), ends.reached + 1};
            farthest[c] = std::max(farthest[c], cell);
            total += static_cast<double>(cell);
            totals[c] += static_cast<double>(cell);
            if (cell == 0) continue;
            inverse += 1 / static_cast<double>(cell);
            reciprocals[c] += 1 / static_cast<double>(cell);
          }
          ASSERT_EQ(found.ends[i].nearest, ends.nearest);
          ASSERT_EQ(found.ends[i].farthest, ends.farthest);
          ASSERT_EQ(found.ends[i].reached, ends.reached);
          ASSERT_EQ(found.row_totals[i], total);  // of whole numbers: exact in any order
          ASSERT_NEAR(found.row_reciprocals[i], inverse, 1e-11 * static_cast<double>(columns));
        }
        ASSERT_EQ(found.farthest, farthest);
        ASSERT_EQ(found.missing, missing);
        ASSERT_EQ(found.totals, totals);
        for (std::size_t c = 0; c <= columns; ++c) {
          ASSERT_NEAR(found.reciprocals[c], reciprocals[c], 1e-10);
        }
      });
    }
  }
}

// Also of the largest and the smallest numbers, and of those that are next to where another way begins.
TYPED_TEST(TileLook, HasReciprocalsOfAnything) {
  using T = TypeParam;
  std::vector<double> numbers = {1, 2, 3, 7, 16381, 16382};
  if (sizeof(T) >= 4) {
    for (const double d : {1e6 + 1, 0x1p24 - 1, 0x1p24 + 1, 123456789.0, 0x1p30 - 2}) {
      numbers.push_back(d);
    }
  }
  if (std::is_floating_point_v<T>) {
    for (const double d : {0x1p100, 0x1p101, 3e38, 0x1p-100, 0x1p-101, 1e-37, 0.1, 1e-40}) {
      numbers.push_back(d);
    }
  }
  for (const double number : numbers) {
    Random random(1);
    Tile<T> tile(1, 16, 0, 0, random);
    std::fill(tile.rows[0].begin(), tile.rows[0].end(), static_cast<T>(number));
    const double inverse = 1 / static_cast<double>(static_cast<T>(number));
    by_each_set([&] {
      const Found<T> found(tile, 16);
      EXPECT_NEAR(found.row_reciprocals[0] / inverse, 16, 16 * 4e-12) << number;
      if (std::is_floating_point_v<T>) {
        EXPECT_NEAR(found.row_reciprocals[0] / inverse, 16, 16 * 4e-15) << number;
      }
    });
  }
}

TYPED_TEST(TileLook, FindsBins) {
  using T = TypeParam;
  Random random(6);
  for (std::size_t count = 0; count < 300; ++count) {
    const std::vector<T> row = row_of<T>(count, 0.2, 0, random);
    for (const double scale : {0.125, 0.0625}) {
      by_each_set([&] {
        std::vector<std::uint8_t> bins(count + 1, 77);
        warpath::find_bins(row.data(), static_cast<Index>(count), warpath::no_path<T>(), scale,
                           std::uint8_t{128}, bins.data());
        for (std::size_t c = 0; c < count; ++c) {
          const double bin = std::floor(static_cast<double>(row[c]) * scale);
          ASSERT_EQ(bins[c], row[c] == warpath::no_path<T>() ? 128 : static_cast<int>(bin)) << c;
        }
        ASSERT_EQ(bins[count], 77) << "written behind the end";
      });
    }
  }
}

// Integers that floats would round, past the end of a bin: and smaller ones, which take another way.
TEST(TileLookOfInt32, FindsBinsOfLargeDistances) {
  for (const double width : {0x1p10, 0x1p17, 0x1p18, 0x1p22}) {
    std::vector<std::int32_t> row;
    for (int bin = 1; bin < 128; ++bin) {
      row.push_back(static_cast<std::int32_t>(bin * width));
      row.push_back(static_cast<std::int32_t>(bin * width) - 1);
    }
    by_each_set([&] {
      std::vector<std::uint8_t> bins(row.size());
      warpath::find_bins(row.data(), static_cast<Index>(row.size()),
                         warpath::no_path<std::int32_t>(), 1 / width, std::uint8_t{128},
                         bins.data());
      for (std::size_t c = 0; c < bins.size(); ++c) {
        EXPECT_EQ(bins[c], static_cast<int>(std::floor(row[c] / width))) << row[c];
      }
    });
  }
}

TEST(TileLookOfBins, AreCounted) {
  Random random(9);
  std::vector<std::uint8_t> bins(192);
  for (std::uint8_t& bin : bins) bin = static_cast<std::uint8_t>(random.below(129));
  by_each_set([&] {
    std::vector<std::uint32_t> counts(129, 1000);
    warpath::count_bins(bins.data(), 192, 3, 127, counts.data());
    for (int bin = 0; bin < 129; ++bin) {
      const auto there = std::count(bins.begin(), bins.end(), bin);
      EXPECT_EQ(counts[static_cast<std::size_t>(bin)], 1000 + (bin < 3 || bin > 127 ? 0 : there));
    }
  });
}

// As doubles they are the same.
TEST(TileLookOfInt64, KnowsDistancesNextToNoPath) {
  const std::int64_t none = warpath::no_path<std::int64_t>();
  std::vector<std::int64_t> row(40, none - 1);
  for (std::size_t c = 0; c < row.size(); c += 3) row[c] = none;
  const auto count = static_cast<Index>(row.size());
  by_each_set([&] {
    const std::int64_t* const begin = row.data();
    warpath::RowEnds<std::int64_t> ends;
    warpath::find_ends<std::int64_t>(&begin, 1, count, none, &ends, nullptr, nullptr);
    EXPECT_EQ(ends.reached, 26);
    EXPECT_EQ(ends.farthest, none - 1);
    double total = 0, inverse = 0;
    warpath::add_up<std::int64_t>(&begin, 1, count, none, ends, {&total, &inverse}, {});
    EXPECT_EQ(total, 26 * 0x1p62);
    std::vector<std::uint8_t> bins(row.size());
    warpath::find_bins(row.data(), count, none, 0x1p-60, std::uint8_t{128}, bins.data());
    for (std::size_t c = 0; c < bins.size(); ++c) EXPECT_EQ(bins[c], c % 3 == 0 ? 128 : 4) << c;
  });
}

}  // namespace
}  // namespace support
