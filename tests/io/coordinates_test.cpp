// Where vertices lie: both kinds of files, and the exact place of whatever is wrong in one.

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

class Coordinates : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  std::vector<Coordinate> read(const std::string& name, const std::string& text, const Graph& graph,
                               Index first_vertex = 0) const {
    return io::read_coordinates(file(name, text), graph, first_vertex);
  }

  // What is said about a file, with its bare name.
  std::string said(const std::string& name, const std::string& text, const Graph& graph,
                   Index first_vertex = 0) const {
    try {
      read(name, text, graph, first_vertex);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input);
      return error.happened().substr(folder_.string().size() + 1);
    }
    return "(nothing: it was read)";
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("warpath_places_" + std::to_string(::getpid()));
};

Graph numbered(Index n) { return Graph::from_arcs<float>(n, {}); }

Graph labelled(const std::vector<std::string>& labels) {
  return numbered(static_cast<Index>(labels.size())).with_labels(labels);
}

TEST_F(Coordinates, DegreesAreKnownByTheirNamesOrInMillionths) {
  const auto degree = [&](const std::string& name, const std::string& text) {
    return io::read_map(file(name, text), numbered(2)).degree;
  };
  const std::string rows = "0,52.5,13.4\n1,48.1,11.6\n";
  EXPECT_EQ(degree("a.csv", "id,lat,lon\n" + rows), 1);
  EXPECT_EQ(degree("a.csv", "id,Longitude,Latitude\n" + rows), 1);
  EXPECT_EQ(degree("a.csv", "id,lng,lat\n" + rows), 1);
  EXPECT_EQ(degree("a.csv", "id,x,y\n" + rows), 0);
  EXPECT_EQ(degree("a.csv", rows), 0);
  EXPECT_EQ(degree("a.csv", "id,lat,lon\n0,5250,13\n1,4810,11\n"), 0);
  const std::string co = "p aux sp co 2\n";
  EXPECT_EQ(degree("a.co", co + "v 1 -73530767 41085396\nv 2 -73530538 41086098\n"), 1e6);
  EXPECT_EQ(degree("a.co", co + "v 1 0 0\nv 2 19 19\n"), 0);
  EXPECT_EQ(degree("a.co", co + "v 1 29.17 -22.54\nv 2 3 4\n"), 0);
  EXPECT_EQ(degree("a.co", co + "v 1 500000000 41085396\nv 2 3 4\n"), 0);
}

TEST_F(Coordinates, DimacsIsRead) {
  const auto places =
      read("x.co", "c hello\np aux sp co 2\n\nv 2 -1.5 2e3\r\nv 1 3 4\n", numbered(2));
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].x, 3);
  EXPECT_EQ(places[1].x, -1.5);
  EXPECT_EQ(places[1].y, 2000);
  EXPECT_EQ(read("other-name", "c x\np aux sp co 1\nv 1 3 4\n", numbered(1))[0].y, 4);
}

TEST_F(Coordinates, TablesAreRead) {
  const Graph graph = labelled({"Köln", "a,b", "007"});
  for (const std::string text :
       {"name,x,y\nKöln,1,2\n\"a,b\",3,4\n007,5,6\n", "Köln;1;2\na,b;3;4\n# x\n007;5;6\nmore;7;8\n",
        "\xef\xbb\xbfKöln\t1\t2\r\na,b\t3\t4\r\n007\t5\t6\r\n", "007 5 6\na,b 3 4\nKöln 1 2"}) {
    const auto places = read("x.csv", text, graph);
    ASSERT_EQ(places.size(), 3U) << text;
    EXPECT_EQ(places[0].x, 1) << text;
    EXPECT_EQ(places[1].x, 3) << text;
    EXPECT_EQ(places[2].y, 6) << text;
  }
}

TEST_F(Coordinates, NumbersCountAsTheGraphDoes) {
  const std::string table =
      "9223372036854775807,9,9\n-9223372036854775808,9,9\n0,1,2\n1,3,4\n2,5,6\n";
  EXPECT_EQ(read("x.csv", table, numbered(2), 0)[0].x, 1);
  EXPECT_EQ(read("x.csv", table, numbered(2), 1)[0].x, 3);
}

TEST_F(Coordinates, ACityThatBeginsWithCIsNoComment) {
  EXPECT_EQ(read("x.csv", "cologne,1,2\n", labelled({"cologne"}))[0].y, 2);
}

