// The dense engine on the CPU: pivot, panels, interior.
#pragma once

#include "base/crew.hpp"
#include "base/progress_meter.hpp"
#include "cpu/cuts.hpp"
#include "cpu/tiles.hpp"

namespace warpath::cpu {

template <class T>
struct ClosureJob {
  const Tiles<T>* tiles = nullptr;
  T* matrix = nullptr;
  Index n = 0;
  Index ld = 0;
  Index block = 0;         // width of a pivot block, at least 1
  bool symmetric = false;  // work on the upper triangle, mirror at the end

  // Closes paths through the first so many vertices only; -1: through all. Some more may count, too.
  Index pivots = -1;
};

// Elements of workspace that a job needs.
template <class T>
Index closure_workspace(const Tiles<T>& tiles, Index n, Index block);

// Closes the matrix in place; no cycle of it is better than the empty path. `workspace` is aligned to
// 64 bytes. Throws what the meter's check() throws; the meter may be null.
template <class T>
void close_matrix(const ClosureJob<T>& job, T* workspace, Crew& crew, ProgressMeter* meter);

}  // namespace warpath::cpu
