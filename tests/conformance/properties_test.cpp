// What must hold between solves, whatever the numbers are.
#include <gtest/gtest.h>

#include <cmath>

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

constexpr std::size_t kSizes[] = {1, 2, 17, 64, 65, 131};

template <class F>
void for_each_solvable_family(bool shortest, F&& f) {
  for (const Family& one : whole_families()) {
    if (!shortest || !one.negative_cycle) f(one);
  }
}

TEST(Properties, SolvingASolvedMatrixChangesNothing) {
  for (const std::size_t n : kSizes) {
    if (too_large(n)) continue;
    for_each_combination([&]<class S>() {
      for_each_solvable_family(is_shortest<S>, [&](const Family& one) {
        // Distances are larger than weights: of negative ones int16 cannot promise to hold n.
        if (one.negative && sizeof(typename S::Weight) == 2) return;
        const auto cells = to_cells<S>(one.make(n, limit_of<S>()));
        for (const Way& way : each_kernel<S>(2)) {
          const auto once = solved<S>(cells, n, way);
          EXPECT_TRUE(matches(once, solved<S>(once, n, way), n))
              << way << " " << name_of<S>() << " n=" << n << " family=" << one.name;
        }
      });
    });
  }
}

TEST(Properties, PermutingVerticesPermutesTheResult) {
  Random random(5);
  for (const std::size_t n : kSizes) {
    if (too_large(n)) continue;
    const std::vector<std::size_t> order = random.permutation(n);
    for_each_combination([&]<class S>() {
      for_each_solvable_family(is_shortest<S>, [&](const Family& one) {
        const Weights arcs = one.make(n, limit_of<S>());
        for (const Way& way : each_kernel<S>(2)) {
          const auto straight = solved<S>(to_cells<S>(arcs), n, way);
          auto want = straight;
          for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) want[i * n + j] = straight[order[i] * n + order[j]];
          }
          EXPECT_TRUE(matches(want, solved<S>(to_cells<S>(permuted(arcs, order)), n, way), n))
              << way << " " << name_of<S>() << " n=" << n << " family=" << one.name;
        }
      });
    });
  }
}

// No detour is better than the distance, and no distance is worse than the arc. For real weights
// with the slack of one addition per vertex.
TEST(Properties, TheTriangleInequalityHolds) {
  const std::size_t n = 131;
  const auto check = [&]<class S>(const Family& one, double slack) {
    using T = typename S::Weight;
    const auto arcs = to_cells<S>(one.make(n, limit_of<S>()));
    for (const Way& way : each_kernel<S>(2)) {
      const auto d = solved<S>(arcs, n, way);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
          ASSERT_FALSE(S::is_better(arcs[i * n + k], d[i * n + k])) << way << i << "," << k;
          if (d[i * n + k] == S::no_path()) continue;
          for (std::size_t j = 0; j < n; ++j) {
            if (d[k * n + j] == S::no_path()) continue;
            const T detour = S::extend(d[i * n + k], d[k * n + j]);
            const T allowed = static_cast<T>(static_cast<double>(detour) * (1 + slack));
            ASSERT_FALSE(S::is_better(allowed, d[i * n + j]))
                << way << " " << name_of<S>() << " family=" << one.name << " from " << i << " by "
                << k << " to " << j;
          }
        }
      }
    }
  };
  for_each_combination([&]<class S>() {
    for_each_solvable_family(is_shortest<S>,
                             [&](const Family& one) { check.template operator()<S>(one, 0); });
  });
  for (const Family& one : real_families()) {
    if (one.negative) continue;
    check.operator()<warpath::ShortestPath<float>>(one, n * std::numeric_limits<float>::epsilon());
    check.operator()<warpath::ShortestPath<double>>(one,
                                                    n * std::numeric_limits<double>::epsilon());
  }
}

// Two more vertices, with no way to or from the others and the arcs `there` and `back` between
// them. They force a path through the code, and leave everyone else's distances alone.
Weights with_pair(const Weights& arcs, double there, double back) {
  const std::size_t n = arcs.n();
  Weights out = with_isolated(arcs, 2);
  out(n, n + 1) = there;
  out(n + 1, n) = back;
  return out;
}

template <class T>
Cells<T> top_left(const Cells<T>& cells, std::size_t n, std::size_t of) {
  Cells<T> part(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(&cells[i * of], n, &part[i * n]);
  }
  return part;
}

