// Which of Highway's instruction sets are compiled. Before foreach_target.h.
#pragma once

// Four steps of x86 are enough: each doubles the vector or adds an instruction that is needed (pminsd
// came with SSE4). Scalable vectors cannot be kept in arrays.
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
