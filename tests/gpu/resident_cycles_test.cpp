// solve_on_device() where weights are negative: cycles below 0 and of about 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gpu/there.hpp"
#include "gpu/whole.hpp"
#include "support/cycles.hpp"
#include "warpath/cuda.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::cuda::Stream;

// The vertices of a cycle in its order; its arcs cost 1 but for the last, and all of it -1.
using Cycle = std::vector<std::size_t>;

// Of every length, at the edges of blocks and across them.
std::vector<Cycle> cycles(std::size_t n) {
  std::vector<Cycle> all{{0},
                         {n / 2},
                         {n - 1},
                         {0, 1},
                         {n - 2, n - 1},
                         {0, n - 1},
                         {5, 9},
                         {9, 5},
                         {30, 31},
                         {31, 32},
                         {32, 31},
                         {40, 45, 3},
                         {45, 3, 40},
                         {3, 64, 40, 96},
                         {96, 1, 33, 2, 65},
                         {63, 64},
                         {127, 128},
                         {128, 127},
                         {150, 10, 70, 140}};
  Cycle round(n);
  for (std::size_t i = 0; i < n; ++i) round[i] = i;
  all.push_back(round);
  std::erase_if(all, [n](const Cycle& cycle) {
    return *std::max_element(cycle.begin(), cycle.end()) >= n ||
           (cycle.size() == 2 && cycle[0] == cycle[1]);
  });
  return all;
}

template <class S>
Cells<typename S::Weight> planted(const Cycle& cycle, std::size_t n, bool among_others) {
  using T = typename S::Weight;
  Random random(n);
  Cells<T> cells(n * n, S::no_path());
  if (among_others) {
    // Dearer than the planted arcs; and int16 holds n of them.
    for (T& cell : cells) cell = static_cast<T>(random.whole(20, 60));
  }
  for (std::size_t c = 0; c < cycle.size(); ++c) {
    const bool last = c + 1 == cycle.size();
    const int weight = last ? -static_cast<int>(cycle.size()) : 1;
    cells[cycle[c] * n + cycle[(c + 1) % cycle.size()]] = static_cast<T>(weight);
  }
  return cells;
}

std::string text_of(const Cycle& cycle) {
  return cycle.size() > 10 ? "all" : testing::PrintToString(cycle);
}

template <class S>
void expect_refused(const Cycle& cycle, std::size_t n, bool among_others) {
  const auto cells = planted<S>(cycle, n, among_others);
  const There<typename S::Weight> there(cells, n, 1, 3);
  try {
    warpath::solve_on_device(there.view());
    ADD_FAILURE() << name_of<S>() << " n=" << n << " cycle=" << text_of(cycle) << " was solved";
  } catch (const warpath::Error& error) {
    EXPECT_TRUE(proves(error,
                       [&](Index u, Index v) {
                         return static_cast<double>(
                             cells[static_cast<std::size_t>(u) * n + static_cast<std::size_t>(v)]);
                       }))
        << name_of<S>() << " n=" << n << " cycle=" << text_of(cycle);
  }
  std::size_t beside = 0;
  EXPECT_TRUE(matches(cells, there.cells(beside), n)) << "the weights are no longer there";
  EXPECT_EQ(beside, 0u);
}

TEST(ResidentCycles, AreRefusedWithThemselvesWhereverTheyLie) {
  for (const std::size_t n : {1u, 2u, 33u, 130u, 193u}) {
    if (too_large(n)) continue;
    for (const Cycle& cycle : cycles(n)) {
      for (const bool among_others : {false, true}) {
        expect_refused<FloatPaths>(cycle, n, among_others);
        expect_refused<DoublePaths>(cycle, n, among_others);
        expect_refused<IntPaths>(cycle, n, among_others);
        expect_refused<ShortPaths>(cycle, n, among_others);
      }
    }
  }
}

// Arcs between vertices at heights: every cycle costs 0 but for rounding, and the distance of any two
// vertices is the difference of theirs.
template <class T>
struct Heights {
  std::vector<double> height;
  Cells<T> cells;

  Heights(std::size_t n, double scale, double density, Random& random)
      : height(n), cells(n * n, warpath::no_path<T>()) {
    for (double& h : height) h = random.real(-scale, scale);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || !(j == (i + 1) % n || random.chance(density))) continue;
        cells[i * n + j] = static_cast<T>(height[i] - height[j]);
      }
    }
  }

  void expect(const Cells<T>& got, double scale, const std::string& what) const {
    const std::size_t n = height.size();
    const double slack = 8 * static_cast<double>(n) * scale * std::numeric_limits<T>::epsilon();
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const double want = height[i] - height[j];
        worst = std::max(worst, std::abs(static_cast<double>(got[i * n + j]) - want));
      }
    }
    EXPECT_LE(worst, slack) << what << " n=" << n << " scale=" << scale;
  }
};

template <class T>
void expect_zero_cycles_solved() {
  for (const std::size_t n : {2u, 3u, 40u, 131u, 300u, 700u}) {
    if (too_large(n)) continue;
    for (const double scale : {1e-6, 3.0, 1e6}) {
      for (const double density : {0.01, 0.5}) {
        Random random(n);
        const Heights<T> all(n, scale, density, random);
        std::size_t beside = 0;
        const There<T> rows(all.cells, n, 0, 0);
        const Stream stream;
        warpath::solve_on_device(rows.view(), {}, static_cast<cudaStream_t>(stream));
        all.expect(rows.cells(beside), scale, "rows");
        const There<T> columns(all.cells, n, 1, 5);
        warpath::solve_on_device(columns.column_major());
        all.expect(columns.cells(beside), scale, "columns");
        EXPECT_EQ(beside, 0u);
      }
    }
  }
}

TEST(ResidentCycles, OfAboutZeroAreSolved) {
  expect_zero_cycles_solved<float>();
  expect_zero_cycles_solved<double>();
}

TEST(ResidentCycles, OfAboutZeroOfGraphsAreSolved) {
  for (const std::size_t n : {5u, 131u, 1000u}) {
    if (too_large(n)) continue;
    Random random(n);
    const Heights<float> all(n, 3, 3 / static_cast<double>(n), random);
    std::vector<warpath::Arc<float>> arcs;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (all.cells[i * n + j] == warpath::no_path<float>()) continue;
        arcs.push_back({static_cast<Index>(i), static_cast<Index>(j), all.cells[i * n + j]});
      }
    }
    const auto graph = warpath::Graph::from_arcs<float>(static_cast<Index>(n), arcs);
    const std::size_t gap = (4 - n % 4) % 4;  // rows at multiples of 16 bytes
    const There<float> there(Cells<float>(n * n), n, 0, gap);
    warpath::solve_on_device(graph, there.view());
    std::size_t beside = 0;
    all.expect(there.cells(beside), 3, "graph");
    EXPECT_EQ(beside, 0u);
  }
}

// There is no room for the copy that such weights are looked at in.
TEST(ResidentCycles, OfAboutZeroAreRefusedWhereNoCopyFits) {
  const std::size_t n = 300;
  Random random(n);
  const Heights<float> all(n, 3, 0.5, random);
  const There<float> there(all.cells, n, 0, 0);
  warpath::Options options;
  options.memory_limit = n * n;
  EXPECT_EQ(code_of([&] { warpath::solve_on_device(there.view(), options); }),
            ErrorCode::does_not_fit);
  std::size_t beside = 0;
  EXPECT_TRUE(matches(all.cells, there.cells(beside), n));
}

}  // namespace
}  // namespace support
