// Ranges of vertices, shared out among threads.
#pragma once

#include <algorithm>

#include "base/crew.hpp"
#include "warpath/types.hpp"

namespace warpath::sparse {

// Whatever the threads, so that results may depend on where blocks end.
constexpr Index kBlock = 512;

constexpr Index blocks_of(Index count) { return (count + kBlock - 1) / kBlock; }

// Calls work(first, last) for blocks of [0, count).
template <class Work>
void run_blocks(Crew& crew, Index count, const Work& work) {
  crew.run(blocks_of(count),
           [&](Index block) { work(block * kBlock, std::min(count, (block + 1) * kBlock)); });
}

}  // namespace warpath::sparse
