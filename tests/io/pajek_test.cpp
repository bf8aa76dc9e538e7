// Pajek's networks: sections, labels and directions.

#include <gtest/gtest.h>

#include <string>

#include "support/told_graph.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::string told(const std::string& text, const io::ReadOptions& options = {}) {
  return test::told(io::parse_graph(text, "x.net", options));
}

TEST(Pajek, EverySection) {
  EXPECT_EQ(told("*Vertices 3\n*Arcs\n1 2 5\n*Edges\n2 3 6\n"), "0>1:5 1>2:6 2>1:6");
  EXPECT_EQ(told("*Vertices 3\n*Arcslist\n1 2 3\n"), "0>1:1 0>2:1");
  EXPECT_EQ(told("*Vertices 3\n*Edgeslist\n1 2 3\n"), "0>1:1 0>2:1 1>0:1 2>0:1");
  EXPECT_EQ(told("*Vertices 2\n*Matrix\n0 5\n0 7\n"), "0>1:5 1>1:7") << "0 is no arc";
  EXPECT_EQ(told("*Vertices 2\n*Arcs :1\n1 2 5\n*Arcs :2 \"more\"\n2 1\n"), "0>1:5 1>0:1");
  EXPECT_EQ(told("*Vertices 2\n"), "[0] [1]");
}

TEST(Pajek, CommentsBlanksAndWindows) {
  EXPECT_EQ(told("% hi\r\n*network x\r\n\r\n*VERTICES 2 1\r\n 1 a\r\n 2 b 0.1 0.2\r\n*arcs\r\n 1  "
                 "2 3 c Blue\r\n"),
            "a>b:3");
}

TEST(Pajek, LabelsWhereEveryVertexHasOneOfItsOwn) {
  const std::string arcs = "*Arcs\n1 2\n";
  EXPECT_EQ(told("*Vertices 2\n2 \"b c\"\n1 a\n" + arcs), "a>b c:1");
  EXPECT_EQ(told("*Vertices 2\n1 a\n" + arcs), "0>1:1");
  EXPECT_EQ(told("*Vertices 2\n1 a\n2 a\n" + arcs), "0>1:1");
  EXPECT_EQ(told("*Vertices 2\n1 \"1\"\n2 \"2\"\n" + arcs), "0>1:1") << "numbers say nothing new";
}

TEST(Pajek, EdgesAmongArcsAndAlone) {
  const std::string text = "*Vertices 2\n*Edges\n1 2 4\n2 2 1\n";
  EXPECT_EQ(told(text), "0>1:4 1>0:4 1>1:1");
  EXPECT_EQ(told(text + "*Arcs\n1 2 9\n"), "0>1:4 0>1:9 1>0:4 1>1:1");
  EXPECT_EQ(told(text + "*Arcs\n1 2 9\n", {.undirected = true}), "0>1:4 0>1:9 1>0:4 1>0:9 1>1:1");
}

}  // namespace
