// In the caller's memory: what is promised about it when a solve cannot begin.
#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "base/semiring.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::MatrixView;
using warpath::Options;
using warpath::SemiringKind;

// Asymmetric, with self-loops, so that anything done to it would show.
Cells<float> lopsided(std::size_t n) {
  Cells<float> cells(n * n);
  for (std::size_t at = 0; at < n * n; ++at) cells[at] = static_cast<float>(1 + at % 97);
  return cells;
}

TEST(Layout, StridesByWhichCellsShareMemoryAreRefused) {
  Cells<double> cells(600 * 600, 1.0);
  const Index huge = Index{1} << 60;
  const std::pair<Index, Index> wrong[] = {{1, 40}, {40, 1}, {1, 1}, {0, 0}, {-1, 40}, {huge, 1}};
  for (const auto& [row_stride, column_stride] : wrong) {
    const MatrixView<double> view(cells.data() + 1000, 50, 50, row_stride, column_stride);
    std::string text;
    EXPECT_EQ(code_of([&] { warpath::solve_in_place(view); }, &text), ErrorCode::usage) << text;
    EXPECT_NE(text.find("share memory"), std::string::npos) << text;
    const bool deliberate = row_stride == column_stride;  // each row begins one cell later, or none
    EXPECT_EQ(code_of([&] { warpath::solve(view); }).has_value(), !deliberate);
  }
}

