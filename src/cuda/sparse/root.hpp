// A root, put together and closed on the device.
#pragma once

#include "base/crew.hpp"
#include "cpu/sparse/factor.hpp"
#include "cuda/device/owned.hpp"
#include "warpath/plan.hpp"

namespace warpath::cuda::sparse {

// Its closed matrix, in device memory.
template <class T>
struct ClosedRoot {
  warpath::sparse::Vertex node = 0;
  Index size = 0;
  Index ld = 0;
  DeviceArray<T> cells;
};

// `plan` is one of the dense engine.
template <class S>
ClosedRoot<typename S::Weight> close_root(const cpu::Root<typename S::Weight>& root,
                                          const Plan& plan, Crew& crew);

}  // namespace warpath::cuda::sparse
