// Graph: what it stores, and what it refuses.
#include "warpath/graph.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/random.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::Arc;
using warpath::Direction;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::WeightType;

template <class T>
std::vector<Arc<T>> arcs_of(const Graph& graph) {
  std::vector<Arc<T>> arcs;
  for (Index u = 0; u < graph.vertices(); ++u) {
    const auto at = static_cast<std::size_t>(u);
    for (Index a = graph.offsets()[at]; a < graph.offsets()[at + 1]; ++a) {
      const auto index = static_cast<std::size_t>(a);
      arcs.push_back({u, graph.targets()[index], graph.weights<T>()[index]});
    }
  }
  return arcs;
}

TEST(Graph, WithoutVerticesIsTheDefault) {
  const Graph graph;
  EXPECT_EQ(graph.vertices(), 0);
  EXPECT_EQ(graph.arcs(), 0);
  EXPECT_EQ(graph.direction(), Direction::directed);
  EXPECT_TRUE(graph.labels().empty());
  EXPECT_TRUE(graph.coordinates().empty());
}

TEST(Graph, SortsArcsBySourceAndTarget) {
  const Arc<double> arcs[] = {{2, 0, 1.5}, {0, 2, 2.5}, {0, 1, 3.5}, {2, 2, 0}, {0, 0, 4.5}};
  const Graph graph = Graph::from_arcs<double>(4, arcs);
  EXPECT_EQ(graph.vertices(), 4);
  EXPECT_EQ(graph.arcs(), 5);
  EXPECT_EQ(graph.weight_type(), WeightType::float64);
  ASSERT_EQ(graph.offsets().size(), 5u);
  EXPECT_EQ(graph.offsets()[0], 0);
  EXPECT_EQ(graph.offsets()[4], 5);
  const std::vector<Arc<double>> want{
      {0, 0, 4.5}, {0, 1, 3.5}, {0, 2, 2.5}, {2, 0, 1.5}, {2, 2, 0}};
  EXPECT_EQ(arcs_of<double>(graph), want);
}

TEST(Graph, KeepsParallelAndZeroWeightArcs) {
  const Arc<std::int16_t> arcs[] = {{1, 0, 7}, {1, 0, 0}, {1, 0, -3}, {0, 1, 0}};
  const Graph graph = Graph::from_arcs<std::int16_t>(2, arcs);
  EXPECT_EQ(graph.arcs(), 4);
  EXPECT_EQ(graph.weight_type(), WeightType::int16);
  int sum = 0;
  for (const Arc<std::int16_t>& arc : arcs_of<std::int16_t>(graph)) sum += arc.weight;
  EXPECT_EQ(sum, 4);
}

TEST(Graph, StoresUndirectedEdgesBothWaysAndLoopsOnce) {
  const Arc<float> arcs[] = {{0, 1, 2}, {1, 1, 5}, {2, 0, 3}};
  const Graph graph = Graph::from_arcs<float>(3, arcs, Direction::undirected);
  EXPECT_EQ(graph.direction(), Direction::undirected);
  const std::vector<Arc<float>> want{{0, 1, 2}, {0, 2, 3}, {1, 0, 2}, {1, 1, 5}, {2, 0, 3}};
  EXPECT_EQ(arcs_of<float>(graph), want);
}

TEST(Graph, HoldsManyRandomArcs) {
  Random random(3);
  const std::size_t n = 300;
  std::vector<Arc<std::int32_t>> arcs;
  for (int a = 0; a < 5000; ++a) {
    arcs.push_back({static_cast<Index>(random.below(n)), static_cast<Index>(random.below(n)),
                    static_cast<std::int32_t>(random.whole(-9, 9))});
  }
  auto got = arcs_of<std::int32_t>(Graph::from_arcs<std::int32_t>(300, arcs));
  const auto place = [](const auto& a, const auto& b) {
    return std::pair(a.from, a.to) < std::pair(b.from, b.to);
  };
  EXPECT_TRUE(std::is_sorted(got.begin(), got.end(), place));
  const auto all = [](const auto& a, const auto& b) {
    return std::tuple(a.from, a.to, a.weight) < std::tuple(b.from, b.to, b.weight);
  };
  std::sort(arcs.begin(), arcs.end(), all);
  std::sort(got.begin(), got.end(), all);
  EXPECT_EQ(got, arcs);
}

