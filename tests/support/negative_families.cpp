// The families with negative weights: harmless ones, and negative cycles of every length.
#include <algorithm>

#include "support/makers.hpp"

namespace support::makers {
namespace {

// What the largest and the smallest arc out of a vertex may differ by; see families.hpp.
std::int64_t allowance(std::size_t n) {
  return std::min<std::int64_t>(160, 16000 / static_cast<std::int64_t>(n + 1));
}

std::vector<double> potentials(std::size_t n, Random& random) {
  std::vector<double> potential(n);
  const std::int64_t most = std::max<std::int64_t>(1, allowance(n) / 4);
  for (double& p : potential) p = random.whole(0, most);
  return potential;
}

// Every cycle costs what the arcs cost before the potentials are added, so none is negative.
Weights with_potentials(std::size_t n, Random random, double density, std::int64_t cost) {
  Weights w(n);
  const std::vector<double> potential = potentials(n, random);
  cost = std::min(cost, allowance(n) / 2 - 1);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (!random.chance(density)) continue;
      w(i, j) = random.whole(0, cost) + potential[i] - potential[j];
    }
  }
  return w;
}

}  // namespace

Weights negative_arcs(std::size_t n, double) {
  return with_potentials(n, seeded("negative_arcs", n), 1, 60);
}

Weights negative_sparse(std::size_t n, double) {
  return with_potentials(n, seeded("negative_sparse", n), 3.0 / static_cast<double>(n + 1), 20);
}

Weights zero_cycles(std::size_t n, double) {
  return with_potentials(n, seeded("zero_cycles", n), 0.5, 0);
}

Weights negative_dag(std::size_t n, double) {
  Random random = seeded("negative_dag", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      if (random.chance(0.3)) w(i, j) = random.whole(-15, -1);
    }
  }
  return w;
}

Weights negative_loop(std::size_t n, double) {
  Random random = seeded("negative_loop", n);
  Weights w = sparse(n, 0);
  if (n > 0) {
    const std::size_t at = random.below(n);
    w(at, at) = -1;
  }
  return w;
}

Weights negative_pair(std::size_t n, double) {
  Random random = seeded("negative_pair", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) w(i, j) = random.whole(1, allowance(n) - 4);
  }
  if (n < 2) return w;
  w(n - 2, n - 1) = -3;
  w(n - 1, n - 2) = 2;
  return w;
}

Weights negative_round(std::size_t n, double) {
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) w(i, (i + 1) % n) = 1;
  if (n > 0) w(n - 1, 0) = -static_cast<double>(n);
  return w;
}

// Hidden among arcs that are negative without harm: the round trip through all vertices costs -1.
Weights negative_hidden(std::size_t n, double) {
  Random random = seeded("negative_hidden", n);
  Weights w = with_potentials(n, random, 0.5, 60);
  if (n < 2) return w;
  const std::vector<double> potential = potentials(n, random);
  const std::vector<std::size_t> order = random.permutation(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t from = order[i];
    const std::size_t to = order[(i + 1) % n];
    w(from, to) = potential[from] - potential[to] - (i == 0 ? 1 : 0);
  }
  return w;
}

}  // namespace support::makers
