// How vertices are called, and what happens when nobody is called so.
#include "cli/input/names.hpp"

#include <gtest/gtest.h>

#include "support/ways.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

Graph labelled(std::vector<std::string> labels) {
  const auto n = static_cast<Index>(labels.size());
  return Graph::from_arcs<float>(n, {}).with_labels(std::move(labels));
}

std::string complaint(const Names& names, std::string_view word) {
  std::string text;
  EXPECT_EQ(support::code_of([&] { names.find(word); }, &text), ErrorCode::usage);
  return text;
}

TEST(Names, AreNumbersAsTheFileCounts) {
  const Graph graph = Graph::from_arcs<float>(5, {});
  const Names names(graph, 1);
  EXPECT_EQ(names.name(0), "1");
  EXPECT_EQ(names.find("5"), 4);
  EXPECT_FALSE(names.has_label(0));
  for (const char* word : {"0", "6", "-1", "x", "", "1.5", "2 ", "99999999999999999999"}) {
    EXPECT_NE(complaint(names, word).find("from 1 to 5"), std::string::npos) << word;
  }
  EXPECT_NE(complaint(Names(Graph{}, 1), "1").find("no vertices"), std::string::npos);
}

TEST(Names, AreLabelsWhereThereAreSome) {
  const Graph graph = labelled({"Berlin", "7", "", "München"});
  const Names names(graph, 0);
  EXPECT_EQ(names.name(3), "München");
  EXPECT_EQ(names.name(2), "2");
  EXPECT_EQ(names.find("München"), 3);
  EXPECT_EQ(names.find("7"), 1);
  EXPECT_EQ(names.find("2"), 2);  // has no label
  complaint(names, "0");          // is Berlin
  complaint(names, "");
}

TEST(Names, SuggestTheClosest) {
  const Graph graph =
      labelled({"Berlin", "Bern", "München", "Frankfurt am Main", "Berlix", "Merlin", "Verlin"});
  const Names names(graph, 0);
  EXPECT_NE(complaint(names, "Berlim").find("'Berlin', 'Berlix' or 'Merlin'"), std::string::npos)
      << complaint(names, "Berlim");
  EXPECT_NE(complaint(names, "Munchen").find("'München'"), std::string::npos);
  EXPECT_NE(complaint(names, "frankfurt").find("'Frankfurt am Main'"), std::string::npos);
  EXPECT_EQ(complaint(names, "Timbuktu").find("did you mean"), std::string::npos);
}

TEST(Names, SayWhenOnlyTheCaseDiffers) {
  const Graph graph = labelled({"ÖLAND", "Öland", "Aland"});
  const std::string text = complaint(Names(graph, 0), "öland");
  EXPECT_NE(text.find("'ÖLAND' or 'Öland'"), std::string::npos) << text;
  EXPECT_NE(text.find("small letters"), std::string::npos) << text;
}

TEST(Names, DoNotPrintControlCharacters) {
  const Graph graph = labelled({"A\x1b[31m"});
  EXPECT_EQ(complaint(Names(graph, 0), "a\x1b[31m").find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace warpath::cli
