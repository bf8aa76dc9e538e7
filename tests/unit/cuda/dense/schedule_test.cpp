// The list of tasks of the kernel `cuda`, walked: whether all is there, once, and in an order that works.
#include "unit/cuda/dense/schedule.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace warpath::cuda::dense {
namespace {

// Those around the rasters of 16 tiles, too.
const std::vector<int> kTiles{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 15, 16, 17, 18, 23, 33, 40};

void expect_inside(const Order& order, const Task& task) {
  ASSERT_TRUE(task.kind > Task::skip && task.kind < Task::end);
  for (const int x : {task.i, task.j}) {
    ASSERT_GE(x, 0);
    ASSERT_LT(x, order.tiles);
  }
  ASSERT_GE(task.first, 0);
  ASSERT_LE(task.last, task.kind == Task::close ? order.tiles - 1 : order.tiles);
  ASSERT_TRUE(!order.symmetric || task.i <= task.j);
  // All pivot blocks of a relaxation are of one group, whose strips lie one behind the other.
  ASSERT_TRUE(task.first >= task.last || task.first / order.width == (task.last - 1) / order.width);
  const int k = pivot_of(task);
  switch (task.kind) {
    case Task::column_panel: ASSERT_TRUE(task.j == k && task.i != k && task.first == k); break;
    case Task::row_panel: ASSERT_TRUE(task.i == k && task.j != k && task.first == k); break;
    case Task::close: ASSERT_TRUE(task.i == k && task.j == k); break;
    default:
      for (int pivot = task.first; pivot < task.last; ++pivot) {
        ASSERT_TRUE(task.i != pivot && task.j != pivot) << "its own pivot";
      }
      ASSERT_LT(task.first, task.last);
  }
}

void expect_in_place(const Order& order, const Task& task, Progress& progress) {
  if (task.kind == Task::skip) return;
  if (task.kind == Task::none) {
    ASSERT_TRUE(order.symmetric);
    ASSERT_TRUE(task.first >= 0 && task.first < order.tiles && task.last == task.first + 1);
    return;
  }
  expect_inside(order, task);
  if (testing::Test::HasFatalFailure()) return;
  // Neither twice nor with pivots left out.
  ASSERT_EQ(progress.version(task.i, task.j), task.first);
  ASSERT_TRUE(progress.is_ready(task));
  // The way back, which a row looks at while it is computed.
  if (task.kind == Task::row_panel && !order.symmetric) {
    ASSERT_GT(progress.version(task.j, task.i), task.i);
  }
  // Panels of every pivot block, not of the last one only.
  for (int k = task.first; !is_panel(task) && k < task.last; ++k) {
    ASSERT_GT(progress.version(task.i, k), k);
    ASSERT_GT(progress.version(k, task.j), k);
  }
}

// Then workers who take tasks from the front can always go on, however few they are.
TEST(DenseSchedule, EveryTaskStandsBehindAllThatItNeeds) {
  for_each_order(kTiles, [](const Order& order) {
    Progress progress(order);
    for (const Task& task : list_of(order)) {
      expect_in_place(order, task, progress);
      if (testing::Test::HasFatalFailure()) {
        ADD_FAILURE() << testing::PrintToString(order) << ": " << testing::PrintToString(task);
        return;
      }
      progress.say_done(task);
    }
  });
}

TEST(DenseSchedule, EveryTileIsRelaxedThroughAllPivots) {
  for_each_order(kTiles, [](const Order& order) {
    Progress progress(order);
    for (const Task& task : list_of(order)) progress.say_done(task);
    for (int i = 0; i < order.tiles; ++i) {
      for (int j = 0; j < order.tiles; ++j) {
        ASSERT_EQ(progress.version(i, j), order.tiles)
            << testing::PrintToString(order) << " (" << i << ", " << j << ")";
      }
      // By this the host knows that a row of tiles can be brought home.
      const int in_row = order.symmetric ? order.tiles - i : order.tiles;
      ASSERT_EQ(progress.final_tiles[static_cast<std::size_t>(i)], in_row)
          << testing::PrintToString(order) << " row " << i;
    }
    for (int g = 0; g < order.groups(); ++g) {
      ASSERT_EQ(progress.relaxed[static_cast<std::size_t>(g)], order.relaxations(g))
          << testing::PrintToString(order) << " group " << g;
    }
  });
}

// The gap moves tasks within the list; none is added or lost.
TEST(DenseSchedule, IsAsLongWithAnyGap) {
  for (const int tiles : {1, 2, 7, 16, 33}) {
    for (const int width : {1, 4}) {
      for (const bool symmetric : {false, true}) {
        const auto size =
            list_of({.tiles = tiles, .width = width, .symmetric = symmetric, .gap = 0}).size();
        for (const int gap : {1, 10, 700, 1 << 20}) {
          EXPECT_EQ(
              list_of({.tiles = tiles, .width = width, .symmetric = symmetric, .gap = gap}).size(),
              size)
              << tiles;
        }
      }
    }
  }
}

// 2^20 vertices, which is the most, in the smallest tiles: everything is counted in int but the place
// in the list.
TEST(DenseSchedule, CountsTheLargestMatrixWithoutOverflow) {
  for (const bool symmetric : {false, true}) {
    const Order order{.tiles = 1 << 14, .width = 8, .symmetric = symmetric, .gap = 1000};
    long long begin = 0;
    for (int s = 0; s < order.sections(); ++s) {
      const Order::Section section = order.section(s, begin);
      const long long size = order.size_of(section, s);
      ASSERT_TRUE(section.for_next >= 0 && section.rest >= 0 && section.per_pivot >= 0);
      ASSERT_TRUE(size > 0 && size <= std::numeric_limits<int>::max()) << s;
      if (s % 97 == 0 || s + 1 >= order.groups()) {
        const int last = static_cast<int>(size - 1);
        for (const int index : {0, last / 3, last / 2, last - 1, last}) {
          const Task task = order.task(section, s, index);
          SCOPED_TRACE(testing::PrintToString(task));
          if (task.kind > Task::skip) expect_inside(order, task);
          const Task packed = PackedTask::of(task).task();
          EXPECT_EQ(testing::PrintToString(packed), testing::PrintToString(task));
        }
      }
      begin += size;
    }
    const double tiles = order.tiles;
    EXPECT_GT(static_cast<double>(begin), tiles * tiles * tiles / 8 / (symmetric ? 2 : 1));
  }
}

}  // namespace
}  // namespace warpath::cuda::dense
