// Work that is not to be stopped half-way.
#pragma once

#include <functional>

namespace warpath::io {

// Calls work(), and throws what it throws, or Error io where the work was killed itself. Where the system allows it, that is done by a process of its
// own that shares all memory with this one, which waits: SIGKILL ends this one, and the work is done
// nevertheless. For a few calls of the system; nothing is left running.
void run_undisturbed(const std::function<void()>& work);

}  // namespace warpath::io
