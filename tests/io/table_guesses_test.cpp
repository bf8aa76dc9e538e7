// What a table does not say and is guessed: which line is a header, which column the weight, and
// what people are told where the guess may be wrong.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/format.hpp"
#include "support/told_graph.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;
using Hints = std::vector<std::string>;

std::string told(const std::string& text, const io::ReadOptions& options = {}) {
  return test::told(io::parse_graph(text, "x.csv", options));
}

Hints hints(const std::string& text, const io::ReadOptions& options = {},
            const std::string& name = "x.csv") {
  return io::parse_input(text, name, options).hints;
}

std::string said(const std::string& text, const std::string& name = "x.csv") {
  try {
    return "(read: " + test::told(io::parse_graph(text, name)) + ")";
  } catch (const Error& error) {
    return error.happened();
  }
}

TEST(TableGuesses, IdsAreNoWeights) {
  for (const std::string id : {"id", "Id", "edge_id", "time_id", "index", "Unnamed: 0", "type"}) {
    EXPECT_EQ(told("from,to," + id + "\na,b,7\n"), "a>b:1") << id;
    EXPECT_EQ(told(id + ",from,to\n7,a,b\n"), "a>b:1") << id;
    EXPECT_EQ(told("from," + id + ",to,index\na,7,b,0\n"), "a>b:1") << id;
    EXPECT_EQ(hints("from,to," + id + "\na,b,7\n"), Hints{}) << id;
    EXPECT_EQ(told("from,to," + id + "\na,b,7\n", {.column = id}), "a>b:7") << id;
  }
  EXPECT_EQ(told("id,from,to,km\n9,a,b,3\n"), "a>b:3");
}

TEST(TableGuesses, AWeightWithAnotherNameIsSaid) {
  EXPECT_EQ(told("from,to,year\na,b,1999\n"), "a>b:1999");
  EXPECT_EQ(hints("Source,Target,year\na,b,1999\n"),
            Hints{"weights are the column 'year'; --columns Source,Target takes 1 for all"});
  EXPECT_EQ(hints("from,to,km\na,b,1999\n"), Hints{});
  EXPECT_EQ(hints("from,to,year\na,b,1999\n", {.column = "year"}), Hints{});
}

TEST(TableGuesses, NumberedVerticesAreNoHeader) {
  const std::string text = "node1,node2\nnode2,node3\nnode3,node1\n";
  EXPECT_EQ(told(text), "node1>node2:1 node2>node3:1 node3>node1:1");
  EXPECT_EQ(hints(text), Hints{"the first line is taken for an arc, since its names are vertices "
                               "below; --columns node1,node2 makes it a header"});
  EXPECT_EQ(told(text, {.columns = {"node1", "node2"}}), "node2>node3:1 node3>node1:1");
  EXPECT_EQ(told("node1,node2\na,b\n"), "a>b:1");
  EXPECT_EQ(told("node1,node2,weight\nnode1,node2,3\n"), "node1>node2:3");
}

TEST(TableGuesses, FlowsMayHaveVerticesNamedAsTheirColumns) {
  const std::string text = "source,target\nsource,a\na,target\n";
  EXPECT_EQ(told(text), "source>a:1 a>target:1");
  EXPECT_EQ(hints(text).size(), 1U);
  EXPECT_EQ(hints("source,target\nsource,a\na,sink\n"), Hints{});
}

TEST(TableGuesses, AWeightIsNoHeader) {
  EXPECT_EQ(said("A,B,12 km\nB,C,6\n"),
            "x.csv:1:5: found '12 km', expected a weight, a finite number");
  EXPECT_EQ(said("A,B,12km\n1,2,6\n"),
            "x.csv:1:5: found '12km', expected a weight, a finite number");
  EXPECT_THROW(told("A,B,12 km\nB,C,6\n", {.columns = {"1", "2", "3"}}), Error);
}

TEST(TableGuesses, VerticesOfNetworkXThatAreTuplesAreRefused) {
  const std::string expected = "two vertices before it, without blanks or commas in their names";
  for (const std::string ends :
       {"('a', 1) ('b', 2)", "('a', 'b') c", "(0, 0) (0, 1)", "New York Rio"}) {
    EXPECT_EQ(said(ends + " {'weight': 3}\n", "x.edgelist"),
              "x.edgelist:1:" + std::to_string(ends.size() + 2) +
                  ": found '{'weight': 3}', expected " + expected);
  }
}

TEST(TableGuesses, AFirstArcThatMayBeAHeaderIsSaid) {
  EXPECT_EQ(hints("Stadt A,Stadt B\nKöln,Bonn\nBonn,Aachen\n"),
            Hints{"the first line is taken for an arc, though its names are in no other line; "
                  "--columns 'Stadt A,Stadt B' makes it a header"});
  EXPECT_EQ(told("p,q\na,b\nb,c\n", {.columns = {"p", "q"}}), "a>b:1 b>c:1");
  EXPECT_EQ(hints("p,q\na,b\nb,q\n"), Hints{});
  EXPECT_EQ(hints("1,2\n3,4\n5,6\n"), Hints{});
  EXPECT_EQ(hints("p,q\na,b\n"), Hints{}) << "too few to tell";
}

