// A caller's matrix that lies in a device's memory.
#pragma once

#include <algorithm>

namespace warpath::cuda::dense {

template <class T>
struct Given {
  T* cells;
  long long ld;
  int n;
};

template <class T>
__device__ T& at(const Given<T>& w, long long i, long long j) {
  return w.cells[i * w.ld + j];
}

// How its rows are visited: by blocks of so many threads, a row each at a time.
inline constexpr int kRowThreads = 256;
template <class T>
unsigned row_blocks(const Given<T>& w) {
  constexpr int kMostBlocks = 4096;
  return static_cast<unsigned>(std::min(w.n, kMostBlocks));
}

}  // namespace warpath::cuda::dense
