// Random numbers that are the same on every machine, which std::*_distribution does not promise.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace warpath {

// The upper half of a 128-bit product, in portable C++.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t low = 0xffffffffu;
  const std::uint64_t ll = (a & low) * (b & low);
  const std::uint64_t hl = (a >> 32) * (b & low);
  const std::uint64_t lh = (a & low) * (b >> 32);
  const std::uint64_t middle = (ll >> 32) + (hl & low) + lh;  // at most 2^64 - 2^32: no carry lost
  return (a >> 32) * (b >> 32) + (hl >> 32) + (middle >> 32);
}

// xoshiro256** of Blackman and Vigna ("Scrambled linear pseudorandom number generators", 2021),
// its state filled by splitmix64. Streams of one seed are independent for all practical purposes.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t x = splitmix64(seed) ^ (stream * 0xd1342543de82ef95u);
    for (auto& word : state_) word = splitmix64(x += 0x9e3779b97f4a7c15u);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // 0 .. bound-1. Uneven by bound / 2^64 at most, which no test of ours could see.
  constexpr std::uint64_t below(std::uint64_t bound) { return multiply_high(next(), bound); }

  // lo .. hi, both included.
  constexpr std::int64_t between(std::int64_t lo, std::int64_t hi) {
    const auto span = static_cast<std::uint64_t>(hi) - static_cast<std::uint64_t>(lo) + 1;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(lo) + below(span));
  }

 private:
  static constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  std::array<std::uint64_t, 4> state_{};
};

}  // namespace warpath
