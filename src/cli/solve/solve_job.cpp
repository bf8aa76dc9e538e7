#include "cli/solve/solve_job.hpp"

#include <functional>
#include <numeric>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/messages.hpp"
#include "base/resources.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/proof.hpp"
#include "cli/solve/row_output.hpp"
#include "cli/solve/stats.hpp"

namespace warpath::cli {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A negative cycle, as people call its vertices.
[[noreturn]] void show_cycle(const Error& error, const Names& names) {
  const auto called = [&](Index v) { return readable(names.name(v)); };
  throw Error(error.code(), fmt::format("a negative cycle: {}", spell_cycle(error.cycle(), called)),
              "going round it again and again makes any path shorter; --on-negative-cycle mark "
              "solves the rest",
              error.vertices(), error.cycle());
}

// The library counts vertices from 0. Its complaints are completed by what people call them.
template <class Work>
auto with_names(const Names& names, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    if (!error.cycle().vertices.empty()) show_cycle(error, names);
    std::string known;
    for (const Index v : error.vertices()) {
      const std::string called = names.has_label(v)
                                     ? readable(names.name(v))
                                     : fmt::format("number {} in the file", names.number(v));
      known += fmt::format("{}vertex {} is {}", known.empty() ? "" : ", ", v, called);
    }
    const bool obvious = !names.has_labels() && names.number(0) == 0;
    if (obvious || (known.empty() && error.code() != ErrorCode::bad_input)) throw;
    if (known.empty()) known = "vertices are counted from 0 here, in the order of the file";
    throw Error(error.code(), fmt::format("{} ({})", error.happened(), known), error.remedy(),
                error.vertices());
  }
}

// Whether all rows are computed before the first is looked at: the fastest way, where memory allows.
bool fits_at_once(const Job& job) {
  const std::size_t cell = static_cast<std::size_t>(size_of(job.loaded.result_weight)) +
                           (job.options.predecessors ? sizeof(std::int32_t) : 0);
  const double bytes = static_cast<double>(cell) * static_cast<double>(job.summary.rows) *
                       static_cast<double>(job.loaded.vertices);
  const std::size_t limit = job.options.memory_limit;
  return bytes <= 0.5 * static_cast<double>(limit != 0 ? limit : available_memory());
}

Plan plan_of(const Job& job) {
  if (const Graph* graph = job.loaded.graph()) {
    if (job.arguments.stats) return plan_measure(*graph, job.options);
    if (job.sources.empty() && fits_at_once(job)) return plan_solve(*graph, job.options);
    return plan_rows(*graph, job.summary.rows, job.options);
  }
  return std::visit(
      [&]<class T>(MatrixView<const T> view) { return plan_solve<T>(view, job.options); },
      job.loaded.matrix());
}

// Rows of the result from `first` on, and their predecessors if these are asked for.
using Take = std::function<void(Index first, const AnyMatrixView& rows,
                                MatrixView<const std::int32_t> predecessors)>;

AnyMatrixView some_rows(const AnyMatrixView& rows, Index first, Index count) {
  return std::visit(
      [&](auto cells) -> AnyMatrixView { return cells.block(first, 0, count, cells.columns()); },
      rows);
}

Statistics stream_graph(const Job& job, const Graph& graph, const Take& take) {
  std::vector<Index> sources = job.sources;
  if (sources.empty()) {
    sources.resize(static_cast<std::size_t>(job.loaded.vertices));
    std::iota(sources.begin(), sources.end(), Index{0});
  }
  return stream_rows(graph, sources, job.options, [&](Rows& rows) {
    const auto before = std::as_const(rows.predecessors).view();
    take(rows.first, some_rows(view_of(rows.distances), 0, rows.count),
         before.rows() > 0 ? before.block(0, 0, rows.count, before.columns()) : before);
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
    Statistics statistics = std::visit(
        [&]<class T>(Matrix<T>& cells) { return solve_in_place<T>(cells.view(), job.options); },
        *own);
    return Result(std::move(*own), job.options.semiring, std::move(statistics));
  }
}

Statistics solve_input(Job& job, const Take& take) {
  const Graph* graph = job.loaded.graph();
  if (graph != nullptr && !fits_at_once(job)) return stream_graph(job, *graph, take);
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
    return stream_graph(job, *graph, take);
  }
  const AnyMatrixView rows = view_of(result->storage());
  const auto before = result->predecessors();
  if (graph != nullptr || job.sources.empty()) {
    take(0, rows, before);
  } else {
    for (std::size_t i = 0; i < job.sources.size(); ++i) {
      take(static_cast<Index>(i), some_rows(rows, job.sources[i], 1),
           before.rows() > 0 ? before.block(job.sources[i], 0, 1, before.columns()) : before);
    }
  }
  return result->statistics();
}

