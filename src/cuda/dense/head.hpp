// The flags of a solve, as far as the host looks at them.
#pragma once

namespace warpath::cuda::dense {

// What the host looks at while a solve runs, at the start of the flags. Behind it, one int each: by row of
// tiles, how many have their final values; by group of pivots, how many relaxations are done; by tile,
// through how many pivot blocks it has been relaxed.
struct Head {
  static constexpr int kNoVertex = 0x7fffffff;
  unsigned long long next;  // task to be taken
  int stop;                 // not 0: nobody begins anything any more
  int cycle;                // kNoVertex - v for the first pivot v on a negative cycle, or 0
  int arrived;              // blocks that asked whether they close pivots
  int closer;               // 1 + the multiprocessor of the block that does
  int left;                 // blocks that made room for it
};

}  // namespace warpath::cuda::dense
