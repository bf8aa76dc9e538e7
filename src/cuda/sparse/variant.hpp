// The sweep as the device and its host see it.
#pragma once

#include <cuda_runtime.h>

#include "cuda/device/check.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::sparse {

// See sparse::Node.
struct DeviceNode {
  int first = 0;
  int width = 0;
  int end = 0;
  int above = 0;
  int boundary = 0;
  long long first_boundary = 0;
  long long links = 0;  // where its ways begin: boundary x width
};

// Some rows of a node, from `row` on.
struct TileOfRows {
  int node;
  int row;
};

// Everything that a launch reads and writes. In device memory; rows of x and trunks begin at multiples of 16 bytes.
template <class Cell>
struct Sweep {
  const TileOfRows* tiles = nullptr;
  const DeviceNode* nodes = nullptr;
  const int* boundaries = nullptr;
  const Cell* links = nullptr;

  Cell* x = nullptr;  // rows of all vertices, some columns
  long long ld = 0;
  int columns = 0;
  const int* places = nullptr;  // the vertices of the columns, as the tree counts them
  const int* row_of = nullptr;  // where the row of a vertex of the tree lies

  Cell* trunks = nullptr;
  const long long* trunk_at = nullptr;  // of each vertex of the tree that has one
  const int* trunk_length = nullptr;

  bool restore = false;
  Cell least_no_path{};
};

// A compiled version: one per inner step.
struct Variant {
  int rows = 0;     // of a tile
  int columns = 0;  // of a tile

  // `sweep` is a Sweep of the variant's cells. `trunk`: columns of trunks instead of the matrix.
  void (*launch)(const void* sweep, bool trunk, int tiles, int columns, cudaStream_t stream) = nullptr;
};

Variant nonnegative_float_variant();
Variant float_variant();
Variant double_variant();
Variant int_variant();
Variant short_variant();
Variant widest_float_variant();
Variant widest_int_variant();
Variant minimax_float_variant();
Variant minimax_int_variant();
Variant reach_variant();

}  // namespace warpath::cuda::sparse
