// Graphs of every sort through every format that is written, and back: the same arcs and weights.

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

// Names that look like something else in a table.
const std::vector<std::string> kNasty = {
    "plain",
    "with blank",
    "a,b",
    "a;b",
    "tab? no",
    "say \"hi\"",
    "\"",
    "\"\"",
    "#hash",
    "%percent",
    " leading",
    "trailing ",
    "007",
    "-0",
    "+1",
    "1e3",
    "nan",
    "inf",
    "from",
    "to",
    "weight",
    "Zürich",
    "東京",
    "🚂",
    "-5",
    "3.14",
    "a#b",
    "'quoted'",
    "\\n",
    "p sp 1 2",
    "c",
    ",",
    ";",
    "  ",
    "",
    "\xc2\xa0x",
    "9007199254740993999",
    "x\"y\"z",
    "e\xcc\x81",
    "NULL",
    "\"open",
    "close\"",
};

// The extremes of a type, and what lies between.
template <class T>
std::vector<T> interesting() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_floating_point_v<T>) {
    return {0,
            T(-0.0),
            1,
            -1,
            T(0.1),
            T(-1.5),
            T(1e10),
            T(1e30),
            Limits::max(),
            -1e-3f,
            Limits::min(),
            Limits::denorm_min(),
            T(1) / 3,
            T(16777217),
            T(0x1p53),
            T(0x1p53) + 2,
            T(-0x1p60),
            Limits::lowest(),
            T(123456789)};
  } else {
    const T most = no_path<T>() - 1;
    return {0, 1, -1, 7, most, static_cast<T>(-most), 12345, -999};
  }
}

using Random = std::mt19937_64;

template <class T>
Graph random_graph(Random& random, Index n, Direction direction) {
  const auto weights = interesting<T>();
  std::vector<Arc<T>> arcs;
  const Index last = n - n / 4;  // the rest stay without arcs
  const Index count = n == 0 ? 0 : static_cast<Index>(random() % 40);
  for (Index i = 0; i < count; ++i) {
    const auto pick = [&] {
      return static_cast<Index>(random() % static_cast<std::uint64_t>(last));
    };
    const Index from = pick();
    const Index to = random() % 8 == 0 ? from : pick();
    const T weight = weights[random() % weights.size()];
    arcs.push_back({from, to, weight});
    if (random() % 8 == 0) arcs.push_back({from, to, weights[random() % weights.size()]});
  }
  return Graph::from_arcs<T>(n, arcs, direction);
}

std::vector<std::string> nasty_labels(Random& random, Index n) {
  std::vector<std::string> labels;
  for (const std::string& label : kNasty) {
    if (!label.empty()) labels.push_back(label);
  }
  std::shuffle(labels.begin(), labels.end(), random);
  labels.resize(static_cast<std::size_t>(n));
  return labels;
}

// All arcs by the names of their ends; the order of vertices may change on the way.
using Named = std::multiset<std::tuple<std::string, std::string, long double>>;

template <class T>
Named named_arcs(const Graph& graph, std::span<const T> weights, bool as_float) {
  const auto name = [&](Index v) {
    return graph.labels().empty() ? std::to_string(v) : graph.labels()[static_cast<std::size_t>(v)];
  };
  Named arcs;
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (Index a = graph.offsets()[u]; a < graph.offsets()[u + 1]; ++a) {
      const auto weight = static_cast<long double>(weights[a]);
      arcs.emplace(name(u), name(graph.targets()[a]),
                   as_float ? static_cast<float>(weight) : weight);
    }
  }
  return arcs;
}

