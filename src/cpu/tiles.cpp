// One pass over tiles-inl.hpp per instruction set, and the list of what came out.

#include "cpu/tiles.hpp"

#include "numerics/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/tiles.cpp"
#include "hwy/foreach_target.h"  // before highway.h

#include "cpu/tiles-inl.hpp"

#if HWY_ONCE

#include <vector>

namespace warpath::cpu {

std::span<const InstructionSet> instruction_sets() {
  static const std::vector<InstructionSet> sets = [] {
    const InstructionSet* const compiled[] = {HWY_CHOOSE_AVX3(kSet), HWY_CHOOSE_AVX2(kSet),
                                              HWY_CHOOSE_SSE4(kSet), HWY_CHOOSE_NEON(kSet),
                                              HWY_CHOOSE_FALLBACK(kSet)};
    std::vector<InstructionSet> found;
    for (const InstructionSet* set : compiled) {
      // What Highway falls back on, the compiler's own target, may be one of the others.
      const bool known = set == nullptr || (!found.empty() && found.back().name == set->name);
      if (!known) found.push_back(*set);
    }
    return found;
  }();
  return sets;
}

}  // namespace warpath::cpu

#endif  // HWY_ONCE
