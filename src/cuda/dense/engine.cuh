// The engine: one launch that closes a whole matrix.
//
// Idea       every block takes tasks from one list (schedule.hpp), waits for the tiles that a task
//            needs, does it, and says so. Steps of the blocked algorithm flow into each other:
//            nothing waits for a step to end, and the next pivots and panels are computed beside
//            the interior of this one.
// Grid       as many blocks as the device holds, Shape::kBlocks per multiprocessor
// Shared     a ring of stages for operands
// Bound by   see product.cuh; for small n by the way pivot -> panel -> tile -> next pivot
#pragma once

#include <algorithm>

#include "cuda/dense/interior.cuh"
#include "cuda/dense/panel.cuh"
#include "cuda/dense/peak.cuh"
#include "cuda/dense/pivot.cuh"
#include "cuda/dense/pivot_chain.cuh"
#include "cuda/dense/variant.hpp"
#include "cuda/device/check.hpp"

namespace warpath::cuda::dense {

// With 8 x 8 cells per thread what is not the inner loop stands out of line, so that it takes no
// registers there. With 4 x 4 it does not: functions get their arguments through memory, which
// takes time where all wait for all.
template <class Shape, bool kColumns>
__device__ __noinline__ Cursor<Shape> close_panel_apart(const Arguments<Shape>& args,
                                                        Shared<Shape>& shared, const Task& task,
                                                        Cursor<Shape> cursor) {
  return close_panel<Shape, kColumns>(args, shared, task, cursor);
}
template <class Shape, bool kColumns>
__device__ Cursor<Shape> do_panel(const Arguments<Shape>& args, Shared<Shape>& shared,
                                  const Task& task, Cursor<Shape> cursor) {
  if constexpr (Shape::kShortensWaits)
    return close_panel<Shape, kColumns>(args, shared, task, cursor);
  return close_panel_apart<Shape, kColumns>(args, shared, task, cursor);
}
template <class Shape>
__device__ __noinline__ bool wait_for_apart(const Arguments<Shape>& args, const Task& task) {
  return wait_for(args, task);
}
template <class Shape>
__device__ bool do_wait(const Arguments<Shape>& args, const Task& task) {
  if constexpr (Shape::kShortensWaits) return wait_for(args, task);
  return wait_for_apart(args, task);
}

template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks)
    close_matrix(const __grid_constant__ Arguments<Shape> args) {
  extern __shared__ __align__(128) unsigned char memory[];
  if constexpr (kHasChain<Shape>) {
    if (args.order.chain && walks_chain_or_leaves(args, memory)) return;
  }
  auto& shared = *reinterpret_cast<Shared<Shape>*>(memory);
  if (threadIdx.x == 0) {
    shared.stages.announce();
    shared.finished = 0;
    shared.unsaid = 0;
    for (auto& place : shared.place) leave<Shape>(place);
    fence_shared_memory();
  }
  Cursor<Shape> cursor;
  bool begun = false;
  for (int turn = 0;; turn ^= 1) {
    auto& place = shared.place[turn];
    if (!begun) {
      __syncthreads();  // the task before is over, and shared memory may be used again
      bool go = true;
      if (threadIdx.x < 32) {
        if (threadIdx.x == 0 && !place.taken) take(args, place);
        __syncwarp();  // the task can be read
        go = do_wait(args, place.task);
      }
      if (__syncthreads_and(go) == 0) return;  // else: the task and all that it needs are there
    }
    if (place.task.kind == Task::relax) {
      begun = relax_tile(args, shared, turn, cursor);
      continue;
    }
    switch (place.task.kind) {
      case Task::close: cursor = close_pivot(args, shared, place.task, cursor); break;
      case Task::column_panel:
        cursor = do_panel<Shape, true>(args, shared, place.task, cursor);
        break;
      case Task::row_panel:
        cursor = do_panel<Shape, false>(args, shared, place.task, cursor);
        break;
      default: break;
    }
    __syncthreads();  // all results are stored
    if (threadIdx.x == 0) {
      say_done(args, place.task);
      leave<Shape>(place);
    }
    begun = false;
  }
}

