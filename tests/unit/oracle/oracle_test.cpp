// The rulers agree among themselves, and with answers worked out by hand.
#include "oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/families.hpp"

namespace {

using oracle::absent;
using oracle::Table;

Table<std::int64_t> in_int64(const Table<double>& table) {
  Table<std::int64_t> out(table.n());
  for (std::size_t i = 0; i < table.n(); ++i) {
    for (std::size_t j = 0; j < table.n(); ++j) {
      if (table(i, j) != absent<double>()) out(i, j) = std::llround(table(i, j));
    }
  }
  return out;
}

TEST(Oracle, ShortestPathsWorkedOutByHand) {
  Table<double> arcs(4);
  arcs(0, 1) = 4;
  arcs(0, 2) = 1;
  arcs(2, 1) = -2;
  arcs(1, 0) = 2;
  const oracle::Answer<double> answer = oracle::floyd_warshall(arcs);
  ASSERT_FALSE(answer.negative_cycle);
  const double none = absent<double>();
  const double want[4][4] = {
      {0, -1, 1, none}, {2, 0, 3, none}, {0, -2, 0, none}, {none, none, none, 0}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) EXPECT_EQ(answer.best(i, j), want[i][j]) << i << "," << j;
  }
}

TEST(Oracle, BottleneckPathsWorkedOutByHand) {
  Table<double> arcs(4);
  arcs(0, 1) = 5;
  arcs(1, 2) = 3;
  arcs(0, 2) = 2;
  arcs(2, 0) = 7;
  const Table<double> wide = oracle::widest(arcs);
  EXPECT_EQ(wide(0, 2), 3);  // 0 -> 1 -> 2
  EXPECT_EQ(wide(2, 1), 5);
  EXPECT_EQ(wide(1, 0), 3);
  EXPECT_EQ(wide(0, 3), absent<double>());
  const Table<double> low = oracle::minimax(arcs);
  EXPECT_EQ(low(0, 2), 2);  // the direct arc
  EXPECT_EQ(low(2, 1), 7);
  EXPECT_EQ(low(3, 0), absent<double>());
}

TEST(Oracle, NegativeCyclesWorkedOutByHand) {
  for (const std::size_t length : {1u, 2u, 3u, 9u}) {
    Table<std::int64_t> arcs(9);
    for (std::size_t i = 0; i < length; ++i) arcs(i, (i + 1) % length) = 1;
    arcs(length - 1, 0) = -static_cast<std::int64_t>(length) + 1;
    EXPECT_FALSE(oracle::floyd_warshall(arcs).negative_cycle) << length;
    EXPECT_FALSE(oracle::bellman_ford(arcs).negative_cycle) << length;
    arcs(length - 1, 0) -= 1;
    EXPECT_TRUE(oracle::floyd_warshall(arcs).negative_cycle) << length;
    EXPECT_TRUE(oracle::bellman_ford(arcs).negative_cycle) << length;
  }
}

TEST(Oracle, AlgorithmsAgreeOnEveryFamily) {
  for (const support::Family& family : support::whole_families()) {
    for (const std::size_t n : {0u, 1u, 2u, 3u, 9u, 24u}) {
      SCOPED_TRACE(testing::Message() << family.name << " n=" << n);
      const Table<double> arcs = family.make(n, 16000);
      const Table<std::int64_t> integers = in_int64(arcs);
      const auto real = oracle::floyd_warshall(arcs);
      const auto whole = oracle::floyd_warshall(integers);
      const auto by_rounds = oracle::bellman_ford(integers);
      EXPECT_EQ(real.negative_cycle, whole.negative_cycle);
      EXPECT_EQ(real.negative_cycle, by_rounds.negative_cycle);
      EXPECT_EQ(real.negative_cycle, family.negative_cycle && n >= family.smallest);
      if (!real.negative_cycle) {
        EXPECT_EQ(in_int64(real.best), whole.best);
        EXPECT_EQ(by_rounds.best, whole.best);
        if (!family.negative) {
          EXPECT_EQ(oracle::dijkstra(integers), whole.best);
          EXPECT_EQ(oracle::dijkstra(arcs), real.best);
        }
      }
      EXPECT_EQ(oracle::widest(arcs), oracle::widest_by_search(arcs));
      EXPECT_EQ(oracle::widest(integers), in_int64(oracle::widest(arcs)));
      EXPECT_EQ(oracle::minimax(arcs), oracle::minimax_by_search(arcs));
      EXPECT_EQ(oracle::minimax(integers), in_int64(oracle::minimax(arcs)));
      EXPECT_EQ(oracle::reachable(arcs), oracle::reachable(integers));
      if (real.negative_cycle) continue;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          EXPECT_EQ(oracle::reachable(arcs)(i, j) != 0, real.best(i, j) != absent<double>());
        }
      }
    }
  }
}

TEST(Oracle, AlgorithmsAgreeOnRealWeights) {
  for (const support::Family& family : support::real_families()) {
    const std::size_t n = 20;
    SCOPED_TRACE(family.name);
    const Table<double> arcs = family.make(n, 0);
    const auto pivots = oracle::floyd_warshall(arcs);
    const auto rounds = oracle::bellman_ford(arcs);
    double largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (std::isfinite(arcs(i, j))) largest = std::max(largest, std::abs(arcs(i, j)));
      }
    }
    ASSERT_FALSE(rounds.negative_cycle);
    ASSERT_FALSE(pivots.negative_cycle);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (!std::isfinite(pivots.best(i, j))) {
          EXPECT_EQ(pivots.best(i, j), rounds.best(i, j)) << i << "," << j;
        } else {
          EXPECT_NEAR(pivots.best(i, j), rounds.best(i, j), 1e-14 * largest * n) << i << "," << j;
        }
      }
    }
  }
}

// The families are what their names say; the rest of the tests relies on it.
TEST(Families, AreWhatTheyClaim) {
  for (const support::Family& family : support::whole_families()) {
    for (const std::size_t n : {1u, 2u, 7u, 40u}) {
      SCOPED_TRACE(testing::Message() << family.name << " n=" << n);
      const Table<double> arcs = family.make(n, 16000);
      ASSERT_EQ(arcs.n(), n);
      bool negative = false;
      bool symmetric = true;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          const double w = arcs(i, j);
          negative |= w < 0;
          symmetric &= w == arcs(j, i);
          if (w == absent<double>()) continue;
          EXPECT_EQ(w, std::trunc(w));
          EXPECT_LT(std::abs(w), 16000);
        }
      }
      EXPECT_TRUE(family.negative || !negative);
      EXPECT_TRUE(symmetric || !family.symmetric);
      if (n == 40) {
        EXPECT_EQ(negative, family.negative);
        EXPECT_EQ(symmetric, family.symmetric);
      }
      EXPECT_EQ(arcs, family.make(n, 16000)) << "the same every time";
    }
  }
}

}  // namespace
