// METIS graphs: every kind of file it has, and the exact place of whatever is wrong in one.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

template <class T>
std::vector<Arc<T>> arcs_of(const Graph& graph) {
  std::vector<Arc<T>> arcs;
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (Index a = graph.offsets()[u]; a < graph.offsets()[u + 1]; ++a) {
      arcs.push_back({u, graph.targets()[a], graph.weights<T>()[a]});
    }
  }
  return arcs;
}

const std::vector<Arc<std::int32_t>> kPath{{0, 1, 1}, {1, 0, 1}, {1, 2, 1}, {2, 1, 1}};
const std::vector<Arc<std::int32_t>> kWeighted{{0, 1, 5}, {1, 0, 5}, {1, 2, 7}, {2, 1, 7}};

TEST(Metis, ReadsNeighboursOfEveryVertex) {
  for (const char* text :
       {"3 2\n2\n1 3\n2\n", "3 2 0\n2\n3 1\n2", "% x\n3 2 000\n%\n2\r\n1 3\n%\n2\n\n%\n"}) {
    const Graph graph = io::parse_graph(text, "x.graph");
    EXPECT_EQ(graph.vertices(), 3);
    EXPECT_EQ(graph.direction(), Direction::undirected);
    EXPECT_EQ(arcs_of<std::int32_t>(graph), kPath) << text;
  }
}

TEST(Metis, ReadsWeightsOfEdgesAndSkipsThoseOfVertices) {
  for (const char* text :
       {"3 2 1\n2 5\n1 5 3 7\n2 7\n", "3 2 001\n2 5\n3 7 1 5\n2 7\n",
        "3 2 011\n9 2 5\n9 1 5 3 7\n9 2 7\n", "3 2 11 2\n9 8 2 5\n9 8 1 5 3 7\n9 8 2 7\n",
        "3 2 101\n4 2 5\n4 1 5 3 7\n4 2 7\n", "3 2 111 2\n4 9 8 2 5\n4 9 8 1 5 3 7\n4 9 8 2 7\n"}) {
    EXPECT_EQ(arcs_of<std::int32_t>(io::parse_graph(text, "x.metis")), kWeighted) << text;
  }
  EXPECT_EQ(arcs_of<std::int32_t>(io::parse_graph("3 2 10\n9 2\n9 1 3\n9 2\n", "x.graph")), kPath);
}

TEST(Metis, RealWeightsAreExact) {
  const Graph graph = io::parse_graph("2 1 1\n2 0.1234567890123\n1 0.1234567890123\n", "x.graph");
  EXPECT_EQ(arcs_of<double>(graph),
            (std::vector<Arc<double>>{{0, 1, 0.1234567890123}, {1, 0, 0.1234567890123}}));
  EXPECT_EQ(io::parse_graph("2 1 1\n2 1.5\n1 1.5\n", "x.graph").weight_type(), WeightType::float32);
  EXPECT_EQ(io::parse_graph("2 1\n2\n1\n", "x.graph", {.weights = WeightType::int16}).weight_type(),
            WeightType::int16);
}

TEST(Metis, AnEmptyLineIsAVertexWithoutNeighbours) {
  const Graph graph = io::parse_graph("4 1\n\n4\n\n2\n", "x.graph");
  EXPECT_EQ(arcs_of<std::int32_t>(graph), (std::vector<Arc<std::int32_t>>{{1, 3, 1}, {3, 1, 1}}));
  EXPECT_EQ(io::parse_graph("2 0\n\n\n", "x.graph").vertices(), 2);
  EXPECT_EQ(io::parse_graph("0 0\n", "x.graph").vertices(), 0);
}

TEST(Metis, ParallelEdgesAreComparedWhateverTheirOrder) {
  EXPECT_EQ(io::parse_graph("2 2 1\n2 5 2 7\n1 7 1 5\n", "x.graph").arcs(), 4);
  EXPECT_THROW(io::parse_graph("2 2 1\n2 5 2 7\n1 7 1 7\n", "x.graph"), Error);
}

TEST(Metis, OnlyTheNameTells) {
  EXPECT_THROW(io::parse_graph("2 1\n2\n1\n", "x.unknown"), Error);
  EXPECT_EQ(io::parse_graph("2 1\n2\n1\n", "x", {.format = "metis"}).arcs(), 2);
}

