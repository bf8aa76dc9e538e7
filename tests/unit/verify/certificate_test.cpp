// Proofs of results: right ones hold, and whatever is changed in one is found.
#include "base/any_matrix.hpp"
#include "base/by_vertex.hpp"
#include "base/semiring.hpp"
#include "verify/certifier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>
#include <numeric>

#include "support/arc_lists.hpp"
#include "support/combinations.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/solve.hpp"

namespace warpath {
namespace {

using support::ArcList;
using support::Cells;
using support::Random;
using support::Shape;
using support::Sign;
using verify::Certificate;
using Rule = Certificate::Rule;
using verify::make_certifier;

std::vector<Index> everyone(Index n) {
  std::vector<Index> all(at(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

template <class T>
Matrix<T> matrix_of(const Cells<T>& cells, Index n) {
  Matrix<T> matrix(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) matrix(i, j) = cells[at(i * n + j)];
  }
  return matrix;
}

using Before = std::vector<std::int32_t>;

template <class T, class Input>
Certificate check(const Input& input, const Cells<T>& cells, Index n, SemiringKind semiring,
                  const Before& before = {}, int threads = 1, bool undirected = false) {
  verify::CertificateOptions options;
  options.semiring = semiring;
  options.threads = threads;
  options.undirected = undirected;
  const auto certifier = make_certifier(input, weight_type_of<T>, options);
  const auto sources = everyone(n);
  certifier->check(
      MatrixView<const T>::row_major(cells.data(), n, n), sources,
      before.empty() ? verify::Trees{} : verify::Trees::row_major(before.data(), n, n));
  return certifier->certificate();
}

Rule rule_of(const Certificate& certificate) {
  EXPECT_FALSE(certificate.ok());
  return certificate.failure ? certificate.failure->rule : Rule::value;
}

std::string say(const Certificate& certificate) { return verify::to_string(certificate); }

TEST(Certificate, EveryKernelsResultsHold) {
  for (const auto families : {support::whole_families(), support::real_families()}) {
    for (const support::Family& family : families) {
      if (family.negative_cycle) continue;
      for (const Index n : {1, 2, 17, 131}) {
        if (at(n) < family.smallest || (support::kSanitized && n > 100)) continue;
        support::for_each_combination([&]<class S>() {
          using T = typename S::Weight;
          const bool whole = families.data() == support::whole_families().data();
          if (!whole && !std::is_floating_point_v<T>) return;
          const auto arcs = family.make(at(n), support::limit_of<S>());
          const auto cells = support::to_cells<S>(arcs);
          const DenseMatrix matrix = matrix_of(cells, n);
          for (const auto& way : support::each_kernel(2)) {
            if (!way.offers(S::kind, weight_type_of<T>)) continue;
            const auto solved = support::solved<S>(cells, at(n), way);
            const auto certificate = check(view_of(matrix), solved, n, S::kind, {}, 2);
            ASSERT_TRUE(certificate.ok()) << family.name << " n=" << n << " " << way << ": "
                                          << support::name_of<S>() << ": " << say(certificate);
            EXPECT_EQ(certificate.rows, n);
          }
        });
      }
    }
  }
}

// What a naive reader thinks of distances.
template <class S>
bool differs(typename S::Weight a, typename S::Weight b) {
  return !(a == b);
}

// A graph of any combination, with the distances that an oracle has found.
template <class S>
struct Solved {
  Graph graph;
  support::Weights table;
  Index n = 0;
  Cells<typename S::Weight> cells;
};

template <class S>
Solved<S> solved_by_oracle(const ArcList& list) {
  using T = typename S::Weight;
  Solved<S> solved;
  solved.n = list.n;
  if constexpr (S::kind == SemiringKind::reachability) {
    solved.graph = support::graph_of<float>(list);
  } else {
    solved.graph = support::graph_of<T>(list);
  }
  // Of parallel arcs the best, which is the largest for widest paths.
  support::Weights table(at(list.n));
  const auto improve = [&](Index u, Index v, double weight) {
    double& cell = table(at(u), at(v));
    if (u == v && !(support::is_shortest<S> && weight < 0)) return;
    const bool none = cell == oracle::absent<double>();
    if (none || (S::kind == SemiringKind::widest_path ? weight > cell : weight < cell))
      cell = weight;
  };
  for (const auto& arc : list.arcs) {
    improve(arc.from, arc.to, arc.weight);
    if (list.direction == Direction::undirected) improve(arc.to, arc.from, arc.weight);
  }
  support::Truth truth(table);
  solved.table = table;
  solved.cells = support::expected<S>(truth);
  return solved;
}

template <class T>
T flipped(T value, Random& random) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  const std::size_t bit = random.below(8 * sizeof(T));
  bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

// Wraps round where the type ends.
template <class T>
T moved(T value, int by) {
  if constexpr (std::is_floating_point_v<T>) return value + static_cast<T>(by);
  return static_cast<T>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(by));
}

template <class S>
Cells<typename S::Weight> changed(Cells<typename S::Weight> cells, Index n, Random& random) {
  using T = typename S::Weight;
  T& cell = cells[random.below(cells.size())];
  switch (random.below(7)) {
    case 0: cell = moved(cell, 1); break;
    case 1: cell = moved(cell, -1); break;
    case 2: cell = S::no_path(); break;
    case 3: cell = S::empty_path(); break;
    case 4: cell = cells[random.below(cells.size())]; break;
    case 5: cell = flipped(cell, random); break;
    default: {
      const std::size_t i = random.below(at(n));
      const std::size_t j = random.below(at(n));
      for (std::size_t v = 0; v < at(n); ++v) std::swap(cells[i * at(n) + v], cells[j * at(n) + v]);
    }
  }
  return cells;
}

TEST(Certificate, EveryChangedDistanceIsFound) {
  Random random(11);
  Index changes = 0;
  for (const Shape shape : support::kShapes) {
    for (const Sign sign : {Sign::positive, Sign::zeros, Sign::negative}) {
      for (const bool undirected : {false, true}) {
        support::for_each_combination([&]<class S>() {
          const auto list =
              support::random_arcs(shape, sign, undirected, 1 + random.below(45), random);
          const auto solved = solved_by_oracle<S>(list);
          const auto right = check(solved.graph, solved.cells, solved.n, S::kind);
          ASSERT_TRUE(right.ok()) << list.name << " " << support::name_of<S>() << say(right);
          EXPECT_TRUE(right.exact);
          for (int k = 0; k < 12; ++k) {
            const auto wrong = changed<S>(solved.cells, solved.n, random);
            bool other = false;
            for (std::size_t i = 0; i < wrong.size(); ++i) {
              other |= differs<S>(wrong[i], solved.cells[i]);
            }
            changes += other;
            const auto certificate = check(solved.graph, wrong, solved.n, S::kind);
            EXPECT_EQ(certificate.ok(), !other)
                << list.name << " " << support::name_of<S>() << " " << say(certificate);
          }
        });
      }
    }
  }
  EXPECT_GT(changes, 4000);
}

// Trees by breadth-first search along tight arcs, in exact numbers.
template <class S>
Before predecessors_of(const Solved<S>& solved) {
  const Index n = solved.n;
  Before before(at(n * n), -1);
  for (Index s = 0; s < n; ++s) {
    std::vector<bool> seen(at(n), false);
    std::deque<Index> queue{s};
    seen[at(s)] = true;
    while (!queue.empty()) {
      const Index u = queue.front();
      queue.pop_front();
      for (Index v = 0; v < n; ++v) {
        const double weight = solved.table(at(u), at(v));
        if (weight == oracle::absent<double>() || seen[at(v)]) continue;
        using T = typename S::Weight;
        const T arc =
            S::kind == SemiringKind::reachability ? S::empty_path() : static_cast<T>(weight);
        if (S::extend(solved.cells[at(s * n + u)], arc) != solved.cells[at(s * n + v)]) continue;
        seen[at(v)] = true;
        before[at(s * n + v)] = static_cast<std::int32_t>(u);
        queue.push_back(v);
      }
    }
  }
  return before;
}

// A tree is one if a walk from every vertex comes to the source along tight arcs, within n steps.
template <class S>
bool is_tree(const Solved<S>& solved, const Before& before) {
  const Index n = solved.n;
  using T = typename S::Weight;
  for (Index s = 0; s < n; ++s) {
    for (Index v = 0; v < n; ++v) {
      const T there = solved.cells[at(s * n + v)];
      if (v == s || there == S::no_path()) {
        if (before[at(s * n + v)] != -1) return false;
        continue;
      }
      Index u = v;
      for (Index steps = 0; u != s; ++steps) {
        const Index p = before[at(s * n + u)];
        if (p < 0 || p >= n || steps > n || p == u) return false;
        const double weight = solved.table(at(p), at(u));
        if (weight == oracle::absent<double>()) return false;
        const T arc =
            S::kind == SemiringKind::reachability ? S::empty_path() : static_cast<T>(weight);
        const T here = solved.cells[at(s * n + p)];
        if (here == S::no_path() || S::extend(here, arc) != solved.cells[at(s * n + u)])
          return false;
        u = p;
      }
    }
  }
  return true;
}

TEST(Certificate, EveryChangedPredecessorIsFound) {
  Random random(12);
  Index wrong = 0;
  Index right = 0;
  for (const Shape shape : support::kShapes) {
    for (const Sign sign : {Sign::positive, Sign::zeros, Sign::negative}) {
      support::for_each_combination([&]<class S>() {
        const auto list =
            support::random_arcs(shape, sign, random.chance(0.5), 1 + random.below(20), random);
        const auto solved = solved_by_oracle<S>(list);
        const Before trees = predecessors_of(solved);
        const auto good = check(solved.graph, solved.cells, solved.n, S::kind, trees);
        ASSERT_TRUE(good.ok()) << list.name << " " << support::name_of<S>() << " " << say(good);
        EXPECT_TRUE(good.trees);
        for (int k = 0; k < 12; ++k) {
          Before other = trees;
          auto& cell = other[random.below(other.size())];
          switch (random.below(4)) {
            case 0: cell = static_cast<std::int32_t>(random.below(at(solved.n))); break;
            case 1: cell = -1; break;
            case 2: cell = flipped(cell, random); break;
            default: std::swap(cell, other[random.below(other.size())]);
          }
          const bool tree = is_tree(solved, other);
          (tree ? right : wrong) += 1;
          const auto certificate = check(solved.graph, solved.cells, solved.n, S::kind, other);
          EXPECT_EQ(certificate.ok(), tree)
              << list.name << " " << support::name_of<S>() << " " << say(certificate);
        }
      });
    }
  }
  EXPECT_GT(wrong, 1000);
  EXPECT_GT(right, 100);
}

TEST(Certificate, OfAResultWithItsPredecessors) {
  Random random(17);
  using S = ShortestPath<std::int32_t>;
  const auto list = support::random_arcs(Shape::sparse, Sign::zeros, false, 30, random);
  const auto solved = solved_by_oracle<S>(list);
  const auto result_with = [&](const Before& before) {
    Matrix<std::int32_t> trees = matrix_of(before, solved.n);
    return Result(matrix_of(solved.cells, solved.n), warpath::SemiringKind::shortest_path,
                  solve(solved.graph).statistics(), {}, std::move(trees));
  };
  Before before = predecessors_of(solved);
  auto certificate = verify::certify(solved.graph, result_with(before), {});
  EXPECT_TRUE(certificate.ok() && certificate.trees) << say(certificate);
  const std::vector<Index> some{3, 17};
  certificate = verify::certify(solved.graph, result_with(before), {}, some);
  EXPECT_TRUE(certificate.ok() && certificate.rows == 2) << say(certificate);
  before[at(17 * solved.n + 17)] = 17;
  EXPECT_TRUE(
      verify::certify(solved.graph, result_with(before), {}, std::span(some).first(1)).ok());
  EXPECT_EQ(rule_of(verify::certify(solved.graph, result_with(before), {}, some)), Rule::tree_root);
}

TEST(Certificate, OfAColumnMajorMatrix) {
  Cells<double> weights(6 * 6, 9.0);
  weights[1 + 0 * 6] = -2.0;  // from 1 to 0
  const auto matrix = MatrixView<double>::column_major(weights.data(), 6, 6);
  const Result result = solve(matrix, {.predecessors = true});
  const Certificate right = verify::certify(matrix, result);
  EXPECT_TRUE(right.ok()) << verify::to_string(right);
  EXPECT_EQ(right.rows, 6);
  EXPECT_FALSE(verify::certify(matrix.transposed(), result).ok());
  const MatrixView<double> nowhere(nullptr, 6, 6, 6);
  EXPECT_EQ(support::code_of([&] { verify::certify(nowhere, result); }), ErrorCode::usage);
  const MatrixView<double> part(weights.data(), 6, 5, 6);
  EXPECT_EQ(support::code_of([&] { verify::certify(part, result); }), ErrorCode::usage);
}

TEST(Certificate, RealDistancesHoldWithinTheBoundAndNotBeyond) {
  Random random(13);
  for (const Shape shape : support::kShapes) {
    for (int k = 0; k < 6; ++k) {
      const auto list =
          support::random_arcs(shape, Sign::real, k % 2 == 0, 2 + random.below(60), random);
      const auto solved = solved_by_oracle<ShortestPath<float>>(list);
      auto cells = solved.cells;
      const auto right = check(solved.graph, cells, solved.n, SemiringKind::shortest_path);
      ASSERT_TRUE(right.ok()) << list.name << " " << say(right);
      EXPECT_LE(right.worst, right.bound);
      const double most = 4 * (static_cast<double>(solved.n) + 1) * 0x1p-24;
      for (int i = 0; i < 40; ++i) {
        const std::size_t which = random.below(cells.size());
        const float there = cells[which];
        if (there == 0 || there == no_path<float>()) continue;
        // All paths to it and from it are twice as far off as allowed.
        const double by = random.real(3, 20) * most * (random.chance(0.5) ? 1 : -1);
        cells[which] = static_cast<float>(static_cast<double>(there) * (1 + by));
        const auto wrong = check(solved.graph, cells, solved.n, SemiringKind::shortest_path);
        EXPECT_FALSE(wrong.ok()) << list.name << " " << there << " -> " << cells[which];
        cells[which] = there;
      }
    }
  }
}

// Of the row of vertex 0, in floats.
bool row_holds(const ArcList& list, const std::vector<float>& row) {
  const Graph graph = support::graph_of<float>(list);
  const auto certifier = make_certifier(graph, WeightType::float32, {});
  const Index source = 0;
  certifier->check(MatrixView<const float>::row_major(row.data(), 1, list.n), {&source, 1});
  return certifier->certificate().ok();
}

// However many vertices there are: no path has more arcs than fit into the largest distance.
TEST(Certificate, TheBoundIsThatOfShortPathsWhereArcsAreLong) {
  ArcList list{.n = 500};
  std::vector<float> row{0};
  for (std::size_t v = 1; v < 500; ++v) {
    row.push_back(1 + static_cast<float>(v) / 1000);
    list.add(0, v, row.back());
  }
  EXPECT_TRUE(row_holds(list, row));
  for (const double units : {-200, 200}) {
    auto wrong = row;
    wrong[7] *= static_cast<float>(1 + units * 0x1p-24);
    EXPECT_FALSE(row_holds(list, wrong)) << units;
  }
}

// What solvers may lose to cycles of about 0 is allowed where there are such, not wherever weights are
// negative.
TEST(Certificate, NegativeWeightsAloneExcuseNothing) {
  ArcList list{.n = 6};
  const double weights[] = {1.5, -0.3, 1.1, -0.7, 0.9};
  std::vector<float> row{0};
  for (std::size_t v = 0; v < 5; ++v) {
    list.add(v, v + 1, weights[v]);
    row.push_back(row.back() + static_cast<float>(weights[v]));
  }
  list.add(5, 0, 0.1);
  EXPECT_TRUE(row_holds(list, row));
  for (const float by : {-5e-5F, 5e-5F}) {
    auto wrong = row;
    wrong[5] += by;
    EXPECT_FALSE(row_holds(list, wrong)) << by;
  }
}

Graph graph_of(Index n, std::vector<Arc<std::int32_t>> arcs) {
  return Graph::from_arcs<std::int32_t>(n, arcs);
}

Certificate check_row(const Graph& graph, std::vector<std::int32_t> row,
                      std::vector<std::int32_t> before = {}) {
  const auto certifier = make_certifier(graph, WeightType::int32, {});
  const Index n = graph.vertices();
  const Index source = 0;
  certifier->check(
      MatrixView<const std::int32_t>::row_major(row.data(), 1, n), {&source, 1},
      before.empty() ? verify::Trees{} : verify::Trees::row_major(before.data(), 1, n));
  return certifier->certificate();
}

constexpr std::int32_t kNone = no_path<std::int32_t>();
constexpr std::int32_t kEndless = unbounded<std::int32_t>();

TEST(Certificate, VerticesOfACycleOfWeightZeroCannotVouchForEachOther) {
  // 0 -> 1 is 10; 1, 2 and 3 are a cycle of weight 0.
  const auto graph = graph_of(4, {{0, 1, 10}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}});
  EXPECT_TRUE(check_row(graph, {0, 10, 10, 10}).ok());
  EXPECT_EQ(rule_of(check_row(graph, {0, 7, 7, 7})), Rule::supported);
  EXPECT_EQ(rule_of(check_row(graph, {0, 7, 7, 7}, {-1, 3, 1, 2})), Rule::supported);
  // And an island that nothing leads to.
  const auto island = graph_of(3, {{1, 2, 0}, {2, 1, 0}});
  EXPECT_TRUE(check_row(island, {0, kNone, kNone}).ok());
  EXPECT_EQ(rule_of(check_row(island, {0, 5, 5})), Rule::supported);
  // By weights that undo each other.
  const auto negative = graph_of(4, {{0, 1, 10}, {1, 2, -4}, {2, 3, 1}, {3, 1, 3}});
  EXPECT_TRUE(check_row(negative, {0, 10, 6, 7}).ok());
  EXPECT_EQ(rule_of(check_row(negative, {0, 9, 5, 6})), Rule::supported);
}

// The same in a dense matrix, whose columns are looked at sixteen at a time: one end of the arcs of
// weight 0 is among others.
TEST(Certificate, VerticesOfACycleOfWeightZeroInAMatrixCannotVouchForEachOther) {
  support::for_each_weight([]<class S>() {
    using T = typename S::Weight;
    const Index n = 48;
    const Index a = 2;
    const Index b = 20;
    Matrix<T> weights(n, n, T{50});
    for (Index v = 0; v < n; ++v) weights(v, v) = T{0};
    weights(a, b) = weights(b, a) = T{0};
    const auto holds = [&](T made_up) {
      std::vector<T> row(at(n), T{50});
      row[0] = T{0};
      row[at(a)] = row[at(b)] = made_up;
      const auto certifier = make_certifier(std::as_const(weights).view(), weight_type_of<T>, {});
      const Index source = 0;
      certifier->check(MatrixView<const T>::row_major(row.data(), 1, n), {&source, 1});
      return certifier->certificate().ok();
    };
    EXPECT_TRUE(holds(T{50})) << support::name_of<S>();
    EXPECT_FALSE(holds(T{45})) << support::name_of<S>();
    EXPECT_FALSE(holds(T{55})) << support::name_of<S>();
  });
}

TEST(Certificate, PredecessorsMayNotGoRound) {
  const auto graph = graph_of(4, {{0, 1, 10}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}});
  EXPECT_TRUE(check_row(graph, {0, 10, 10, 10}, {-1, 0, 1, 2}).ok());
  EXPECT_EQ(rule_of(check_row(graph, {0, 10, 10, 10}, {-1, 3, 1, 2})), Rule::tree_circular);
  EXPECT_EQ(rule_of(check_row(graph, {0, 10, 10, 10}, {-1, 0, 0, 2})), Rule::tree_arc);
  EXPECT_EQ(rule_of(check_row(graph, {0, 10, 10, 10}, {2, 0, 1, 2})), Rule::tree_root);
  EXPECT_EQ(rule_of(check_row(graph, {0, 10, 10, 10}, {-1, 0, 1, -1})), Rule::tree_missing);
  const auto two = graph_of(3, {{0, 1, 1}, {0, 2, 5}, {1, 2, 1}});
  EXPECT_EQ(rule_of(check_row(two, {0, 1, 2}, {-1, 0, 0})), Rule::tree_tight);
}

TEST(Certificate, ReachIsExact) {
  const auto graph = graph_of(4, {{0, 1, 3}, {1, 2, 4}});
  EXPECT_TRUE(check_row(graph, {0, 3, 7, kNone}).ok());
  EXPECT_EQ(rule_of(check_row(graph, {0, 3, kNone, kNone})), Rule::closed);
  EXPECT_EQ(rule_of(check_row(graph, {0, 3, 7, 9})), Rule::supported);
  EXPECT_EQ(rule_of(check_row(graph, {0, 3, 8, kNone})), Rule::relaxes);
  EXPECT_EQ(rule_of(check_row(graph, {0, 3, 6, kNone})), Rule::supported);
  EXPECT_EQ(rule_of(check_row(graph, {1, 4, 8, kNone})), Rule::diagonal);
  EXPECT_EQ(rule_of(check_row(graph, {0, 3, 7, kNone + 1})), Rule::value);
  EXPECT_EQ(rule_of(check_row(graph, {0, 3, 7, kEndless})), Rule::bounded);
}

TEST(Certificate, MarkedNegativeCycles) {
  // 0 -> 1 <-> 2 -> 3, the cycle of weight -1; 4 leads to 0, 5 is beside.
  const auto graph =
      graph_of(6, {{0, 1, 1}, {1, 2, 2}, {2, 1, -3}, {2, 3, 7}, {4, 0, 1}, {0, 5, 2}});
  EXPECT_TRUE(check_row(graph, {0, kEndless, kEndless, kEndless, kNone, 2}).ok());
  EXPECT_TRUE(
      check_row(graph, {0, kEndless, kEndless, kEndless, kNone, 2}, {-1, -1, -1, -1, -1, 0}).ok());
  EXPECT_EQ(rule_of(check_row(graph, {0, kEndless, kEndless, kEndless, kNone, 2},
                              {-1, 0, -1, -1, -1, 0})),
            Rule::tree_root);
  EXPECT_EQ(rule_of(check_row(graph, {0, 1, 3, 10, kNone, 2})), Rule::unbounded);
  EXPECT_EQ(rule_of(check_row(graph, {0, kEndless, kEndless, 10, kNone, 2})), Rule::unbounded);
  EXPECT_EQ(rule_of(check_row(graph, {0, kEndless, kEndless, kEndless, kNone, kEndless})),
            Rule::bounded);
  EXPECT_EQ(rule_of(check_row(graph, {0, kEndless, kEndless, kEndless, kNone, 3})), Rule::relaxes);
  EXPECT_EQ(rule_of(check_row(graph, {kEndless, kEndless, kEndless, kEndless, kNone, kEndless})),
            Rule::bounded);
  // A self-loop is a cycle.
  const auto loop = graph_of(2, {{0, 0, -1}, {0, 1, 1}});
  EXPECT_TRUE(check_row(loop, {kEndless, kEndless}).ok());
  EXPECT_EQ(rule_of(check_row(loop, {0, 1})), Rule::unbounded);
}

TEST(Certificate, AnEdgeOnceIsTravelledBothWaysWhenAsked) {
  const ArcList list{.n = 3, .arcs = {{0, 1, 2}, {2, 1, 3}}};
  const Cells<std::int32_t> both{0, 2, 5, 2, 0, 3, 5, 3, 0};
  const auto graph = support::graph_of<std::int32_t>(list);
  EXPECT_TRUE(check(graph, both, 3, SemiringKind::shortest_path, {}, 1, true).ok());
  EXPECT_FALSE(check(graph, both, 3, SemiringKind::shortest_path).ok());
  const DenseMatrix matrix =
      matrix_of(support::to_cells<ShortestPath<std::int32_t>>(support::table_of(list)), 3);
  EXPECT_TRUE(check(view_of(matrix), both, 3, SemiringKind::shortest_path, {}, 1, true).ok());
}

// Dense graphs are looked at in tiles: the same must be found there, in every column.
TEST(Certificate, DenseGraphsInEveryColumn) {
  Random random(14);
  const Index n = 43;
  support::for_each_combination([&]<class S>() {
    for (const int least : {0, 1}) {
      ArcList list{.n = n};
      for (Index u = 0; u < n; ++u) {
        for (Index v = 0; v < n; ++v) list.add(at(u), at(v), random.whole(least, 90));
      }
      const auto solved = solved_by_oracle<S>(list);
      const DenseMatrix matrix = matrix_of(support::to_cells<S>(solved.table), n);
      ASSERT_TRUE(check(solved.graph, solved.cells, n, S::kind, {}, 2).ok())
          << support::name_of<S>();
      ASSERT_TRUE(check(view_of(matrix), solved.cells, n, S::kind, {}, 2).ok())
          << support::name_of<S>();
      for (Index v = 0; v < n; ++v) {
        auto wrong = solved.cells;
        auto& cell = wrong[random.below(at(n)) * at(n) + at(v)];
        cell = moved(cell, random.chance(0.5) ? 1 : -1);
        const bool other = wrong != solved.cells;  // infinite ones stay
        EXPECT_EQ(check(solved.graph, wrong, n, S::kind).ok(), !other)
            << support::name_of<S>() << v;
        EXPECT_EQ(check(view_of(matrix), wrong, n, S::kind).ok(), !other)
            << support::name_of<S>() << v;
      }
    }
  });
}

// More rows than a batch has, more vertices than a thread takes at a time.
TEST(Certificate, LargerGraphsOnSomeThreads) {
  Random random(15);
  for (const Shape shape : {Shape::sparse, Shape::grid, Shape::denser, Shape::clique}) {
    for (const Sign sign : {Sign::positive, Sign::zeros, Sign::negative}) {
      support::for_each_combination([&]<class S>() {
        const auto list = support::random_arcs(shape, sign, sign == Sign::zeros, 150, random);
        const auto solved = solved_by_oracle<S>(list);
        const auto right = check(solved.graph, solved.cells, 150, S::kind, {}, 2);
        ASSERT_TRUE(right.ok()) << list.name << " " << support::name_of<S>() << " " << say(right);
        for (int k = 0; k < (support::kSanitized ? 2 : 10); ++k) {
          const auto wrong = changed<S>(solved.cells, 150, random);
          EXPECT_EQ(check(solved.graph, wrong, 150, S::kind, {}, 2).ok(), wrong == solved.cells)
              << list.name << " " << support::name_of<S>();
        }
      });
    }
  }
}

// Arcs so light that rounding hides them may not carry an island either.
TEST(Certificate, LightCyclesCannotVouchForEachOther) {
  for (const double light : {0.0, 1e-9, 1e-5, 1e-3}) {
    ArcList list{.n = 5};
    list.add(0, 1, 1000.25);
    list.add(1, 2, light);
    list.add(2, 3, light);
    list.add(3, 1, light);
    list.add(3, 4, 0.1);
    const auto graph = support::graph_of<float>(list);
    const auto row = [&](double first) {
      const auto d = [&](double more) { return static_cast<float>(first + more); };
      return std::vector<float>{0, d(0), d(light), d(2 * light), d(2 * light + 0.1)};
    };
    const auto holds = [&](const std::vector<float>& distances) {
      const auto certifier = make_certifier(graph, WeightType::float32, {});
      const Index source = 0;
      certifier->check(MatrixView<const float>::row_major(distances.data(), 1, 5), {&source, 1});
      return certifier->certificate().ok();
    };
    EXPECT_TRUE(holds(row(1000.25))) << light;
    EXPECT_FALSE(holds(row(999.5))) << light;
    EXPECT_FALSE(holds(row(1001))) << light;
  }
}

// Whole numbers so large that adding 1 changes nothing: an island that nothing leads to is still one.
TEST(Certificate, MadeUpDistancesBeyondExactSums) {
  ArcList list{.n = 3};
  list.add(1, 2, 1);
  list.add(2, 1, 1);
  const Index source = 0;
  const auto holds = [&]<class T>(const std::vector<T>& row) {
    const auto graph = support::graph_of<T>(list);
    const auto certifier = make_certifier(graph, weight_type_of<T>, {});
    certifier->check(MatrixView<const T>::row_major(row.data(), 1, 3), {&source, 1});
    EXPECT_TRUE(certifier->certificate().exact);
    return certifier->certificate().ok();
  };
  EXPECT_TRUE(holds(std::vector<float>{0, INFINITY, INFINITY}));
  EXPECT_FALSE(holds(std::vector<float>{0, 0x1p30F, 0x1p30F}));
  EXPECT_FALSE(holds(std::vector<double>{0, 0x1p60, 0x1p60}));
}

// Cycles of weight 0 in floats: rates of exchange without arbitrage, as logarithms. They come out a little above or below 0.
TEST(Certificate, CyclesThatRoundingMakesNegative) {
  Random random(16);
  for (const std::size_t n : {5, 40, 120}) {
    std::vector<double> height(n);
    for (double& h : height) h = random.real(-2, 2);
    ArcList list{.n = static_cast<Index>(n)};
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = 0; v < n; ++v) {
        if (u != v) list.add(u, v, static_cast<float>(height[u] - height[v]));
      }
    }
    const auto graph = support::graph_of<float>(list);
    for (const char* kernel : {"cpu", "textbook", "blocked"}) {
      Options options;
      options.kernel = kernel;
      options.method = Method::dense;
      const Result result = solve(graph, options);
      const auto certificate = verify::certify(graph, result, {});
      EXPECT_TRUE(certificate.ok()) << kernel << " n=" << n << " " << say(certificate);
    }
  }
}

