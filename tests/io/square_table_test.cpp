// Tables of distances as spreadsheets and pandas write them: told from lists of arcs, and read whole.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "io/format.hpp"
#include "support/told_graph.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::string told(const std::string& text, const io::ReadOptions& options = {}) {
  return test::told(io::parse_graph(text, "x.csv", options));
}

std::string said(const std::string& text) {
  try {
    return "(read: " + told(text) + ")";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    return error.happened();
  }
}

TEST(SquareTable, EveryDelimiterAndCorner) {
  for (const std::string text :
       {",A,B\nA,0,5\nB,6,0\n", ";A;B\nA;0;5\nB;6;0\n", "\tA\tB\nA\t0\t5\nB\t6\t0\n",
        "km,A,B\nA,0,5\nB,6,0\n", "\"\",\"A\",\"B\"\n\"A\",0,5\n\"B\",6,0\n",
        "from/to A B\nA 0 5\nB 6 0\n", "\xef\xbb\xbf;A;B\r\nA;;5\r\nB;6;\r\n;;\r\n",
        "# distances\n,A,B\nA,inf,5\nB,6,Inf\n"}) {
    EXPECT_EQ(told(text), "A>B:5 B>A:6") << text;
  }
}

TEST(SquareTable, CellsAreArcsFromTheLineToTheColumn) {
  EXPECT_EQ(told("from,A,B,C\nA,0,1,\nB,,0,0\nC,7,,2\n"), "A>B:1 B>C:0 C>A:7 C>C:2")
      << "nothing is no arc, and 0 one, but for the diagonal";
  EXPECT_EQ(told(",A\nA,0\n"), "[A]");
  EXPECT_EQ(told(",A,B\nA,,-inf\nB,3,\n", {.semiring = SemiringKind::widest_path}), "B>A:3");
  EXPECT_EQ(told(",A,B\nA,0,5\nB,,0\n", {.undirected = true}), "A>B:5 B>A:5");
  EXPECT_EQ(io::parse_graph(";A;B\nA;0;2,5\nB;1;0\n", "x.csv").weights<float>()[0], 2.5F);
}

TEST(SquareTable, VerticesStandInTheOrderOfTheColumns) {
  const Graph words = io::parse_graph(",z,10,9\nz,0,1,2\n10,3,0,4\n9,5,6,0\n", "x.csv");
  EXPECT_EQ(std::vector<std::string>(words.labels().begin(), words.labels().end()),
            (std::vector<std::string>{"z", "10", "9"}));
  EXPECT_TRUE(io::parse_graph(",0,1\n0,0,5\n1,5,0\n", "x.csv").labels().empty());
  EXPECT_FALSE(io::parse_graph(",1,2\n1,0,5\n2,5,0\n", "x.csv").labels().empty());
}

TEST(SquareTable, MoreColumnsThanListsHave) {
  constexpr int n = 100;
  std::string text = "x";
  for (int j = 0; j < n; ++j) text += fmt::format(",v{}", j);
  for (int i = 0; i < n; ++i) {
    text += fmt::format("\nv{}", i);
    for (int j = 0; j < n; ++j) text += fmt::format(",{}", i + j);
  }
  const Graph graph = io::parse_graph(text, "x.csv");
  EXPECT_EQ(graph.vertices(), n);
  EXPECT_EQ(graph.arcs(), n * n - 1) << "all but the zero in the corner of the diagonal";
}

TEST(SquareTable, NumbersWithoutNamesAreAMatrix) {
  const std::string arcs =
      "0>1:5 0>2:9 0>3:1 1>0:5 1>2:3 1>3:2 2>0:9 2>1:3 2>3:4 3>0:1 3>1:2 3>2:4";
  const std::string text = "0,5,9,1\n5,0,3,2\n9,3,0,4\n1,2,4,0\n";
  for (const char delimiter : {',', ';', '\t', ' '}) {
    std::string other = text;
    std::ranges::replace(other, ',', delimiter);
    EXPECT_EQ(told(other), arcs) << other;
    EXPECT_EQ(test::told(io::parse_graph(other, "distances.txt")), arcs) << other;
  }
  EXPECT_EQ(told("0,1,2,3\n" + text), arcs) << "pandas with index=False";
  EXPECT_EQ(told("A,B,C,D\n0,,,\n,0,,\n,,0,7\n,,,0\n"), "C>D:7 [A] [B]");
  EXPECT_EQ(told("0,5,9\n5,0,3\n9,3,0\n"), "0>1:5 0>2:9 1>0:5 1>2:3 2>0:9 2>1:3");
  EXPECT_EQ(told("A,B,C\n0,5,9\n5,0,3\n9,3,0\n"), "A>B:5 A>C:9 B>A:5 B>C:3 C>A:9 C>B:3");
  EXPECT_EQ(told("0,inf,9,inf\ninf,0,inf,inf\n9,inf,0,inf\ninf,inf,inf,0\n"),
            "0>2:9 2>0:9 [1] [3]");
  EXPECT_EQ(told("inf,5,9,1\n5,inf,3,2\n9,3,inf,4\n1,2,4,inf\n"), arcs);
  EXPECT_EQ(io::parse_graph("0;2,5;1;1\n1;0;1;1\n1;1;0;1\n1;1;1;0\n", "x.csv").weights<float>()[0],
            2.5F);
}