TEST(Metis, ErrorsNamePlaceFoundAndExpected) {
  struct Case {
    const char* text;
    const char* message;
  };
  for (const Case& wrong : {
           Case{"%\n", "2:1: found the end of the file, expected a number of vertices"},
           Case{"\n3 2\n", "1:1: found the end of the line, expected a number of vertices"},
           Case{"3\n", "1:2: found the end of the line, expected a number of edges"},
           Case{"-3 2\n", "1:1: found '-3', expected a number of vertices from 0"},
           Case{"99999999999 2\n", "1:1: found '99999999999', expected at most 1049472 vertices"},
           Case{"3 2 12\n", "1:5: found '12', expected up to three digits 0 or 1"},
           Case{"3 2 0001\n", "1:5: found '0001', expected up to three digits 0 or 1"},
           Case{"3 2 11 0\n", "1:8: found '0', expected a number of weights per vertex from 1"},
           Case{"3 2 11 1 1\n", "1:10: found '1', expected the end of the line"},
           Case{"3 2\n2\n1 3\n", "4:1: found the end of the file, expected the line of vertex 3"},
           Case{"3 2\n2\n1 3\n2\n%\n1\n", "6:1: found '1', expected the end of the file after 3"},
           Case{"3 2\n0\n1 3\n2\n", "2:1: found '0', expected a neighbour from 1 to 3"},
           Case{"3 2\n2\n1 4\n2\n", "3:3: found '4', expected a neighbour from 1 to 3"},
           Case{"3 2\n2\n1 x\n2\n", "3:3: found 'x', expected a neighbour from 1 to 3"},
           Case{"3 2\n2\n1 2\n2\n", "3:3: found '2', expected another vertex: METIS has no self"},
           Case{"3 2 1\n2 5\n1 5 3\n2 7\n", "3:6: found the end of the line, expected a weight"},
           Case{"3 2 1\n2 nan\n1 5 3 7\n2 7\n", "2:3: found 'nan', expected a weight, a finite"},
           Case{"3 2 10\n1.5 2\n1 1 3\n1 2\n",
                "2:1: found '1.5', expected a vertex's size or weight from 0"},
           Case{"3 2 10\n1 2\n\n1 2\n",
                "3:1: found the end of the line, expected a vertex's size or"},
           Case{"3 1\n2\n1 3\n2\n", "3:3: found '3', expected no more neighbours: 1 edges have 2"},
           Case{"3 3\n2\n1 3\n2\n", "5:1: found the end of the file, expected neighbour 5 of 6"},
           Case{"3 1\n2 3\n\n\n",
                "2:1: found '2', expected the edge from 1 to 2 in the line of "
                "vertex 2 too"},
           Case{"3 1\n\n1\n2\n",
                "3:1: found '1', expected the edge from 2 to 1 in the line of "
                "vertex 1 too"},
           Case{"3 1 1\n\n\n1 5 2 7\n",
                "4:1: found '1', expected the edge from 3 to 1 in the line "
                "of vertex 1 too"},
           Case{"3 2 1\n2 5\n1 5 3 7\n2 8\n",
                "4:3: found '8', expected for the edge from 3 to 2 "
                "the weight that it has from 2 to 3"},
       }) {
    try {
      io::parse_graph(wrong.text, "bad.graph");
      ADD_FAILURE() << "accepted: " << wrong.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input) << wrong.text;
      EXPECT_EQ(error.happened().find(std::string("bad.graph:") + wrong.message), 0)
          << error.happened();
    }
  }
}

TEST(Metis, CutAnywhereItIsAnErrorOrAGraphButNeverACrash) {
  for (const std::string whole :
       {"% x\n4 3\n2 3\n1 4\n1\n2\n", "3 2 111 2\n4 9 8 2 5.25\n4 9 8 1 5.25 3 7\n4 9 8 2 7\n"}) {
    EXPECT_NO_THROW(io::parse_graph(whole, "whole.graph"));
    for (std::size_t length = 0; length < whole.size(); ++length) {
      try {
        io::parse_graph(whole.substr(0, length), "cut.graph");
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
      }
    }
  }
}

}  // namespace
