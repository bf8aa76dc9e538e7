// solve_on_device(): matrices that already lie on the device.
#include <gtest/gtest.h>

#include <limits>

#include "gpu/there.hpp"
#include "gpu/whole.hpp"
#include "warpath/cuda.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::MatrixView;
using warpath::cuda::Stream;

template <class S>
void expect_solved(std::size_t n, std::size_t skip, std::size_t gap, Index block, bool symmetric) {
  Random random(n + gap);
  const WholeMatrix matrix{
      .n = n, .density = 0.4, .symmetric = symmetric, .negative = is_shortest<S>};
  const auto cells = whole_cells<S>(matrix, random);
  const auto want = solved<S>(cells, n, on_cpu());
  const There<typename S::Weight> there(cells, n, skip, gap);
  const Stream stream;
  const auto options = dense(block).options(S::kind);
  const warpath::Statistics statistics =
      warpath::solve_on_device(there.view(), options, static_cast<cudaStream_t>(stream));
  std::size_t beside = 0;
  EXPECT_TRUE(matches(want, there.cells(beside), n))
      << name_of<S>() << " n=" << n << " skip=" << skip << " gap=" << gap << " block=" << block;
  EXPECT_EQ(beside, 0u) << name_of<S>() << " n=" << n << " wrote beside the matrix";
  EXPECT_EQ(statistics.plan.problem.n, static_cast<Index>(n));
  EXPECT_GT(statistics.kernel_seconds, 0);
  EXPECT_LE(statistics.kernel_seconds, statistics.seconds);
}

TEST(Resident, SolvesEveryCombinationWhereItLies) {
  for (const std::size_t n : {1u, 64u, 131u, 256u, 300u}) {
    if (too_large(n)) continue;
    for_each_combination([&]<class S>() {
      expect_solved<S>(n, 0, 0, 0, false);
      expect_solved<S>(n, 1, 3, 64, true);
    });
  }
}

TEST(Resident, TakesTheDefaultStreamAndColumnMajorMatrices) {
  const std::size_t n = 200;
  Random random(n);
  const auto cells = whole_cells<IntPaths>({.n = n, .density = 0.1, .negative = true}, random);
  const auto want = solved<IntPaths>(cells, n, on_cpu());
  // The transpose, seen as column-major, is the same matrix.
  Cells<std::int32_t> turned(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) turned[j * n + i] = cells[i * n + j];
  }
  const There<std::int32_t> there(turned, n, 0, 0);
  warpath::solve_on_device(there.column_major());
  std::size_t beside = 0;
  const auto got = there.cells(beside);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) ASSERT_EQ(got[j * n + i], want[i * n + j]) << i << " " << j;
  }
}

TEST(Resident, CountsArcsBothWaysWhereAskedTo) {
  const std::size_t n = 150;
  Random random(n);
  const auto cells = whole_cells<FloatPaths>({.n = n, .density = 0.1}, random);
  Way way = on_cpu();
  way.undirected = true;
  const auto want = solved<FloatPaths>(cells, n, way);
  const There<float> there(cells, n, 0, 0);
  warpath::Options options;
  options.undirected = true;
  warpath::solve_on_device(there.view(), options);
  std::size_t beside = 0;
  EXPECT_TRUE(matches(want, there.cells(beside), n));
}

ErrorCode refused(const Cells<float>& cells, std::size_t n, std::string& text) {
  const There<float> there(cells, n, 0, 0);
  try {
    warpath::solve_on_device(there.view());
  } catch (const warpath::Error& error) {
    text = error.what();
    return error.code();
  }
  text = "solved";
  return ErrorCode::internal;
}

TEST(Resident, RefusesBadWeightsWithTheirPlace) {
  const std::size_t n = 300;
  Random random(n);
  auto cells = whole_cells<FloatPaths>({.n = n}, random);
  cells[7 * n + 299] = std::numeric_limits<float>::quiet_NaN();
  std::string text;
  EXPECT_EQ(refused(cells, n, text), ErrorCode::bad_input) << text;
  EXPECT_NE(text.find("from 7 to 299 is NaN"), std::string::npos) << text;
  cells[7 * n + 299] = -std::numeric_limits<float>::infinity();
  EXPECT_EQ(refused(cells, n, text), ErrorCode::bad_input) << text;
}

TEST(Resident, FindsNegativeCyclesAndHostMemory) {
  const std::size_t n = 300;
  Random random(n);
  auto cells = whole_cells<FloatPaths>({.n = n}, random);
  cells[10 * n + 200] = -5000;
  std::string text;
  EXPECT_EQ(refused(cells, n, text), ErrorCode::negative_cycle) << text;
  try {
    warpath::solve_on_device(MatrixView<float>(cells.data(), 300, 300, 300));
    FAIL() << "host memory was taken for the device's";
  } catch (const warpath::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage) << error.what();
  }
}

}  // namespace
}  // namespace support
