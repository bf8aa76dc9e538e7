// The contract between a solve and its kernel: what a kernel is handed, and what it leaves.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/progress_meter.hpp"
#include "numerics/facts.hpp"
#include "numerics/measure_builder.hpp"
#include "warpath/plan.hpp"

namespace warpath {

// Rows of cells of the problem's weight type, `ld` elements from row to row.
struct Cells {
  void* data = nullptr;
  Index ld = 0;
};

// Where rows go that are computed some at a time.
class RowTarget {
 public:
  virtual ~RowTarget() = default;

  // Room for rows first .. first + count - 1, which are written next. In order, without gaps; those before may not be
  // done yet, but those before these are.
  virtual Cells place(Index first, Index count) = 0;

  // They are there. On the thread that called the kernel; what this throws ends the solve. Seconds that whoever takes
  // them spent on it.
  virtual double done(Index first, Index count) = 0;
};

// Predecessors that are wanted beside a matrix. A kernel that finds them itself says so; else they
// are found after it.
struct PredecessorWork {
  std::int32_t* data = nullptr;  // n rows of n, `ld` apart; null: not wanted
  Index ld = 0;
  bool found = false;

  // Of each row, then: whether predecessors may lead round in circles.
  enum Doubt : std::uint8_t { none, by_zero_arcs, any };
  std::vector<std::uint8_t> doubts = {};
};

// One solve. Kernels of the dense method close `matrix`: weights before, distances after. The
// others read `arcs` and fill the one of `matrix`, `rows` and `measures` that is there. No cycle is
// better than the empty path, nor can rounding make it so: that was seen to before.
struct Work {
  const Plan& plan;
  InputFacts facts;
  ProgressMeter& meter;

  const void* arcs = nullptr;  // sparse::Arcs of the problem's weight type

  Cells matrix = {};       // n x n; in the memory of the plan's device where problem.resident
  bool fresh = false;      // nobody has touched its pages yet
  void* stream = nullptr;  // resident: behind what was put there before
  Orientation orientation = Orientation::as_seen;  // resident: how errors name its cells
  PredecessorWork predecessors = {};

  std::span<const std::int32_t> sources = {};  // of the rows, plan.batch at a time
  RowTarget* rows = nullptr;

  MeasureBuilder* measures = nullptr;  // where the kernel's row of the table says that it can

  // What elimination leaves, kept from one Work to the next with the same plan and arcs. Null: not
  // wanted. Kernels that have nothing to keep leave it alone.
  std::shared_ptr<void>* kept = nullptr;

  // The kernel says how long it took, as far as these mean something for it.
  double kernel_seconds = 0;  // on a device, without the transfers
  double factor_seconds = 0;
  double sweep_seconds = 0;
  double waited_seconds = 0;    // of these: for whoever takes rows, while nothing was computed
  double resident_seconds = 0;  // with what was done around the kernel, by the device's clock

  template <class T>
  T* cells() const {
    return static_cast<T*>(matrix.data);
  }
};

}  // namespace warpath
