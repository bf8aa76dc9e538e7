// GraphML and GML: what Gephi, igraph, NetworkX and yEd write, and what vertices and weights become.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "support/guarded.hpp"
#include "support/told_graph.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::string told(const std::string& text, const std::string& name,
                 const io::ReadOptions& options = {.weights = WeightType::int32}) {
  return test::told(io::parse_graph(text, name, options));
}

std::string file(const std::string& name, const std::string& column = {}) {
  const auto path = std::filesystem::path(WARPATH_TEST_DATA) / "valid" / name;
  Graph graph = io::read_graph(path.string(), {.weights = WeightType::float32, .column = column});
  std::string text;
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (Index a = graph.offsets()[u]; a < graph.offsets()[u + 1]; ++a) {
      text += fmt::format("{}>{}:{} ", graph.labels()[u], graph.labels()[graph.targets()[a]],
                          graph.weights<float>()[a]);
    }
  }
  return text;
}

std::string graphml(const std::string& inside, const std::string& direction = "directed") {
  return "<graphml><key id='w' for='edge' attr.name='weight'/><key id='l' attr.name='length'/>"
         "<key id='n' for='node' attr.name='label'/><graph edgedefault='" +
         direction + "'>" + inside + "</graph></graphml>";
}

TEST(Graphml, WhatProgramsWrite) {
  EXPECT_EQ(file("networkx.graphml"), "Köln>Bonn:27.5 Bonn>Aachen:91 ");
  EXPECT_EQ(file("gephi.graphml"), "Köln>Bonn:27.5 Bonn>Köln:28 ");
  EXPECT_EQ(file("igraph.graphml"), "Köln>Bonn & Umgebung:27.5 Bonn & Umgebung>Köln:27.5 ");
  EXPECT_EQ(file("yed.graphml"), "Köln>Bonn:27 Bonn>Umland:9 ") << "9 is the default";
  EXPECT_EQ(file("yed.graphml", "label"), "Köln>Bonn:31 Bonn>Umland:4 ") << "as it is drawn";
}

TEST(Graphml, VerticesGoByLabelsWhereThatIsClear) {
  const auto nodes = [](const std::string& a, const std::string& b) {
    return "<node id='x'>" + a + "</node><node id='y'>" + b + "</node>";
  };
  const std::string edge = "<edge source='x' target='y'/>";
  const std::string a = "<data key='n'> A </data>";
  EXPECT_EQ(told(graphml(nodes(a, "<data key='n'>B</data>") + edge), "x.graphml"), "A>B:1");
  EXPECT_EQ(told(graphml(nodes(a, a) + edge), "x.graphml"), "x>y:1") << "the same twice";
  EXPECT_EQ(told(graphml(nodes(a, "") + edge), "x.graphml"), "x>y:1") << "not all have one";
  EXPECT_EQ(told(graphml(edge + nodes("", "")), "x.graphml"), "x>y:1") << "edges first";
  EXPECT_EQ(told(graphml("<node id='0'/><node id='1'/><edge source='1' target='0'/>"), "x"),
            "1>0:1");
}

TEST(Graphml, EdgesLeadAsTheySay) {
  const std::string inside =
      "<node id='a'/><node id='b'/><node id='c'/><edge source='a' target='b'/>"
      "<edge source='b' target='c' directed='WAY'/><edge source='c' target='c' directed='false'/>";
  const auto way = [&](const std::string& directed, const std::string& by_default,
                       const io::ReadOptions& options = {}) {
    std::string text = inside;
    text.replace(text.find("WAY"), 3, directed);
    return told(graphml(text, by_default), "x.graphml", options);
  };
  EXPECT_EQ(way("true", "directed"), "a>b:1 b>c:1 c>c:1");
  EXPECT_EQ(way("false", "directed"), "a>b:1 b>c:1 c>b:1 c>c:1");
  EXPECT_EQ(way("true", "undirected"), "a>b:1 b>a:1 b>c:1 c>c:1");
  EXPECT_EQ(way("false", "undirected"), "a>b:1 b>a:1 b>c:1 c>b:1 c>c:1");
  EXPECT_EQ(way("true", "directed", {.undirected = true}), "a>b:1 b>a:1 b>c:1 c>b:1 c>c:1");
}

