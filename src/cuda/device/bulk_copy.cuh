// Copies from device memory to shared memory that run beside the threads, and the barriers in
// shared memory that say when they have arrived. The copy engine of compute capability 9.0 does
// them; on 8.0 a warp starts them piece by piece.
#pragma once

#include <cstdint>

namespace warpath::cuda {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define WARPATH_COPY_ENGINE 0
#else
#define WARPATH_COPY_ENGINE 1
#endif

__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// No instruction: what the compiler knows of memory's contents it has to read again.
__device__ inline void read_memory_again() { asm volatile("" ::: "memory"); }

// A barrier in shared memory, used over and over: round r ends when all who were announced have
// arrived. Who waits says the parity of the round, which it has to keep count of.
struct alignas(8) Barrier {
  std::uint64_t state;

  // By one thread, before a __syncthreads().
  __device__ void announce(int arrivals) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(this)), "r"(arrivals)
                 : "memory");
  }

  __device__ void arrive() {
    asm volatile("{ .reg .b64 ignored; mbarrier.arrive.shared.b64 ignored, [%0]; }" ::"r"(
                     shared_address(this))
                 : "memory");
  }

  __device__ bool has_ended(std::uint32_t parity) const {
    std::uint32_t ended;
#if WARPATH_COPY_ENGINE
    asm volatile(
        "{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(ended)
        : "r"(shared_address(this)), "r"(parity)
        : "memory");
#else
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(ended)
        : "r"(shared_address(this)), "r"(parity)
        : "memory");
#endif
    return ended != 0;
  }

  __device__ void wait(std::uint32_t parity) const {
    while (!has_ended(parity)) {
    }
  }
};

// How often a barrier is arrived at by expect() and its copies.
inline constexpr int kCopyArrivals = WARPATH_COPY_ENGINE ? 1 : 32;

// All of a warp: true for one of its threads. The compiler knows that it is one, and has not to look for more.
__device__ inline bool is_elected() {
#if WARPATH_COPY_ENGINE
  std::uint32_t elected;
  asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }"
               : "=r"(elected));
  return elected != 0;
#else
  return threadIdx.x % 32 == 0;
#endif
}

// All of a warp, once per round and before its copies: `bytes` in all will come.
__device__ inline void expect(Barrier& barrier, std::uint32_t bytes) {
#if WARPATH_COPY_ENGINE
  if (threadIdx.x % 32 == 0) {
    asm volatile(
        "{ .reg .b64 ignored; mbarrier.arrive.expect_tx.shared.b64 ignored, [%0], %1; }" ::"r"(
            shared_address(&barrier)),
        "r"(bytes)
        : "memory");
  }
  __syncwarp();
#endif
}

// One thread: `bytes`, a multiple of 16 between addresses that are multiples of 16.
__device__ inline void copy_by_thread(void* shared, const void* global, std::uint32_t bytes,
                                      Barrier& barrier) {
#if WARPATH_COPY_ENGINE
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(shared)),
      "l"(global), "r"(bytes), "r"(shared_address(&barrier))
      : "memory");
#else
  for (std::uint32_t b = 0; b < bytes; b += 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(shared) + b),
                 "l"(static_cast<const char*>(global) + b)
                 : "memory");
  }
#endif
}

// The same of what nobody will read again: the second-level cache gives it up first.
__device__ inline void copy_last_by_thread(void* shared, const void* global, std::uint32_t bytes,
                                           Barrier& barrier) {
#if WARPATH_COPY_ENGINE
  std::uint64_t policy;
  asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], "
      "[%1], %2, [%3], %4;" ::"r"(shared_address(shared)),
      "l"(global), "r"(bytes), "r"(shared_address(&barrier)), "l"(policy)
      : "memory");
#else
  copy_by_thread(shared, global, bytes, barrier);
#endif
}

// All of a warp: has copy(i) called for each number below `count`, by one thread; where there is no engine, by all in turn.
template <class Copy>
__device__ void each_copy_by_warp(int count, const Copy& copy) {
#if WARPATH_COPY_ENGINE
  if (is_elected()) {
#pragma unroll 8
    for (int i = 0; i < count; ++i) copy(i);
  }
  __syncwarp();
#else
  for (int i = threadIdx.x % 32; i < count; i += 32) copy(i);
#endif
}

// All of a warp: the same, shared among its threads where there is no engine.
__device__ inline void copy_by_warp(void* shared, const void* global, std::uint32_t bytes,
                                    Barrier& barrier) {
#if WARPATH_COPY_ENGINE
  if (is_elected()) copy_by_thread(shared, global, bytes, barrier);
#else
  for (std::uint32_t b = threadIdx.x % 32 * 16; b < bytes; b += 32 * 16) {
    copy_by_thread(static_cast<char*>(shared) + b, static_cast<const char*>(global) + b, 16,
                   barrier);
  }
#endif
}

// All of a warp, after the copies of a round.
__device__ inline void end_copies(Barrier& barrier) {
#if !WARPATH_COPY_ENGINE
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(&barrier))
               : "memory");
#endif
}

// All of a warp: what its first thread has. It is the same in all of them, but the compiler cannot
// know that, and would have the copy engine called in a loop over all that might be different.
template <class T>
__device__ T* same_in_warp(T* pointer) {
  const auto bits = reinterpret_cast<unsigned long long>(pointer);
  return reinterpret_cast<T*>(__shfl_sync(0xffffffff, bits, 0));
}

// The copy engine sees memory in its own way. Device memory that other threads have written, and
// that the caller has seen to be written, it sees after this.
__device__ inline void fence_device_memory() {
#if WARPATH_COPY_ENGINE
  asm volatile("fence.proxy.async.global;" ::: "memory");
#endif
}

// Shared memory that the caller has read or written may be written by the copy engine after this.
__device__ inline void fence_shared_memory() {
#if WARPATH_COPY_ENGINE
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

// One thread: starts a copy from shared memory, which was written before a fence_shared_memory() of
// all who wrote and a barrier, to device memory. Multiples of 16, as above.
__device__ inline void start_copy_out(void* global, const void* shared, std::uint32_t bytes) {
  fence_device_memory();  // others may have written there before
#if WARPATH_COPY_ENGINE
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(global),
               "r"(shared_address(shared)), "r"(bytes)
               : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
#else
  for (std::uint32_t b = 0; b < bytes; b += 16) {
    *reinterpret_cast<uint4*>(static_cast<char*>(global) + b) =
        *reinterpret_cast<const uint4*>(static_cast<const char*>(shared) + b);
  }
#endif
}

// The same thread: all that it started is written.
__device__ inline void wait_for_copies_out() {
#if WARPATH_COPY_ENGINE
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#endif
}

}  // namespace warpath::cuda
