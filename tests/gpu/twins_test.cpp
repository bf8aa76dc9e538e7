// The kernels on the device answer with the bits of their twins on the CPU, and, where all sums are
// exact, with those of the CPU's production kernel.
#include "gpu/twins.hpp"

#include <gtest/gtest.h>

#include <future>

namespace support {
namespace {

std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all;
  for (std::size_t n = 1; n <= 70; ++n) all.push_back(n);
  for (const std::size_t n : {95, 96, 97, 127, 128, 129, 255, 256, 257, 500}) all.push_back(n);
  for (const std::size_t n : {1000, 1023, 1024, 1025}) all.push_back(n);
  std::erase_if(all, too_large);
  return all;
}

template <class S>
void expect_bits_of_the_twin(const char* name, std::size_t largest) {
  for (const std::size_t n : sizes()) {
    if (n > largest || testing::Test::HasFailure()) continue;
    const auto cells = to_cells<S>(family(name).make(n, 0));
    auto sequential =
        std::async(std::launch::async, [&] { return solved<S>(cells, n, textbook()); });
    const auto by_block = solved<S>(cells, n, blocked());
    const auto by_pivot = sequential.get();
    for (const Way& way : paper_kernels()) {
      const Outcome<S> got = outcome<S>(cells, n, way);
      ASSERT_EQ(got.code, std::nullopt) << way << " n=" << n << ": " << got.text;
      EXPECT_TRUE(matches(is_blocked(way) ? by_block : by_pivot, got.cells, n))
          << way << " " << name_of<S>() << " n=" << n << " family=" << name;
    }
  }
}

TEST(Twins, OfNonnegativeReals) { expect_bits_of_the_twin<FloatPaths>("uniform", 2000); }
TEST(Twins, OfNegativeReals) { expect_bits_of_the_twin<FloatPaths>("real_negative", 2000); }
TEST(Twins, OfRealsOverManyMagnitudes) {
  expect_bits_of_the_twin<FloatPaths>("magnitudes", 300);
  expect_bits_of_the_twin<FloatPaths>("extreme_magnitudes", 300);
}
TEST(Twins, OfLongChainsOfReals) { expect_bits_of_the_twin<FloatPaths>("real_chain", 500); }
TEST(Twins, OfNegativeIntegers) { expect_bits_of_the_twin<IntPaths>("negative_arcs", 2000); }
TEST(Twins, OfIntegersAndManyMissingArcs) {
  expect_bits_of_the_twin<IntPaths>("negative_sparse", 500);
  expect_bits_of_the_twin<IntPaths>("disconnected", 300);
}

// Large enough for many tiles in flight and for several batches of work.
template <class S>
void expect_bits_of_the_cpu(const char* name) {
  const Way cpu{.kernel = "cpu", .threads = 0};
  for (const std::size_t n : {1311u, 2048u, 2100u}) {
    if (too_large(n)) continue;
    const auto cells = to_cells<S>(family(name).make(n, 0));
    const auto want = solved<S>(cells, n, cpu);
    for (const Way& way : each_kernel<S>(1)) {
      EXPECT_TRUE(matches(want, solved<S>(cells, n, way), n))
          << way << " " << name_of<S>() << " n=" << n << " family=" << name;
    }
  }
}

TEST(LargerMatrices, OfIntegersAreThoseOfTheCpu) {
  expect_bits_of_the_cpu<IntPaths>("complete");
  expect_bits_of_the_cpu<IntPaths>("negative_sparse");
}
TEST(LargerMatrices, OfWholeFloatsAreThoseOfTheCpu) {
  expect_bits_of_the_cpu<FloatPaths>("complete");
  expect_bits_of_the_cpu<FloatPaths>("negative_sparse");
}

}  // namespace
}  // namespace support
