// Matrix Market: every kind of file it has, and the exact place of whatever is wrong in one.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <unistd.h>
#include <vector>

#include "generate/kinds.hpp"
#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

constexpr double kInf = std::numeric_limits<double>::infinity();

std::string banner(const std::string& kind) { return "%%MatrixMarket matrix " + kind + "\n"; }

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

Graph parse(const std::string& text, const io::ReadOptions& options = {}) {
  return std::get<Graph>(io::parse_input(text, "x.mtx", options).content);
}

// The cells of an array file, row by row.
template <class T>
std::vector<T> cells(const std::string& text, const io::ReadOptions& options = {}) {
  const io::Input input = io::parse_input(text, "x.mtx", options);
  const auto& matrix = std::get<Matrix<T>>(std::get<DenseMatrix>(input.content));
  std::vector<T> result;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) result.push_back(matrix(i, j));
  }
  return result;
}

std::string written(const Graph& graph, const io::WriteOptions& options = {}) {
  const std::string path = (std::filesystem::temp_directory_path() /
                            ("warpath_mtx_" + std::to_string(::getpid()) + ".mtx"))
                               .string();
  io::write_graph(path, graph, {.force = true, .comment = options.comment});
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove(path);
  return text;
}

template <class T>
void comes_back(const Graph& graph, const std::string& what) {
  const Graph back = parse(written(graph), {.weights = graph.weight_type()});
  EXPECT_EQ(back.vertices(), graph.vertices()) << what;
  EXPECT_EQ(back.direction(), graph.direction()) << what;
  EXPECT_EQ(arcs_of<T>(back), arcs_of<T>(graph)) << what;
}

TEST(MatrixMarket, CoordinateRealHoldsExactValues) {
  const Graph graph = parse(banner("coordinate real general") +
                            "% a comment\n\n3 3 4\n1 2 0.1\n2 2 -1e3\n\n% more\n3 1 0\n1 3 "
                            "1.2345678901234567e-300\n");
  ASSERT_EQ(graph.weight_type(), WeightType::float64);
  EXPECT_EQ(graph.direction(), Direction::directed);
  EXPECT_EQ(arcs_of<double>(graph),
            (std::vector<Arc<double>>{
                {0, 1, 0.1}, {0, 2, 1.2345678901234567e-300}, {1, 1, -1000}, {2, 0, 0}}));
}

TEST(MatrixMarket, TheFieldTellsWholeFromReal) {
  EXPECT_EQ(parse(banner("coordinate integer general") + "2 2 1\n1 2 5\n").weight_type(),
            WeightType::int32);
  EXPECT_EQ(parse(banner("coordinate real general") + "2 2 1\n1 2 5\n").weight_type(),
            WeightType::float32);
  EXPECT_EQ(parse(banner("coordinate integer general") + "2 2 1\n1 2 5000000000\n").weight_type(),
            WeightType::int64);
  const Graph skew =
      parse(banner("coordinate integer skew-symmetric") + "2 2 1\n2 1 4611686018427387901\n");
  EXPECT_EQ(skew.weights<std::int64_t>()[0], -4611686018427387901);
  EXPECT_EQ(skew.weights<std::int64_t>()[1], 4611686018427387901);
  const io::ReadOptions int16{.weights = WeightType::int16};
  EXPECT_EQ(parse(banner("coordinate real general") + "2 2 1\n1 2 5.0\n", int16).weight_type(),
            WeightType::int16);
}

TEST(MatrixMarket, WordsMayBeCapital) {
  const Graph graph =
      io::parse_graph("%%matrixmarket MATRIX Coordinate Pattern GENERAL\r\n2 2 1\r\n1 2\r\n", "x");
  EXPECT_EQ(arcs_of<std::int32_t>(graph), (std::vector<Arc<std::int32_t>>{{0, 1, 1}}));
}

TEST(MatrixMarket, SymmetricEntriesOfEitherTriangleAreEdges) {
  const Graph graph =
      parse(banner("coordinate integer symmetric") + "4 4 3\n2 1 5\n3 3 7\n2 3 -9\n");
  EXPECT_EQ(graph.direction(), Direction::undirected);
  EXPECT_EQ(
      arcs_of<std::int32_t>(graph),
      (std::vector<Arc<std::int32_t>>{{0, 1, 5}, {1, 0, 5}, {1, 2, -9}, {2, 1, -9}, {2, 2, 7}}));
  const Graph pattern = parse(banner("coordinate pattern symmetric") + "2 2 1\n2 1\n");
  EXPECT_EQ(arcs_of<std::int32_t>(pattern), (std::vector<Arc<std::int32_t>>{{0, 1, 1}, {1, 0, 1}}));
}

