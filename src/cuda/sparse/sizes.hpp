// Sizes that kernels, their callers and plans share.
#pragma once

#include <cstddef>

namespace warpath::cuda::sparse {

// A block computes rows of a branch, a panel of columns at a time.
constexpr int kThreadsOfBranch = 256;
constexpr int kPanelsOfBlock = 8;  // one after the other, where a matrix is written
constexpr int lane_columns_of_branch(std::size_t cell) { return cell == 8 ? 1 : cell == 4 ? 2 : 4; }
constexpr int panel_of_branch(std::size_t cell) { return 32 * lane_columns_of_branch(cell); }

// What some columns say about a vertex, on the device.
struct DeviceSums {
  double total;
  double reciprocals;
  double farthest;
  long long reached;
};

// Sums of rows of branches: a block has every kMeasuringBlocks-th branch, and every kPanelGroups-th
// panel. So that each sum is added up by one block, in the same order every time, rows have sums for
// each group of panels, columns for each block of branches.
constexpr int kMeasuringBlocks = 512;
constexpr int kPanelGroups = 4;

constexpr std::size_t kMeasureBytesPerVertex = (kPanelGroups + 2) * sizeof(DeviceSums);
constexpr std::size_t kMeasureBytesPerColumn = kMeasuringBlocks * sizeof(DeviceSums);

}  // namespace warpath::cuda::sparse
