// What a kernel of the sparse method is handed: arcs, a plan for them, and where distances go.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/progress_meter.hpp"
#include "numerics/measure_builder.hpp"
#include "numerics/prepare.hpp"
#include "warpath/plan.hpp"
#include "warpath/sparse.hpp"

namespace warpath {

struct SparseCall {
  const Plan& plan;
  const void* arcs = nullptr;  // sparse::Arcs of the weights' type
  InputFacts facts;
  CycleTolerance tolerance;
  ProgressMeter& meter;

  // One of these three. All distances: n rows of n cells, ld from row to row;
  void* matrix = nullptr;
  Index ld = 0;
  bool on_device =
      false;  // it lies in the memory of the plan's device, rows at multiples of 16 bytes
  void* stream = nullptr;  // then: behind what was put there before
  bool fresh = false;      // nobody has touched its pages yet
  // rows of some vertices, `batch` at a time;
  std::span<const std::int32_t> sources = {};
  RowSink sink = {};
  // or what they say together, `batch` columns at a time.
  MeasureBuilder* measures = nullptr;
  Index batch = 0;

  // Rows only: what elimination leaves, kept from one call to the next with the same plan and arcs. Null: not wanted. Kernels that
  // have nothing to keep leave it alone.
  std::shared_ptr<void>* kept = nullptr;

  // The kernel says how long it took.
  double factor_seconds = 0;
  double sweep_seconds = 0;
};

}  // namespace warpath
