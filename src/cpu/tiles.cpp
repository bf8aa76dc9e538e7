// One pass over tiles-inl.hpp per instruction set, and the list of what came out.

#include "cpu/tiles.hpp"

// Four steps of x86 are enough: each doubles the vector or adds an instruction that the kernels
// need (pminsd came with SSE4). Scalable vectors cannot be kept in arrays.
#define HWY_DISABLED_TARGETS                                                                   \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_AVX3_ZEN4 | HWY_AVX3_SPR | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | \
   HWY_SVE2_128 | HWY_RVV)
#include "hwy/detect_targets.h"
#ifndef HWY_AVX3_ZEN4  // older Highway does not know these
#define HWY_AVX3_ZEN4 0
#endif
#ifndef HWY_AVX3_SPR
#define HWY_AVX3_SPR 0
#endif

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