// A cycle may be taken for 0 where it is below it by less than the tolerance, and never by more than
// that for each of its arcs.
TEST(Certificate, CyclesBeyondTheToleranceCount) {
  const auto holds = [](double times) {
    const auto back = static_cast<float>(-1.5 - times * 0x1p-15 * 1.5);
    const auto graph =
        Graph::from_arcs<float>(2, std::vector<Arc<float>>{{0, 1, 1.5F}, {1, 0, back}});
    const auto certifier = make_certifier(graph, WeightType::float32, {});
    const std::vector<float> row{0, 1.5F};
    const Index source = 0;
    certifier->check(MatrixView<const float>::row_major(row.data(), 1, 2), {&source, 1});
    return certifier->certificate().ok();
  };
  EXPECT_TRUE(holds(0.5));
  EXPECT_FALSE(holds(3));
}

// What rounding makes of such cycles explains a little, however many vertices there are.
TEST(Certificate, CyclesOfAboutZeroExplainLittle) {
  Random random(17);
  const std::size_t n = 400;
  std::vector<double> height(n);
  for (double& h : height) h = random.real(-2, 2);
  ArcList list{.n = static_cast<Index>(n)};
  for (std::size_t k = 0; k < 4 * n; ++k) {
    const std::size_t u = k % n;
    const std::size_t v = k < n ? (u + 1) % n : random.below(n);
    if (u != v) list.add(u, v, static_cast<float>(height[u] - height[v]));
  }
  const auto graph = support::graph_of<float>(list);
  const auto solved = solve(graph);
  for (const float by : {-0.02F, 0.02F}) {
    Matrix<float> cells(solved.vertices(), solved.vertices());
    for (Index i = 0; i < cells.rows(); ++i) {
      for (Index j = 0; j < cells.rows(); ++j) cells(i, j) = solved.distances<float>()(i, j);
    }
    cells(3, 7) += by;
    const Result wrong(std::move(cells), SemiringKind::shortest_path, {});
    EXPECT_FALSE(verify::certify(graph, wrong).ok()) << by;
  }
  EXPECT_TRUE(verify::certify(graph, solved).ok());
}

