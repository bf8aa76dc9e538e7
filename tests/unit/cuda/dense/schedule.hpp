// The list of tasks of the kernel `cuda` (src/cuda/dense/schedule.hpp) for tests on the host: written down, and
// with flags that follow the rules of the device (src/cuda/dense/work.cuh).
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <utility>
#include <vector>

#include "cuda/dense/schedule.hpp"

namespace warpath::cuda::dense {

inline void PrintTo(const Task& task, std::ostream* out) {
  constexpr const char* names[] = {"none",      "skip",  "close", "column panel",
                                   "row panel", "relax", "end"};
  *out << names[task.kind] << " (" << task.i << ", " << task.j << ") through [" << task.first
       << ", " << task.last << ")";
}
inline void PrintTo(const Order& order, std::ostream* out) {
  *out << "tiles=" << order.tiles << " width=" << order.width << " symmetric=" << order.symmetric
       << " gap=" << order.gap << " chain=" << order.chain;
}

inline std::vector<Task> list_of(const Order& order) {
  std::vector<Task> list;
  long long begin = 0;
  for (int s = 0; s < order.sections(); ++s) {
    const Order::Section section = order.section(s, begin);
    const long long size = order.size_of(section, s);
    for (int index = 0; index < size; ++index) {
      // As the device reads it, too.
      list.push_back(PackedTask::of(order.task(section, s, index)).task());
    }
    begin += size;
  }
  EXPECT_EQ(order.size(), begin);
  return list;
}

inline bool is_panel(const Task& task) {
  return task.kind == Task::column_panel || task.kind == Task::row_panel;
}

// The pivot block of a close, or of a panel; the last one of a relaxation.
inline int pivot_of(const Task& task) {
  return task.kind == Task::close ? task.last : task.last - 1;
}

// How far everything is: need() and say_done() of the device.
struct Progress {
  explicit Progress(const Order& order_)
      : order(order_),
        versions(static_cast<std::size_t>(order.tiles * order.tiles)),
        relaxed(static_cast<std::size_t>(order.groups())),
        final_tiles(static_cast<std::size_t>(order.tiles)) {}

  int& version(int i, int j) {
    if (order.symmetric && i > j) std::swap(i, j);
    return versions[static_cast<std::size_t>(i * order.tiles + j)];
  }

  bool is_ready(const Task& task) {
    const int k = task.last - 1;
    switch (task.kind) {
      case Task::column_panel:
      case Task::row_panel: return version(k, k) > k && version(task.i, task.j) >= k && is_free(k);
      case Task::close:
        if (task.first == task.last) return true;
        [[fallthrough]];
      case Task::relax:
        return version(task.i, task.j) >= task.first && version(task.i, k) > k &&
               version(k, task.j) > k;
      default: return true;
    }
  }

  // Whether nobody needs the panels any more that lie where those of k will.
  bool is_free(int k) {
    const int group = k / order.width;
    return group < 2 ||
           relaxed[static_cast<std::size_t>(group - 2)] >= order.relaxations(group - 2);
  }

  void say_done(const Task& task) {
    if (task.kind == Task::skip) return;
    const int through = task.kind == Task::close ? task.last + 1 : task.last;
    if (task.kind != Task::none) {
      version(task.i, task.j) = through;
      if (through == order.tiles) ++final_tiles[static_cast<std::size_t>(task.i)];
    }
    if (!is_panel(task) && task.first < task.last) {
      ++relaxed[static_cast<std::size_t>(task.first / order.width)];
    }
  }

  Order order;
  std::vector<int> versions, relaxed, final_tiles;
};

template <class F>
void for_each_order(const std::vector<int>& tiles, const F& f) {
  for (const int count : tiles) {
    for (const int width : {1, 2, 3, 4, 8}) {
      for (const bool symmetric : {false, true}) {
        for (const int gap : {0, 3, 1000}) {
          f(Order{.tiles = count, .width = width, .symmetric = symmetric, .gap = gap});
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

}  // namespace warpath::cuda::dense
