// Interior: relax a tile through one pivot block, or several in a row.
//
// The product is accumulated by itself, and meets the tile's old cells at the end. The next task is
// found before that: the warp whose turn it is takes it, and if that is a relaxation, too, and what
// it needs is there, its operands follow those of this one through the ring. The warps then go on
// to it one by one, without a barrier: while some store their cells others compute.
//
// Every task has more stages than the ring: so no warp can be a whole task ahead of another.
#pragma once

#include "cuda/dense/work.cuh"

namespace warpath::cuda::dense {

// Whether the next task begins without a barrier; waits until the warp whose turn it is decides.
template <class Shape>
__device__ bool has_begun(const typename Shared<Shape>::Place& next) {
  const volatile int& state = next.state;
  int decided;
  do decided = state;
  while (decided == next.undecided);
  __threadfence_block();  // what the other has seen, and the task itself, are seen from here on
  __syncwarp();
  return decided == next.begun;
}

// All of a warp: fills stage q < Product::kAhead of the next task, if that can begin.
template <class Shape>
__device__ void fill_for_next(const Arguments<Shape>& args, Shared<Shape>& shared,
                              typename Shared<Shape>::Place& next, int q, Cursor<Shape> to) {
  if (q == 0) {
    // When the stage is empty no warp needs the place of the task before any more.
    shared.stages.empty[to.slot].wait(to.parity ^ 1);
    const int lane = static_cast<int>(threadIdx.x % 32);
    if (lane == 0) take(args, next);
    __syncwarp();  // the task can be read
    const bool begins =
        next.task.kind == Task::relax && see_by_warp(need(args, next.task, lane)).all;
    if (lane == 0) next.state = begins ? next.begun : next.not_begun;
    __syncwarp();
  }
  if (!has_begun<Shape>(next)) return;
  Product<Shape>::template fill<false>(shared.stages, args.operands(next.task), q, to);
}

// Whether the chain block waits for a relaxation. Then nobody looks for the next task meanwhile:
// the warp that did would come last, a microsecond behind the others.
template <class Shape>
__device__ bool is_awaited(const Arguments<Shape>& args, const Task& task) {
  if constexpr (Shape::kCells != 4) return false;
  return args.order.chain && task.i + task.j == 2 * task.last + 1 &&
         (task.i == task.last || task.j == task.last);
}

// All of a warp, after stage `stage` of a relaxation: has the stage filled that `to` points at. Out
// of line: the loop that calls it should fit the instruction cache.
template <class Shape>
__device__ __noinline__ void refill(const Arguments<Shape>& args, Shared<Shape>& shared, int turn,
                                    int stage, Cursor<Shape> to) {
  using Work = Product<Shape>;
  const Task& task = shared.place[turn].task;
  const int coming = stage + Work::kAhead - args.stages(task);
  if (threadIdx.x % 32 == 0 && atomicExch(&shared.unsaid, 0) != 0) {
    __threadfence_block();  // the task that was left there is seen
    say_done(args, shared.done);
  }
  // Where no stage was copied beside the task before, all of the ring was filled at once.
  const bool filled = stage == 0 && shared.place[turn].state != Shared<Shape>::Place::begun;
  if (coming < 0) {
    if (!filled) {
      Work::template fill<false>(shared.stages, args.operands(task), stage + Work::kAhead, to);
    }
  } else if (!is_awaited(args, task)) {
    fill_for_next(args, shared, shared.place[turn ^ 1], coming, to);
  }
  __syncwarp();  // nobody computes alone
}

// True when the next task has begun. Small tiles are read before their product, while its operands
// come: where n is small others wait for them. Large ones behind it, when the warps that came last
// cover the wait.
template <class Shape>
__device__ bool relax_tile(const Arguments<Shape>& args, Shared<Shape>& shared, int turn,
                           Cursor<Shape>& cursor) {
  using Cell = typename Shape::Cell;
  using Work = Product<Shape>;
  using Place = typename Shared<Shape>::Place;
  Place& place = shared.place[turn];
  if (place.state != Place::begun && threadIdx.x < 32) {
    Work::template begin<false>(shared.stages, cursor, args.operands(place.task),
                                args.stages(place.task));
  }
  // Found twice: in registers it would be in the way of the product.
  const auto tile = [&] { return Tile<Shape>(args.matrix, place.task.i, place.task.j); };
  typename Work::Cells c;
  if constexpr (Shape::kShortensWaits) {
    tile().template read<false>(Thread::of(threadIdx.x),
                                [&](Cell old, int p, int q) { c[p][q] = word_of<Shape>(old); });
  } else {
    Work::clear(c);
  }
  Work::template relax<false>(
      shared.stages, cursor, c, args.stages(place.task),
      [&](int stage, Cursor<Shape> to) { refill(args, shared, turn, stage, to); });

  if constexpr (Shape::kShortensWaits) {
    typename Tile<Shape>::Cells cells;
    gather<Shape>(cells, c);
    tile().template store<false>(cells, Thread::of(threadIdx.x));
  } else {
    tile().update(Thread::of(threadIdx.x), [&](Cell old, int p, int q) {
      return Ops<typename Shape::Semiring>::better(old, Shape::Step::gather(c[p][q]));
    });
  }
  const bool begun = !is_awaited(args, place.task) && has_begun<Shape>(shared.place[turn ^ 1]);
  if (is_last_warp(&shared.finished, Shape::kThreads / 32)) {
    if (threadIdx.x % 32 == 0) {
      // Saying so waits for the stores. If there is more to do, it can wait until they are over.
      if (begun) {
        shared.done = place.task;
        __threadfence_block();
        atomicExch(&shared.unsaid, 1);
      } else {
        say_done(args, place.task);
      }
      leave<Shape>(place);
    }
  }
  return begun;
}

}  // namespace warpath::cuda::dense
