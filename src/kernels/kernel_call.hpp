// What a kernel is handed: a square row-major matrix to be closed, and how.
#pragma once

#include <cstdint>
#include <vector>

#include "base/progress_meter.hpp"
#include "numerics/prepare.hpp"
#include "numerics/rounding.hpp"
#include "warpath/plan.hpp"

namespace warpath {

// Predecessors that are wanted, if any are. A kernel that finds them itself says so; else they are found after it.
struct PredecessorCall {
  std::int32_t* data = nullptr;  // n rows of n, `ld` apart
  Index ld = 0;
  InputFacts facts;
  bool found = false;
  // Of each row, then: whether predecessors may lead round in circles. 1: only along arcs of weight 0; 2: anyhow.
  std::vector<std::uint8_t> doubts = {};
};

struct KernelCall {
  void* data = nullptr;  // n rows of n weights, `ld` elements apart; the diagonal is prepared
  Index ld = 0;
  const Plan& plan;
  CycleTolerance tolerance;
  ProgressMeter& meter;
  PredecessorCall predecessors = {};
  double device_seconds = 0;  // kernels on a device say how long it computed

  template <class T>
  T* matrix() const {
    return static_cast<T*>(data);
  }
};

// Every kernel ends here when it meets a cycle through `vertex` that improves on standing still.
[[noreturn]] void throw_negative_cycle(Index vertex);

}  // namespace warpath
