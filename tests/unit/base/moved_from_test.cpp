// What is moved from is empty, and can be asked and used as such.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "support/ways.hpp"
#include "warpath/warpath.hpp"

namespace warpath {
namespace {

Graph ring() {
  const std::vector<Arc<int>> arcs = {{0, 1, 2}, {1, 2, 3}, {2, 0, 4}};
  return Graph::from_arcs<int>(3, arcs, Direction::undirected).with_labels({"a", "b", "c"});
}

// Both ways of moving: into a new one, and into one that has something.
template <class T>
void leave(T& from, T into) {
  T taken(std::move(from));
  from = std::move(taken);
  into = std::move(from);
}

void expect_empty(const Graph& graph) {
  EXPECT_EQ(graph.vertices(), 0);
  EXPECT_EQ(graph.arcs(), 0);
  EXPECT_TRUE(graph.offsets().empty());
  EXPECT_TRUE(graph.targets().empty());
  EXPECT_TRUE(graph.labels().empty());
  graph.visit_weights([](auto weights) { EXPECT_TRUE(weights.empty()); });
}

TEST(MovedFrom, GraphIsEmpty) {
  Graph graph = ring();
  leave(graph, ring());
  expect_empty(graph);
  for (const Method method : {Method::dense, Method::sparse, Method::search}) {
    EXPECT_EQ(solve(graph, {.method = method}).vertices(), 0);
  }
  EXPECT_EQ(measure(graph).pairs, 0);
  EXPECT_EQ(SparsePlan(graph).vertices(), 0);
  EXPECT_EQ(Router(graph).vertices(), 0);
  EXPECT_TRUE(verify::certify(graph, solve(graph)).ok());
  graph = ring();
  EXPECT_EQ(solve(graph).distance(0, 2), 4);
}

TEST(MovedFrom, MatrixIsEmpty) {
  Matrix<float> matrix(3, 4, 1.0F);
  leave(matrix, Matrix<float>(2, 2, 0.0F));
  EXPECT_EQ(matrix.rows(), 0);
  EXPECT_EQ(matrix.columns(), 0);
  EXPECT_EQ(matrix.leading_dimension(), 0);
  EXPECT_EQ(matrix.data(), nullptr);
  EXPECT_EQ(solve<float>(matrix.view()).vertices(), 0);
  Matrix<float>& same = matrix = Matrix<float>(2, 2, 7.0F);
  matrix = std::move(same);
  EXPECT_EQ(matrix.rows(), 2);
  EXPECT_EQ(matrix(1, 1), 7.0F);
}

TEST(MovedFrom, ResultIsEmpty) {
  const Options options{.predecessors = true};
  Result result = solve(ring(), options);
  leave(result, solve(ring(), options));
  EXPECT_EQ(result.vertices(), 0);
  EXPECT_EQ(result.predecessors().rows(), 0);
  EXPECT_TRUE(result.sources().empty());
  EXPECT_EQ(support::code_of([&] { (void)result.distance(0, 0); }), ErrorCode::usage);
  EXPECT_EQ(support::code_of([&] { (void)result.reachable(0, 0); }), ErrorCode::usage);
  EXPECT_EQ(support::code_of([&] { (void)result.path(0, 0); }), ErrorCode::usage);
  EXPECT_EQ(result.distances<int>().rows(), 0);
}

TEST(MovedFrom, RouterIsEmpty) {
  const Graph graph = ring();
  Router router(graph);
  leave(router, Router(graph));
  EXPECT_EQ(router.vertices(), 0);
  EXPECT_EQ(support::code_of([&] { (void)router.distance(0, 0); }), ErrorCode::usage);
  EXPECT_EQ(support::code_of([&] { (void)router.path(0, 0); }), ErrorCode::usage);
  EXPECT_TRUE(router.distances({}).empty());
}

TEST(MovedFrom, SparsePlanIsEmpty) {
  SparsePlan plan(ring());
  leave(plan, SparsePlan(ring()));
  EXPECT_FALSE(plan);
  EXPECT_EQ(plan.vertices(), 0);
  EXPECT_EQ(plan.facts().links, 0);
  EXPECT_FALSE(plan.fits(ring()));
  EXPECT_FALSE(plan.to_string().empty());
}

}  // namespace
}  // namespace warpath