TEST(Layout, WeightsThatAreRefusedAreNamedAsTheyLie) {
  Cells<double> cells(4 * 3, 1.0);  // column-major, a leading dimension of 4
  const auto view = MatrixView<double>::column_major(cells.data(), 3, 3, 4);
  view(2, 1) = 0.5;
  std::string text;
  EXPECT_EQ(code_of([&] { warpath::solve(view, {.weights = warpath::WeightType::int32}); }, &text),
            ErrorCode::bad_input);
  EXPECT_NE(text.find("from 2 to 1"), std::string::npos) << text;
  view(2, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(code_of([&] { warpath::solve(view); }, &text), ErrorCode::bad_input);
  EXPECT_NE(text.find("from 2 to 1"), std::string::npos) << text;
}

TEST(SolveInto, AMatrixKeepsItsWeights) {
  const Cells<float> weights = lopsided(30);
  Cells<float> distances(30 * 32, -1.0F);
  const auto from = MatrixView<const float>::column_major(weights.data(), 30, 30);
  warpath::solve_into(from, MatrixView<float>(distances.data(), 30, 30, 32));
  EXPECT_EQ(weights, lopsided(30));
  const auto expected = warpath::solve(from);
  for (Index i = 0; i < 30; ++i) {
    for (Index j = 0; j < 30; ++j) {
      EXPECT_EQ(distances[static_cast<std::size_t>(i * 32 + j)], expected.distance(i, j));
    }
  }
}

// Every error that is found before the work starts leaves the matrix as it was.
void expect_untouched(ErrorCode code, const std::function<void(Options&)>& change,
                      const char* what) {
  for (const std::size_t n : {2u, 70u, 150u}) {
    for (const Index stride : {1, 2}) {
      const Cells<float> before = lopsided(2 * n);
      Cells<float> cells = before;
      Options options;
      change(options);
      const auto size = static_cast<Index>(n);
      std::string text = "no error";
      EXPECT_EQ(code_of(
                    [&] {
                      warpath::solve_in_place(
                          MatrixView<float>(cells.data(), size, size, 2 * size, stride), options);
                    },
                    &text),
                code)
          << what << " n=" << n << ": " << text;
      EXPECT_TRUE(matches(before, cells, 2 * n)) << what << " n=" << n << " stride=" << stride;
    }
  }
}

TEST(SolveInPlace, RefusedOptionsLeaveTheMatrixAsItWas) {
  for (const bool undirected : {false, true}) {
    const auto with = [&](auto change) {
      return [=](Options& options) {
        options.undirected = undirected;
        change(options);
      };
    };
    expect_untouched(ErrorCode::usage, with([](Options& o) { o.kernel = "nonesuch"; }), "kernel");
    expect_untouched(ErrorCode::usage, with([](Options& o) { o.isa = "nonesuch"; }), "isa");
    expect_untouched(ErrorCode::usage, with([](Options& o) { o.threads = -1; }), "threads");
    expect_untouched(ErrorCode::usage, with([](Options& o) { o.block = -1; }), "block");
    expect_untouched(ErrorCode::usage,
                     with([](Options& o) { o.weights = warpath::WeightType::int16; }), "type");
    expect_untouched(ErrorCode::unsupported,
                     with([](Options& o) { o.semiring = SemiringKind::reachability; }),
                     "combination");
    if (warpath::Machine::detect().devices.empty()) {
      expect_untouched(ErrorCode::device_unavailable,
                       with([](Options& o) { o.device = warpath::Backend::cuda; }), "device");
    }
  }
}

TEST(SolveInPlace, NotEnoughMemoryLeavesTheMatrixAsItWas) {
  for (const bool undirected : {false, true}) {
    for (const Index stride : {1, 2}) {
      const Cells<float> before = lopsided(600);
      Cells<float> cells = before;
      Options options;
      options.undirected = undirected;
      options.memory_limit = 1;
      EXPECT_EQ(code_of([&] {
                  warpath::solve_in_place(MatrixView<float>(cells.data(), 300, 300, 600, stride),
                                          options);
                }),
                ErrorCode::does_not_fit);
      EXPECT_TRUE(matches(before, cells, 600)) << "stride " << stride;
    }
  }
}

TEST(SolveInPlace, RefusedWeightsLeaveTheMatrixAsItWas) {
  const std::size_t n = 70;
  for (const bool undirected : {false, true}) {
    Options options;
    options.undirected = undirected;
    // A weight outside the type, at the end; and weights that are only too many, with a negative.
    for (const bool outside : {true, false}) {
      Cells<std::int16_t> cells(n * n);
      for (std::size_t at = 0; at < n * n; ++at) {
        cells[at] = static_cast<std::int16_t>(outside ? 1 + at % 97 : 1000 + at % 97);
      }
      cells[n * n - 2] = static_cast<std::int16_t>(outside ? 20000 : -1);
      const Cells<std::int16_t> before = cells;
      EXPECT_EQ(code_of([&] {
                  warpath::solve_in_place(MatrixView<std::int16_t>(cells.data(), 70, 70, 70),
                                          options);
                }),
                ErrorCode::bad_input);
      EXPECT_TRUE(matches(before, cells, n)) << (outside ? "outside" : "range");
    }
  }
}

// `undirected` adds arcs: what was in range may not be any more.
TEST(SolveInPlace, RefusedSumsOfAnUndirectedMatrixLeaveItAsItWas) {
  const std::size_t n = 40;
  const std::int16_t none = warpath::no_path<std::int16_t>();
  Cells<std::int16_t> cells(n * n, none);
  for (std::size_t i = 1; i < n; ++i) cells[i] = 1000;  // a star: all arcs out of vertex 0
  cells[n + 2] = -1;
  cells[2 * n + 1] = 5;
  const Cells<std::int16_t> before = cells;
  Options options;
  options.undirected = true;
  const auto code = code_of([&] {
    warpath::solve_in_place(MatrixView<std::int16_t>(cells.data(), 40, 40, 40), options);
  });
  if (code == ErrorCode::bad_input) {
    EXPECT_TRUE(matches(before, cells, n));
  } else {
    EXPECT_EQ(code, ErrorCode::negative_cycle);  // 1 - 2 - 1 costs -2
  }
}

TEST(SolveInPlace, OfAnEmptyMatrixDoesNothing) {
  for (const Way& way : each_kernel(2)) {
    for_each_combination([&]<class S>() {
      using T = typename S::Weight;
      EXPECT_EQ(warpath::solve_in_place(MatrixView<T>(), way.options(S::kind)).plan.problem.n, 0);
      const warpath::Result result =
          warpath::solve(MatrixView<const T>(nullptr, 0, 0, 0), way.options(S::kind));
      EXPECT_EQ(result.vertices(), 0);
    });
  }
}

TEST(SolveInPlace, RefusesMatricesThatCannotBe) {
  float cell = 0;
  EXPECT_EQ(code_of([] { warpath::solve_in_place(MatrixView<float>(nullptr, 3, 3, 3)); }),
            ErrorCode::usage);
  EXPECT_EQ(code_of([&] { warpath::solve_in_place(MatrixView<float>(&cell, -1, -1, 1)); }),
            ErrorCode::usage);
}

// Any byte that is not 0 is true.
TEST(SolveInPlace, AnyTrueIsTrue) {
  for (const Way& way : each_isa(1)) {
    for (const std::size_t n : {3u, 70u}) {
      Cells<std::uint8_t> cells(n * n, 0);
      for (std::size_t i = 0; i + 1 < n; ++i)
        cells[i * n + i + 1] = static_cast<uint8_t>(2 << i % 7);
      const auto got = solved<warpath::Reachability>(cells, n, way);
      for (std::size_t at = 0; at < n * n; ++at)
        ASSERT_EQ(got[at], at % n >= at / n ? 1 : 0) << way;
    }
  }
}

}  // namespace
}  // namespace support