TEST(Graph, NamesTheArcWhoseEndIsNoVertex) {
  for (const Arc<float>& bad : {Arc<float>{5, 0, 1},
                                {0, 5, 1},
                                {-1, 0, 1},
                                {0, -7, 1},
                                {Index{1} << 40, 0, 1},
                                {0, (Index{1} << 32) + 1, 1}}) {
    const Arc<float> arcs[] = {{0, 1, 1}, {1, 2, 1}, bad, {2, 3, 1}};
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { Graph::from_arcs<float>(5, arcs); }, &text), ErrorCode::bad_input);
    const Index end = bad.from < 0 || bad.from >= 5 ? bad.from : bad.to;
    EXPECT_NE(text.find(std::to_string(end)), std::string::npos) << text;
    EXPECT_NE(text.find("arc 2"), std::string::npos) << text;
    EXPECT_NE(text.find('4'), std::string::npos) << "the last vertex there is: " << text;
  }
}

TEST(Graph, NamesTheArcWhoseWeightIsNan) {
  std::vector<Arc<double>> arcs(100, {0, 1, 1});
  arcs[97] = {1, 0, std::numeric_limits<double>::quiet_NaN()};
  std::string text = "no error";
  EXPECT_EQ(code_of([&] { Graph::from_arcs<double>(2, arcs); }, &text), ErrorCode::bad_input);
  EXPECT_NE(text.find("arc 97"), std::string::npos) << text;
  EXPECT_NE(text.find("NaN"), std::string::npos) << text;
}

TEST(Graph, RefusesImpossibleNumbersOfVertices) {
  std::string text = "no error";
  EXPECT_EQ(code_of([] { Graph::from_arcs<float>(-1, {}); }, &text), ErrorCode::bad_input);
  EXPECT_NE(text.find("-1"), std::string::npos) << text;
  EXPECT_EQ(code_of([] { Graph::from_arcs<float>(Index{1} << 31, {}); }, &text),
            ErrorCode::bad_input);
  EXPECT_NE(text.find("2147483648"), std::string::npos) << text;
  EXPECT_EQ(code_of([] { Graph::from_arcs<float>(std::numeric_limits<Index>::max(), {}); }),
            ErrorCode::bad_input);
  const Arc<float> loop[] = {{0, 0, 1}};
  EXPECT_EQ(code_of([&] { Graph::from_arcs<float>(0, loop); }), ErrorCode::bad_input);
  EXPECT_EQ(Graph::from_arcs<float>(0, {}).vertices(), 0);
}

TEST(Graph, TakesOneLabelAndOneCoordinatePerVertex) {
  const Arc<float> arcs[] = {{0, 1, 1}};
  const Graph graph = Graph::from_arcs<float>(2, arcs)
                          .with_labels({"here", "there"})
                          .with_coordinates({{1, 2}, {3, 4}});
  ASSERT_EQ(graph.labels().size(), 2u);
  EXPECT_EQ(graph.labels()[1], "there");
  EXPECT_EQ(graph.coordinates()[1].y, 4);
  std::string text = "no error";
  EXPECT_EQ(code_of([&] { Graph::from_arcs<float>(2, arcs).with_labels({"one"}); }, &text),
            ErrorCode::usage);
  EXPECT_NE(text.find('1'), std::string::npos) << text;
  EXPECT_NE(text.find('2'), std::string::npos) << text;
  EXPECT_EQ(code_of([&] {
              Graph::from_arcs<float>(2, arcs).with_coordinates({{}, {}, {}});
            }),
            ErrorCode::usage);
}

TEST(Graph, HandsOutWeightsInTheirOwnTypeOnly) {
  const Arc<float> arcs[] = {{0, 1, 1}};
  const Graph graph = Graph::from_arcs<float>(2, arcs);
  EXPECT_EQ(graph.weights<float>().size(), 1u);
  EXPECT_EQ(code_of([&] { (void)graph.weights<double>(); }), ErrorCode::usage);
  EXPECT_EQ(graph.visit_weights([](auto weights) { return weights[0] == 1 ? weights.size() : 0; }),
            1u);
}

}  // namespace
}  // namespace support
