// How wide panels are: what the plan and the engine have to agree on.
#pragma once

#include <algorithm>

#include "cpu/sparse/sweep.hpp"

namespace warpath::cpu {

// Columns of a panel. Rows are written in runs of that length, and long runs are faster; but a panel that is not part of
// the result has to have a place, too.
inline constexpr Index kPanel = 256;
inline constexpr Index kWidePanel = 1024;

// Trunks of leaves are made for so many columns at a time that they stay below this.
inline constexpr std::size_t kTrunkBytes = std::size_t{256} << 20;

// Columns whose trunks are made at once, where all are asked for.
template <class S>
Index columns_at_once(const warpath::sparse::Tree& tree) {
  const auto most = static_cast<Index>(kTrunkBytes / (Sweep<S>::bytes_per_column(tree) + 1));
  return std::max(kPanel, most / kPanel * kPanel);
}

}  // namespace warpath::cpu
