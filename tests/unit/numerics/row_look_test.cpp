// Looks at a row by vectors, against loops: every length, so that every tail is there.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "hwy/targets.h"
#include "numerics/row_look.hpp"
#include "support/random.hpp"
#include "warpath/semiring.hpp"

namespace support {
namespace {

using warpath::Index;

template <class T>
class RowLook : public testing::Test {};
using Weights = testing::Types<float, double, std::int64_t, std::int32_t, std::int16_t>;
TYPED_TEST_SUITE(RowLook, Weights);

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

// Sums of floats are rounded: everywhere in the same way.
TYPED_TEST(RowLook, HasTheSameBitsEverywhere) {
  using T = TypeParam;
  Random random(7);
  std::vector<T> row(1003);
  for (T& cell : row) cell = static_cast<T>(random.real(0, 16000));
  std::vector<double> totals;
  by_each_set([&] {
    const auto look =
        warpath::look_at_cells(row.data(), static_cast<Index>(row.size()), warpath::no_path<T>());
    totals.push_back(look.total);
  });
  for (const double total : totals) EXPECT_EQ(total, totals.front());
}

TYPED_TEST(RowLook, IsWhatALoopSays) {
  using T = TypeParam;
  Random random(5);
  for (std::size_t count = 0; count < 300; ++count) {
    for (const double lost : {0.0, 0.3, 1.0}) {
      const std::vector<T> row = row_of<T>(count, lost, -1000, random);
      T nearest = warpath::no_path<T>();
      T farthest = std::numeric_limits<T>::lowest();
      Index reached = 0;
      double total = 0;
      for (const T cell : row) {
        if (cell == warpath::no_path<T>()) continue;
        nearest = std::min(nearest, cell);
        farthest = std::max(farthest, cell);
        total += static_cast<double>(cell);
        ++reached;
      }
      by_each_set([&] {
        const auto look =
            warpath::look_at_cells(row.data(), static_cast<Index>(count), warpath::no_path<T>());
        ASSERT_EQ(look.nearest, nearest) << count;
        ASSERT_EQ(look.farthest, farthest) << count;
        ASSERT_EQ(look.reached, reached) << count;
        ASSERT_EQ(look.total, total) << count;  // of whole numbers: exact in any order
      });
    }
  }
}

TYPED_TEST(RowLook, SeesColumns) {
  using T = TypeParam;
  Random random(8);
  for (std::size_t count = 0; count < 60; ++count) {
    std::vector<std::vector<T>> rows;
    std::vector<const T*> begins;
    for (int i = 0; i < 7; ++i) rows.push_back(row_of<T>(count, 0.3, -1000, random));
    for (const auto& row : rows) begins.push_back(row.data());
    const auto none = warpath::no_path<T>();
    by_each_set([&] {
      // In two goes; what is behind the last column stays as it is.
      std::vector<double> total(count + 1), far(count + 1, -5000), reached(count + 1);
      const warpath::ColumnLook sums{total.data(), far.data(), reached.data()};
      warpath::look_at_columns(begins.data(), 3, static_cast<Index>(count), none, sums);
      warpath::look_at_columns(begins.data() + 3, 4, static_cast<Index>(count), none, sums);
      for (std::size_t c = 0; c <= count; ++c) {
        double want_total = 0, want_far = -5000, want_reached = 0;
        for (const auto& row : rows) {
          if (c == count || row[c] == none) continue;
          want_total += static_cast<double>(row[c]);
          want_far = std::max(want_far, static_cast<double>(row[c]));
          want_reached += 1;
        }
        ASSERT_EQ(total[c], want_total) << c << " of " << count;
        ASSERT_EQ(far[c], want_far) << c << " of " << count;
        ASSERT_EQ(reached[c], want_reached) << c << " of " << count;
      }
    });
  }
}

TYPED_TEST(RowLook, FindsBins) {
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

// As doubles they are the same.
TEST(RowLookOfInt64, KnowsDistancesNextToNoPath) {
  const std::int64_t none = warpath::no_path<std::int64_t>();
  std::vector<std::int64_t> row(40, none - 1);
  for (std::size_t c = 0; c < row.size(); c += 3) row[c] = none;
  const auto count = static_cast<Index>(row.size());
  by_each_set([&] {
    const auto look = warpath::look_at_cells(row.data(), count, none);
    EXPECT_EQ(look.reached, 26);
    EXPECT_EQ(look.total, 26 * 0x1p62);
    std::vector<std::uint8_t> bins(row.size());
    warpath::find_bins(row.data(), count, none, 0x1p-60, std::uint8_t{128}, bins.data());
    for (std::size_t c = 0; c < bins.size(); ++c) EXPECT_EQ(bins[c], c % 3 == 0 ? 128 : 4) << c;
  });
}

}  // namespace
}  // namespace support
