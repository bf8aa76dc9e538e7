// The answers of the kernel `cuda` are those of the CPU: at every edge of its tiles, at random, and again
// and again.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "gpu/whole.hpp"

namespace support {
namespace {

template <class S>
std::vector<Index> blocks() {
  std::vector<Index> all{64, 128};
  std::erase_if(all, [](Index block) { return !takes_block<S>("cuda", block); });
  return all;
}

TEST(Dense, AroundTheEdgesOfTiles) {
  for (const std::size_t n : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 191u, 192u, 193u, 255u, 256u,
                              257u, 383u, 384u, 385u}) {
    if (too_large(n)) continue;
    for_each_combination([&]<class S>() {
      Random random(n);
      for (const bool symmetric : {false, true}) {
        const auto cells = whole_cells<S>(
            {.n = n, .density = 0.2, .symmetric = symmetric, .negative = is_shortest<S>}, random);
        for (const Index block : blocks<S>()) {
          EXPECT_TRUE(solves<S>(cells, n, dense(block, symmetric)))
              << name_of<S>() << " n=" << n << " block=" << block << " symmetric=" << symmetric;
        }
      }
    });
  }
}

// Pivots, panels and interior in as few tiles as can be: what scripts/sanitize_gpu.sh can afford. Not left out by
// WARPATH_TEST_LARGEST.
template <class S>
void expect_solved_in_few_tiles(Index block) {
  const std::size_t n = block == 64 ? 131 : 259;
  for (const bool symmetric : {false, true}) {
    Random random(n);
    const WholeMatrix matrix{.n = n, .density = 0.2, .symmetric = symmetric, .negative = true};
    EXPECT_TRUE(solves<S>(whole_cells<S>(matrix, random), n, dense(block, symmetric)))
        << name_of<S>() << " block=" << block << " symmetric=" << symmetric;
  }
}

TEST(DenseUnderTools, SolvesFewTiles) {
  expect_solved_in_few_tiles<FloatPaths>(128);
  expect_solved_in_few_tiles<DoublePaths>(64);
  expect_solved_in_few_tiles<IntPaths>(128);
  expect_solved_in_few_tiles<ShortPaths>(128);
}

TEST(DenseUnderTools, SolvesFewTilesWithACloser) {
  expect_solved_in_few_tiles<FloatPaths>(64);
  expect_solved_in_few_tiles<IntPaths>(64);
  expect_solved_in_few_tiles<ShortPaths>(64);
}

// From 48 tiles on several pivot blocks are taken together, from 96 on more.
TEST(Dense, WithPivotBlocksInGroups) {
  for (const std::size_t n : {47u * 64u, 47u * 64u + 1, 49u * 64u + 30}) {
    if (too_large(n)) continue;
    Random random(n);
    for (const bool symmetric : {false, true}) {
      const WholeMatrix matrix{.n = n, .density = 0.01, .symmetric = symmetric, .negative = true};
      const auto cells = whole_cells<IntPaths>(matrix, random);
      EXPECT_TRUE(solves<IntPaths>(cells, n, dense(64))) << n << " symmetric=" << symmetric;
    }
  }
  const std::size_t n = 95 * 64 + 7;
  if (too_large(n)) return;
  Random random(n);
  const auto cells = whole_cells<ShortPaths>({.n = n, .density = 0.01}, random);
  EXPECT_TRUE(solves<ShortPaths>(cells, n, dense(64)));
}

// --- at random ------------------------------------------------------------------------------------

template <class S>
void expect_solved(std::size_t n, int run, Random& random) {
  const double densities[] = {0.002, 0.02, 0.3, 1};
  const WholeMatrix matrix{.n = n,
                           .density = densities[random.below(4)],
                           .symmetric = random.chance(0.3),
                           .negative = random.chance(0.4)};
  const std::vector<Index> all = blocks<S>();
  const Index block = all[random.below(all.size())];
  EXPECT_TRUE(solves<S>(whole_cells<S>(matrix, random), n, dense(block, matrix.symmetric)))
      << "run " << run << " " << name_of<S>() << " n=" << n << " block=" << block
      << " density=" << matrix.density << " symmetric=" << matrix.symmetric
      << " negative=" << matrix.negative;
}

// WARPATH_TEST_RANDOM_SOLVES of them, the first ones always the same.
TEST(Dense, AtRandom) {
  const char* asked = std::getenv("WARPATH_TEST_RANDOM_SOLVES");
  const int runs = asked == nullptr ? 60 : std::atoi(asked);
  for (int run = 0; run < runs && !HasFailure(); ++run) {
    Random random(static_cast<std::uint64_t>(run));
    // As many below 55 as above.
    const auto n = static_cast<std::size_t>(std::exp(random.real(0, std::log(3001))));
    const std::size_t type = random.below(4);
    if (too_large(n)) continue;
    if (type == 0) expect_solved<FloatPaths>(n, run, random);
    if (type == 1) expect_solved<DoublePaths>(n, run, random);
    if (type == 2) expect_solved<IntPaths>(n, run, random);
    if (type == 3) expect_solved<ShortPaths>(n, run, random);
  }
}

// --- again and again ------------------------------------------------------------------------------

// Tasks are done by whoever comes first; the sums of a cell are always the same.
TEST(Dense, GivesTheSameBitsAHundredTimes) {
  for (const std::size_t n : {700u, 1500u}) {
    if (too_large(n)) continue;
    for (const char* name : {"uniform", "real_negative"}) {
      const auto cells = to_cells<FloatPaths>(family(name).make(n, 0));
      for (const Index block : {64, 128}) {
        const auto want = solved<FloatPaths>(cells, n, dense(block));
        for (int run = 1; run < (block == 64 ? 100 : 20); ++run) {
          ASSERT_TRUE(matches(want, solved<FloatPaths>(cells, n, dense(block)), n))
              << "family=" << name << " n=" << n << " block=" << block << " run " << run;
        }
      }
    }
  }
}

}  // namespace
}  // namespace support
