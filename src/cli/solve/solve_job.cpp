#include "cli/solve/solve_job.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <variant>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "base/messages.hpp"
#include "base/resources.hpp"
#include "base/too_narrow.hpp"
#include "cli/input/widen.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/solve/proof.hpp"
#include "cli/solve/row_output.hpp"
#include "cli/solve/summary.hpp"

namespace warpath::cli {
namespace {

// The library counts vertices from 0. Its complaints are completed by what people call them.
template <class Work>
auto with_names(const Job& job, const Work& work) {
  const Names& names = job.names;
  try {
    return work();
  } catch (const Error& error) {
    const Cycle& cycle = error.cycle();
    if (!cycle.vertices.empty()) {
      const bool edge = cycle.weights.size() == 2 && cycle.weights[0] == cycle.weights[1];
      throw NamedCycle(error, names, job.loaded.result_weight, "",
                       fmt::format("{}; --on-negative-cycle mark solves the rest",
                                   edge ? "an edge below 0 that leads both ways is a cycle"
                                        : "going round it again and again makes any path shorter"));
    }
    const std::string happened = named(error, names);
    if (happened == error.happened()) throw;
    if (const auto* narrow = dynamic_cast<const TooNarrow*>(&error)) {
      throw TooNarrow(narrow->type(), happened, error.remedy(), error.vertices());
    }
    throw Error(error.code(), happened, error.remedy(), error.vertices());
  }
}

// Whether all rows are computed before the first is looked at: the fastest way, where memory allows.
bool fits_at_once(const Job& job) {
  const std::size_t cell = static_cast<std::size_t>(size_of(job.loaded.result_weight)) +
                           (job.options.predecessors ? sizeof(std::int32_t) : 0);
  const double bytes = static_cast<double>(cell) * static_cast<double>(job.rows()) *
                       static_cast<double>(job.loaded.vertices);
  const std::size_t limit = job.options.memory_limit;
  return bytes <= 0.5 * static_cast<double>(limit != 0 ? limit : available_memory());
}

bool has_negatives(const Graph& graph) {
  return graph.visit_weights([](const auto& weights) {
    return std::ranges::any_of(weights, [](auto weight) { return weight < 0; });
  });
}

// Whether nobody will see more of the rows than measures say of them, so that no matrix is needed.
// Negative weights would take potentials, and these a matrix.
bool wants_measures(const Job& job) {
  const SolveArguments& arguments = job.arguments;
  if (arguments.stats) return true;
  return arguments.output.empty() && arguments.paths.empty() && !arguments.sources &&
         arguments.verify == "none" && job.options.semiring == SemiringKind::shortest_path &&
         job.loaded.graph() != nullptr && !has_negatives(*job.loaded.graph());
}

// A summary says no more than how far the farthest are.
Extent extent_for(const Job& job) { return job.arguments.stats ? Extent::all : Extent::ends; }

Plan plan_of(const Job& job) {
  if (const Graph* graph = job.loaded.graph()) {
    if (wants_measures(job)) return plan_measure(*graph, job.options, extent_for(job));
    if (job.sources.empty() && fits_at_once(job)) return plan_solve(*graph, job.options);
    return plan_rows(*graph, job.rows(), job.options);
  }
  return std::visit(
      [&]<class T>(MatrixView<const T> view) { return plan_solve<T>(view, job.options); },
      job.loaded.matrix());
}

// Rows of the result from `first` on, and their predecessors if these are asked for.
using Take = std::function<void(Index first, const AnyMatrixView& rows, verify::Trees before)>;

Statistics stream_graph(const Job& job, const Graph& graph, const Take& take) {
  std::vector<Index> sources = job.sources;
  if (sources.empty()) {
    sources.resize(static_cast<std::size_t>(job.loaded.vertices));
    std::iota(sources.begin(), sources.end(), Index{0});
  }
  return stream_rows(graph, sources, job.options, [&](Rows& rows) {
    take(rows.first, some_rows(view_of(rows.distances), 0, rows.count),
         some_rows(std::as_const(rows.predecessors).view(), 0, rows.count));
  });
}

Result solve_matrix(Job& job) {
  try {
    return std::visit(
        [&]<class T>(MatrixView<const T> view) { return solve<T>(view, job.options); },
        job.loaded.matrix());
  } catch (const Error& error) {
    // A matrix that is nobody else's can be solved where it lies, unless somebody needs its arcs.
    auto* own = std::get_if<DenseMatrix>(&job.loaded.input);
    const bool kept = job.options.predecessors || job.arguments.verify != "none" ||
                      job.options.on_negative_cycle == OnNegativeCycle::mark;
    if (error.code() != ErrorCode::does_not_fit || own == nullptr || kept ||
        own->index() != static_cast<std::size_t>(job.loaded.result_weight)) {
      throw;
    }
    job.is_final = true;
    Options options = job.options;
    options.weights.reset();  // it has the result's type
    Statistics statistics = std::visit(
        [&]<class T>(Matrix<T>& cells) { return solve_in_place<T>(cells.view(), options); }, *own);
    return Result(std::move(*own), job.options.semiring, std::move(statistics));
  }
}

// False where it has to be done by rows: devices take no sums of integers that may grow so large.
bool solve_by_measures(const Job& job, Outcome& outcome) {
  if (!wants_measures(job)) return false;
  try {
    const Measures measures = measure(*job.loaded.graph(), job.options, extent_for(job));
    outcome.statistics = measures.statistics;
    outcome.overview = overview_of(job, measures, true);
    return true;
  } catch (const TooNarrow&) {
    return false;
  }
}

// Where all rows come at once, the outcome has the statistics before them.
void solve_input(Job& job, bool at_once, Outcome& outcome, const Take& take) {
  const Graph* graph = job.loaded.graph();
  const auto stream = [&] { outcome.statistics = stream_graph(job, *graph, take); };
  if (graph != nullptr && !at_once) return stream();
  std::optional<Result> result;
  try {
    if (graph == nullptr) {
      result = solve_matrix(job);
    } else {
      result = job.sources.empty() ? solve(*graph, job.options)
                                   : solve_from(*graph, job.sources, job.options);
    }
  } catch (const Error& error) {
    if (graph == nullptr || error.code() != ErrorCode::does_not_fit) throw;
    return stream();
  }
  outcome.statistics = result->statistics();
  const AnyMatrixView rows = view_of(result->storage());
  const auto before = result->predecessors();
  if (graph != nullptr || job.sources.empty()) {
    take(0, rows, before);
  } else {
    for (std::size_t i = 0; i < job.sources.size(); ++i) {
      take(static_cast<Index>(i), some_rows(rows, job.sources[i], 1),
           some_rows(before, job.sources[i], 1));
    }
  }
}

// Names as a table spells them.
std::size_t table_bytes(const Job& job) {
  const auto is_table = [](const std::string& file) { return io::has_extension(file, ".csv"); };
  if (!is_table(job.arguments.output) && !is_table(job.arguments.paths)) return 0;
  std::size_t bytes = 64 * static_cast<std::size_t>(job.loaded.vertices);
  for (const std::string& label : job.loaded.labels())
    bytes += label.size() > 15 ? label.size() : 0;
  return bytes;
}

// Of files that are written past the system's pages.
std::size_t buffer_bytes(const Job& job) {
  const auto bytes_of = [&](const std::string& file, Index cell) {
    const auto cells = static_cast<std::size_t>(job.rows() * job.loaded.vertices);
    const bool direct = cells * static_cast<std::size_t>(cell) > job.most_in_pages;
    return direct && !file.empty() ? io::DirectFile::kBytes : 0;
  };
  return bytes_of(job.arguments.output, size_of(job.loaded.result_weight)) +
         bytes_of(job.arguments.paths, sizeof(std::int32_t));
}

void print_summary(const Job& job, const std::string& text) {
  const bool to_stdout = job.arguments.output != "-" && job.arguments.paths != "-";
  if (!job.arguments.quiet) (to_stdout ? print : say)(text);
}

}  // namespace

void Job::set_limit() {
  if (!memory) return;
  // What is mapped counts as a whole, however much of it was looked at.
  if (const auto* file = std::get_if<io::NpyRows>(&loaded.input)) file->release();
  const std::size_t sources_bytes =
      loaded.graph() == nullptr ? 0 : sizeof(Index) * static_cast<std::size_t>(loaded.vertices);
  options.memory_limit = memory.left(io::name_of(arguments.graph) + " with what is made of it",
                                     loaded.mapped_bytes + RowProof::bytes(*this) +
                                         table_bytes(*this) + buffer_bytes(*this) + sources_bytes);
}

void print_plan(const Job& job) {
  const Plan plan = with_names(job, [&] { return plan_of(job); });
  if (job.arguments.json) {
    print_json(plan_json(plan, job.loaded.arcs));
  } else {
    print(plan.to_string());
  }
}

void solve_rows(Job& job) {
  const SolveArguments& arguments = job.arguments;
  const io::WriteOptions write = arguments.write_options();
  const auto cells = static_cast<std::size_t>(job.rows() * job.loaded.vertices);
  if (!arguments.output.empty()) {
    const auto each = static_cast<std::size_t>(size_of(job.loaded.result_weight));
    io::check_rows(io::Cells::distances, arguments.output, job.naming(), write, cells * each);
  }
  if (!arguments.paths.empty()) {
    io::check_rows(io::Cells::predecessors, arguments.paths, job.naming(), write,
                   cells * sizeof(std::int32_t));
  }
  Outcome outcome;
  job.set_limit();
  const bool at_once = job.loaded.graph() == nullptr || fits_at_once(job);
  RowOutput output(job, at_once, outcome);
  RowProof proof(job, outcome);
  const auto take = [&](Index first, const AnyMatrixView& rows, verify::Trees before) {
    proof.take(first, rows, before);
    output.take(first, rows, before);
    job.is_final = io::is_stream(arguments.output) || io::is_stream(arguments.paths);
  };
  {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    output.prepare();
    with_names(job, [&] {
      if (solve_by_measures(job, outcome)) return;
      solve_input(job, at_once, outcome, take);
      output.finish();
    });
  }
  outcome.seconds_total = job.clock.seconds();
  if (arguments.json) {
    print_json(for_machines(job, outcome));
  } else {
    print_summary(job, for_people(job, outcome));
  }
}

void solve_stats(Job& job) {
  const SolveArguments& arguments = job.arguments;
  io::WriteOptions write = arguments.write_options();
  if (!arguments.output.empty()) io::check_measures(arguments.output, job.naming(), write);
  as_graph(job.loaded, arguments.graph, job.memory);
  job.set_limit();
  Measures measures;
  Outcome outcome;
  {
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = write.progress = bar.callback();
    measures = with_names(job, [&] { return measure(*job.loaded.graph(), job.options); });
    outcome.overview = overview_of(job, measures, false);
    const Stopwatch writing;
    if (!arguments.output.empty()) {
      io::write_measures(arguments.output, measures, job.naming(), write);
      outcome.seconds_writing = writing.seconds();
    }
  }
  outcome.statistics = measures.statistics;
  outcome.seconds_total = job.clock.seconds();
  if (arguments.json) {
    print_json(stats_for_machines(job, outcome, measures));
  } else {
    print_summary(job, stats_for_people(job, outcome, measures));
  }
}

}  // namespace warpath::cli
