// Which rows are looked at where all of them would take too long.
#pragma once

#include <cstdint>
#include <vector>

#include "warpath/types.hpp"

namespace warpath::verify {

// `count` sources spread over 0 .. n-1, in ascending order; all of them when there are no more.
std::vector<Index> sample_sources(Index n, Index count, std::uint64_t seed = 1);

}  // namespace warpath::verify
