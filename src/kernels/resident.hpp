// A matrix in a device's memory that is to be solved there.
#pragma once

#include "numerics/orientation.hpp"
#include "warpath/options.hpp"
#include "warpath/types.hpp"

namespace warpath {

struct ResidentCall {
  void* data = nullptr;  // n rows of n weights, `ld` elements apart
  Index n = 0;
  Index ld = 0;
  WeightType weight = WeightType::float32;
  Orientation orientation = Orientation::as_seen;
  const Options& options;
  void* stream = nullptr;
};

}  // namespace warpath
