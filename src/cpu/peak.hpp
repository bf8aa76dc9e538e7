// The rate that the instructions allow: what peak_fraction is measured against.
#pragma once

#include <string_view>

#include "warpath/types.hpp"

namespace warpath::cpu {

// Tasks per second of the kernel's inner step on registers alone, on `threads` threads at once.
// The better of the kernel's own step and any other step that is right for the weights. Takes
// about 20 ms. An empty `isa` is the best of this machine.
double peak_tasks_per_second(SemiringKind semiring, WeightType weight, bool nonnegative,
                             std::string_view isa, int threads);

}  // namespace warpath::cpu
