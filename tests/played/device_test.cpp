// The device that is played sees what a kernel may not do.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "cuda/device/flags.cuh"
#include "cuda/device/launch.cuh"
#include "cuda/device/owned.hpp"
#include "played/device.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::sparse {
extern uint4 memory[];
}

namespace support {
namespace {

using warpath::cuda::DeviceArray;
using warpath::cuda::Event;
using warpath::cuda::launch_kernel;
using warpath::cuda::Stream;

int* shared() { return reinterpret_cast<int*>(warpath::cuda::sparse::memory); }

constexpr unsigned kThreads = 64;
constexpr std::size_t kBytes = kThreads * sizeof(int);

// On so many blocks of 64 threads.
template <class... Parameters, class... Arguments>
void run_kernel(unsigned blocks, void (*kernel)(Parameters...), const Arguments&... arguments) {
  const Stream stream;
  launch_kernel(kernel,
                {.grid = blocks, .threads = kThreads, .shared_bytes = kBytes, .stream = stream},
                arguments...);
  stream.wait();
}

// What each thread finds at the place of the one behind it, or before it.
void exchange_in_block(bool waits, int* to) {
  const unsigned t = threadIdx.x;
  shared()[t] = static_cast<int>(t);
  if (waits) __syncthreads();
  to[blockIdx.x * kThreads + t] = shared()[(t + 1) % kThreads];
}

TEST(PlayedDevice, LetsThreadsWaitForTheirBlock) {
  const DeviceArray<int> to(2 * kThreads);
  for (const bool waits : {true, false}) {
    run_kernel(2, exchange_in_block, waits, to.get());
    int wrong = 0;
    for (unsigned i = 0; i < 2 * kThreads; ++i) {
      wrong += to.get()[i] != static_cast<int>((i + 1) % kThreads);
    }
    // The threads of one block come forwards, where all but the last find nothing.
    EXPECT_EQ(wrong > 0, !waits);
  }
}

void exchange_in_warp(unsigned* to) {
  const unsigned lane = threadIdx.x % 32;
  unsigned sum = 0;
  for (int bit = 1; bit < 32; bit *= 2) sum += __shfl_xor_sync(0xffffffff, lane, bit);
  const unsigned odd = __ballot_sync(0xffffffff, lane % 2 == 1);
  __syncwarp();
  to[threadIdx.x] = sum + __shfl_sync(0xffffffff, odd, 5) % 1000;
}

TEST(PlayedDevice, LetsLanesExchangeValues) {
  const DeviceArray<unsigned> to(kThreads);
  run_kernel(1, exchange_in_warp, to.get());
  for (unsigned t = 0; t < kThreads; ++t) {
    unsigned sum = 0xaaaaaaaa % 1000;
    for (unsigned bit = 1; bit < 32; bit *= 2) sum += (t % 32) ^ bit;
    EXPECT_EQ(to.get()[t], sum);
  }
}

// Words of a thread, fetched in two batches, the first of which is waited for, or both.
void fetch(const int* from, bool both, int* to) {
  const unsigned t = threadIdx.x;
  int words[2] = {-1, -1};
  __pipeline_memcpy_async(words, from, 4);
  __pipeline_commit();
  __pipeline_memcpy_async(words + 1, from + 1, 4, 0);
  __pipeline_commit();
  __pipeline_wait_prior(both ? 0 : 1);
  to[2 * t] = words[0];
  to[2 * t + 1] = words[1];
  __pipeline_wait_prior(0);
}

TEST(PlayedDevice, FetchesAtOnceOrWhenItIsWaitedFor) {
  const DeviceArray<int> from(2);
  const DeviceArray<int> to(2 * kThreads);
  from.get()[0] = 5;
  from.get()[1] = 6;
  int early = 0;
  for (int round = 0; round < 40; ++round) {
    const bool both = round % 2 == 0;
    run_kernel(1, fetch, static_cast<const int*>(from.get()), both, to.get());
    EXPECT_EQ(to.get()[0], 5);
    if (both) {
      EXPECT_EQ(to.get()[1], 6);
    } else {
      early += to.get()[1] == 6;
    }
  }
  EXPECT_GT(early, 0);
  EXPECT_LT(early, 20);
}

void look_at_shared(int* to) { to[threadIdx.x] = shared()[threadIdx.x]; }

TEST(PlayedDevice, HasMemoryFullOfGarbage) {
  const DeviceArray<unsigned> memory(3);
  EXPECT_EQ(memory.get()[2], 0xa5a5a5a5);
  const DeviceArray<int> to(kThreads);
  run_kernel(1, look_at_shared, to.get());
  EXPECT_EQ(static_cast<unsigned>(to.get()[7]), 0xa5a5a5a5);
}

// Of two streams one may be ahead of the other, unless it waits.
TEST(PlayedDevice, DoesTheWorkOfStreamsInManyOrders) {
  bool late = false;
  for (int round = 0; round < 20; ++round) {
    const DeviceArray<int> memory(2);
    const Stream one;
    const Stream other;
    Event written;
    int seen[2] = {};
    warpath::cuda::fill_bytes(memory.get(), 0, 2, one);
    written.record(one);
    warpath::cuda::to_host(seen, memory.get(), 1, other);
    CUDA_CHECK(cudaStreamWaitEvent(other, written.get()));
    warpath::cuda::to_host(seen + 1, memory.get() + 1, 1, other);
    other.wait();
    late |= seen[0] != 0;
    EXPECT_EQ(seen[1], 0);
  }
  EXPECT_TRUE(late);
}

TEST(PlayedDevice, HasNoMoreMemoryThanItSays) {
  played::have_memory(played::taken() + 1000);
  played::most_taken();
  {
    const DeviceArray<char> most(1000);
    EXPECT_THROW(DeviceArray<char>(1), warpath::Error);
  }
  EXPECT_EQ(played::most_taken(), played::taken() + 1000);
  played::have_memory(played::kMemory);
}

void wait_in_two_ways() {
  if (threadIdx.x % 2 == 0) {
    __syncthreads();
  } else {
    __syncthreads();
  }
}
void leave_a_warp() {
  if (threadIdx.x != 7) __syncwarp();
}
void wait_for_another_block(const int* done) { warpath::cuda::wait_by_warp({done, 1}); }

TEST(PlayedDeviceDeathTest, EndsWhereAKernelDoesWhatIsNotDefined) {
  const DeviceArray<int> zero(1);
  *zero.get() = 0;
  EXPECT_DEATH(run_kernel(1, wait_in_two_ways), "different places");
  EXPECT_DEATH(run_kernel(1, leave_a_warp), "have ended");
  EXPECT_DEATH(run_kernel(1, wait_for_another_block, static_cast<const int*>(zero.get())),
               "does not come");
}

}  // namespace
}  // namespace support