TEST(Graphml, WeightsByName) {
  const std::string text = graphml(
      "<node id='a'/><node id='b'/><edge source='a' target='b'>"
      "<data key='w'>\n 3 \n</data><data key='l'><![CDATA[4]]></data><data "
      "key='z'>9</data></edge>");
  EXPECT_EQ(told(text, "x.graphml"), "a>b:3");
  EXPECT_EQ(told(text, "x.graphml", {.column = "Length"}), "a>b:4");
  try {
    told(text, "x.graphml", {.column = "miles"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.happened(), "x.graphml: no arc has 'miles'");
    EXPECT_EQ(error.remedy(), "they have 'length', 'weight'");
  }
}

TEST(Graphml, DefaultsAreThoseOfTheirOwnKind) {
  const std::string arc =
      "<graph edgedefault='directed'><node id='a'/><node id='b'/>"
      "<edge source='a' target='b'/></graph></graphml>";
  const auto key = [](const std::string& what, const std::string& value) {
    return "<key id='" + what + "' for='" + what + "' attr.name='weight'><default>" + value +
           "</default></key>";
  };
  EXPECT_EQ(told("<graphml>" + key("node", "7") + arc, "x.graphml"), "a>b:1");
  EXPECT_EQ(told("<graphml>" + key("edge", "3") + arc, "x.graphml"), "a>b:3");
  EXPECT_EQ(told("<graphml>" + key("all", "4") + arc, "x.graphml"), "a>b:4");
}

TEST(Graphml, WhatIsMadeToFillMemoryIsRefused) {
  std::string deep = "<graphml>";
  for (int i = 0; i < 300; ++i) deep += "<a>";
  EXPECT_THROW(told(deep, "x.graphml"), Error);
  const std::string comment = "<graphml><!--" + std::string(3 << 20, 'x') + "--></graphml>";
  EXPECT_THROW(told(comment, "x.graphml"), Error);
  EXPECT_EQ(
      told("<!DOCTYPE graphml SYSTEM 'graphml.dtd'>" + graphml("<node id='a'/>"), "x.graphml"),
      "[a]")
      << "a name for a DTD is harmless";
}

TEST(Gml, WhatProgramsWrite) {
  EXPECT_EQ(file("networkx.gml"), "Köln>Bonn:27.5 Bonn>Köln:27.5 Bonn>Aachen:91 Aachen>Bonn:91 ");
  EXPECT_EQ(file("gephi.gml"), "Köln>Bonn:27.5 ") << "value";
  EXPECT_EQ(file("yed.gml"), "Köln>Bonn:1 ");
  EXPECT_EQ(file("yed.gml", "label"), "Köln>Bonn:27 ");
}

TEST(Gml, KeysListsTextsAndComments) {
  EXPECT_EQ(told("GRAPH [ NODE [ ID 1 ] Node[id 2]edge[source 2 target 1 weight 5]directed_ 7 ]",
                 "x.gml"),
            "1>2:5 2>1:5");
  EXPECT_EQ(told("# c\nCreator \"x [ y\"\ngraph [ directed 1\n"
                 "node [ id 1 label \"a &amp; &lt;b&gt; &#x41;&#66; &quot;R&D&quot; &x; &\" ]\n"
                 "# node [ id 9 ]\nedge [ source 1 target 1 w [ weight 4 ] weight 3 ] ]",
                 "x"),
            "a & <b> AB \"R&D\" &x; &>a & <b> AB \"R&D\" &x; &:3");
  EXPECT_EQ(told("graph [ node [ id 0 label \"two\nlines\" ] node [ id 1 label \"b\" ] ]", "x.gml"),
            "[0] [1]")
      << "no label can have two lines";
}

TEST(DeclaredGraph, CutAnywhereItIsAnErrorOrAGraphButNeverACrash) {
  const std::string whole[] = {
      graphml("<node id='a'><data key='n'>A</data></node><edge source='a' target='a'/>"),
      "# c\ngraph [ directed 1 node [ id 1 label \"A\" ] edge [ source 1 target 1 weight 2 ] ]",
      "*Vertices 2\n1 \"A\" 0.5\n2 B\n*Arcs\n1 2 3\n*Edgeslist\n1 2\n*Matrix\n0 1\n2 0\n"};
  const std::string names[] = {"x.graphml", "x.gml", "x.net"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NE(told(whole[i], names[i]), "");
    for (std::size_t length = 0; length <= whole[i].size(); ++length) {
      // Nothing behind the end may be read, either.
      const support::Guarded memory(length, support::Guarded::At::end);
      std::copy_n(whole[i].data(), length, memory.as<char>());
      try {
        io::parse_graph({memory.as<char>(), length}, names[i]);
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
      }
    }
  }
}

}  // namespace