TEST(MatrixMarket, SkewSymmetricEntriesComeBackNegated) {
  const Graph graph = parse(banner("coordinate real skew-symmetric") + "3 3 2\n2 1 1.5\n3 1 -2\n");
  EXPECT_EQ(graph.direction(), Direction::directed);
  EXPECT_EQ(arcs_of<float>(graph),
            (std::vector<Arc<float>>{{0, 1, -1.5F}, {0, 2, 2}, {1, 0, 1.5F}, {2, 0, -2}}));
}

TEST(MatrixMarket, TheCallerMayMeanEveryArcBothWays) {
  const Graph graph =
      parse(banner("coordinate integer general") + "2 2 1\n1 2 5\n", {.undirected = true});
  EXPECT_EQ(graph.direction(), Direction::undirected);
  EXPECT_EQ(graph.arcs(), 2);
}

TEST(MatrixMarket, ArraysAreDenseAndGoColumnByColumn) {
  EXPECT_EQ(cells<float>(banner("array real general") + "2 2\n0\n1.5\ninf\n-2e3\n"),
            (std::vector<float>{0, static_cast<float>(kInf), 1.5F, -2000}));
  EXPECT_EQ(cells<double>(banner("array real general") + "2 2\n0\n0.123456789\n+INF\n1"),
            (std::vector<double>{0, kInf, 0.123456789, 1}));
  EXPECT_EQ(cells<std::int32_t>(banner("array integer general") + "2 2\n1\n2\n3\n4\n"),
            (std::vector<std::int32_t>{1, 3, 2, 4}));
  EXPECT_EQ(cells<std::int64_t>(banner("array integer general") + "2 2\n1\n2\n3\n1073741823\n"),
            (std::vector<std::int64_t>{1, 3, 2, 1073741823}));
  EXPECT_EQ(cells<float>(banner("array real general") + "0 0\n"), std::vector<float>{});
}

TEST(MatrixMarket, ArraysOfOneTriangle) {
  EXPECT_EQ(cells<std::int32_t>(banner("array integer symmetric") + "3 3\n1\n2\n3\n4\n5\n6\n"),
            (std::vector<std::int32_t>{1, 2, 3, 2, 4, 5, 3, 5, 6}));
  EXPECT_EQ(cells<float>(banner("array real skew-symmetric") + "3 3\n1\n2\n-3.5\n"),
            (std::vector<float>{0, -1, -2, 1, 0, 3.5F, 2, -3.5F, 0}));
  EXPECT_EQ(cells<float>(banner("array real skew-symmetric") + "1 1\n"), (std::vector<float>{0}));
}

TEST(MatrixMarket, ArraysTakeTheTypeThatIsAskedFor) {
  const std::string text = banner("array real general") + "2 2\n0\n3.0\ninf\n0\n";
  EXPECT_EQ(cells<std::int16_t>(text, {.weights = WeightType::int16}),
            (std::vector<std::int16_t>{0, no_path<std::int16_t>(), 3, 0}));
  EXPECT_EQ(cells<double>(text, {.weights = WeightType::float64}),
            (std::vector<double>{0, kInf, 3, 0}));
  EXPECT_THROW(io::parse_input(text, "x.mtx", {.weights = WeightType::boolean}), Error);
}

TEST(MatrixMarket, AnArrayBecomesAGraphWithoutItsInfinities) {
  const Graph graph =
      io::parse_graph(banner("array real general") + "2 2\n0\n1.5\ninf\n0\n", "x.mtx");
  EXPECT_EQ(arcs_of<float>(graph), (std::vector<Arc<float>>{{1, 0, 1.5F}}));
}

TEST(MatrixMarket, WhatIsWrittenComesBack) {
  for (const GraphKind kind : graph_kinds()) {
    const std::string what(to_string(kind));
    comes_back<float>(generate(kind, 23, {.seed = 5}), what);
    comes_back<double>(generate(kind, 23, {.seed = 5, .weight = WeightType::float64}), what);
    comes_back<std::int32_t>(generate(kind, 23, {.seed = 5, .weight = WeightType::int32}), what);
    comes_back<std::int16_t>(generate(kind, 23, {.seed = 5, .weight = WeightType::int16}), what);
  }
  comes_back<float>(Graph(), "nothing");
}