// The triangle above the diagonal is copied to the one below, in squares of 32.
template <class Cell>
__global__ void mirror_matrix(DeviceMatrix<Cell> matrix, int side) {
  __shared__ Cell square[32][33];
  const int squares = side / 32;
  for (int s = static_cast<int>(blockIdx.x); s < squares * squares;
       s += static_cast<int>(gridDim.x)) {
    const long long bi = s / squares * 32;
    const long long bj = s % squares * 32;
    if (bi > bj) continue;
    const int tj = static_cast<int>(threadIdx.x);
    for (int ti = static_cast<int>(threadIdx.y); ti < 32; ti += 8) {
      square[ti][tj] = matrix.cells[(bi + ti) * matrix.ld + bj + tj];
    }
    __syncthreads();  // the square has been read
    for (int ti = static_cast<int>(threadIdx.y); ti < 32; ti += 8) {
      if (bi + tj < bj + ti) matrix.cells[(bj + ti) * matrix.ld + bi + tj] = square[tj][ti];
    }
    __syncthreads();  // it has been written, and may be read again
  }
}

// The vertices that pad the matrix from n to `side` have no arcs.
template <class S>
__global__ void pad_matrix(DeviceMatrix<typename S::Weight> matrix, int n, int side) {
  for (long long i = blockIdx.x; i < side; i += gridDim.x) {
    for (int j = static_cast<int>(threadIdx.x) + (i < n ? n : 0); j < side;
         j += static_cast<int>(blockDim.x)) {
      matrix.cells[i * matrix.ld + j] = S::no_path();
    }
  }
}

template <class Cell>
DeviceMatrix<Cell> matrix_of(const Launch& launch) {
  return {static_cast<Cell*>(launch.matrix), launch.ld};
}

template <class Shape>
void launch_engine(const Launch& launch) {
  using Word = typename Shape::Word;
  auto* head = static_cast<Head*>(launch.flags);
  auto* flags = reinterpret_cast<int*>(head + 1);
  const Arguments<Shape> args{
      .matrix = matrix_of<typename Shape::Cell>(launch),
      .order = launch.order,
      .flags = {.next = &head->next,
                .stop = &head->stop,
                .arrived = &head->arrived,
                .chain = &head->chain,
                .left = &head->left,
                .final = flags,
                .relaxed = flags + launch.order.tiles,
                .version = flags + launch.order.tiles + launch.order.groups()},
      .list = launch.list,
      .tasks = launch.tasks,
      .relaxations = launch.relaxations,
      .rows = static_cast<Word*>(launch.rows),
      .columns = static_cast<Word*>(launch.columns),
      .pivots = static_cast<Word*>(launch.pivots),
      .blocks_per_multiprocessor = launch.blocks_per_multiprocessor};
  close_matrix<Shape><<<launch.blocks, Shape::kThreads, launch.shared_bytes, launch.stream>>>(args);
  CUDA_CHECK_LAUNCH(close_matrix);
}

template <class Shape>
void launch_mirror(const Launch& launch) {
  const int side = launch.order.tiles * Shape::kTile;
  mirror_matrix<<<1024, dim3(32, 8), 0, launch.stream>>>(matrix_of<typename Shape::Cell>(launch),
                                                         side);
  CUDA_CHECK_LAUNCH(mirror_matrix);
}

template <class Shape>
void launch_pad(const Launch& launch, Index n) {
  const int side = launch.order.tiles * Shape::kTile;
  pad_matrix<typename Shape::Semiring><<<std::min(side, 1024), 128, 0, launch.stream>>>(
      matrix_of<typename Shape::Cell>(launch), static_cast<int>(n), side);
  CUDA_CHECK_LAUNCH(pad_matrix);
}

template <class Step, int kCells>
Variant make_variant() {
  using S = Shape<Step, kCells>;
  return {.threads = S::kThreads,
          .shared_bytes = sizeof(Shared<S>),
          .chain_bytes = kHasChain<S> ? sizeof(ChainMemory<S>) : 0,
          .kernel = reinterpret_cast<const void*>(close_matrix<S>),
          .launch = launch_engine<S>,
          .mirror = launch_mirror<S>,
          .pad = launch_pad<S>,
          .peak = measure_peak<S>};
}

template <class S, bool kNonnegative>
Variant variant(bool large) {
  using Step = StepOf<S, kNonnegative>;
  if constexpr (kLargeTiles<S>) {
    if (large) return make_variant<Step, 8>();
  }
  return make_variant<Step, 4>();
}

}  // namespace warpath::cuda::dense
