// One call of `solve`, from what was read to what is printed.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/shell/options.hpp"
#include "cli/solve/summary.hpp"
#include "io/row_writer.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

struct SolveArguments : InputArguments {
  std::string output;
  std::string paths;
  std::string sources;
  std::string memory;
  std::string method = "auto";
  std::string kernel = "auto";
  std::string device = "auto";
  std::string on_negative_cycle = "refuse";
  double cycle_tolerance = 0;
  std::string verify = "none";
  int threads = 0;
  Index block = 0;
  bool has_sources = false;
  bool has_memory = false;
  bool has_tolerance = false;
  bool stats = false;
  bool json = false;
  bool dry_run = false;
  bool force = false;
};

io::WriteOptions to_write_options(const SolveArguments& arguments);

// Everything that is known when the work starts.
struct Job {
  const SolveArguments& arguments;
  Options options;
  Loaded loaded;
  std::span<const std::string> labels;
  std::vector<Index> sources;  // empty: all vertices
  Names names;
  Summary summary;
  std::chrono::steady_clock::time_point start;

  io::Naming naming() const { return {labels, loaded.first_vertex, sources}; }
};

// Threads for what is done with rows; 0: all there are.
int threads_for(const Options& options);

// Solves nothing.
void print_plan(const Job& job);

// Rows to a file, if there is one to write, and a summary of them.
void solve_rows(Job& job);

// What they say together.
void solve_stats(Job& job);

}  // namespace warpath::cli
