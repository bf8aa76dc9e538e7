// The suite "io": how fast files are read, and in how much memory.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "cli/names.hpp"
#include "cli/route.hpp"
#include "cli/suite.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

// What a program does that has no library: iostreams, one word after the other.
Graph read_plainly(const std::string& path) {
  std::ifstream file(path);
  std::string word;
  Index vertices = 0;
  Index promised = 0;
  std::vector<Arc<std::int32_t>> arcs;
  while (file >> word) {
    if (word == "c") {
      std::getline(file, word);
    } else if (word == "p") {
      file >> word >> vertices >> promised;
    } else {
      Arc<std::int32_t> arc;
      file >> arc.from >> arc.to >> arc.weight;
      --arc.from, --arc.to;
      arcs.push_back(arc);
    }
  }
  return Graph::from_arcs<std::int32_t>(vertices, arcs);
}

bool equal(const Graph& a, const Graph& b) {
  const auto same = [](auto x, auto y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end());
  };
  return same(a.offsets(), b.offsets()) && same(a.targets(), b.targets()) &&
         same(a.weights<std::int32_t>(), b.weights<std::int32_t>());
}

// A folder for the files, removed at the end.
struct Folder {
  std::filesystem::path path;
  Folder() {
    path = std::filesystem::temp_directory_path() / fmt::format("warpath-bench-{}", ::getpid());
    std::filesystem::create_directory(path);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string file(const std::string& name) const { return (path / name).string(); }
};

template <class Work>
double seconds_of(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The most memory that reading takes beyond the graph itself, in MiB: measured in a process of its
// own, since the peak of this one has been higher before.
double extra_mebibytes(const std::string& path) {
  int channel[2];
  if (::pipe(channel) != 0) throw Error(ErrorCode::io, "cannot make a pipe");
  const pid_t child = ::fork();
  if (child < 0) throw Error(ErrorCode::io, "cannot start a process");
  if (child == 0) {
    const auto peak = [] {
      struct rusage usage {};
      ::getrusage(RUSAGE_SELF, &usage);
      return static_cast<double>(usage.ru_maxrss) * 1024;
    };
    double extra = 0;
    try {
      const double before = peak();
      const Graph graph = io::read_graph(path);
      const auto own =
          static_cast<double>(graph.offsets().size_bytes() + graph.targets().size_bytes() +
                              graph.weights<std::int32_t>().size_bytes());
      extra = peak() - before - own;
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(::write(channel[1], &extra, sizeof extra) == sizeof extra ? 0 : 1);
  }
  ::close(channel[1]);
  double extra = 0;
  const bool heard = ::read(channel[0], &extra, sizeof extra) == sizeof extra;
  ::close(channel[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!heard || status != 0) throw Error(ErrorCode::internal, "the process that reads has failed");
  return extra / (1 << 20);
}

std::string make_file(const Folder& folder, Index vertices, const std::string& name) {
  const std::string path = folder.file(name);
  io::write_graph(path, generate(GraphKind::gnp, vertices, {.weight = WeightType::int32}));
  return path;
}

// The way across a road network of a million crossings, from the file on.
double seconds_of_route(const Folder& folder) {
  const std::string path = folder.file("roads.gr");
  io::write_graph(path, generate(GraphKind::road, 1'000'000));
  std::vector<double> seconds;
  for (int turn = 0; turn < 3; ++turn) {
    seconds.push_back(seconds_of([&] {
      const Graph graph = io::read_graph(path);
      const Names names(graph, 1);
      find_route(graph, 0, graph.vertices() - 1, SemiringKind::shortest_path, names);
    }));
  }
  std::filesystem::remove(path);
  return median(seconds);
}

}  // namespace

void run_io_suite(const SuiteListener& listener) {
  const Folder folder;
  // First of all, while this process is small.
  const std::string large = make_file(folder, 1'250'000, "large.gr");
  listener.on_goal({"10 million arcs (.gr): memory beyond the graph", "MiB", 64, 16,
                    extra_mebibytes(large), true});
  std::filesystem::remove(large);

  const std::string path = make_file(folder, 125'000, "million.gr");
  if (!equal(io::read_graph(path), read_plainly(path))) {
    throw Error(ErrorCode::verification_failed, "the readers disagree about " + path);
  }
  std::vector<double> ours;
  std::vector<double> plain;
  std::vector<double> ratios;
  for (int turn = 0; turn < 7; ++turn) {
    ours.push_back(seconds_of([&] { io::read_graph(path); }));
    plain.push_back(seconds_of([&] { read_plainly(path); }));
    ratios.push_back(plain.back() / ours.back());
  }
  listener.on_goal({"a million arcs (.gr): time", "s", 0.5, 0.05, median(ours), true});
  listener.on_goal({"the same against an iostream reader", "x", 10, 15, median(ratios)});

  for (const char* name : {"million.gr.gz", "million.csv", "million.tsv", "million.mtx"}) {
    const std::string other = folder.file(name);
    io::write_graph(other, io::read_graph(path));
    std::vector<double> seconds;
    for (int turn = 0; turn < 3; ++turn) {
      seconds.push_back(seconds_of([&] { io::read_graph(other); }));
    }
    listener.on_goal(
        {fmt::format("a million arcs ({}): time", other.substr(other.find('.', other.rfind('/')))),
         "s", 0.5, 0.1, median(seconds), true});
    std::filesystem::remove(other);
  }
  listener.on_goal({"a route among a million crossings, with reading", "s", 2, 0.5,
                    seconds_of_route(folder), true});
}

}  // namespace warpath::cli
