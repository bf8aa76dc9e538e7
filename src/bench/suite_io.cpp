// The suite "io": how fast files are read, and in how much memory.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "cli/shell/interrupt.hpp"
#include "routes/search.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

// What programs do that have no library: iostreams, word by word or line by line.
Graph read_words(const std::string& path) {
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

Graph read_lines(const std::string& path) {
  std::ifstream file(path);
  std::string text;
  Index vertices = 0;
  std::vector<Arc<std::int32_t>> arcs;
  while (std::getline(file, text)) {
    std::istringstream line(text);
    std::string word;
    line >> word;
    if (word == "p") {
      line >> word >> vertices;
    } else if (word == "a") {
      Arc<std::int32_t> arc;
      line >> arc.from >> arc.to >> arc.weight;
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

void stop_if_interrupted() {
  if (interrupted()) throw Error(ErrorCode::cancelled, "measuring was cancelled");
}

// Files take seconds to read or write: Ctrl-C must not wait for them.
ProgressAnswer go_on(const ProgressReport&) {
  return interrupted() ? ProgressAnswer::cancel : ProgressAnswer::go_on;
}

Graph read_ours(const std::string& path) {
  io::ReadOptions options;
  options.progress = go_on;
  return io::read_graph(path, options);
}

void write(const std::string& path, const Graph& graph) {
  stop_if_interrupted();  // making the graph took a while
  io::WriteOptions options;
  options.progress = go_on;
  io::write_graph(path, graph, options);
}

// A folder for the files, removed at the end.
class Folder {
 public:
  Folder() {
    const char* given = std::getenv("TMPDIR");
    const std::string parent = given != nullptr && *given != '\0' ? given : "/tmp";
    path_ = parent + "/warpath-bench-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Error(ErrorCode::io,
                  fmt::format("cannot make a folder in {}: {}", parent, std::strerror(errno)),
                  "set TMPDIR to a folder with 250 MB of space");
    }
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

void remove_file(const std::string& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error) {
    throw Error(ErrorCode::io, fmt::format("cannot remove {}: {}", path, error.message()));
  }
}

template <class Work>
double seconds_of(Work work) {
  stop_if_interrupted();
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
  if (child < 0) {
    ::close(channel[0]);
    ::close(channel[1]);
    throw Error(ErrorCode::io, "cannot start a process");
  }
  if (child == 0) {
    const auto peak = [] {
      struct rusage usage {};
      ::getrusage(RUSAGE_SELF, &usage);
      return static_cast<double>(usage.ru_maxrss) * 1024;
    };
    double extra = 0;
    try {
      const double before = peak();
      const Graph graph = read_ours(path);
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
  if (!heard) ::kill(child, SIGKILL);  // a signal may have come to this process alone
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  stop_if_interrupted();
  if (!heard || status != 0) throw Error(ErrorCode::internal, "the process that reads has failed");
  return extra / (1 << 20);
}

std::string make_file(const Folder& folder, Index vertices, const std::string& name) {
  const std::string path = folder.file(name);
  write(path, generate(GraphKind::gnp, vertices, {.weight = WeightType::int32}));
  return path;
}

// The way across a road network of a million crossings, from the file on.
double seconds_of_route(const Folder& folder) {
  const std::string path = folder.file("roads.gr");
  write(path, generate(GraphKind::road, 1'000'000));
  std::vector<double> seconds;
  for (int turn = 0; turn < 3; ++turn) {
    seconds.push_back(seconds_of([&] {
      const Graph graph = read_ours(path);
      const Index target = graph.vertices() - 1;
      routes::find_routes(graph, 0, {&target, 1}, SemiringKind::shortest_path);
    }));
  }
  remove_file(path);
  return median(seconds);
}

}  // namespace

void run_io_suite(const SuiteListener& listener) {
  // Ctrl-C unwinds, so that the folder does not stay behind.
  const Interruptible guard;
  const Folder folder;
  // First of all, while this process is small.
  const std::string large = make_file(folder, 1'250'000, "large.gr");
  listener.on_goal({"10 million arcs (.gr): memory beyond the graph", "MiB", 64, 16,
                    extra_mebibytes(large), true});
  remove_file(large);

  const std::string path = make_file(folder, 125'000, "million.gr");
  if (!equal(read_ours(path), read_words(path)) || !equal(read_ours(path), read_lines(path))) {
    throw Error(ErrorCode::verification_failed, "the readers disagree about " + path);
  }
  std::vector<double> ours;
  std::vector<double> over_words;
  std::vector<double> over_lines;
  for (int turn = 0; turn < 9; ++turn) {
    ours.push_back(seconds_of([&] { read_ours(path); }));
    over_words.push_back(seconds_of([&] { read_words(path); }) / ours.back());
    over_lines.push_back(seconds_of([&] { read_lines(path); }) / ours.back());
  }
  listener.on_goal({"a million arcs (.gr): time", "s", 0.5, 0.05, median(ours), true});
  listener.on_goal({"over iostreams, word by word", "x", 10, 15, median(over_words)});
  listener.on_goal({"over iostreams, line by line", "x", 10, 15, median(over_lines)});

  for (const char* name : {"million.gr.gz", "million.csv", "million.tsv", "million.mtx"}) {
    const std::string other = folder.file(name);
    write(other, read_ours(path));
    std::vector<double> seconds;
    for (int turn = 0; turn < 3; ++turn) {
      seconds.push_back(seconds_of([&] { read_ours(other); }));
    }
    listener.on_goal(
        {fmt::format("a million arcs ({}): time", other.substr(other.find('.', other.rfind('/')))),
         "s", 0.5, 0.1, median(seconds), true});
    remove_file(other);
  }
  listener.on_goal({"a route among a million crossings, with reading", "s", 2, 0.5,
                    seconds_of_route(folder), true});
}

}  // namespace warpath::cli
