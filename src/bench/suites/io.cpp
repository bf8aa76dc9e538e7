// The suite "io": how fast files are read, and in how much memory, on one core.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "bench/timing.hpp"
#include "routes/search.hpp"
#include "warpath/generate.hpp"
#include "warpath/io.hpp"

namespace warpath::bench {
namespace {

// A folder for files that nobody wants to keep: made below TMPDIR, or /tmp; removed at the end with
// all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* given = std::getenv("TMPDIR");
    const std::string parent = given != nullptr && *given != '\0' ? given : "/tmp";
    path_ = parent + "/warpath-bench-XXXXXX";
    if (::mkdtemp(path_.data()) != nullptr) return;
    throw Error(ErrorCode::io,
                fmt::format("cannot make a folder in {}: {}", parent, std::strerror(errno)),
                "set TMPDIR to a folder with 250 MB of space");
  }
  ~TemporaryFolder() { remove(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

  // Earlier, where space matters.
  static void remove(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

 private:
  std::string path_;
};

// The most bytes that this process has had at a time since the last reset. Resetting is false where
// the system does not know how.
bool reset_peak_memory() {
  std::ofstream file("/proc/self/clear_refs");
  return static_cast<bool>(file << '5' << std::flush);
}

double peak_memory() {
  std::ifstream file("/proc/self/status");
  long kibibytes = 0;
  for (std::string line; std::getline(file, line);) {
    if (std::sscanf(line.c_str(), "VmHWM: %ld", &kibibytes) == 1) break;
  }
  return 1024.0 * static_cast<double>(kibibytes);
}

// DIMACS files (.gr) as programs read them that have no library: by iostreams, word by word or line
// by line.
enum class By { words, lines };

Graph read_plainly(const std::string& path, By by) {
  std::ifstream file(path);
  Index vertices = 0;
  std::vector<Arc<std::int32_t>> arcs;
  const auto read_after = [&](std::istream& from, std::string& word) {
    if (word == "p") {
      Index promised = 0;
      from >> word >> vertices >> promised;
    } else if (word == "a") {
      Arc<std::int32_t> arc;
      from >> arc.from >> arc.to >> arc.weight;
      --arc.from, --arc.to;
      arcs.push_back(arc);
    } else {
      std::getline(from, word);  // a comment
    }
  };
  std::string word;
  std::string text;
  while (by == By::words && file >> word) read_after(file, word);
  while (by == By::lines && std::getline(file, text)) {
    std::istringstream line(text);
    if (line >> word) read_after(line, word);
  }
  return Graph::from_arcs<std::int32_t>(vertices, arcs);
}

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
  double median_seconds(int times, const Work& work) const {
    return bench::median_seconds(times, [&] {
      stop_if_interrupted();
      work();
    });
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
      run_.goal("10 million arcs (.gr): memory beyond the graph", "MiB", {64, 16},
                (peak_memory() - before - own) / (1 << 20));
    } else {
      run_.text("memory is not measured: /proc/self/clear_refs cannot be written\n");
    }
    folder_.remove(path);
  }

  void against_iostreams(const std::string& path) const {
    const auto read_by = [&](int who) {
      if (who == 0) return read(path);
      return read_plainly(path, who == 1 ? By::words : By::lines);
    };
    const auto medians = medians_in_turns(
        9, 3, [&](int who) { return median_seconds(1, [&] { read_by(who); }); },
        [&](int who) {
          if (equal(read(path), read_by(who))) return;
          throw Error(ErrorCode::verification_failed, "the readers disagree about " + path);
        });
    run_.goal("a million arcs (.gr): time", "s", {0.5, 0.05}, medians[0]);
    run_.goal("over iostreams, word by word", "x", {10, 15}, medians[1] / medians[0]);
    run_.goal("over iostreams, line by line", "x", {10, 15}, medians[2] / medians[0]);
  }

  void format(const Graph& graph, const std::string& name) const {
    const std::string path = write(graph, name);
    run_.goal(fmt::format("a million arcs ({}): time", name.substr(name.find('.'))), "s",
              {0.5, 0.1}, median_seconds(3, [&] { read(path); }));
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
    run_.goal("a route among a million crossings, with reading", "s", {2, 0.5},
              median_seconds(3, find));
  }

  const SuiteRun& run_;
  const TemporaryFolder folder_;
};

}  // namespace

void run_io(const SuiteRun& run) { IoSuite(run).run(); }

}  // namespace warpath::bench
