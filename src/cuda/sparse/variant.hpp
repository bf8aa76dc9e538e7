// The sweep as the device and its host see it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/sparse/branches.hpp"
#include "cuda/sparse/sizes.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::sparse {

// Some rows of a node, and what is to be known about it (see sparse::Node): all in one place,
// because a block can do nothing before it knows.
struct alignas(16) Tile {
  int node_first = 0;
  int node_end = 0;
  int above = 0;
  int boundary = 0;
  int row = 0;   // of the node's own, the first
  int rows = 0;  // at most Variant::rows
  int last = 0;  // the largest number that needs the node: where only one half is wanted
  long long first_boundary = 0;
  long long links = 0;  // where its ways begin, in cells
};

constexpr int kWidestTile = 256;  // columns

// Rows of a tile are computed eight at a time, and ways to the boundary in pairs of words.
constexpr int kRowsTogether = 8;
constexpr int padded_rows(int rows) {
  return (rows + kRowsTogether - 1) / kRowsTogether * kRowsTogether;
}
constexpr long long padded_depth(long long boundary, int pivots) {
  return (boundary + 2 * pivots - 1) / (2 * pivots) * 2;  // in words
}

// All that a launch reads and writes, on the device. Rows of x and trunks begin at 16 bytes.
template <class Cell>
struct Sweep {
  const Tile* tiles = nullptr;
  const int* boundaries = nullptr;  // vertices of the tree
  const Cell* links = nullptr;      // of a tile: padded depth x padded rows words

  Cell* x = nullptr;  // rows of all vertices, some columns
  long long ld = 0;
  int columns = 0;
  const int* places = nullptr;  // of the columns, as the tree counts; readable to whole tiles
  bool half = false;            // numbers below that of a column need no row there
  int first_column = 0;         // the number of the first, if so
  const int* row_of = nullptr;  // where the row of a vertex of the tree lies
  const int* boundary_rows = nullptr;  // the same for boundaries

  // Rows go to a matrix, too, if there is one: to that of their number, `half` up to it.
  Cell* matrix = nullptr;
  long long matrix_ld = 0;
  int matrix_columns = 0;
  const int* number_of = nullptr;  // of each vertex of the tree

  Cell* trunks = nullptr;
  const long long* trunk_at = nullptr;  // of each vertex of the tree that has one
  const int* trunk_length = nullptr;

  bool restore = false;
  Cell least_no_path{};
};

// The same for branches (branches.hpp), behind the stem's rows.
template <class Cell>
struct BranchSweep {
  const Branch* branches = nullptr;
  int count = 0;
  const Strip* strips = nullptr;
  const int* slots = nullptr;
  const Load* loads = nullptr;
  const Cell* links = nullptr;

  const Cell* stem = nullptr;  // rows of the stem, some columns
  long long ld = 0;
  int columns = 0;
  const int* places = nullptr;

  const Cell* trunks = nullptr;
  const long long* trunk_at = nullptr;

  bool restore = false;
  Cell least_no_path{};
};

// A matrix that rows of branches are written to.
template <class Cell>
struct MatrixTarget {
  // Cell (v, c) of what is swept comes to cell (v, c) of the one, and from there to (c, v) of the other.
  Cell* direct = nullptr;
  long long ld = 0;
  Cell* turned = nullptr;
  long long turned_ld = 0;
  int n = 0;             // rows
  int first_column = 0;  // the number of the first column, where both count alike
  bool half = false;     // only columns up to the number of the row; turned, the others

  const Piece* pieces = nullptr;  // see WorkOfPanels; behind them nothing
  int count = 0;
  int part = 0;         // branches are counted by so many
  int* next = nullptr;  // what is to be done next
  int* done = nullptr;  // branches, of each panel and part
};

// Sums of rows of branches.
template <class Cell>
struct MeasureTarget {
  DeviceSums* rows = nullptr;     // [kPanelGroups][n]
  DeviceSums* columns = nullptr;  // [kMeasuringSets][columns]
  long long n = 0;
  int first_column = 0;  // its place
  bool half = false;     // each pair once, in the row of the later place
  Cell no_path{};
  long long* extremes = nullptr;  // keys of the smallest and of the largest distance
  int first_bin = 0;
  double scale = 1;
  unsigned long long* bins = nullptr;
};

// A compiled version: one per inner step.
struct Variant {
  int rows = 0;     // of a tile, at most
  int columns = 0;  // of a tile
  int pivots = 0;   // cells of a word

  // Of a block of the largest tile.
  const void* kernel = nullptr;
  int threads = 0;
  std::size_t shared_bytes = 0;

  // `sweep` is a Sweep of the variant's cells, with `tiles` tiles of up to `rows` rows, a multiple
  // of 8. `trunk`: columns of trunks instead of the matrix.
  void (*launch)(const void* sweep, bool trunk, int tiles, int rows, int columns,
                 cudaStream_t stream) = nullptr;

  // `sweep` is a BranchSweep, `target` a MatrixTarget or a MeasureTarget of the variant's cells.
  void (*write)(const void* sweep, const void* target, cudaStream_t stream) = nullptr;
  void (*measure)(const void* sweep, const void* target, cudaStream_t stream) = nullptr;
};

// Of a row of the table in cuda/steps.hpp; compiled by variant.cu.in.
template <class S, bool kNonnegative>
Variant variant();

}  // namespace warpath::cuda::sparse
