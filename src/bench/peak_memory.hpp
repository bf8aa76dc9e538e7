// The most memory that this process has had at a time.
#pragma once

#include <cstdio>
#include <fstream>
#include <string>

namespace warpath::bench {

// Begins anew. False where the system does not know how.
inline bool reset_peak_memory() {
  std::ofstream file("/proc/self/clear_refs");
  return static_cast<bool>(file << '5' << std::flush);
}

// Bytes, since the last reset.
inline double peak_memory() {
  std::ifstream file("/proc/self/status");
  long kibibytes = 0;
  for (std::string line; std::getline(file, line);) {
    if (std::sscanf(line.c_str(), "VmHWM: %ld", &kibibytes) == 1) break;
  }
  return 1024.0 * static_cast<double>(kibibytes);
}

}  // namespace warpath::bench