// A loop lengthens no path, so that nothing may be measured by it: a large one, or one that is a
// little below 0.
TEST(Certificate, LoopsExplainNothing) {
  const auto holds = [&](float to_1, float loop = 1e6F) {
    const auto graph = Graph::from_arcs<float>(
        3, std::vector<Arc<float>>{{0, 1, -1}, {1, 2, 2.5F}, {2, 0, 0.3F}, {1, 1, loop}});
    Matrix<float> row(1, 3);
    row(0, 0) = 0;
    row(0, 1) = to_1;
    row(0, 2) = to_1 + 2.5F;
    const Result result(std::move(row), SemiringKind::shortest_path, {}, {0});
    const auto certificate = verify::certify(graph, result);
    EXPECT_EQ(certificate.arcs, 4);
    return certificate.ok();
  };
  EXPECT_TRUE(holds(-1));
  EXPECT_FALSE(holds(4));
  EXPECT_FALSE(holds(-1.1F));
  const float small = -0x1p-16F;  // half of what counts, or less
  EXPECT_TRUE(holds(-1, small));
  EXPECT_FALSE(holds(-1 - 0x1p-14F, small));
}

// An arc that no path can take, because its sum is beyond the type, explains nothing.
TEST(Certificate, SumsBeyondTheTypeExplainNothing) {
  const double far = 0x1p1020;
  const auto graph = Graph::from_arcs<double>(
      4, std::vector<Arc<double>>{{0, 1, far},
                                  {1, 2, 0x1p970},
                                  {1, 3, 0x1p970},
                                  {3, 2, std::numeric_limits<double>::max()}});
  const auto holds = [&](double to_2) {
    Matrix<double> row(1, 4);
    row(0, 0) = 0;
    row(0, 1) = far;
    row(0, 2) = to_2;
    row(0, 3) = far + 0x1p970;
    return verify::certify(graph, Result(std::move(row), SemiringKind::shortest_path, {}, {0}))
        .ok();
  };
  EXPECT_TRUE(holds(far + 0x1p970));
  EXPECT_FALSE(holds(far - 0x1p980));
  EXPECT_FALSE(holds(far + 0x1p980));
}

