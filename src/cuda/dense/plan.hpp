// The row `cuda` of the kernel table, and what its plan is made of: host code, in every build.
#pragma once

#include <cstddef>
#include <string_view>

#include "cuda/dense/schedule.hpp"
#include "kernels/kernel.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::dense {

std::string_view unsupported(const Problem& problem);
void configure(Plan& plan, const Machine& machine);

// These are there in builds with CUDA only.
void run(Work& work);
void run_resident(Work& work);  // of a matrix on the device, which look() has looked at
double peak(const Plan& plan);
MatrixFacts look(const DeviceMatrix& matrix, int device);
int device_of(const void* memory);
bool has_clear_cycles(const DeviceMatrix& matrix, int device, const InputFacts& facts,
                      double margin);
void copy_rows(const DeviceMatrix& matrix, int device, Index first, Index count, void* host,
               Index ld, CopyWay way);

// Bytes in device memory, and where they are.
struct Layout {
  Index side = 0;  // of the matrix, padded to whole tiles
  std::size_t matrix = 0;
  bool lies_there = false;  // as it is needed: no other is taken
  std::size_t flags = 0;
  std::size_t sections = 0;
  std::size_t relaxations = 0;
  std::size_t list = 0;
  long long tasks = 0;
  std::size_t panels = 0;  // of rows, or of columns
  std::size_t pivots = 0;
  bool symmetric = false;

  std::size_t workspace() const {
    return flags + sections + relaxations + list + (symmetric ? 1 : 2) * panels + pivots;
  }
};

// The order of a plan's work, but for the gap, which depends on the device.
Order order_of(const Plan& plan);

Layout layout_of(const Plan& plan);

// The plan of a root that is closed on the device within a sparse solve: its workspace is taken
// there beside whatever else is there.
Plan plan_of_root(const Plan& sparse, Index size);

}  // namespace warpath::cuda::dense