TEST(SquareTable, NumbersWithoutNamesMayHaveManyColumns) {
  constexpr int n = 300;
  std::string line;
  for (int j = 0; j < n; ++j) line += fmt::format("{}{}", j == 0 ? "" : ",", j + 1);
  std::string text;
  for (int i = 0; i < n; ++i) text += line + "\n";
  EXPECT_EQ(io::parse_graph(text, "x.csv").arcs(), n * n);
  EXPECT_TRUE(
      said(text + line)
          .ends_with("expected a matrix of 300 lines, since it has 300 columns without names"));
}

TEST(SquareTable, AMatrixIsReadToItsEnd) {
  EXPECT_EQ(said("0,5,9,1\n5,0,3,x\n9,3,0,4\n1,2,4,0\n"),
            "x.csv:2:7: found 'x', expected a weight, a finite number");
  EXPECT_EQ(
      said("0,5,9,1\n5,0,3,2\n9,3,0\n1,2,4,0\n"),
      "x.csv:3:6: found the end of the line, expected 4 columns, as on the first line, not 3");
  EXPECT_EQ(said("1,2,3,4\n5,6,7,8\n"),
            "x.csv:1:7: found '4', expected the end of the line: FROM, TO and maybe a weight");
}

TEST(SquareTable, WhatCouldBeAListIsSaid) {
  const auto hints = [](const std::string& text) { return io::parse_input(text, "x.csv").hints; };
  EXPECT_EQ(hints("1,2,3,4\n5,6,7,8\n9,1,2,3\n4,5,6,7\n"),
            std::vector<std::string>{"4 lines of 4 numbers are taken for a matrix; --columns 1,2,3 "
                                     "makes them a list of arcs"});
  EXPECT_EQ(
      hints(",5,9,1\n5,,3,2\n9,3,,4\n1,2,4,\n"),
      std::vector<std::string>{"the numbers in the first line and column are taken for names; "
                               "a 0 in the corner makes them weights"});
  EXPECT_TRUE(hints(",0,1,2\n0,,3,2\n1,3,,4\n2,2,4,\n").empty());
  EXPECT_TRUE(hints("0,2,3,4\n5,0,7,8\n9,1,0,3\n4,5,6,0\n").empty());
}

TEST(SquareTable, ListsOfArcsStayLists) {
  EXPECT_EQ(told("0,1,2\n1,0,2\n2,1,0\n"), "0>1:2 1>0:2 2>1:0") << "not symmetric";
  EXPECT_EQ(told("0,1,2\n1,0,2\n"), "0>1:2 1>0:2");
  EXPECT_EQ(told("from,to,x\n0,1,2\n1,0,3\n2,3,0\n"), "0>1:2 1>0:3 2>3:0");
  EXPECT_EQ(told("1,2,3\n2,5,6\n3,7,8\n"), "1>2:3 2>5:6 3>7:8");
  EXPECT_EQ(told("a,b\nb,7\n"), "a>b:1 b>7:1");
  EXPECT_EQ(told("a,b,3\nb,c,4\n"), "a>b:3 b>c:4");
  EXPECT_EQ(told(",from,to\n0,a,b\n"), "a>b:1");
}

TEST(SquareTable, ComplaintsNameThePlace) {
  EXPECT_EQ(said(",A,B\nA,0,5\nb,6,0\n"),
            "x.csv:3:1: found 'b', expected 'B', as column 3 is called");
  EXPECT_EQ(said(",A,B\nX,0,5\nB,6,0\n"),
            "x.csv:2:1: found 'X', expected 'A', as column 2 is called");
  EXPECT_EQ(said(",A,B\nA,0,nan\nB,6,0\n"),
            "x.csv:2:5: found 'nan', expected a weight, a finite number");
  EXPECT_EQ(said(",A,B\nA,0,1e999\nB,6,0\n"),
            "x.csv:2:5: found '1e999', expected a weight, a finite number");
  EXPECT_EQ(said(",A,B\nA,0,-inf\nB,6,0\n"),
            "x.csv:2:5: found '-inf', expected a weight, a finite number");
  EXPECT_EQ(
      said(",A,B\nA,0,5\n"),
      "x.csv:3:1: found the end of the file, expected the line of 'B', since there is a column "
      "of that name");
  EXPECT_EQ(
      said(",A,B\nA,0,5\nB,6,0\nC,1,2\n"),
      "x.csv:4:1: found 'C', expected the end of the table after 2 lines, one for every column");
  EXPECT_EQ(
      said(",A,B\nA,0\nB,6,0\n"),
      "x.csv:2:4: found the end of the line, expected 3 columns, as on the first line, not 2");
  EXPECT_EQ(said(",A,A\nA,0,5\nA,6,0\n"),
            "x.csv:1:4: found 'A', expected a name that no other column has");
  EXPECT_EQ(said(",A,\nA,0,5\n,6,0\n"),
            "x.csv:1:4: found the end of the line, expected the name of a column");
}

}  // namespace
