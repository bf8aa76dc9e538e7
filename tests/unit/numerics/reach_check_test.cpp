// A distance that has outgrown its type is found by a hole in what is reachable.
#include "numerics/prepare.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/random.hpp"
#include "warpath/error.hpp"

namespace support {
namespace {

using warpath::Crew;
using warpath::Index;

constexpr std::int16_t kNoPath = 32767;

struct Relation {
  explicit Relation(std::size_t vertices) : n(vertices), cells(n * n, kNoPath) {
    for (std::size_t i = 0; i < n; ++i) set(i, i);
  }
  bool has(std::size_t i, std::size_t j) const { return cells[i * n + j] != kNoPath; }
  void set(std::size_t i, std::size_t j) { cells[i * n + j] = 1; }
  void close() {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          if (has(i, k) && has(k, j)) set(i, j);
        }
      }
    }
  }
  bool is_lost(std::size_t i, std::size_t j) const {
    if (has(i, j)) return false;
    for (std::size_t k = 0; k < n; ++k) {
      if (has(i, k) && has(k, j)) return true;
    }
    return false;
  }
  bool any_lost() const {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (is_lost(i, j)) return true;
      }
    }
    return false;
  }

  std::size_t n;
  std::vector<std::int16_t> cells;
};

// Whether check_reach refuses, and if so, that the pair it names is lost indeed.
bool refuses(const Relation& relation, int threads) {
  Crew crew(threads);
  const auto n = static_cast<Index>(relation.n);
  try {
    warpath::check_reach(relation.cells.data(), n, n, kNoPath, warpath::Orientation::as_seen, crew);
    return false;
  } catch (const warpath::Error& error) {
    std::size_t from = 0;
    std::size_t to = 0;
    EXPECT_EQ(std::sscanf(error.what(), "the distance from %zu to %zu is", &from, &to), 2)
        << error.what();
    EXPECT_TRUE(relation.is_lost(from, to)) << error.what();
    return true;
  }
}

TEST(ReachCheck, FindsWhatIsNotClosed) {
  Random random(5);
  for (const std::size_t n : {1u, 2u, 3u, 31u, 63u, 64u, 65u, 130u}) {
    for (const double arcs_per_vertex : {0.0, 0.3, 0.8, 1.5, 4.0}) {
      Relation relation(n);
      const auto arcs = static_cast<std::size_t>(arcs_per_vertex * static_cast<double>(n));
      for (std::size_t arc = 0; arc < arcs; ++arc) {
        const int last = static_cast<int>(n) - 1;
        relation.set(static_cast<std::size_t>(random.whole(0, last)),
                     static_cast<std::size_t>(random.whole(0, last)));
      }
      for (const int threads : {1, 3}) EXPECT_EQ(refuses(relation, threads), relation.any_lost());
      relation.close();
      EXPECT_FALSE(refuses(relation, 3)) << "closed, n = " << n;
      for (int hole = 0; hole < 5; ++hole) {
        Relation holed = relation;
        const int last = static_cast<int>(n) - 1;
        const auto i = static_cast<std::size_t>(random.whole(0, last));
        const auto j = static_cast<std::size_t>(random.whole(0, last));
        if (i != j) holed.cells[i * n + j] = kNoPath;
        EXPECT_EQ(refuses(holed, 3), holed.any_lost()) << "n = " << n;
      }
    }
  }
}

}  // namespace
}  // namespace support