template <class T>
void mirror_lower(Cells<T>& cells, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) cells[j * n + i] = cells[i * n + j];
  }
}

// The same solve twice, with one pair of vertices and with another. `first_is_half`: the sparse method
// says of the first what it says of the second from larger to smaller numbers.
template <class S>
void expect_same_bits(const Family& one, const Weights& first, const Weights& second,
                      bool first_is_half = false) {
  const std::size_t of = first.n();
  const std::size_t n = of - 2;
  for (const Way& way : each_isa<S>(2)) {
    if (way.slow() && n > 100) continue;
    const auto a = top_left(solved<S>(to_cells<S>(first), of, way), n, of);
    auto b = top_left(solved<S>(to_cells<S>(second), of, way), n, of);
    if (way.sparse && first_is_half) mirror_lower(b, n);
    EXPECT_TRUE(matches(a, b, n)) << way << " " << name_of<S>() << " n=" << of
                                  << " family=" << one.name;
  }
}

TEST(Properties, TheIntegerMinPathGivesTheBitsOfTheFloatPath) {
  for (const std::size_t n : {1u, 15u, 62u, 63u, 99u, 193u, 260u}) {
    if (too_large(n)) continue;
    for (const auto families : {whole_families(), real_families()}) {
      for (const Family& one : families) {
        if (one.negative) continue;
        const Weights arcs = one.make(n, limit_of<warpath::ShortestPath<float>>());
        const Weights nonnegative = with_pair(arcs, 1, oracle::absent<double>());
        const Weights any_sign = with_pair(arcs, -1, oracle::absent<double>());
        expect_same_bits<warpath::ShortestPath<float>>(one, nonnegative, any_sign);
      }
    }
  }
}

TEST(Properties, HalfTheWorkGivesTheBitsOfAllOfIt) {
  for (const std::size_t n : {1u, 15u, 62u, 63u, 99u, 193u, 260u}) {
    if (too_large(n)) continue;
    for (const auto families : {whole_families(), real_families()}) {
      for (const Family& one : families) {
        if (!one.symmetric) continue;
        for_each_combination([&]<class S>() {
          const Weights arcs = one.make(n, limit_of<S>());
          const Weights symmetric = with_pair(arcs, 1, 1);
          const Weights lopsided = with_pair(arcs, 1, 2);
          expect_same_bits<S>(one, symmetric, lopsided, true);
        });
      }
    }
  }
}

TEST(Properties, UndirectedTakesTheBetterOfBothDirections) {
  for (const std::size_t n : kSizes) {
    if (too_large(n)) continue;
    for_each_combination([&]<class S>() {
      for_each_solvable_family(false, [&](const Family& one) {
        if (is_shortest<S> && one.negative) return;
        auto cells = to_cells<S>(one.make(n, limit_of<S>()));
        auto both = cells;
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            if (S::is_better(cells[j * n + i], both[i * n + j])) both[i * n + j] = cells[j * n + i];
          }
        }
        for (const Way& way : each_kernel<S>(2)) {
          warpath::Options options = way.options(S::kind);
          options.undirected = true;
          auto got = cells;
          const auto size = static_cast<Index>(n);
          warpath::solve_in_place(
              warpath::MatrixView<typename S::Weight>(got.data(), size, size, size), options);
          EXPECT_TRUE(matches(solved<S>(both, n, way), got, n))
              << way << " " << name_of<S>() << " n=" << n << " family=" << one.name;
        }
      });
    });
  }
}

// MATLAB explains it: one negative edge of an undirected graph is a cycle there and back.
TEST(Properties, UndirectedMakesANegativeArcANegativeCycle) {
  for (const Way& way : each_kernel<warpath::ShortestPath<float>>(1)) {
    float cells[4] = {0, -1, warpath::no_path<float>(), 0};
    warpath::Options options = way.options(warpath::SemiringKind::shortest_path);
    EXPECT_EQ(code_of([&] {
                auto copy = std::vector<float>(cells, cells + 4);
                warpath::solve_in_place(warpath::MatrixView<float>(copy.data(), 2, 2, 2), options);
              }),
              std::nullopt);
    options.undirected = true;
    EXPECT_EQ(code_of([&] {
                warpath::solve_in_place(warpath::MatrixView<float>(cells, 2, 2, 2), options);
              }),
              warpath::ErrorCode::negative_cycle)
        << way;
  }
}

}  // namespace
}  // namespace support
