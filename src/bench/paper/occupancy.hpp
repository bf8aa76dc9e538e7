// How many thread blocks share a multiprocessor, and what keeps more away: plain arithmetic.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "kernels/kernel.hpp"
#include "warpath/machine.hpp"

namespace warpath::bench {

// What a multiprocessor has for its thread blocks, and in which portions it hands it out.
struct Multiprocessor {
  int threads = 0;
  int blocks = 0;
  int registers = 0;
  std::size_t shared_bytes = 0;
  std::size_t reserved_shared_bytes = 0;  // of every block, beside its own

  // Of devices since 2014 (compute capability 5.0).
  int parts = 4;               // each with its share of the registers, and its own warps
  int register_portion = 256;  // handed out to a warp
  std::size_t shared_portion = 128;

  static Multiprocessor of(const Device& device) {
    return {device.threads_per_multiprocessor, device.blocks_per_multiprocessor,
            device.registers_per_multiprocessor, device.shared_bytes_per_multiprocessor,
            device.reserved_shared_bytes_per_block};
  }
};

// Blocks that fit, as far as each resource is concerned.
struct Occupancy {
  int by_threads = 0;
  int by_registers = 0;
  int by_shared_memory = 0;
  int by_blocks = 0;  // the number of blocks is limited by itself

  constexpr int blocks() const {
    return std::min({by_threads, by_registers, by_shared_memory, by_blocks});
  }
  // Where several limit alike, the first of them.
  constexpr std::string_view limited_by() const {
    if (blocks() == by_threads) return "threads";
    if (blocks() == by_registers) return "registers";
    return blocks() == by_shared_memory ? "shared memory" : "blocks";
  }
};

constexpr Occupancy occupancy(const Multiprocessor& has, const Footprint& block) {
  constexpr int warp = 32;
  const auto round_up = [](auto value, auto portion) {
    return (value + portion - 1) / portion * portion;
  };
  const int warps = round_up(block.threads, warp) / warp;
  Occupancy result;
  result.by_blocks = has.blocks;
  result.by_threads = has.threads / (warps * warp);
  result.by_registers = has.blocks;
  if (block.registers > 0) {
    const int of_a_warp = round_up(block.registers * warp, has.register_portion);
    result.by_registers = has.registers / has.parts / of_a_warp * has.parts / warps;
  }
  result.by_shared_memory = has.blocks;
  const std::size_t shared =
      round_up(block.shared_bytes + has.reserved_shared_bytes, has.shared_portion);
  if (shared > 0) result.by_shared_memory = static_cast<int>(has.shared_bytes / shared);
  return result;
}

}  // namespace warpath::bench
