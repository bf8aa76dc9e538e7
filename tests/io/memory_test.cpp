// Small files that would take much memory.

#include <gtest/gtest.h>

#include <string>

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

}  // namespace
