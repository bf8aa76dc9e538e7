// The suite "io": how fast files are read, and in how much memory, on one core.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "bench/suites/io_tools.hpp"
#include "bench/timing.hpp"
#include "routes/search.hpp"
#include "warpath/generate.hpp"
#include "warpath/io.hpp"

namespace warpath::bench {
namespace {

bool equal(const Graph& a, const Graph& b) {
  return std::ranges::equal(a.offsets(), b.offsets()) &&
         std::ranges::equal(a.targets(), b.targets()) &&
         std::ranges::equal(a.weights<std::int32_t>(), b.weights<std::int32_t>());
}

class IoSuite {
 public:
  explicit IoSuite(const SuiteRun& run) : run_(run) {}

  void run() const {
    memory();
    const std::string path = file_of_arcs(1'000'000, "million.gr");
    against_iostreams(path);
    for (const char* name : {"million.gr.gz", "million.csv", "million.tsv", "million.mtx"}) {
      format(read(path), name);
    }
    route();
  }

 private:
  // Files take seconds to read or write: Ctrl-C must not wait for them.
  Progress progress() const {
    return [this](const ProgressReport&) {
      return run_.interrupted() ? ProgressAnswer::cancel : ProgressAnswer::go_on;
    };
  }

  void stop_if_interrupted() const {
    if (run_.interrupted()) throw Error(ErrorCode::cancelled, "measuring was cancelled");
  }

  Graph read(const std::string& path) const {
    io::ReadOptions options;
    options.progress = progress();
    return io::read_graph(path, options);
  }

  std::string write(const Graph& graph, const std::string& name) const {
    stop_if_interrupted();  // making the graph took a while
    io::WriteOptions options;
    options.progress = progress();
    const std::string path = folder_.file(name);
    io::write_graph(path, graph, options);
    return path;
  }

  std::string file_of_arcs(Index arcs, const std::string& name) const {
    return write(generate(GraphKind::gnp, arcs / 8, {.weight = WeightType::int32}), name);
  }

  template <class Work>
  std::vector<double> times(int count, const Work& work) const {
    std::vector<double> seconds;
    while (count-- > 0) {
      stop_if_interrupted();
      seconds.push_back(seconds_of(work));
    }
    return seconds;
  }

  // What reading takes beyond the graph itself.
  void memory() const {
    const std::string path = file_of_arcs(10'000'000, "large.gr");
    if (reset_peak_memory()) {
      const double before = peak_memory();
      const Graph graph = read(path);
      const auto own =
          static_cast<double>(graph.offsets().size_bytes() + graph.targets().size_bytes() +
                              graph.weights<std::int32_t>().size_bytes());
      run_.at_most("10 million arcs (.gr): memory beyond the graph", "MiB", {64, 16},
                   (peak_memory() - before - own) / (1 << 20));
    } else {
      run_.text("memory is not measured: /proc/self/clear_refs cannot be written\n");
    }
    folder_.remove(path);
  }

  void against_iostreams(const std::string& path) const {
    if (!equal(read(path), read_words(path)) || !equal(read(path), read_lines(path))) {
      throw Error(ErrorCode::verification_failed, "the readers disagree about " + path);
    }
    std::vector<double> ours;
    std::vector<double> over_words;
    std::vector<double> over_lines;
    for (int turn = 0; turn < 9; ++turn) {
      ours.push_back(median(times(1, [&] { read(path); })));
      over_words.push_back(median(times(1, [&] { read_words(path); })) / ours.back());
      over_lines.push_back(median(times(1, [&] { read_lines(path); })) / ours.back());
    }
    run_.at_most("a million arcs (.gr): time", "s", {0.5, 0.05}, median(ours));
    run_.at_least("over iostreams, word by word", "x", {10, 15}, median(over_words));
    run_.at_least("over iostreams, line by line", "x", {10, 15}, median(over_lines));
  }

  void format(const Graph& graph, const std::string& name) const {
    const std::string path = write(graph, name);
    run_.at_most(fmt::format("a million arcs ({}): time", name.substr(name.find('.'))), "s",
                 {0.5, 0.1}, median(times(3, [&] { read(path); })));
    folder_.remove(path);
  }

  // The way across a road network of a million crossings, from the file on.
  void route() const {
    const std::string path = write(generate(GraphKind::road, 1'000'000), "roads.gr");
    const auto find = [&] {
      const Graph graph = read(path);
      const Index to = graph.vertices() - 1;
      routes::find_routes(graph, 0, {&to, 1}, SemiringKind::shortest_path);
    };
    run_.at_most("a route among a million crossings, with reading", "s", {2, 0.5},
                 median(times(3, find)));
  }

  const SuiteRun& run_;
  const TemporaryFolder folder_;
};

}  // namespace

void run_io(const SuiteRun& run) { IoSuite(run).run(); }

}  // namespace warpath::bench
