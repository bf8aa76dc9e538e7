// Words in device memory by which blocks of one launch tell each other how far they are.
#pragma once

namespace warpath::cuda {

// Writer: release(), then raise() or add_one(). Reader: see_by_warp() or wait_by_warp(). What the
// writer did before release(), or had seen done, the reader sees when it has seen the flag. look()
// says nothing of the kind.
__device__ inline void release() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

// The same for who looks from outside of the device.
__device__ inline void release_to_host() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }

__device__ inline void raise(int* flag, int value) {
  asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ inline void add_one(int* counter) {
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(counter) : "memory");
}

__device__ inline int look(const int* flag) {
  int value;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag));
  return value;
}

// A flag that somebody waits for: it should be in a range. Beyond that all waiting is in vain. No
// flag: nothing to wait for.
struct Awaited {
  const int* flag = nullptr;
  int least = 0;
  int most = 0x7fffffff;
};

// All of a warp, every lane with what it waits for: whether all is there, and if not, whether it
// can still be. In lanes because all flags are then looked at at once. Acquires, without a fence:
// that would wait for whatever the multiprocessor is storing at the time.
struct Seen {
  bool all, in_vain;
};
__device__ inline Seen see_by_warp(Awaited awaited) {
  int value = awaited.least;
  if (awaited.flag != nullptr) {
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];"
                 : "=r"(value)
                 : "l"(awaited.flag)
                 : "memory");
  }
  const bool in_vain = __any_sync(0xffffffff, value > awaited.most) != 0;
  return {__all_sync(0xffffffff, value >= awaited.least) != 0 && !in_vain, in_vain};
}

// The same, until all is there; false when that is in vain.
__device__ inline bool wait_by_warp(Awaited awaited) {
  for (;;) {
    const Seen seen = see_by_warp(awaited);
    if (seen.all) return true;
    if (seen.in_vain) return false;
    // Hundreds of blocks may be waiting: they must not keep the flags' memory busy.
    __nanosleep(20);
  }
}

// The one that the block runs on.
__device__ inline int multiprocessor() {
  int number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
}

// Words in shared memory that say something before the next barrier orders it: a mere hint.
__device__ inline void hint(int* word, int value) { *static_cast<volatile int*>(word) = value; }
__device__ inline int see_hint(const int* word) { return *static_cast<const volatile int*>(word); }

// A barrier of 128 threads of a block, one of 15 beside that of __syncthreads().
template <int kBarrier>
__device__ void sync_128() {
  static_assert(kBarrier > 0 && kBarrier < 16);
  asm volatile("bar.sync %0, 128;" ::"n"(kBarrier) : "memory");
}

// All of a warp: whether it is the last of `warps` warps of a block to come here. What the others
// did before is seen by the last, who finds the counter, in shared memory, at 0 again.
__device__ inline bool is_last_warp(int* counter, int warps) {
  int before = 0;
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    asm volatile("atom.acq_rel.cta.shared.add.s32 %0, [%1], 1;"
                 : "=r"(before)
                 : "r"(static_cast<unsigned>(__cvta_generic_to_shared(counter)))
                 : "memory");
    if (before == warps - 1) *counter = 0;
  }
  return __shfl_sync(0xffffffff, before, 0) == warps - 1;
}

}  // namespace warpath::cuda
