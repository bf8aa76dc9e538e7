// How many thread blocks share a multiprocessor.
#include "bench/paper/occupancy.hpp"

#include <gtest/gtest.h>

namespace warpath::bench {
namespace {

Multiprocessor h200() {
  Device device;
  device.threads_per_multiprocessor = 2048;
  device.blocks_per_multiprocessor = 32;
  device.registers_per_multiprocessor = 65536;
  device.shared_bytes_per_multiprocessor = 233472;
  device.reserved_shared_bytes_per_block = 1024;
  return Multiprocessor::of(device);
}

// The Tesla C1060 by the paper's arithmetic: 32 bytes of parameters in shared memory, no portions.
Multiprocessor c1060() {
  return {.threads = 1024,
          .blocks = 8,
          .registers = 16384,
          .shared_bytes = 16384,
          .reserved_shared_bytes = 32,
          .parts = 1,
          .register_portion = 1,
          .shared_portion = 1};
}

// Expected numbers are those of the CUDA toolkit's occupancy calculator.
TEST(Occupancy, OfAnH200) {
  const Occupancy threads = occupancy(h200(), {256, 20, 0});
  EXPECT_EQ(threads.by_threads, 8);
  EXPECT_EQ(threads.by_registers, 10);
  EXPECT_EQ(threads.by_shared_memory, 228);
  EXPECT_EQ(threads.by_blocks, 32);
  EXPECT_EQ(threads.blocks(), 8);
  EXPECT_EQ(threads.limited_by(), "threads");

  const Occupancy tiles = occupancy(h200(), {256, 32, 12288});
  EXPECT_EQ(tiles.by_shared_memory, 17);
  EXPECT_EQ(tiles.blocks(), 8);

  // Each quarter of the registers holds 12 warps of 40; 25 blocks would need parts of a warp.
  const Occupancy staged = occupancy(h200(), {64, 40, 1024});
  EXPECT_EQ(staged.by_threads, 32);
  EXPECT_EQ(staged.by_registers, 24);
  EXPECT_EQ(staged.by_shared_memory, 114);
  EXPECT_EQ(staged.blocks(), 24);
  EXPECT_EQ(staged.limited_by(), "registers");

  EXPECT_EQ(occupancy(h200(), {128, 32, 40000}).limited_by(), "shared memory");
  EXPECT_EQ(occupancy(h200(), {32, 16, 0}).limited_by(), "blocks");
}

TEST(Occupancy, CountsWholeWarpsAndPortions) {
  EXPECT_EQ(occupancy(h200(), {33, 16, 0}).by_threads, 32);
  EXPECT_EQ(occupancy(h200(), {256, 33, 0}).by_registers,
            occupancy(h200(), {256, 40, 0}).by_registers);
  EXPECT_EQ(occupancy(h200(), {64, 16, 1}).by_shared_memory, 233472 / 1152);
}

TEST(Occupancy, IsWhatThePaperSays) {
  constexpr std::size_t tile = 32 * 32 * 4;
  const Occupancy three_tiles = occupancy(c1060(), {256, 16, 3 * tile});  // 12,320 bytes
  EXPECT_EQ(three_tiles.by_shared_memory, 1);
  EXPECT_EQ(three_tiles.blocks(), 1);
  EXPECT_EQ(three_tiles.limited_by(), "shared memory");

  const Occupancy two_tiles = occupancy(c1060(), {256, 16, 2 * tile});  // 8,224 bytes
  EXPECT_EQ(two_tiles.blocks(), 1);
  EXPECT_EQ(two_tiles.limited_by(), "shared memory");

  const Occupancy staged = occupancy(c1060(), {64, 32, 2 * 32 * 4 * 4});  // 1,056 bytes
  EXPECT_EQ(staged.by_shared_memory, 15);
  EXPECT_NE(staged.limited_by(), "shared memory");
}

TEST(Occupancy, IsKnownToTheCompiler) {
  constexpr Multiprocessor small{
      .threads = 64, .blocks = 4, .registers = 4096, .shared_bytes = 512};
  static_assert(occupancy(small, {32, 0, 0}).blocks() == 2);
  static_assert(occupancy(small, {32, 0, 512}).limited_by() == "shared memory");
}

}  // namespace
}  // namespace warpath::bench