TEST(MatrixMarket, AwkwardGraphsComeBackToo) {
  const std::vector<Arc<double>> arcs{
      {3, 3, 1.0 / 3}, {1, 0, 5e-324}, {1, 0, -1.7976931348623157e308},
      {1, 0, 0},       {3, 1, -0.0},   {3, 1, 0.1}};
  comes_back<double>(Graph::from_arcs<double>(6, arcs), "directed");
  comes_back<double>(Graph::from_arcs<double>(6, arcs, Direction::undirected), "undirected");
}

TEST(MatrixMarket, WritesEdgesOnceWithTheComment) {
  const std::vector<Arc<std::int32_t>> arcs{{0, 1, 5}, {0, 1, 5}, {2, 2, 7}};
  EXPECT_EQ(written(Graph::from_arcs<std::int32_t>(3, arcs, Direction::undirected),
                    {.comment = "two\nlines"}),
            "%%MatrixMarket matrix coordinate integer symmetric\n% two lines\n3 3 3\n2 1 5\n"
            "2 1 5\n3 3 7\n");
  EXPECT_EQ(written(Graph::from_arcs<std::int32_t>(3, arcs)),
            "%%MatrixMarket matrix coordinate integer general\n3 3 3\n1 2 5\n1 2 5\n3 3 7\n");
}

TEST(MatrixMarket, ErrorsNamePlaceFoundAndExpected) {
  struct Case {
    std::string text;
    std::string message;
  };
  const std::string real = banner("coordinate real general");
  const std::string array = banner("array real general");
  const std::string skew = banner("coordinate real skew-symmetric");
  const std::string count = "the sizes say";
  for (const Case& wrong : std::vector<Case>{
           {"", "bad.mtx is empty"},
           {"\n", "bad.mtx:1:1: found the end of the line, expected '%%MatrixMarket'"},
           {"%MatrixMarket matrix", "bad.mtx:1:1: found '%MatrixMarket', expected '%%Matrix"},
           {"%%MatrixMarket vector coordinate real general\n",
            "bad.mtx:1:16: found 'vector', expected matrix, the only object"},
           {banner("sparse real general"), "1:23: found 'sparse', expected coordinate or array"},
           {banner("coordinate complex general"),
            "1:34: found 'complex', expected real or integer or pattern"},
           {banner("coordinate real hermitian"),
            "1:39: found 'hermitian', expected general or symmetric or skew-symmetric"},
           {banner("coordinate real"), "1:38: found the end of the line, expected general or"},
           {banner("array pattern general"), "1:29: found 'pattern', expected real or integer:"},
           {banner("coordinate pattern skew-symmetric"),
            "1:42: found 'skew-symmetric', expected general or symmetric:"},
           {banner("coordinate real general 5"), "1:47: found '5', expected the end of the line"},
           {real, "2:1: found the end of the file, expected a number of rows"},
           {real + "3 4 0\n", "2:3: found '4', expected a square matrix, not 3 x 4"},
           {real + "3 3\n", "2:4: found the end of the line, expected a number of entries"},
           {real + "3 3 1 1\n1 1 1\n", "2:7: found '1', expected the end of the line"},
           {real + "-3 -3 1\n", "2:1: found '-3', expected a number of rows from 0"},
           {real + "99999999999 99999999999 1\n",
            "2:1: found '99999999999', expected at most 1053184 vertices"},
           {real + "3 3 1\n0 1 5\n", "3:1: found '0', expected a vertex from 1 to 3"},
           {real + "3 3 1\n1 4 5\n", "3:3: found '4', expected a vertex from 1 to 3"},
           {real + "3 3 1\n1 2\n", "3:4: found the end of the line, expected a weight"},
           {real + "3 3 1\n1 2 nan\n", "3:5: found 'nan', expected a weight, a finite number"},
           {real + "3 3 1\n1 2 inf\n", "3:5: found 'inf', expected a weight, a finite number"},
           {real + "3 3 1\n1 2 5 6\n", "3:7: found '6', expected the end of the line"},
           {real + "3 3 2\n1 2 5\n",
            "4:1: found the end of the file, expected entry 2 of 2, as " + count},
           {real + "3 3 1\n1 2 5\n%\n2 1 5\n",
            "5:1: found '2', expected the end of the file after 1 entries, as " + count},
           {banner("coordinate integer general") + "2 2 1\n1 2 5.0\n",
            "3:5: found '5.0', expected a whole number, as the banner says integer"},
           {banner("coordinate pattern general") + "2 2 1\n1 2 5\n", "3:5: found '5', expected"},
           {skew + "2 2 1\n2 2 0\n", "3:3: found '2', expected another vertex: skew-symmetric"},
           {array + "2 2\n1\n2\n3\n",
            "2:3: found '2', expected a size whose 4 values fit in the 7"},
           {array + "2 2\n1.5\n2\n3\n", "6:1: found the end of the file, expected entry 4 of 4"},
           {array + "2 2\n1\n2\n3\n4\n5\n", "7:1: found '5', expected the end of the file after 4"},
           {array + "2 2\n1\n2\nnan\n4\n", "5:1: found 'nan', expected a weight, a finite number"},
           {array + "2 2\n1\n2\n-inf\n4\n", "5:1: found '-inf', expected a weight, a finite"},
           {array + "2 2\n1 2\n3\n4\n5\n", "3:3: found '2', expected the end of the line"},
           {array + "2 2 4\n1\n2\n3\n4\n", "2:5: found '4', expected the end of the line"},
           {array + "2 3\n1\n2\n3\n4\n", "2:3: found '3', expected a square matrix, not 2 x 3"},
           {array + "2000000000 2000000000\n1\n",
            "2:12: found '2000000000', expected a size whose 4000000000000000000 values fit"},
           {banner("array integer general") + "1 1\ninf\n", "3:1: found 'inf', expected a weight"},
           {banner("array integer general") + "1 1\n1e3\n", "3:1: found '1e3', expected a whole"},
           {banner("array real skew-symmetric") + "2 2\ninf\n", "3:1: found 'inf', expected"},
           {banner("array real symmetric") + "2 2\n1\n2\n3\n4\n",
            "6:1: found '4', expected the "}}) {
    try {
      io::parse_input(wrong.text, "bad.mtx");
      ADD_FAILURE() << "accepted: " << wrong.text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input) << wrong.text;
      const std::string place = wrong.message.starts_with("bad") ? "" : "bad.mtx:";
      EXPECT_EQ(error.happened().find(place + wrong.message), 0) << error.happened();
    }
  }
}

