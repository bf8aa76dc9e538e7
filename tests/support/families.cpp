#include "support/families.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "support/makers.hpp"

namespace support {

namespace makers {

Random seeded(const char* name, std::size_t n) {
  std::uint64_t seed = n;
  for (const char* c = name; *c; ++c) seed = seed * 131 + static_cast<unsigned char>(*c);
  return Random(seed);
}

Weights sparse(std::size_t n, double) {
  Random random = seeded("sparse", n);
  Weights w(n);
  for (std::size_t a = 0; a < 3 * n; ++a) w(random.below(n), random.below(n)) = random.whole(0, 30);
  return w;
}

}  // namespace makers

namespace {

using namespace makers;

constexpr double kNone = oracle::absent<double>();

Weights empty(std::size_t n, double) { return Weights(n); }

Weights complete(std::size_t n, double) {
  Random random = seeded("complete", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) w(i, j) = random.whole(1, 100);
  }
  return w;
}

Weights symmetric(std::size_t n, double) {
  Random random = seeded("symmetric", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) w(i, j) = w(j, i) = random.whole(1, 100);
  }
  return w;
}

// A third of the vertices is alone; the others fall into components of about 20 by residue.
Weights disconnected(std::size_t n, double) {
  Random random = seeded("disconnected", n);
  Weights w(n);
  const std::size_t parts = n / 20 + 2;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const bool together = i % parts == j % parts && i % 3 != 0 && j % 3 != 0;
      if (together && random.chance(0.4)) w(i, j) = random.whole(1, 40);
    }
  }
  return w;
}

Weights chain_in_order(const std::vector<std::size_t>& order, Random& random) {
  Weights w(order.size());
  for (std::size_t i = 1; i < order.size(); ++i) w(order[i - 1], order[i]) = random.whole(1, 15);
  return w;
}

Weights chain(std::size_t n, double) {
  Random random = seeded("chain", n);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = i;
  return chain_in_order(order, random);
}

Weights reversed_chain(std::size_t n, double) {
  Random random = seeded("reversed_chain", n);
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = n - 1 - i;
  return chain_in_order(order, random);
}

Weights shuffled_chain(std::size_t n, double) {
  Random random = seeded("shuffled_chain", n);
  return chain_in_order(random.permutation(n), random);
}

Weights cycle(std::size_t n, double) {
  Random random = seeded("cycle", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) w(i, (i + 1) % n) = random.whole(1, 15);
  return w;
}

// Streets: the rows of the grid are as wide as it is high, and the last one is short.
Weights grid(std::size_t n, double) {
  Random random = seeded("grid", n);
  Weights w(n);
  std::size_t side = 1;
  while (side * side < n) ++side;
  for (std::size_t i = 0; i < n; ++i) {
    if ((i + 1) % side != 0 && i + 1 < n) w(i, i + 1) = w(i + 1, i) = random.whole(1, 60);
    if (i + side < n) w(i, i + side) = w(i + side, i) = random.whole(1, 60);
  }
  return w;
}

Weights zero_weights(std::size_t n, double) {
  Random random = seeded("zero_weights", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (random.chance(0.1)) w(i, j) = random.chance(0.7) ? 0 : random.whole(0, 3);
    }
  }
  return w;
}

Weights ties(std::size_t n, double) {
  Random random = seeded("ties", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (random.chance(0.3)) w(i, j) = random.whole(1, 2);
    }
  }
  return w;
}

// No two arcs fit one after the other, and every pair has its own: distances are the weights.
Weights near_overflow(std::size_t n, double limit) {
  Random random = seeded("near_overflow", n);
  Weights w(n);
  const auto most = static_cast<std::int64_t>(limit) - 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) w(i, j) = random.whole(most / 2 + 1, most);
  }
  return w;
}

// The longest distance is limit - 1, to the last unit.
Weights brimful(std::size_t n, double limit) {
  Weights w(n);
  if (n < 2) return w;
  const auto most = static_cast<std::int64_t>(limit) - 1;
  const auto arcs = static_cast<std::int64_t>(n) - 1;
  for (std::size_t i = 0; i + 1 < n; ++i) w(i, i + 1) = static_cast<double>(most / arcs);
  w(n - 2, n - 1) += static_cast<double>(most % arcs);
  return w;
}