TEST(TableGuesses, GephisTablesSayWhetherEdgesLeadBothWays) {
  const std::string head = "Source,Target,Type,Id,Label,timeset,Weight\n";
  const std::string both = "a,b,Undirected,0,,,3\n";
  const std::string one = "b,c,Directed,1,,,4\n";
  const Graph graph = io::parse_graph(head + both, "x.csv");
  EXPECT_EQ(test::told(graph), "a>b:3 b>a:3");
  EXPECT_EQ(graph.direction(), Direction::undirected);
  EXPECT_EQ(told(head + one), "b>c:4");
  EXPECT_EQ(told(head + both + one), "a>b:3 b>c:4");
  EXPECT_EQ(hints(head + both + one),
            Hints{"1 of 2 lines are of type 'Undirected', and lead one way as all do; "
                  "--undirected travels both ways"});
  EXPECT_EQ(hints(head + both), Hints{});
  EXPECT_EQ(told("Source,Target,Type\na,b,Undirected\n"), "a>b:1 b>a:1");
  EXPECT_EQ(told(head + both, {.columns = {"source", "target"}}), "a>b:1 b>a:1");
  EXPECT_EQ(hints("from,to,type,km\na,b,road,3\n"), Hints{});
}

TEST(TableGuesses, NumPysNumbersInDictionaries) {
  EXPECT_EQ(told("a b {'weight': np.int64(3)}\nb c {'weight': numpy.int32(4)}\n"), "a>b:3 b>c:4");
  const Graph graph = io::parse_graph("a b {'weight': np.float64(11.13)}\n", "x.el");
  EXPECT_EQ(graph.weights<float>()[0], 11.13F);
}

TEST(TableGuesses, NumbersThatWereNotUsedAreSaid) {
  const Hints price{"edges have 'price', which was not used; --column price"};
  EXPECT_EQ(hints("a b {'price': 3, 'name': 'x', 'id': 7}\n"), price);
  EXPECT_EQ(hints("a b {'price': 3, 'weight': 4}\n"), Hints{});
  EXPECT_EQ(hints("a b {'price': 3}\nb c {'price': 'low'}\n"), Hints{});
  const std::string graphml =
      "<graphml><key id='p' for='edge' attr.name='price'/><graph edgedefault='directed'>"
      "<node id='a'/><edge source='a' target='a'><data key='p'>3</data></edge></graph></graphml>";
  EXPECT_EQ(hints(graphml, {}, "x.graphml"), price);
  EXPECT_EQ(hints(graphml, {.column = "price"}, "x.graphml"), Hints{});
}

TEST(TableGuesses, ExcelTellsTheDelimiter) {
  EXPECT_EQ(told("sep=;\r\na,1;b;3\r\n"), "a,1>b:3");
  EXPECT_EQ(told("\xef\xbb\xbfsep=,\na;1,b,3\n"), "a;1>b:3");
  EXPECT_EQ(told("\"sep=|\"\nfrom|to|km\na|b|3\n"), "a>b:3");
  EXPECT_EQ(told("sep=;\n0;5;9;1\n5;0;3;2\n9;3;0;4\n1;2;4;0\n").substr(0, 11), "0>1:5 0>2:9");
  EXPECT_EQ(said("sep=;\na;b;x\n"), "x.csv:2:5: found 'x', expected a weight, a finite number");
}

TEST(Foreign, FilesOfOtherProgramsAreRefusedByName) {
  EXPECT_EQ(said("<gexf>", "x.gexf"), "x.gexf: GEXF is not read");
  EXPECT_EQ(said("<?xml version='1.0'?><gexf>", "-"), "-: GEXF is not read");
  EXPECT_EQ(said("PK\3\4", "x.XLSX"), "x.XLSX: a spreadsheet is not read");
  EXPECT_EQ(said("PK\3\4....[Content_Types].xml", "x"), "x: a spreadsheet is not read");
  for (const std::string dot : {"graph G {\n a -- b }", "digraph{a->b}",
                                "/* c */\nstrict digraph \"G\"\n{ }", "// x\ngraph {"}) {
    EXPECT_EQ(said(dot, "x"), "x: DOT is not read") << dot;
  }
  EXPECT_EQ(said("graph [ node [ id 0 ] ]", "x"), "(read: [0])");
  EXPECT_EQ(said("graph b\nb c\n", "x"), "(read: graph>b:1 b>c:1)");
  EXPECT_EQ(said("", "x.csv"), "x.csv is empty");
  EXPECT_EQ(said("\xef\xbb\xbf", "x.gr"), "x.gr is empty");
}

TEST(Foreign, ManyVerticesInASmallFile) {
  EXPECT_EQ(
      said("p sp 1100000 1\na 1 2 3\n", "x.gr"),
      "x.gr:1:6: found '1100000', expected at most 1050048 vertices in a file of 23 bytes: is "
      "it cut off?");
}

}  // namespace
