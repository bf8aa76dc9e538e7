// Random matrices of whole numbers, whose distances every type holds exactly: whatever the order of the
// sums, there is one right answer, and kernels on the CPU know it.
#pragma once

#include <algorithm>

#include "gpu/twins.hpp"

namespace support {

struct WholeMatrix {
  std::size_t n = 1;
  double density = 1;
  bool symmetric = false;
  bool negative = false;  // some arcs, but no cycle: arcs are bent by potentials. Not if symmetric
};

// Weights are as large as int16 allows for paths over all vertices.
template <class S>
Cells<typename S::Weight> whole_cells(const WholeMatrix& want, Random& random) {
  using T = typename S::Weight;
  const std::size_t n = want.n;
  constexpr bool small = sizeof(T) <= 2;
  const auto most = small ? static_cast<std::int64_t>(std::max<std::size_t>(3, 7900 / n)) : 1000;
  const bool bent = want.negative && !want.symmetric;
  const std::int64_t bend = bent ? most / 3 : 0;
  std::vector<double> potential(n);
  for (double& p : potential) p = random.whole(0, bend);
  Cells<T> cells(n * n, S::no_path());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = want.symmetric ? i + 1 : 0; j < n; ++j) {
      if (want.density < 1 && !random.chance(want.density)) continue;
      if constexpr (S::kind == warpath::SemiringKind::reachability) {
        cells[i * n + j] = 1;
      } else {
        const double weight = random.whole(0, most - 2 * bend) + potential[i] - potential[j];
        cells[i * n + j] = static_cast<T>(weight);
      }
      if (want.symmetric) cells[j * n + i] = cells[i * n + j];
    }
  }
  return cells;
}

// The kernel `cuda`; block 0 is its own choice.
inline Way dense(Index block = 0, bool undirected = false) {
  return {.kernel = "cuda", .block = block, .on_cpu = false, .undirected = undirected};
}
inline Way on_cpu() { return {.kernel = "cpu", .threads = 0}; }

// As the CPU has it, bit for bit.
template <class S>
testing::AssertionResult solves(const Cells<typename S::Weight>& cells, std::size_t n,
                                const Way& way) {
  const Outcome<S> want = outcome<S>(cells, n, on_cpu());
  const Outcome<S> got = outcome<S>(cells, n, way);
  if (want.code || got.code) {
    return testing::AssertionFailure() << "cpu: " << want.text << ", " << way << ": " << got.text;
  }
  return matches(want.cells, got.cells, n);
}

}  // namespace support
