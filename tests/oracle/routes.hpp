// The rule of routes (docs/routes.md), read literally: slow, and free of any thought of speed.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

enum class Measure { shortest, widest, minimax, reachable };

// Row s, column v: the vertex before v on the route from s; -1 for s itself and where there is no
// path. Whole numbers, self-loops are left out, no cycle is negative for the shortest.
Table<int> predecessors(const Table<std::int64_t>& arcs, Measure measure);

}  // namespace oracle