std::vector<std::string> sorted_names(const Graph& graph) {
  std::vector<std::string> names(graph.labels().begin(), graph.labels().end());
  for (Index v = 0; names.size() < static_cast<std::size_t>(graph.vertices()); ++v) {
    names.push_back(std::to_string(v));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Named named_arcs(const Graph& graph, bool as_float) {
  return graph.visit_weights([&](auto weights) { return named_arcs(graph, weights, as_float); });
}

class RoundTrip : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Through every format, plain and gzipped, read as the same type and as whatever fits.
  void expect_same(const Graph& graph, bool with_labels) {
    for (const io::Format& format : io::formats()) {
      if (format.write == nullptr) continue;
      const bool keeps_labels = format.name == "csv" || format.name == "tsv";
      if (with_labels && !keeps_labels) continue;
      for (const std::string end : {"", ".gz"}) {
        const std::string extension(format.extensions.substr(0, format.extensions.find(' ')));
        const std::string path = (folder_ / ("graph" + extension + end)).string();
        io::write_graph(path, graph, {.force = true, .comment = "one\ntwo"});
        for (const bool typed : {true, false}) {
          SCOPED_TRACE(path + (typed ? " typed" : ""));
          io::ReadOptions options;
          if (typed) options.weights = graph.weight_type();
          const Graph back = io::read_graph(path, options);
          ASSERT_EQ(back.vertices(), graph.vertices());
          ASSERT_EQ(sorted_names(back), sorted_names(graph));
          // What is short in float32 is another number in float64, but the closest float is the same.
          const bool as_float = graph.weight_type() == WeightType::float32;
          ASSERT_EQ(named_arcs(back, as_float), named_arcs(graph, as_float));
          if (typed) {
            ASSERT_EQ(back.weight_type(), graph.weight_type());
          }
        }
      }
    }
  }

  template <class T>
  void try_all(std::uint64_t seed) {
    Random random(seed);
    for (const Index n : {0, 1, 2, 5, 17, 30}) {
      for (const Direction direction : {Direction::directed, Direction::undirected}) {
        SCOPED_TRACE(testing::Message() << to_string(weight_type_of<T>) << " seed " << seed << " n "
                                        << n << (direction == Direction::directed ? "" : " both"));
        expect_same(random_graph<T>(random, n, direction), false);
        if (n == 0 || HasFatalFailure()) continue;
        expect_same(random_graph<T>(random, n, direction).with_labels(nasty_labels(random, n)),
                    true);
      }
    }
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("warpath_round_" + std::to_string(::getpid()));
};

#define TRY_ALL(T, name)                                              \
  TEST_F(RoundTrip, name) {                                           \
    for (std::uint64_t seed = 1; seed <= 6; ++seed) try_all<T>(seed); \
  }
WARPATH_EACH_ARC_WEIGHT(TRY_ALL)

TEST_F(RoundTrip, NumbersAsLabels) {
  for (const std::vector<std::string>& labels : {std::vector<std::string>{"5", "3"},
                                                 {"1", "0"},
                                                 {"-9223372036854775808", "9223372036854775807"},
                                                 {"1000000000000", "7"},
                                                 {"2", "1"}}) {
    const std::vector<Arc<float>> arcs{{0, 1, 2.5F}};
    expect_same(Graph::from_arcs<float>(2, arcs).with_labels(labels), true);
  }
}

TEST_F(RoundTrip, LabelsThatNoLineCanHoldAreRefusedBeforeTheFileIsThere) {
  for (const std::string label : {"two\nlines", "bell\a", "\r"}) {
    const Graph graph = Graph::from_arcs<float>(1, {}).with_labels({label});
    const std::string path = (folder_ / "bad.csv").string();
    try {
      io::write_graph(path, graph);
      ADD_FAILURE() << "written";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_NE(error.happened().find("control characters"), std::string::npos);
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
  }
}

TEST_F(RoundTrip, ALinkIsFollowedNotReplaced) {
  const Graph graph = Graph::from_arcs<float>(3, {});
  std::filesystem::create_directory(folder_ / "there");
  const auto link = folder_ / "link.gr";
  std::filesystem::create_symlink("there/real.gr", link);
  io::write_graph(link.string(), graph);  // the file it names is not there yet
  io::write_graph(link.string(), graph, {.force = true});
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(io::read_graph((folder_ / "there" / "real.gr").string()).vertices(), 3);
  EXPECT_THROW(io::write_graph(link.string(), graph), Error);
}

}  // namespace