// The best way forward takes every step; there are arcs for every pair, and all are worse.
Weights long_paths(std::size_t n, double) {
  Random random = seeded("long_paths", n);
  Weights w(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (j > i) w(i, j) = 20 * static_cast<double>(j - i);
      if (j < i) w(i, j) = 30 * static_cast<double>(i - j);
      if (j == i + 1) w(i, j) = random.whole(1, 8);
    }
  }
  return w;
}

// Each new vertex joins three old ones, picked by the number of edges they have.
Weights scale_free(std::size_t n, double) {
  Random random = seeded("scale_free", n);
  Weights w(n);
  std::vector<std::size_t> ends{0};
  for (std::size_t i = 1; i < n; ++i) {
    for (int e = 0; e < 3; ++e) {
      const std::size_t j = ends[random.below(ends.size())];
      if (j == i) continue;
      w(i, j) = w(j, i) = random.whole(1, 50);
      ends.push_back(i);
      ends.push_back(j);
    }
  }
  return w;
}

Weights self_loops(std::size_t n, double) {
  Random random = seeded("self_loops", n);
  Weights w = sparse(n, 0);
  for (std::size_t i = 0; i < n; ++i) w(i, i) = random.whole(0, 3);
  return w;
}

const Family kWhole[] = {
    {.name = "empty", .make = empty, .symmetric = true},
    {.name = "complete", .make = complete},
    {.name = "symmetric", .make = symmetric, .symmetric = true},
    {.name = "sparse", .make = sparse},
    {.name = "disconnected", .make = disconnected},
    {.name = "chain", .make = chain},
    {.name = "reversed_chain", .make = reversed_chain},
    {.name = "shuffled_chain", .make = shuffled_chain},
    {.name = "cycle", .make = cycle},
    {.name = "grid", .make = grid, .symmetric = true},
    {.name = "negative_arcs", .make = negative_arcs, .negative = true},
    {.name = "negative_sparse", .make = negative_sparse, .negative = true},
    {.name = "negative_dag", .make = negative_dag, .negative = true},
    {.name = "zero_weights", .make = zero_weights},
    {.name = "zero_cycles", .make = zero_cycles, .negative = true},
    {.name = "ties", .make = ties},
    {.name = "near_overflow", .make = near_overflow},
    {.name = "brimful", .make = brimful},
    {.name = "long_paths", .make = long_paths},
    {.name = "scale_free", .make = scale_free, .symmetric = true},
    {.name = "self_loops", .make = self_loops},
    {.name = "negative_loop",
     .make = negative_loop,
     .negative = true,
     .negative_cycle = true,
     .smallest = 1},
    {.name = "negative_pair",
     .make = negative_pair,
     .negative = true,
     .negative_cycle = true,
     .smallest = 2},
    {.name = "negative_round",
     .make = negative_round,
     .negative = true,
     .negative_cycle = true,
     .smallest = 1},
    {.name = "negative_hidden",
     .make = negative_hidden,
     .negative = true,
     .negative_cycle = true,
     .smallest = 2},
};

}  // namespace

std::span<const Family> whole_families() { return kWhole; }

const Family& family(const char* name) {
  for (const std::span<const Family> list : {whole_families(), real_families()}) {
    for (const Family& one : list) {
      if (std::strcmp(one.name, name) == 0) return one;
    }
  }
  std::fprintf(stderr, "no family is called %s\n", name);
  std::abort();
}

Weights permuted(const Weights& arcs, const std::vector<std::size_t>& order) {
  Weights out(arcs.n());
  for (std::size_t i = 0; i < arcs.n(); ++i) {
    for (std::size_t j = 0; j < arcs.n(); ++j) out(i, j) = arcs(order[i], order[j]);
  }
  return out;
}

Weights with_isolated(const Weights& arcs, std::size_t more) {
  Weights out(arcs.n() + more, kNone);
  for (std::size_t i = 0; i < arcs.n(); ++i) {
    for (std::size_t j = 0; j < arcs.n(); ++j) out(i, j) = arcs(i, j);
  }
  return out;
}

}  // namespace support
