// Random numbers that are the same on every machine and with every standard library.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace support {

// splitmix64 (Steele, Lea, Flood 2014): one word of state, any seed is good.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Whole numbers in [0, count); count > 0. The bias is below count / 2^64.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }

  // Whole numbers in [low, high].
  double whole(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return static_cast<double>(low + static_cast<std::int64_t>(bits() % span));
  }

  // Real numbers in [low, high).
  double real(double low, double high) {
    const double unit = static_cast<double>(bits() >> 11) / 9007199254740992.0;
    return low + (high - low) * unit;
  }

  bool chance(double probability) { return real(0, 1) < probability; }

  std::vector<std::size_t> permutation(std::size_t n) {
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = i;
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }

 private:
  std::uint64_t state_;
};

}  // namespace support
