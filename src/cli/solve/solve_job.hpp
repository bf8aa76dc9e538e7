// One call of `solve`, from what was read to what is printed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/crew.hpp"
#include "base/stopwatch.hpp"
#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/shell/memory.hpp"
#include "cli/shell/options.hpp"
#include "io/row_writer.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

struct SolveArguments : InputArguments {
  std::string output;
  std::string paths;
  std::optional<std::string> sources;
  std::optional<std::string> memory;
  std::string device = "auto";
  std::string on_negative_cycle = "refuse";
  std::string verify = "none";
  bool stats = false;
  bool json = false;
  bool dry_run = false;
  bool force = false;

  io::WriteOptions write_options() const { return {.force = force}; }
};

// Everything that is known when the work starts.
struct Job {
  const SolveArguments& arguments;
  Options options;
  MemoryLimit memory;
  Loaded loaded;
  Names names;
  std::vector<Index> sources;  // empty: all vertices
  Stopwatch clock;
  double seconds_reading = 0;
  std::optional<WeightType> too_narrow = {};  // the type of the input, which distances outgrew
  // Larger files are written past the system's pages.
  std::size_t most_in_pages = available_memory() / 8;
  bool is_final = false;  // rows went into a pipe, or the input was solved where it lies

  Index rows() const {
    return arguments.sources ? static_cast<Index>(sources.size()) : loaded.vertices;
  }
  io::DistanceShape shape() const {
    return {rows(), loaded.vertices, loaded.result_weight, options.semiring};
  }
  io::Naming naming() const { return {loaded.labels(), loaded.first_vertex, sources}; }
  // Has options.memory_limit say what is left for a solve. Error does_not_fit.
  void set_limit();
  int threads() const { return crew_size(options.threads); }
};

// Solves nothing.
void print_plan(const Job& job);

// Rows to a file, if there is one to write, and a summary of them.
void solve_rows(Job& job);

// What they say together.
void solve_stats(Job& job);

}  // namespace warpath::cli
