// A compiled version of the engine, as the host sees it: one per inner step and size of tile.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/dense/schedule.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::dense {

struct Launch {
  void* matrix = nullptr;  // padded to whole tiles; rows start at multiples of 16 bytes
  Index ld = 0;
  Order order;

  // Device memory beside the matrix.
  void* flags = nullptr;             // all 0 before each solve
  const int* relaxations = nullptr;  // by group
  const PackedTask* list = nullptr;
  long long tasks = 0;
  void* rows = nullptr;
  void* columns = nullptr;
  void* pivots = nullptr;

  int blocks = 0;
  int blocks_per_multiprocessor = 0;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

struct Variant {
  int threads;
  std::size_t shared_bytes;
  std::size_t chain_bytes;  // 0: it has no pivot chain
  const void* kernel;

  // Shared memory of a block.
  std::size_t bytes_for(const Order& order) const {
    return order.chain && chain_bytes > shared_bytes ? chain_bytes : shared_bytes;
  }

  void (*launch)(const Launch&);

  // Copies the triangle above the diagonal to the one below.
  void (*mirror)(const Launch&);

  // Writes what stands beside the first n rows and columns.
  void (*pad)(const Launch&, Index n);

  // Tasks per second of the inner step alone; waits for the current device.
  double (*peak)(int multiprocessors);
};

// Of a row of the table in cuda/steps.hpp; compiled by variant.cu.in. `large`: with tiles of 128 x 128
// cells, which kLargeTiles says whether there are.
template <class S, bool kNonnegative>
Variant variant(bool large);

// Writes the list of tasks of an order down: `sections` are its own, `size` tasks in all.
// Everything lies in device memory.
void write_list(const Order& order, const Order::Section* sections, PackedTask* list,
                long long size, cudaStream_t stream);

}  // namespace warpath::cuda::dense