TEST_F(Coordinates, DimacsErrorsHaveTheirPlace) {
  const Graph graph = numbered(2);
  const auto co = [&](const std::string& text) { return said("x.co", text, graph); };
  EXPECT_EQ(co(""), "x.co:1:1: found the end of the file, expected 'p aux sp co VERTICES'");
  EXPECT_EQ(co("v 1 2 3\n"),
            "x.co:1:1: found 'v', expected 'p aux sp co VERTICES' before the vertices");
  EXPECT_EQ(co("p sp 2 3\n"), "x.co:1:3: found 'sp', expected 'p aux sp co VERTICES'");
  EXPECT_EQ(co("p aux sp co 3\n"),
            "x.co:1:13: found '3', expected 2, the graph's number of vertices");
  EXPECT_EQ(co("p aux sp co\n"),
            "x.co:1:12: found the end of the line, expected 2, the graph's number of vertices");
  EXPECT_EQ(co("p aux sp co 2 2\n"), "x.co:1:15: found '2', expected the end of the line");
  EXPECT_EQ(co("p aux sp co 2\np aux sp co 2\n"),
            "x.co:2:1: found 'p', expected one problem line only");
  const std::string head = "p aux sp co 2\nv 1 2 3\n";
  EXPECT_EQ(co(head), "x.co:3:1: found the end of the file, expected a place for vertex 2 too");
  EXPECT_EQ(co(head + "v 1 2 3\n"), "x.co:3:3: found '1', expected every vertex once only");
  EXPECT_EQ(co(head + "v 0 2 3\n"), "x.co:3:3: found '0', expected a vertex from 1 to 2");
  EXPECT_EQ(co(head + "v 3 2 3\n"), "x.co:3:3: found '3', expected a vertex from 1 to 2");
  EXPECT_EQ(co(head + "v two 2 3\n"), "x.co:3:3: found 'two', expected a vertex from 1 to 2");
  EXPECT_EQ(co(head + "v 2 2\n"),
            "x.co:3:6: found the end of the line, expected a coordinate, a finite number");
  EXPECT_EQ(co(head + "v 2 2 nan\n"),
            "x.co:3:7: found 'nan', expected a coordinate, a finite number");
  EXPECT_EQ(co(head + "v 2 2 1e999\n"),
            "x.co:3:7: found '1e999', expected a coordinate, a finite number");
  EXPECT_EQ(co(head + "v 2 2 3 4\n"), "x.co:3:9: found '4', expected the end of the line");
  EXPECT_EQ(co(head + "a 2 2 3\n"),
            "x.co:3:1: found 'a', expected a line that begins with c, p or v");
}

TEST_F(Coordinates, TableErrorsHaveTheirPlace) {
  const Graph graph = labelled({"A", "B"});
  const auto table = [&](const std::string& text) { return said("x.csv", text, graph); };
  EXPECT_EQ(table(""), "x.csv:1:1: found the end of the file, expected a place for vertex 'A' too");
  EXPECT_EQ(table("name,x,y\nA,1,2\n"),
            "x.csv:3:1: found the end of the file, expected a place for vertex 'B' too");
  EXPECT_EQ(table("name,x\nA,1\n"),
            "x.csv:1:1: found 'name,x', expected 3 columns (name, x, y), not 2");
  EXPECT_EQ(table("A,1,2\nB,1,2,3\n"),
            "x.csv:2:1: found 'B,1,2,3', expected 3 columns (name, x, y), not 4");
  EXPECT_EQ(table("A,1,2\nB,1,\n"),
            "x.csv:2:5: found the end of the line, expected a coordinate, a finite number");
  EXPECT_EQ(table("A,1,2\nB,,2\n"),
            "x.csv:2:3: found nothing, expected a coordinate, a finite number");
  EXPECT_EQ(table("A,1,2\nB,east,2\n"),
            "x.csv:2:3: found 'east', expected a coordinate, a finite number");
  EXPECT_EQ(table("A,1,2\nB,1,inf\n"),
            "x.csv:2:5: found 'inf', expected a coordinate, a finite number");
  EXPECT_EQ(table("A,1,2\nA,1,2\n"), "x.csv:2:1: found 'A', expected every vertex once only");
  EXPECT_EQ(table("\"A,1,2\n"),
            "x.csv:1:1: found '\"A,1,2', expected a quote that is closed on the same line");
  EXPECT_EQ(said("x.csv", "2,1,2\n", numbered(2), 1),
            "x.csv:2:1: found the end of the file, expected a place for vertex 1 too");
}

TEST_F(Coordinates, AHeaderMayPutLatitudeFirst) {
  for (const std::string header : {"name,lat,lon\n", "n,Latitude,Longitude\n", "id,y,x\n"}) {
    const auto places = read("x.csv", header + "0,1,2\n", numbered(1));
    EXPECT_EQ(places[0].x, 2) << header;
    EXPECT_EQ(places[0].y, 1) << header;
  }
  EXPECT_EQ(read("x.csv", "name,x,y\n0,1,2\n", numbered(1))[0].x, 1);
  EXPECT_EQ(read("x.csv", "name,lon,lat\n0,1,2\n", numbered(1))[0].x, 1);
}

TEST_F(Coordinates, AreLookedForBesideTheGraph) {
  EXPECT_EQ(io::coordinates_beside("maps/city.gr"), "maps/city.co");
  EXPECT_EQ(io::coordinates_beside("city.csv.gz"), "city.co");
}

TEST_F(Coordinates, WhatIsWrittenComesBack) {
  const std::vector<Coordinate> places{{-1.5, 1e300}, {0.1, -5e-324}};
  const Graph graph = numbered(2).with_coordinates(places);
  for (const std::string name : {"x.co", "x.co.gz"}) {
    const std::string path = file(name, "");
    io::write_coordinates(path, graph, {.force = true});
    const auto back = io::read_coordinates(path, graph);
    for (std::size_t v = 0; v < places.size(); ++v) {
      EXPECT_EQ(back[v].x, places[v].x);
      EXPECT_EQ(back[v].y, places[v].y);
    }
  }
}

}  // namespace
