// Stands between this program and the CUDA runtime: every call that the library makes can be told to
// fail, and what was taken and not given back is counted. The linker puts it there (--wrap).
#pragma once

#include <string>

namespace failing {

// Where there is no device: from now on one is played, whose memory is the host's, and on which
// kernels do nothing. Distances say nothing then, but calls and their failures come as they do.
void play_a_device();
bool is_played();

// From now until disarm(): call number `index` (from 0) fails. Allocations find no memory, launches no
// resources. What waits or gives something back does so, and then fails, as with an error of
// earlier work; nothing else is done.
void arm(long index);

// Everything works again. The name of the call that failed since arm(); empty when there was none.
std::string disarm();

// From now on: launch number `index` (from 0) is that of a kernel that faults. No call works then, for
// as long as the process lives.
void fault(long index);

// Memory of the device, pinned memory, streams and events that have not been given back.
long live();

}  // namespace failing
