// The engine: one launch that closes a whole matrix.
//
// Idea       every block takes tasks from one list (schedule.hpp), waits for the tiles that a task needs, does
//            it, and says so. Steps of the blocked algorithm flow into each other: nothing waits for a
//            step to end, and the next pivots and panels are computed beside the interior of this one.
// Grid       as many blocks as the device holds, Shape::kBlocks per multiprocessor
// Shared     a ring of stages for operands, and one tile
// Bound by   see product.cuh; for small n by the way pivot -> panel -> tile -> next pivot
#pragma once

#include "cuda/device/check.hpp"
#include "cuda/dense/interior.cuh"
#include "cuda/dense/panel.cuh"
#include "cuda/dense/peak.cuh"
#include "cuda/dense/pivot.cuh"
#include "cuda/dense/variant.hpp"

namespace warpath::cuda::dense {

// One thread: the next task, when all that it needs is there.
template <class Shape>
__device__ __noinline__ bool take(const Arguments<Shape>& args, Shared<Shape>& shared) {
  int section = shared.section;
  const Order& order = args.order;
  const auto index = static_cast<long long>(atomicAdd(args.flags.next, 1ull));
  while (section < order.sections() && index >= args.section_begin[section + 1]) ++section;
  if (section == order.sections() || look(args.flags.stop) != 0) return false;
  shared.section = section;
  const Task task = shared.task = order.task(section, index - args.section_begin[section]);
  const int k = task.last - 1;
  switch (task.kind) {
    case Task::none: return true;
    case Task::close: return args.wait(args.version(k, k), k);
    case Task::column_panel:
    case Task::row_panel: {
      const int group = k / order.width;
      return args.wait(args.version(k, k), k + 1) && args.wait(args.version(task.i, task.j), k) &&
             (group < 2 || args.wait(args.flags.relaxed + group - 2,
                                     static_cast<int>(order.relaxations(group - 2))));
    }
    case Task::relax:
      return args.wait(args.version(task.i, task.j), task.first) &&
             args.wait(args.version(task.i, k), task.last) &&
             args.wait(args.version(k, task.j), task.last);
  }
  return false;
}

// One thread, when all have done their part.
template <class Shape>
__device__ void finish(const Arguments<Shape>& args, const Task& task) {
  if (task.kind != Task::none) raise(args.version(task.i, task.j), task.last);
  if (task.kind == Task::relax || task.kind == Task::none) {
    add_one(args.flags.relaxed + task.first / args.order.width);
  }
}

template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks)
    close_matrix(const __grid_constant__ Arguments<Shape> args) {
  extern __shared__ __align__(128) unsigned char memory[];
  auto& shared = *reinterpret_cast<Shared<Shape>*>(memory);
  Product<Shape> product(shared.stages);
  if (threadIdx.x == 0) {
    shared.tile_arrived.announce(kCopyArrivals);
    shared.section = 0;
    fence_copies();
  }
  std::uint32_t tile_parity = 0;
  for (;;) {
    bool more = true;
    if (threadIdx.x == 0) more = take(args, shared);
    if (__syncthreads_and(more) == 0) return;  // else: the task and all it needs are there
    fence_copies();
    const Task& task = shared.task;
    switch (task.kind) {
      case Task::close: close_pivot(args, task, shared); break;
      case Task::column_panel: close_panel<Shape, true>(args, task, product, shared); break;
      case Task::row_panel: close_panel<Shape, false>(args, task, product, shared); break;
      case Task::relax: relax_tile(args, task, product, shared, tile_parity); break;
      case Task::none: break;
    }
    fence_copies();
    __syncthreads();  // all results are stored, and shared memory may be used again
    if (threadIdx.x == 0) finish(args, task);
  }
}

// The triangle above the diagonal is copied to the one below, in squares of 32.
template <class Cell>
__global__ void mirror_matrix(DeviceMatrix<Cell> matrix) {
  __shared__ Cell square[32][33];
  const long long squares = (matrix.n + 31) / 32;
  for (long long s = blockIdx.x; s < squares * squares; s += gridDim.x) {
    const int bi = static_cast<int>(s / squares) * 32;
    const int bj = static_cast<int>(s % squares) * 32;
    if (bi > bj) continue;
    const int tj = static_cast<int>(threadIdx.x);
    for (int ti = static_cast<int>(threadIdx.y); ti < 32; ti += 8) {
      if (bi + ti < matrix.n && bj + tj < matrix.n) {
        square[ti][tj] = matrix.cells[(bi + ti) * matrix.ld + bj + tj];
      }
    }
    __syncthreads();  // the square has been read
    for (int ti = static_cast<int>(threadIdx.y); ti < 32; ti += 8) {
      const int i = bj + ti;
      const int j = bi + tj;
      if (i < matrix.n && j < matrix.n && j < i) matrix.cells[i * matrix.ld + j] = square[tj][ti];
    }
    __syncthreads();  // it has been written, and may be read again
  }
}

template <class Cell>
DeviceMatrix<Cell> matrix_of(const Launch& launch) {
  const auto row_bytes = static_cast<std::uint64_t>(launch.ld) * sizeof(Cell);
  const bool aligned = reinterpret_cast<std::uintptr_t>(launch.matrix) % 16 == 0 && row_bytes % 16 == 0;
  return {static_cast<Cell*>(launch.matrix), launch.ld, static_cast<int>(launch.n), aligned};
}

template <class Shape>
void launch_engine(const Launch& launch) {
  using Word = typename Shape::Word;
  auto* head = static_cast<Head*>(launch.workspace.flags);
  auto* flags = reinterpret_cast<int*>(head + 1);
  const Arguments<Shape> args{
      .matrix = matrix_of<typename Shape::Cell>(launch),
      .order = launch.order,
      .flags = {.next = &head->next,
                .stop = &head->stop,
                .cycle = &head->cycle,
                .version = flags + launch.order.groups(),
                .relaxed = flags},
      .section_begin = static_cast<const long long*>(launch.workspace.sections),
      .rows = static_cast<Word*>(launch.workspace.rows),
      .columns = static_cast<Word*>(launch.workspace.columns),
      .pivots = static_cast<Word*>(launch.workspace.pivots),
      .any_sign = launch.any_sign,
      .tolerance = launch.tolerance};
  CUDA_CHECK(cudaFuncSetAttribute(close_matrix<Shape>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(sizeof(Shared<Shape>))));
  close_matrix<Shape>
      <<<launch.blocks, Shape::kThreads, sizeof(Shared<Shape>), launch.stream>>>(args);
  CUDA_CHECK_LAUNCH(close_matrix);
}

template <class Shape>
void launch_mirror(const Launch& launch) {
  mirror_matrix<<<1024, dim3(32, 8), 0, launch.stream>>>(matrix_of<typename Shape::Cell>(launch));
  CUDA_CHECK_LAUNCH(mirror_matrix);
}

template <class Step, int kCells>
Variant make_variant() {
  using S = Shape<Step, kCells>;
  return {.tile = S::kTile,
          .strip_bytes = S::kStrip * sizeof(typename S::Word),
          .threads = S::kThreads,
          .shared_bytes = sizeof(Shared<S>),
          .kernel = reinterpret_cast<const void*>(close_matrix<S>),
          .launch = launch_engine<S>,
          .mirror = launch_mirror<S>,
          .peak = measure_peak<S>};
}

}  // namespace warpath::cuda::dense
