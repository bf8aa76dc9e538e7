#include "fuzz/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <unistd.h>

#include "base/dispatch.hpp"
#include "io/format.hpp"
#include "warpath/error.hpp"

namespace warpath::fuzz {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: does not hold: %s\n", what);
  std::abort();
}

struct Choice {
  std::optional<WeightType> weights = {};
  bool undirected = false;
  bool other = false;  // whatever else a check has two ways for
};

Choice take_choice(std::string_view& bytes) {
  if (bytes.empty() || static_cast<unsigned char>(bytes.back()) < 0xe0) return {};
  const auto bits = static_cast<unsigned char>(bytes.back());
  bytes.remove_suffix(1);
  Choice choice{.undirected = (bits & 8) != 0, .other = (bits & 16) != 0};
  // 0 and what is left: none.
  const std::size_t which = bits & 7;
  if (which > 0 && which <= std::size(kWeightTypes)) choice.weights = kWeightTypes[which - 1];
  return choice;
}

void check_error(const Error& error) {
  require(error.code() == ErrorCode::bad_input || error.code() == ErrorCode::does_not_fit ||
              error.code() == ErrorCode::usage,
          "an Error blames the input");
  const std::string_view text = error.what();
  require(!text.empty() && text.size() < 1000, "a message of one line");
  require(
      std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }),
      "a message is harmless for a terminal");
}

template <class T>
void check_weights(const Graph& graph, std::span<const T> weights) {
  require(weights.size() == graph.targets().size(), "every arc has a weight");
  for (const T weight : weights) {
    require(!std::isnan(static_cast<double>(weight)), "no weight is NaN");
  }
}

void check_graph(const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.vertices());
  const auto offsets = graph.offsets();
  const auto targets = graph.targets();
  require(offsets.size() == n + 1, "as many offsets as vertices, and one");
  require(offsets[0] == 0 && offsets[n] == graph.arcs(), "offsets cover the arcs");
  for (std::size_t u = 0; u < n; ++u) {
    require(offsets[u] <= offsets[u + 1], "offsets never fall");
    for (Index a = offsets[u]; a < offsets[u + 1]; ++a) {
      const auto at = static_cast<std::size_t>(a);
      require(targets[at] >= 0 && targets[at] < graph.vertices(), "targets are vertices");
      require(a == offsets[u] || targets[at - 1] <= targets[at], "targets are sorted");
    }
  }
  graph.visit_weights([&](auto weights) { check_weights(graph, weights); });
  require(graph.labels().empty() || graph.labels().size() == n, "one label for every vertex");
  std::vector<std::string> labels(graph.labels().begin(), graph.labels().end());
  std::sort(labels.begin(), labels.end());
  require(std::adjacent_find(labels.begin(), labels.end()) == labels.end(), "labels differ");
}

// A file of our own in memory, gone at the end.
class Scratch {
 public:
  explicit Scratch(const std::string& extension)
      : path_("/dev/shm/warpath-fuzz-" + std::to_string(::getpid()) + extension) {
    if (!std::filesystem::exists("/dev/shm")) {
      path_ = (std::filesystem::temp_directory_path() / path_.substr(9)).string();
    }
  }
  ~Scratch() { ::unlink(path_.c_str()); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <class T>
using NamedArc = std::tuple<std::string, std::string, T>;

// Tables number vertices as they come: only names tell which is which.
template <class T>
std::vector<NamedArc<T>> named_arcs(const Graph& graph) {
  const auto name = [&](std::size_t v) {
    return graph.labels().empty() ? std::to_string(v) : graph.labels()[v];
  };
  std::vector<NamedArc<T>> arcs;
  for (std::size_t u = 0; u + 1 < graph.offsets().size(); ++u) {
    for (Index a = graph.offsets()[u]; a < graph.offsets()[u + 1]; ++a) {
      const auto at = static_cast<std::size_t>(a);
      arcs.emplace_back(name(u), name(static_cast<std::size_t>(graph.targets()[at])),
                        graph.weights<T>()[at]);
    }
  }
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

bool same_arcs(const Graph& one, const Graph& other) {
  return one.visit_weights(
      [&]<class T>(std::span<const T>) { return named_arcs<T>(one) == named_arcs<T>(other); });
}

// Only tables hold labels, and an empty table is no graph.
void check_written(const Graph& graph, bool other) {
  constexpr Index few = 1000;
  if (graph.vertices() == 0 || graph.vertices() > few || graph.arcs() > few) return;
  const bool table = !graph.labels().empty() || graph.arcs() % 2 == 0;
  const Scratch file(table ? (other ? ".tsv" : ".csv") : (other ? ".mtx" : ".gr"));
  io::write_graph(file.path(), graph, {.force = true});
  Graph again;
  try {
    again = io::read_graph(file.path(), {.weights = graph.weight_type()});
  } catch (const Error& error) {
    std::fprintf(stderr, "fuzz: %s\n", error.what());
    require(false, "what was written can be read");
  }
  require(again.vertices() == graph.vertices(), "as many vertices as were written");
  require(again.weight_type() == graph.weight_type(), "weights of the type that was written");
  require(same_arcs(again, graph), "the arcs that were written");
}

void check_arcs(std::string_view reader, std::string_view bytes, const Choice& choice) {
  io::ReadOptions options{.weights = choice.weights, .undirected = choice.undirected};
  if (reader != "any" && reader != "gzip") options.format = reader;
  const io::Input input = io::parse_input(bytes, "fuzz", options);
  const Graph* graph = std::get_if<Graph>(&input.content);
  Graph made;
  if (graph == nullptr) {
    made = io::parse_graph(bytes, "fuzz", options);
    graph = &made;
  }
  check_graph(*graph);
  check_written(*graph, choice.other);
}

void check_coordinates(std::string_view bytes, const Choice& choice) {
  const std::vector<Arc<float>> arcs{{0, 1, 1.0F}, {1, 2, 1.0F}};
  Graph graph = Graph::from_arcs<float>(3, arcs);
  if (choice.other) std::move(graph).with_labels({"Berlin", "a \"b\", c", "7"});
  const Index first_vertex = choice.undirected ? 1 : 0;
  std::vector<Coordinate> places =
      io::parse_coordinates(bytes, choice.weights ? "fuzz.co" : "fuzz", graph, first_vertex);
  require(places.size() == 3, "a place for every vertex");
  for (const Coordinate& place : places) {
    require(std::isfinite(place.x) && std::isfinite(place.y), "places are finite");
  }
  std::move(graph).with_coordinates(places);
  const Scratch file(".co");
  io::write_coordinates(file.path(), graph, {.force = true});
  const std::vector<Coordinate> again = io::read_coordinates(file.path(), graph);
  for (std::size_t v = 0; v < places.size(); ++v) {
    require(again[v].x == places[v].x && again[v].y == places[v].y, "the places written");
  }
}

}  // namespace

void check(std::string_view reader, std::string_view bytes) {
  const Choice choice = take_choice(bytes);
  try {
    if (reader == "coordinates") {
      check_coordinates(bytes, choice);
    } else {
      check_arcs(reader, bytes, choice);
    }
  } catch (const Error& error) {
    check_error(error);
  }
}

}  // namespace warpath::fuzz
