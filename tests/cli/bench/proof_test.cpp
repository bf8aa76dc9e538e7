// Nothing wrong is timed.
#include "bench/proof.hpp"

#include <gtest/gtest.h>

#include "bench/case.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

constexpr Index kVertices = 40;  // so few that a sample of 64 is all of them

TEST(Proof, HoldsForEverySemiringAndType) {
  for (const SemiringKind semiring :
       {SemiringKind::shortest_path, SemiringKind::widest_path, SemiringKind::minimax_path}) {
    for (const WeightType weight : {WeightType::float32, WeightType::int32}) {
      Case what;
      what.semiring = semiring;
      what.weight = weight;
      what.n = 100;
      const DenseMatrix weights = weights_of(what);
      const Result result = std::visit(
          [&](const auto& matrix) { return solve(matrix.view(), options_of(what)); }, weights);
      EXPECT_EQ(flaw_in(claim_of(result), weights), "") << to_string(semiring);
    }
  }
}

TEST(Proof, FindsAWrongDistanceOfAMatrix) {
  Case what;
  what.n = kVertices;
  const DenseMatrix weights = weights_of(what);
  Matrix<float> work(kVertices, kVertices);
  for (Index i = 0; i < kVertices; ++i) {
    for (Index j = 0; j < kVertices; ++j) work(i, j) = std::get<Matrix<float>>(weights)(i, j);
  }
  const auto claim = [&] { return Claim{SemiringKind::shortest_path, std::as_const(work).view()}; };
  solve_in_place<float>(work.view());
  prove(claim(), weights);
  work(31, 7) *= 2;
  EXPECT_NE(flaw_in(claim(), weights).find("from 31 to 7"), std::string::npos)
      << flaw_in(claim(), weights);
  EXPECT_EQ(support::code_of([&] { prove(claim(), weights); }), ErrorCode::verification_failed);
}

TEST(Proof, LooksAtPredecessorsAndNamedRows) {
  const Graph graph = generate(GraphKind::road, kVertices);
  const Result result = solve(graph, {.predecessors = true});
  Claim claim = claim_of(result);
  prove(claim, graph);
  Matrix<std::int32_t> trees(kVertices, kVertices);
  for (Index i = 0; i < kVertices; ++i) {
    for (Index j = 0; j < kVertices; ++j) trees(i, j) = result.predecessors()(i, j);
  }
  trees(3, 5) = 5;  // no vertex comes before itself
  claim.predecessors = std::as_const(trees).view();
  EXPECT_NE(flaw_in(claim, graph), "");

  // Of other rows than these it says nothing.
  const Index some[] = {8, 9};
  const auto rows = std::get<MatrixView<const float>>(claim.distances);
  EXPECT_EQ(flaw_in({claim.semiring, rows.block(8, 0, 2, kVertices), {}, some}, graph), "");
}

}  // namespace
}  // namespace warpath::bench
