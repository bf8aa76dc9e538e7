// The families with real weights.
#include <cmath>

#include "support/families.hpp"
#include "support/random.hpp"

namespace support {
namespace {

Weights uniform(std::size_t n, double) {
  Random random(71 + n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) w(i, j) = random.real(0, 1);
  }
  return w;
}

// 10^from .. 10^to, evenly over the magnitudes: paths of many light arcs against few heavy ones.
Weights over_magnitudes(std::size_t n, Random random, double from, double to, double density) {
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (random.chance(density)) w(i, j) = std::pow(10, random.real(from, to));
    }
  }
  return w;
}

Weights magnitudes(std::size_t n, double) { return over_magnitudes(n, Random(72 + n), -6, 6, 0.5); }

// float32 can hold them, and their sums.
Weights extreme_magnitudes(std::size_t n, double) {
  return over_magnitudes(n, Random(73 + n), -30, 30, 3.0 / static_cast<double>(n + 1));
}

Weights tiny(std::size_t n, double) { return over_magnitudes(n, Random(74 + n), -14, -9, 0.5); }

Weights real_chain(std::size_t n, double) {
  Random random(75 + n);
  Weights w(n);
  for (std::size_t i = 1; i < n; ++i) w(i - 1, i) = random.real(0.1, 10);
  return w;
}

Weights real_symmetric(std::size_t n, double) {
  Random random(76 + n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) w(i, j) = w(j, i) = random.real(0, 1);
  }
  return w;
}

Weights real_negative(std::size_t n, double) {
  Random random(77 + n);
  Weights w(n);
  std::vector<double> potential(n);
  for (double& p : potential) p = random.real(0, 10);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && random.chance(0.5)) w(i, j) = random.real(1, 9) + potential[i] - potential[j];
    }
  }
  return w;
}

const Family kReal[] = {
    {.name = "uniform", .make = uniform},
    {.name = "magnitudes", .make = magnitudes},
    {.name = "extreme_magnitudes", .make = extreme_magnitudes},
    {.name = "tiny", .make = tiny},
    {.name = "real_chain", .make = real_chain},
    {.name = "real_symmetric", .make = real_symmetric, .symmetric = true},
    {.name = "real_negative", .make = real_negative, .negative = true},
};

}  // namespace

std::span<const Family> real_families() { return kReal; }

}  // namespace support
