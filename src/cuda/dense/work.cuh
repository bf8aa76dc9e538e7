// What the tasks of a solve share: the arguments of the launch, a block's shared memory, and the
// way a block gets its tasks.
#pragma once

#include "cuda/dense/product.cuh"
#include "cuda/dense/schedule.hpp"
#include "cuda/dense/tile.cuh"
#include "cuda/dense/variant.hpp"
#include "cuda/device/flags.cuh"

namespace warpath::cuda::dense {

// Flags in device memory, all 0 at first (see Head).
struct Flags {
  unsigned long long* next;
  int* stop;
  int* arrived;
  int* chain;
  int* left;
  int* final;
  int* relaxed;
  int* version;
};

template <class Shape>
struct Arguments {
  using Word = typename Shape::Word;

  DeviceMatrix<typename Shape::Cell> matrix;
  Order order;
  Flags flags;
  const PackedTask* list;
  long long tasks;
  const int* relaxations;  // through the pivots of a group, in all

  // Panels as strips, [tile][slot of the pivot block]; in a symmetric problem both are the same.
  Word* rows;
  Word* columns;
  // Closed pivots as left operands, [slot][of rows, of columns].
  Word* pivots;

  int blocks_per_multiprocessor;

  __device__ long long strip(int tile, int k) const {
    return (static_cast<long long>(tile) * order.slots() + order.slot(k)) * Shape::kStrip;
  }
  __device__ Word* pivot(int k, bool of_columns) const {
    return pivots + (2LL * order.pivot_slot(k) + of_columns) * Shape::kStrip;
  }
  __device__ int* version(int i, int j) const {
    const bool swap = order.symmetric && i > j;
    return flags.version + static_cast<long long>(swap ? j : i) * order.tiles + (swap ? i : j);
  }

  // What a relaxation multiplies.
  __device__ Operands<Word> operands(const Task& task) const {
    return {columns + strip(task.i, task.first), rows + strip(task.j, task.first)};
  }
  static __device__ int stages(const Task& task) {
    return (task.last - task.first) * Shape::kStagesPerStrip;
  }

  // To be waited for beside anything else.
  __device__ Awaited no_stop() const { return {flags.stop, 0, 0}; }
};

// A pivot's row and column in its tile.
template <class Shape>
struct PivotLines {
  alignas(16) typename Shape::Cell row[Shape::kTile];
  alignas(16) typename Shape::Cell column[Shape::kTile];
};

template <class Shape>
struct Shared {
  Stages<Shape> stages;
  // Four, where strips are when there are any.
  __device__ PivotLines<Shape>* lines() {
    static_assert(4 * sizeof(PivotLines<Shape>) <= sizeof(stages.strip));
    return reinterpret_cast<PivotLines<Shape>*>(stages.strip);
  }

  // This task and the next take turns.
  struct Place {
    Task task;
    // Whether the task can begin while the one before is being done, without a barrier.
    int state;
    static constexpr int undecided = 0, begun = 1, not_begun = 2;
    bool taken;  // there is a task
  } place[2];
  int finished;  // warps that have done their part of a relaxation
  Task done;     // relaxation that is done,
  int unsaid;    // and was not yet said to be
};

// A thread's cells from the words of a product.
template <class Shape>
__device__ void gather(typename Tile<Shape>::Cells& cells,
                       const typename Product<Shape>::Cells& words) {
#pragma unroll
  for (int p = 0; p < Shape::kCells; ++p) {
#pragma unroll
    for (int q = 0; q < Shape::kCells; ++q) cells[p][q] = Shape::Step::gather(words[p][q]);
  }
}

// A cell as the word of a product.
template <class Shape>
__device__ typename Shape::Word word_of(typename Shape::Cell cell) {
  typename Shape::Cell cells[Shape::Step::kPivots];
#pragma unroll
  for (auto& other : cells) other = Shape::Semiring::no_path();
  cells[0] = cell;
  return Shape::Step::pack(cells);
}

// One thread: takes the next task of the list.
template <class Shape>
__device__ void take(const Arguments<Shape>& args, typename Shared<Shape>::Place& place) {
  const auto index = static_cast<long long>(atomicAdd(args.flags.next, 1ull));
  place.task = index < args.tasks ? args.list[index].task() : Task{Task::end, 0, 0, 0, 0};
  place.taken = true;
}

// When nobody needs the panels any more that lie where those of pivot block k will.
template <class Shape>
__device__ Awaited free_for(const Arguments<Shape>& args, int k) {
  const int before = k / args.order.width - 2;
  if (before < 0) return {};
  return {args.flags.relaxed + before, __ldg(args.relaxations + before)};
}

// What lane `lane` of a warp waits for before a task can begin.
template <class Shape>
__device__ Awaited need(const Arguments<Shape>& args, const Task& task, int lane) {
  const int k = task.last - 1;
  const bool panel = task.kind == Task::column_panel || task.kind == Task::row_panel;
  const bool relaxes = task.kind == Task::relax || task.kind == Task::close;
  if (lane == 3) return args.no_stop();
  if (!panel && (!relaxes || task.first == task.last)) return {};
  switch (lane) {
    case 0: return {args.version(task.i, task.j), task.first};
    case 1: return {args.version(panel ? k : task.i, k), k + 1};
    case 2: return panel ? free_for(args, k) : Awaited{args.version(k, task.j), k + 1};
    default: return {};
  }
}

// All of a warp: waits for all that a task needs; false when there is no task, or all is to stop.
template <class Shape>
__device__ bool wait_for(const Arguments<Shape>& args, const Task& task) {
  if (task.kind == Task::end) return false;
  return wait_by_warp(need(args, task, static_cast<int>(threadIdx.x % 32)));
}

// One thread, when all have done their part: says so.
template <class Shape>
__device__ void say_done(const Arguments<Shape>& args, const Task& task) {
  if (task.kind == Task::skip) return;
  // A closed pivot has been relaxed through itself.
  const int through = task.kind == Task::close ? task.last + 1 : task.last;
  if (through == args.order.tiles) {
    release_to_host();  // which copies rows as soon as they are final
  } else {
    release();
  }
  if (task.kind != Task::none) raise(args.version(task.i, task.j), through);
  if (task.kind != Task::none && through == args.order.tiles) add_one(args.flags.final + task.i);
  const bool panel = task.kind == Task::column_panel || task.kind == Task::row_panel;
  if (!panel && task.first < task.last) add_one(args.flags.relaxed + task.first / args.order.width);
}

// One thread: makes room for another task.
template <class Shape>
__device__ void leave(typename Shared<Shape>::Place& place) {
  place.taken = false;
  place.state = place.undecided;
}

}  // namespace warpath::cuda::dense
