// Small files that would take much memory.

#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::string said(const std::string& bytes, const std::string& name,
                 const io::ReadOptions& options = {}) {
  try {
    io::parse_graph(bytes, name, options);
  } catch (const Error& error) {
    return error.happened();
  }
  return "(nothing: it was read)";
}

TEST(Memory, NamesAndNumbersHaveALimit) {
  const std::string fits(65536, 'x');
  const std::string longer = fits + 'x';
  const std::string shown = "found '" + std::string(40, 'x') + "...', ";
  const std::string expected = shown + "expected names and numbers of at most 65536 bytes";
  EXPECT_EQ(io::parse_graph("from,to\n" + fits + ",b\n", "x.csv").vertices(), 2);
  EXPECT_EQ(said("from,to\na,b\n" + longer + ",b\n", "x.csv"), "x.csv:3:1: " + expected);
  EXPECT_EQ(said(longer + ",b,3\n", "x.csv"), "x.csv:1:1: " + expected);
  EXPECT_EQ(said("a,b," + longer + "\n", "x.csv"), "x.csv:1:5: " + expected);
  EXPECT_EQ(said(",A,B\nA,0," + longer + "\nB,1,0\n", "x.csv"), "x.csv:2:5: " + expected);
  EXPECT_EQ(said("p sp 2 1\na 1 " + longer + " 3\n", "x.gr"), "x.gr:2:5: " + expected);
  EXPECT_EQ(said("graph [ node [ id " + longer + " ] ]", "x.gml"), "x.gml:1:19: " + expected);
  EXPECT_EQ(io::parse_graph("from,to,km,shape\na,b,3," + longer + "\n", "x.csv").arcs(), 1)
      << "a column that nobody looks at";
}

TEST(Memory, LinesHaveALimit) {
  const std::string line((std::size_t{64} << 20) + 1, ',');
  EXPECT_EQ(said("from,to\n" + line + "\n", "x.csv"),
            "x.csv:2:1: found '" + std::string(40, ',') +
                "...', expected a line of at most 67108864 bytes");
}

TEST(Memory, GraphsKeepToALimit) {
  constexpr int n = 1000;
  std::string gr = "p sp 1000 20000\n";
  std::string csv = "from,to,km\n";
  for (int arc = 0; arc < 20 * n; ++arc) {
    gr += fmt::format("a {} {} 3\n", arc / 20 + 1, arc % 20 + 1);
    csv += fmt::format("v{},v{},3\n", arc / 20, arc % 20);
  }
  const std::string net = "*Vertices 1000\n*Edges\n" + std::string(20 * n, '\n');
  // 8 bytes per vertex, 8 per arc, and of names about 80 each.
  EXPECT_EQ(io::parse_graph(gr, "x.gr", {.memory_limit = 200'000}).arcs(), 20 * n);
  EXPECT_EQ(said(gr, "x.gr", {.memory_limit = 160'000}),
            "x.gr takes 164.1 KiB in memory, and 156.2 KiB are allowed by the memory limit");
  EXPECT_EQ(said(gr, "x.gr", {.undirected = true, .memory_limit = 200'000}).substr(0, 10),
            "x.gr takes");
  EXPECT_EQ(said(net, "x.net", {.memory_limit = 5'000}).substr(0, 11), "x.net takes");
  EXPECT_EQ(io::parse_graph(csv, "x.csv", {.memory_limit = 300'000}).arcs(), 20 * n);
  EXPECT_EQ(said(csv, "x.csv", {.memory_limit = 200'000}).substr(0, 11), "x.csv takes");
  EXPECT_EQ(said(csv, "x.csv", {.memory_limit = 50'000}),
            "x.csv takes 48.9 KiB in memory, and 48.8 KiB are allowed by the memory limit");
}

TEST(Memory, MatricesKeepToALimit) {
  const std::string head = "{'descr': '<f4', 'fortran_order': False, 'shape': (100, 100), }";
  std::string npy = "\x93NUMPY\x01" + std::string(1, '\0') + static_cast<char>(head.size()) +
                    std::string(1, '\0') + head + std::string(40'000, '\0');
  EXPECT_EQ(io::parse_graph(npy, "x.npy", {.memory_limit = 100'000}).vertices(), 100);
  EXPECT_EQ(said(npy, "x.npy", {.memory_limit = 30'000}).substr(0, 11), "x.npy takes");
  std::string mtx = "%%MatrixMarket matrix array real general\n100 100\n";
  for (int i = 0; i < 10'000; ++i) mtx += "1\n";
  EXPECT_EQ(said(mtx, "x.mtx", {.memory_limit = 30'000}).substr(0, 11), "x.mtx takes");
}

}  // namespace
