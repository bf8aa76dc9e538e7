// The heap of this program can be told to fail. Every form of operator new and delete is replaced
// (failing_new.cpp); malloc is not, so that TBB's pools and the C++ runtime stay out of the count.
#pragma once

#include <cstdint>

namespace faults {

enum class Mode {
  once,   // one allocation fails, later ones work
  after,  // that one and all later ones fail
};

// From now until disarm(): allocation number `index` (from 0) fails, on whatever thread.
void arm(std::int64_t index, Mode mode);

// Everything works again. Returns whether an allocation failed since arm().
bool disarm();

// Allocations that have not been freed.
std::int64_t live();

// Allocations since the program started.
std::int64_t count();

// Bytes that have not been freed, as the heap counts them, and the most there have been since
// reset_peak().
std::int64_t live_bytes();
std::int64_t peak_bytes();
void reset_peak();

}  // namespace faults
