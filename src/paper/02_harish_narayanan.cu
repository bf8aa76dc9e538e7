// 02 harish-narayanan: one thread per task.
//
// Idea       a launch per pivot k; each of its n² threads does one task, straight from device
//            memory
// Changes    from textbook: the two inner loops have become the grid
// Grid       n/32 x n/8 blocks of 32 x 8 threads; warps along rows
// Shared     none; 18 registers
// Bound by   then: the bus. 3 words in and 1 out are 16 bytes per task; 77 GB/s allow 4.8e9
//            tasks/s, the paper saw 2.6e9.
//            now: memory, too, but for w_ij only: the row k and the column k come from the caches,
//            which the paper's device did not have. 7.6 bytes per task were counted (n = 4096,
//            H200), 2.2 TB/s, half of what a copy moves: a thread has too few loads in flight, and
//            spends 41 instructions on one task, most of them on addresses.
// Source     Harish and Narayanan 2007; Lund and Smith, section 3.1

#include "paper/kernels.hpp"
#include "paper/on_device.cuh"

namespace warpath::paper {
namespace harish_narayanan {

constexpr int kColumns = 32;  // of a block
constexpr int kRows = 8;

// In place: row k and column k do not change while k is the pivot, because w_kk is 0.
template <class T>
__global__ void relax(T* w, Index ld, int n, int k) {
  const int j = blockIdx.x * kColumns + threadIdx.x;
  const int i = blockIdx.y * kRows + threadIdx.y;
  if (i >= n || j >= n) return;
  w[i * ld + j] = min(w[i * ld + j], w[i * ld + k] + w[k * ld + j]);
}

template <class T>
void solve(OnDevice<T>& on) {
  const int n = on.n;
  const dim3 block(kColumns, kRows);
  const dim3 grid((n + kColumns - 1) / kColumns, (n + kRows - 1) / kRows);
  on.start();
  for (int k = 0; k < n; ++k) {
    relax<<<grid, block, 0, on.stream>>>(on.w, on.ld, n, k);
    CUDA_CHECK_LAUNCH(relax);
    on.done(static_cast<double>(n) * n);
  }
  on.finish();
}

}  // namespace harish_narayanan

void run_harish_narayanan(Work& work) {
  solve_on_device(work, [](auto& on) { harish_narayanan::solve(on); });
}

}  // namespace warpath::paper
