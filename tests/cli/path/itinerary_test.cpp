// Routes in words and JSON, and the columns that words take.
#include "cli/path/itinerary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/json.hpp"

#include "cli/shell/utf8.hpp"

namespace warpath::cli {
namespace {

template <class T>
Graph chain(std::vector<T> weights, std::vector<std::string> labels = {}) {
  std::vector<Arc<T>> arcs;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    arcs.push_back({static_cast<Index>(i), static_cast<Index>(i) + 1, weights[i]});
  }
  Graph graph = Graph::from_arcs<T>(static_cast<Index>(weights.size()) + 1, arcs);
  if (labels.empty()) return graph;
  return std::move(graph).with_labels(std::move(labels));
}

Journey travel(const Graph& graph, const Names& names, Index from, Index to,
               SemiringKind semiring = SemiringKind::shortest_path) {
  Journey journey{graph, names, from, to, semiring};
  journey.route = find_routes(graph, from, {&to, 1}, semiring, names).front();
  return journey;
}

TEST(Itinerary, IsATable) {
  const Graph graph = chain<std::int32_t>({190, 1280}, {"Berlin", "Zürich", "京都"});
  const Names names(graph, 0);
  EXPECT_EQ(for_people(travel(graph, names, 0, 2), false),
            "Berlin to 京都: 1470 in 2 legs\n"
            "\n"
            "  from    to       leg  total\n"
            "  Berlin  Zürich   190    190\n"
            "  Zürich  京都    1280   1470\n");
  EXPECT_EQ(for_people(travel(graph, names, 2, 0), false), "There is no way from 京都 to Berlin\n");
  EXPECT_EQ(for_people(travel(graph, names, 1, 1), false), "Zürich to Zürich: 0 in 0 legs\n");
  EXPECT_EQ(headline(travel(graph, names, 0, 2, SemiringKind::widest_path)),
            "Berlin to 京都: 190 at the narrowest in 2 legs");
  EXPECT_EQ(headline(travel(graph, names, 0, 1, SemiringKind::reachability)),
            "Berlin to Zürich: 1 leg");
}

// 0.1 is no float, and three of them are not 0.3; people need not know.
TEST(Itinerary, AddsFloatsAsTheyAreSpelled) {
  const Graph graph = chain<float>({0.1F, 0.1F, 0.1F, 12.25F});
  const Names names(graph, 1);
  const Journey journey = travel(graph, names, 0, 4);
  EXPECT_EQ(for_people(journey, false),
            "1 to 5: 12.55 in 4 legs\n"
            "\n"
            "  from  to    leg  total\n"
            "  1     2    0.1    0.1\n"
            "  2     3    0.1    0.2\n"
            "  3     4    0.1    0.3\n"
            "  4     5   12.25  12.55\n");
  const std::string json = for_machines(journey).text();
  EXPECT_NE(json.find(R"("total":12.55,"legs")"), json.npos) << json;
  EXPECT_NE(json.find(R"({"from":3,"to":4,"weight":0.1,"total":0.3})"), json.npos) << json;
}

TEST(Itinerary, AddsDoublesLikewise) {
  const Graph graph = chain<double>({1.1, 2.2, 3.3});
  const Names names(graph, 0);
  const std::string json = for_machines(travel(graph, names, 0, 3)).text();
  EXPECT_NE(json.find(R"("weight":2.2,"total":3.3})"), json.npos) << json;
}

TEST(Itinerary, LeavesOutTheMiddle) {
  const Graph graph = chain<std::int32_t>(std::vector<std::int32_t>(242, 7));
  const Names names(graph, 0);
  const Journey journey = travel(graph, names, 0, 242);
  const std::string text = for_people(journey, false);
  EXPECT_NE(text.find("\n  ... 212 more legs\n"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3 + 15 + 1 + 15);
  const std::string all = for_people(journey, true);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 3 + 242);
}

TEST(Itinerary, FitsEightyColumns) {
  const std::string name(100, 'n');
  const Graph graph = chain<double>({1e-300, 1.0 / 3}, {name, "京" + name, "x"});
  const Names names(graph, 0);
  for (const Index from : {0, 1}) {
    std::istringstream text(for_people(travel(graph, names, from, 2), false, 80));
    for (std::string line; std::getline(text, line);) EXPECT_LE(columns(line), 80U) << line;
  }
}

TEST(Itinerary, IsJson) {
  const Graph graph = chain<std::int16_t>({3, -1}, {"a\xff", "b", ""});
  const Names names(graph, 0);
  EXPECT_EQ(
      for_machines(travel(graph, names, 0, 2)).text(),
      "{\"from\":\"a\xef\xbf\xbd\",\"to\":2,\"semiring\":\"shortest-path\",\"reachable\":true,"
      "\"total\":2,\"legs\":[{\"from\":\"a\xef\xbf\xbd\",\"to\":\"b\",\"weight\":3,"
      "\"total\":3},{\"from\":\"b\",\"to\":2,\"weight\":-1,\"total\":2}]}");
  EXPECT_EQ(for_machines(travel(graph, names, 2, 1)).text(),
            "{\"from\":2,\"to\":\"b\",\"semiring\":\"shortest-path\",\"reachable\":false,"
            "\"total\":null,\"legs\":[]}");
  EXPECT_EQ(for_machines(travel(graph, names, 1, 1, SemiringKind::widest_path))["total"].text(),
            "\"inf\"");
}

TEST(Utf8, CountsColumns) {
  EXPECT_EQ(columns("Zu\xcc\x88rich"), 6U);  // a combining mark
  EXPECT_EQ(columns("京都"), 4U);
  EXPECT_EQ(fit("München", 7), "München");
  EXPECT_EQ(fit("München", 4), "Mün…");
  EXPECT_EQ(columns(fit("京都京都", 6)), 5U);
  EXPECT_EQ(padded("ü", 3), "ü  ");
}

TEST(Utf8, ReplacesWhatIsHarmful) {
  EXPECT_EQ(readable("a\tb\x7f"),
            "a\xef\xbf\xbd"
            "b\xef\xbf\xbd");
  for (const char* bad : {"\xc0\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe4\xba", "\x80"}) {
    const std::string text = readable(bad);
    EXPECT_EQ(text.substr(0, 3), "\xef\xbf\xbd");
    EXPECT_EQ(readable(text), text);
  }
  EXPECT_EQ(readable("\xe2\x80\xae"
                     "abc"),
            "\xef\xbf\xbd"
            "abc");  // right to left
  EXPECT_EQ(readable("京都 ü"), "京都 ü");
}

}  // namespace
}  // namespace warpath::cli
