// Pictures are well-formed, stay within their frame and are no larger than they need be.
#include "cli/picture/picture.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <regex>

#include "cli/shell/utf8.hpp"
#include "warpath/generate.hpp"

namespace warpath::cli {
namespace {

// Tags are balanced, attributes quoted, and no bare & or < stands in text. By hand, as std::regex
// needs a stack as deep as the text is long.
void expect_well_formed(std::string_view svg) {
  std::vector<std::string_view> open;
  const auto take = [&](std::string_view what) {
    const bool there = svg.starts_with(what);
    if (there) svg.remove_prefix(what.size());
    return there;
  };
  const auto take_name = [&] {
    std::size_t size = 0;
    while (std::isalnum(static_cast<unsigned char>(svg[size])) || svg[size] == '-') ++size;
    const std::string_view name = svg.substr(0, size);
    svg.remove_prefix(size);
    return name;
  };
  while (!svg.empty()) {
    if (take("&amp;") || take("&lt;") || take("&gt;") || take("&quot;")) continue;
    if (take("</")) {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ(open.back(), take_name());
      ASSERT_TRUE(take(">"));
      open.pop_back();
    } else if (take("<")) {
      open.push_back(take_name());
      while (take(" ")) {
        ASSERT_FALSE(take_name().empty());
        ASSERT_TRUE(take("=\""));
        const std::size_t end = svg.find('"');
        ASSERT_EQ(svg.substr(0, end).find_first_of("<&"), std::string_view::npos);
        svg.remove_prefix(end + 1);
      }
      if (take("/")) open.pop_back();
      ASSERT_TRUE(take(">")) << svg.substr(0, 100);
    } else {
      ASSERT_TRUE(svg[0] != '&' && svg[0] != '>') << svg.substr(0, 20);
      svg.remove_prefix(1);
    }
  }
  EXPECT_TRUE(open.empty());
}

struct Size {
  double width = 0;
  double height = 0;
};

Size size_of(const std::string& svg) {
  Size size;
  EXPECT_EQ(std::sscanf(svg.c_str() + svg.find("viewBox"), "viewBox=\"0 0 %lf %lf\"", &size.width,
                        &size.height),
            2);
  return size;
}

// Every number of a path, circle and text.
void expect_inside(const std::string& svg) {
  const Size size = size_of(svg);
  EXPECT_EQ(size.width, 1000);
  EXPECT_GE(size.height, 400);
  EXPECT_LE(size.height, 1400);
  const auto check = [&](double x, double y) {
    EXPECT_TRUE(x >= 0 && x <= size.width && y >= 0 && y <= size.height) << x << ", " << y;
  };
  const std::regex point(R"re((?:[ML]|[c ]x=")(-?[\d.]+)(?: |" c?y=")(-?[\d.]+))re");
  std::size_t points = 0;
  for (std::sregex_iterator it(svg.begin(), svg.end(), point), end; it != end; ++it, ++points) {
    check(std::stod((*it)[1]), std::stod((*it)[2]));
  }
  EXPECT_GT(points, 2U);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

std::string picture_of(const Graph& graph, Index from, Index to) {
  const Names names(graph, 1);
  const auto route = find_routes(graph, from, {&to, 1}, SemiringKind::shortest_path, names).front();
  const Journey journey{graph, names, from, to, SemiringKind::shortest_path, route};
  return draw(journey, graph.coordinates(), "a & b");
}

Graph small(std::vector<Coordinate> places) {
  const std::vector<Arc<float>> arcs{{0, 1, 1}, {1, 0, 1}, {1, 2, 2}, {2, 2, 3}};
  return Graph::from_arcs<float>(4, arcs)
      .with_coordinates(std::move(places))
      .with_labels({"<&\"'>", "M\xc3\xbcnchen", "bad \x80\x1b[31m", std::string(300, 'W')});
}

TEST(Picture, IsWellFormedAndInsideItsFrame) {
  const double huge = 1e308;
  const std::vector<std::vector<Coordinate>> cases{
      {{0, 0}, {1, 1}, {2, 0}, {3, 2}},
      {{5, 5}, {5, 5}, {5, 5}, {5, 5}},                // one point
      {{0, 1}, {1, 1}, {2, 1}, {3, 1}},                // lines
      {{1, 0}, {1, 1}, {1, 2}, {1, 3}},                //
      {{0, 0}, {1, 1e-9}, {2, 0}, {3, 0}},             //
      {{-huge, huge}, {huge, -huge}, {0, 0}, {1, 1}},  //
      {{0, 0}, {5e-324, 0}, {0, 5e-324}, {0, 0}},      //
      {{1e15, 1e15}, {1e15 + 1, 1e15}, {1e15, 1e15 + 2}, {1e15, 1e15}}};
  for (const auto& places : cases) {
    const Graph graph = small(places);
    for (Index to = 0; to < 4; ++to) {  // 0 is the start itself, 3 is out of reach
      const std::string svg = picture_of(graph, 0, to);
      expect_well_formed(svg);
      expect_inside(svg);
      EXPECT_NE(svg.find("&lt;&amp;&quot;'&gt;"), std::string::npos);
      EXPECT_EQ(svg.find('\x1b'), std::string::npos);
      EXPECT_EQ(svg.find("\xc2\x80"), std::string::npos);
    }
  }
}

TEST(Picture, OfARoadNetworkIsSmall) {
  const Graph graph = generate(GraphKind::road, 10000);
  const std::string svg = picture_of(graph, 0, 9999);
  expect_well_formed(svg);
  expect_inside(svg);
  EXPECT_LT(svg.size(), 1'000'000U);
}

TEST(Picture, SaysWhatItsMarksMean) {
  const Graph graph = small({{0, 0}, {1, 1}, {2, 0}, {3, 2}});
  const auto has = [](const std::string& svg, const char* word) {
    return svg.find(std::string(">") + word + "</text>") != std::string::npos;
  };
  const std::string with = picture_of(graph, 0, 2);
  for (const char* word : {"start", "end", "best route", "network"}) EXPECT_TRUE(has(with, word));
  const std::string without = picture_of(graph, 0, 3);
  EXPECT_TRUE(has(without, "end"));
  EXPECT_FALSE(has(without, "best route"));
  EXPECT_FALSE(has(picture_of(graph, 0, 0), "end"));
  // Where the subtitle needs the room, it has it.
  const Names names(graph, 1);
  const Journey journey{graph, names, 0, 3};
  EXPECT_FALSE(has(draw(journey, graph.coordinates(), std::string(80, 'W')), "network"));
}

TEST(Picture, DrawsEveryEdgeOnce) {
  const std::vector<Arc<float>> arcs{{0, 1, 1}, {0, 1, 2}, {1, 2, 1}};
  const Graph graph = Graph::from_arcs<float>(3, arcs, Direction::undirected)
                          .with_coordinates({{0, 0}, {1, 0}, {0, 1}});
  const std::string svg = picture_of(graph, 0, 0);
  std::size_t lines = 0;
  for (std::size_t at = svg.find('L'); at != std::string::npos; at = svg.find('L', at + 1)) {
    lines += svg[at + 1] >= '0' && svg[at + 1] <= '9';
  }
  EXPECT_EQ(lines, 2U);
}

}  // namespace
}  // namespace warpath::cli