void print_summary(const Job& job, const std::string& text) {
  if (!job.arguments.quiet)
    fmt::print(job.arguments.output == "-" || job.arguments.paths == "-" ? stderr : stdout, "{}",
               text);
}

}  // namespace

int threads_for(const Options& options) {
  return options.threads > 0 ? options.threads : available_cores();
}

io::WriteOptions to_write_options(const SolveArguments& arguments) {
  io::WriteOptions write;
  write.force = arguments.force;
  return write;
}

void print_plan(const Job& job) {
  const Plan plan = with_names(job.names, [&] { return plan_of(job); });
  if (job.arguments.json) {
    fmt::print("{}\n", plan_json(plan, job.loaded.arcs).dump(2));
  } else {
    fmt::print("{}", plan.to_string());
  }
}

void solve_rows(Job& job) {
  const SolveArguments& arguments = job.arguments;
  const io::DistanceShape shape{job.summary.rows, job.loaded.vertices, job.loaded.result_weight,
                                job.options.semiring};
  const io::WriteOptions write = to_write_options(arguments);
  if (!arguments.output.empty()) {
    const std::size_t bytes = static_cast<std::size_t>(shape.rows) *
                              static_cast<std::size_t>(shape.columns) *
                              static_cast<std::size_t>(size_of(shape.weight));
    io::check_rows(io::Cells::distances, arguments.output, job.naming(), write, bytes);
  }
  if (!arguments.paths.empty()) {
    const std::size_t bytes = static_cast<std::size_t>(shape.rows) *
                              static_cast<std::size_t>(shape.columns) * sizeof(std::int32_t);
    io::check_rows(io::Cells::predecessors, arguments.paths, job.naming(), write, bytes);
  }
  RowOutput output({.path = arguments.output,
                    .predecessors = arguments.paths,
                    .shape = shape,
                    .naming = job.naming(),
                    .write = write,
                    .at_once = job.loaded.graph() == nullptr || fits_at_once(job),
                    .quiet = arguments.quiet,
                    .threads = threads_for(job.options)});
  RowProof proof(job, shape);
  Statistics statistics;
  {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    statistics = with_names(job.names, [&] {
      return solve_input(
          job, [&](Index first, const AnyMatrixView& rows, MatrixView<const std::int32_t> before) {
            proof.take(first, rows, before);
            output.take(first, rows, before);
          });
    });
    output.finish();
  }
  Summary& summary = job.summary;
  summary.verified = proof.certificate();
  summary.seconds_verifying = proof.seconds();
  summary.overview = output.overview();
  if (!arguments.output.empty() || !arguments.paths.empty()) {
    summary.seconds_writing = output.writing_seconds();
  }
  if (!arguments.output.empty()) {
    summary.labels =
        readable(io::names_written(io::kLabels, arguments.output, job.naming(), write));
    summary.sources =
        readable(io::names_written(io::kSources, arguments.output, job.naming(), write));
  }
  summary.seconds_total = seconds_since(job.start);
  if (arguments.json) {
    fmt::print("{}\n", for_machines(statistics, job.names, summary).dump(2));
  } else {
    print_summary(job, for_people(statistics, job.names, summary));
  }
}

void solve_stats(Job& job) {
  const SolveArguments& arguments = job.arguments;
  io::WriteOptions write = to_write_options(arguments);
  if (!arguments.output.empty()) io::check_measures(arguments.output, job.naming(), write);
  as_graph(job.loaded, arguments.graph);
  Measures measures;
  {
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    measures = with_names(job.names, [&] { return measure(*job.loaded.graph(), job.options); });
    if (!arguments.output.empty()) {
      const auto writing = std::chrono::steady_clock::now();
      write.progress = bar.callback();
      io::write_measures(arguments.output, measures, job.naming(), write);
      job.summary.seconds_writing = seconds_since(writing);
    }
  }
  job.summary.seconds_total = seconds_since(job.start);
  if (arguments.json) {
    fmt::print("{}\n", stats_for_machines(measures, job.names, job.summary).dump(2));
  } else {
    print_summary(job, stats_for_people(measures, job.names, job.summary));
  }
}

}  // namespace warpath::cli