// Potentials of denormal numbers are rounded to steps that are as large as they are for others.
TEST(Certificate, TheSmallestNumbersAreRoundedToSteps) {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Random random(seed);
    std::vector<double> height(40);
    for (double& h : height) h = random.real(-1, 1) * 1e-308;
    Matrix<double> weights(40, 40);
    for (Index i = 0; i < 40; ++i) {
      for (Index j = 0; j < 40; ++j) weights(i, j) = height[at(j)] - height[at(i)];
    }
    const auto result = warpath::solve(std::as_const(weights).view());
    const auto certificate = verify::certify(std::as_const(weights).view(), result);
    EXPECT_TRUE(certificate.ok()) << to_string(certificate);
  }
}

TEST(Certificate, SaysWhatIsWrongByName) {
  const auto graph = graph_of(3, {{0, 1, 3}, {1, 2, 4}});
  const auto certificate = check_row(graph, {0, 3, 8});
  ASSERT_FALSE(certificate.ok());
  const auto name = [](Index v) { return std::string(1, static_cast<char>('A' + v)); };
  EXPECT_EQ(certificate.failure_text(name),
            "the distance from A to C is 8, and better by the arc from B to C (3 + 4)");
}

TEST(Certificate, ShapesAndTypesMustFit) {
  const auto graph = graph_of(3, {{0, 1, 3}});
  const auto certifier = make_certifier(graph, WeightType::int32, {});
  const Index source = 0;
  const std::vector<float> floats(3);
  const auto code = support::code_of([&] {
    certifier->check(MatrixView<const float>::row_major(floats.data(), 1, 3), {&source, 1});
  });
  EXPECT_EQ(code, ErrorCode::usage);
  EXPECT_EQ(support::code_of([&] {
              make_certifier(graph, WeightType::float64, {.semiring = SemiringKind::reachability});
            }),
            ErrorCode::unsupported);
}

}  // namespace
}  // namespace warpath
