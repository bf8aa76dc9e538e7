// What fuzzing found, and files cannot tell. The rest is in tests/data.

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

TEST(FuzzFindings, WeightsBeyondExactWholeNumbersComeBack) {
  const std::vector<Arc<double>> arcs{
      {0, 1, 14784891241023668224.0}, {1, 0, -0x1p53}, {1, 1, 1e22}};
  const Graph graph = Graph::from_arcs<double>(2, arcs);
  for (const std::string extension : {".gr", ".mtx", ".csv", ".tsv"}) {
    const std::string path = (std::filesystem::temp_directory_path() /
                              ("warpath_large_" + std::to_string(::getpid()) + extension))
                                 .string();
    io::write_graph(path, graph, {.force = true});
    const Graph back = io::read_graph(path, {.weights = WeightType::float64});
    std::filesystem::remove(path);
    ASSERT_EQ(back.arcs(), 3) << extension;
    for (std::size_t a = 0; a < 3; ++a) {
      EXPECT_EQ(back.weights<double>()[a], graph.weights<double>()[a]) << extension;
    }
  }
}

TEST(FuzzFindings, TheSmallestNumberIsNoVertex) {
  const Graph graph = Graph::from_arcs<float>(1, std::vector<Arc<float>>{});
  const auto places = io::parse_coordinates("1 2 3\n-9223372036854775808 4 5\n", "a", graph, 1);
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places[0].y, 3);
}

TEST(FuzzFindings, AVertexWithoutANameIsRefused) {
  for (const std::string text : {"0,,7\n", "x,\"\"\n", "x,y\n\"\",x\n"}) {
    try {
      io::parse_input(text, "a.csv");
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input);
      EXPECT_NE(std::string(error.what()).find("found nothing, expected a vertex"),
                std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
