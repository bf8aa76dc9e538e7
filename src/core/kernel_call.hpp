// What a kernel is handed: a square row-major matrix to be closed, and how.
#pragma once

#include "core/progress_meter.hpp"
#include "core/rounding.hpp"
#include "warpath/plan.hpp"

namespace warpath {

struct KernelCall {
  void* data = nullptr;  // n rows of n weights, `ld` elements apart; the diagonal is prepared
  Index ld = 0;
  const Plan& plan;
  CycleTolerance tolerance;
  ProgressMeter& meter;
  // Where predecessors go, rows `predecessors_ld` apart; null: not wanted. A kernel may find them itself, and then says so.
  std::int32_t* predecessors = nullptr;
  Index predecessors_ld = 0;
  bool predecessors_found = false;
  double device_seconds = 0;  // kernels on a device say how long it computed

  template <class T>
  T* matrix() const {
    return static_cast<T*>(data);
  }
};

// Every kernel ends here when it meets a cycle through `vertex` that improves on standing still.
[[noreturn]] void throw_negative_cycle(Index vertex);

}  // namespace warpath
