#include "cli/solve/solve_job.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/messages.hpp"
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

Plan plan_of(const Job& job) {
  return with_names(job.names,
                    [&] { return plan_loaded(job.loaded, job.summary.rows, job.options); });
}

// While a graph is planned nothing can be left behind, and a signal ends the program at once.
void make_plan(Job& job) {
  if (!std::holds_alternative<Graph>(job.loaded.input)) return;
  const auto start = std::chrono::steady_clock::now();
  job.plan = plan_of(job);
  job.plan_seconds = seconds_since(start);
  job.options = as_planned(job.options, *job.plan);
}

// The time of the solve: with its order, which was found before, and without what others did
// meanwhile with its rows.
void settle(Statistics& statistics, const Job& job, double elsewhere) {
  if (!job.plan || statistics.plan.method() != Method::sparse) return;
  Plan& plan = statistics.plan;
  plan.dense_seconds = job.plan->dense_seconds;
  plan.sparse_seconds = job.plan->sparse_seconds;
  if (plan.sparse) statistics.order_seconds = job.plan_seconds;
  statistics.sweep_seconds -= elsewhere;
  statistics.kernel_seconds -= elsewhere;
  statistics.seconds += statistics.order_seconds - elsewhere;
  statistics.tasks_per_second = statistics.seconds > 0 ? plan.tasks / statistics.seconds : 0;
}

void print_summary(const Job& job, const std::string& text) {
  if (!job.arguments.quiet)
    fmt::print(job.arguments.output == "-" || job.arguments.paths == "-" ? stderr : stdout, "{}",
               text);
}

}  // namespace

io::WriteOptions to_write_options(const SolveArguments& arguments) {
  io::WriteOptions write;
  write.force = arguments.force;
  return write;
}

void print_plan(const Job& job) {
  const Plan plan = plan_of(job);
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
    io::check_distances(arguments.output, job.naming(), write, bytes);
  }
  if (!arguments.paths.empty()) {
    const std::size_t bytes = static_cast<std::size_t>(shape.rows) *
                              static_cast<std::size_t>(shape.columns) * sizeof(std::int32_t);
    io::check_predecessors(arguments.paths, job.naming(), write, bytes);
  }
  make_plan(job);
  RowOutput output({.path = arguments.output,
                    .predecessors = arguments.paths,
                    .shape = shape,
                    .naming = job.naming(),
                    .write = write,
                    .at_once = !job.plan || job.plan->method() == Method::dense,
                    .quiet = arguments.quiet});
  RowProof proof(job, shape);
  Statistics statistics;
  {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    statistics = with_names(job.names, [&] {
      return stream_loaded(job.loaded, job.sources, job.options,
                           [&](Index first, const DenseMatrix& rows, Index count, Index begin,
                               MatrixView<const std::int32_t> before) {
                             proof.take(first, rows, count, begin, before);
                             output.take(first, rows, count, begin, before);
                           });
    });
    output.finish();
  }
  settle(statistics, job, output.seconds() + proof.seconds());
  Summary& summary = job.summary;
  summary.verified = proof.certificate();
  summary.seconds_verifying = proof.seconds();
  summary.overview = output.overview();
  if (!arguments.output.empty() || !arguments.paths.empty()) {
    summary.seconds_writing = output.writing_seconds();
  }
  if (!arguments.output.empty()) {
    summary.labels = readable(io::labels_written(arguments.output, job.naming(), write));
    summary.sources = readable(io::sources_written(arguments.output, job.naming(), write));
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
  make_plan(job);
  Measures measures;
  {
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    measures = with_names(job.names,
                          [&] { return measure(std::get<Graph>(job.loaded.input), job.options); });
    if (!arguments.output.empty()) {
      const auto writing = std::chrono::steady_clock::now();
      write.progress = bar.callback();
      io::write_measures(arguments.output, measures, job.naming(), write);
      job.summary.seconds_writing = seconds_since(writing);
    }
  }
  settle(measures.statistics, job, 0);
  job.summary.seconds_total = seconds_since(job.start);
  if (arguments.json) {
    fmt::print("{}\n", stats_for_machines(measures, job.names, job.summary).dump(2));
  } else {
    print_summary(job, stats_for_people(measures, job.names, job.summary));
  }
}

}  // namespace warpath::cli
