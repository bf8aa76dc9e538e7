// What this process may use: the machine's cores and memory, or what its limits leave of them.
#pragma once

#include <cstddef>
#include <string>

namespace warpath {

struct HostMemory {
  std::size_t total;      // bytes; a container's limit when that is lower
  std::size_t available;  // bytes that can be taken now
};
// `root` is where /proc and /sys are looked for: tests invent them.
HostMemory host_memory(const std::string& root = {});
inline std::size_t available_memory() { return host_memory().available; }

// What this process has in memory now; 0 where the system does not tell.
struct ProcessMemory {
  std::size_t resident = 0;  // bytes: its own, and pages of files that it has looked at
  std::size_t of_files = 0;  // of these: the program's own file and libraries, too
};
ProcessMemory process_memory();

// Affinity, quota and OMP_NUM_THREADS count.
int available_cores();

}  // namespace warpath