TEST(MatrixMarket, AWeightOutsideTheTypeThatIsAskedForIsRefused) {
  for (const char* layout : {"coordinate real general\n1 1 1\n1 1 ", "array real general\n1 1\n"}) {
    const std::string start = std::string("%%MatrixMarket matrix ") + layout;
    for (const char* weight : {"20000\n", "-20000\n", "0.5\n"}) {
      EXPECT_THROW(io::parse_input(start + weight, "x.mtx", {.weights = WeightType::int16}), Error);
    }
    EXPECT_THROW(io::parse_input(start + "1e39\n", "x.mtx", {.weights = WeightType::float32}),
                 Error);
  }
}

TEST(MatrixMarket, CutAnywhereItIsAnErrorOrAGraphButNeverACrash) {
  for (const std::string& whole :
       {banner("coordinate real general") + "% x\n4 4 3\n1 2 5\n2 3 -7.25\n4 1 1e3\n",
        banner("coordinate integer symmetric") + "4 4 3\n1 2 5\n2 3 -7\n4 1 1000\n",
        banner("coordinate pattern general") + "4 4 3\n1 2\n2 3\n4 1\n",
        banner("coordinate real skew-symmetric") + "4 4 3\n1 2 5\n2 3 -7.25\n4 1 1e3\n",
        banner("array real general") + "2 2\n0\n12.5\ninf\n0.123456789\n",
        banner("array integer symmetric") + "2 2\n0\n12\n2000000000\n",
        banner("array real skew-symmetric") + "3 3\n0\n12\n2e9\n"}) {
    EXPECT_NO_THROW(io::parse_graph(whole, "whole.mtx"));
    for (std::size_t length = 0; length < whole.size(); ++length) {
      try {
        io::parse_graph(whole.substr(0, length), "cut.mtx");
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
      }
    }
  }
}

// SciPy since 1.12 writes arrays of unsigned types so.
TEST(MatrixMarket, UnsignedIntegersAreIntegers) {
  const Graph graph = parse(banner("coordinate unsigned-integer general") + "2 2 1\n1 2 200\n");
  ASSERT_EQ(graph.weight_type(), WeightType::int32);
  EXPECT_EQ(arcs_of<std::int32_t>(graph), (std::vector<Arc<std::int32_t>>{{0, 1, 200}}));
  EXPECT_EQ(cells<std::int32_t>(banner("array Unsigned-Integer general") + "1 1\n7\n"),
            std::vector<std::int32_t>{7});
}

}  // namespace
