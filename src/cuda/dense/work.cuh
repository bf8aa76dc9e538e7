// What the tasks of a solve share: the arguments of the launch and a block's shared memory.
#pragma once

#include "core/rounding.hpp"
#include "cuda/device/flags.cuh"
#include "cuda/dense/product.cuh"
#include "cuda/dense/schedule.hpp"
#include "cuda/dense/tile.cuh"

namespace warpath::cuda::dense {

// Flags in device memory, all 0 at first.
struct Flags {
  unsigned long long* next;  // task to be taken
  int* stop;                 // not 0: nobody begins anything any more
  int* cycle;                // kNoVertex - v for the first pivot v on a negative cycle, or 0
  int* version;              // of a tile: it has been relaxed through that many pivot blocks
  int* relaxed;              // by group: how many relaxations through its pivots are done

  static constexpr int kNoVertex = 0x7fffffff;
};

template <class Shape>
struct Arguments {
  using Word = typename Shape::Word;

  DeviceMatrix<typename Shape::Cell> matrix;
  Order order;
  Flags flags;
  const long long* section_begin;

  // Panels as strips, [tile][slot of the pivot block]; in a symmetric problem both are the same.
  Word* rows;
  Word* columns;
  // Closed pivots as left operands, [slot][of rows, of columns].
  Word* pivots;

  bool any_sign;
  CycleTolerance tolerance;

  // Two groups have their panels in memory at a time.
  __device__ int slots() const { return 2 * order.width; }
  __device__ int slot(int k) const { return k / order.width % 2 * order.width + k % order.width; }
  __device__ long long strip(int tile, int k) const {
    return (static_cast<long long>(tile) * slots() + slot(k)) * Shape::kStrip;
  }
  __device__ Word* pivot(int k, bool of_columns) const {
    return pivots + (2LL * slot(k) + of_columns) * Shape::kStrip;
  }
  __device__ int* version(int i, int j) const {
    if (order.symmetric && i > j) return version(j, i);
    return flags.version + static_cast<long long>(i) * order.tiles + j;
  }

  // A pivot v is on a negative cycle. The first counts, as far as several are found.
  __device__ void report_cycle(int v) const {
    atomicMax(flags.cycle, Flags::kNoVertex - v);
    raise(flags.stop, 1);
  }

  // One thread: waits until a flag has a value, or for the end of it all: then false.
  __device__ bool wait(const int* flag, int value) const {
    while (look(flag) < value) {
      if (look(flags.stop) != 0) return false;
      __nanosleep(20);
    }
    return true;
  }
};

template <class Shape>
struct Shared {
  Stages<Shape> stages;
  union {
    alignas(128) typename Shape::Word strip[Shape::kStrip];
    typename Shape::Cell tile[Shape::kTile * Shape::kTile];
    // A pivot's row and column, in two sets that take turns.
    typename Shape::Cell pivot[2][2][Shape::kTile];
  };
  Barrier tile_arrived;
  Task task;
  int section;  // of the list, where the block took its last task
};

}  // namespace warpath::cuda::dense
