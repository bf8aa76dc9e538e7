// Sizes that kernels, their callers and plans share.
#pragma once

#include <cstddef>

namespace warpath::cuda::sparse {

// Rows of a branch are computed for a panel of columns; a lane has so many of these.
constexpr int lane_columns_of_branch(std::size_t cell) { return cell == 8 ? 1 : cell == 4 ? 2 : 4; }
constexpr int panel_of_branch(std::size_t cell) { return 32 * lane_columns_of_branch(cell); }

// What a panel has become is turned by so many rows at a time.
constexpr int kTurnedRows = 64;

// Warps that compute a branch together, to write it or to measure it. Pieces of work of a block that writes a matrix, one
// after the other.
constexpr int kWritingWarps = 8;
constexpr int kMeasuringWarps = 4;
constexpr int kPiecesOfBlock = 32;

// What some columns say about a vertex, on the device.
struct DeviceSums {
  double total;
  double reciprocals;
  double farthest;
  long long reached;
};

// Sums of rows of branches: a block has every kMeasuringBlocks-th branch, and every kPanelGroups-th
// panel. So that each sum is added up by one warp, in the same order every time, rows have sums for
// each group of panels, columns for each warp that has branches.
constexpr int kMeasuringBlocks = 128;
constexpr int kMeasuringSets = kMeasuringBlocks * kMeasuringWarps;
constexpr int kPanelGroups = 8;

constexpr std::size_t kMeasureBytesPerVertex = (kPanelGroups + 2) * sizeof(DeviceSums);
constexpr std::size_t kMeasureBytesPerColumn = kMeasuringSets * sizeof(DeviceSums);

}  // namespace warpath::cuda::sparse
