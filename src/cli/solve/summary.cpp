#include "cli/solve/summary.hpp"

#include <algorithm>
#include <type_traits>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/numbers.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/proof.hpp"
#include "io/file_name.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

std::string input_name(const Job& job) {
  return job.arguments.graph == "-" ? "standard input" : readable(job.arguments.graph);
}

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

// How a matrix of the result says that there is no path.
std::string no_path_text(const Problem& problem) {
  if (problem.weight == WeightType::boolean) return "False";
  return visit_weight(problem.weight, [&]<class T>(std::type_identity<T>) {
    return fmt::format("{}", no_path<T>(problem.semiring));
  });
}

// The same for scripts, where a cell of the matrix compares equal to it.
template <class T>
Json cell_json(T cell) {
  if constexpr (std::is_integral_v<T>) return cell;
  return number_json(static_cast<double>(cell));
}

Json no_path_json(const Problem& problem) {
  if (problem.weight == WeightType::boolean) return false;
  return visit_weight(problem.weight, [&]<class T>(std::type_identity<T>) {
    return cell_json(no_path<T>(problem.semiring));
  });
}

// What stands for the distances of pairs that can use a negative cycle; null where there are none.
Json minus_infinity_json(const Problem& problem, const Overview& overview) {
  if (!overview.marked) return nullptr;
  return visit_weight(problem.weight,
                      []<class T>(std::type_identity<T>) { return cell_json(unbounded<T>()); });
}

// Where a negative cycle was marked, the plan is that of what it leaves of the graph.
bool is_symmetric(const Job& job, const Outcome& outcome) {
  if (!outcome.statistics.plan.problem.symmetric) return false;
  return !outcome.overview.marked || job.loaded.edges > 0;
}

bool mostly_unreachable(const Overview& overview) {
  return 2 * overview.unreachable > overview.pairs;
}

std::string kernel_text(const Plan& plan) {
  const std::string isa = plan.isa.empty() ? "" : fmt::format("{}, ", plan.isa);
  const std::string where = plan.device >= 0 ? fmt::format("CUDA device {}", plan.device)
                                             : counted(plan.threads, "thread", "threads");
  const std::string block = plan.block > 0 ? fmt::format(", block {}", plan.block) : "";
  return fmt::format("{} ({}{}{})", plan.kernel->name, isa, where, block);
}

std::string_view extreme_name(SemiringKind semiring) {
  switch (semiring) {
    case SemiringKind::widest_path: return "narrowest";
    case SemiringKind::minimax_path: return "highest";
    default: return "diameter";
  }
}

// A file of names beside the distances; empty: none.
std::string beside_output(const Job& job, std::string_view names) {
  const SolveArguments& arguments = job.arguments;
  if (arguments.output.empty()) return {};
  return readable(
      io::names_written(names, arguments.output, job.naming(), arguments.write_options()));
}

// What was written, and how it is to be read.
void add_output(Lines& lines, const Job& job, const Outcome& outcome) {
  if (job.arguments.output.empty()) return;
  const std::string output = output_name(job.arguments.output);
  if (io::has_extension(output, ".csv"))
    return lines.add("output", "{}: a line per reachable pair", output);
  const Problem& problem = outcome.statistics.plan.problem;
  const Index bytes = job.rows() * job.loaded.vertices * size_of(problem.weight);
  lines.add("output", "{}: {} x {} {}, {}", output, job.rows(), job.loaded.vertices,
            to_string(problem.weight), format_bytes(static_cast<std::size_t>(bytes)));
  const std::string none = no_path_text(problem);
  if (outcome.overview.unreachable > 0) lines.add("no path", "is {} in the matrix", none);
  if (outcome.overview.unbounded > 0) lines.add("unbounded", "is -{} in the matrix", none);
  if (const std::string file = beside_output(job, io::kSources); !file.empty()) {
    lines.add("rows", "{}: line i names row i", file);
  }
  if (const std::string file = beside_output(job, io::kLabels); !file.empty()) {
    lines.add("labels", "{}: line {}", file,
              job.arguments.sources ? "j names column j" : "i names row i and column i");
  }
}

}  // namespace

std::string name_in_line(const Names& names, Index v) {
  return fit(names.name(v), line_columns() == kNoLimit ? kNoLimit : 24);
}

std::string output_name(const std::string& path) {
  return path == "-" ? "standard output" : readable(path);
}

std::vector<std::string> hints_of(const Job& job, bool mostly_unreachable) {
  std::vector<std::string> hints = job.loaded.hints;
  if (job.loaded.one_way && mostly_unreachable) {
    hints.emplace_back("every arc goes one way; --undirected travels both ways");
  }
  if (job.too_narrow) {
    hints.push_back(fmt::format("distances are too large for {}, and were computed in {}",
                                to_string(*job.too_narrow), to_string(job.loaded.result_weight)));
  }
  if (job.loaded.zeros_may_mean_none) {
    hints.emplace_back("many weights are 0, which is an arc of weight 0; inf means no arc");
  }
  return hints;
}

Json extreme_json(const Job& job, const Extreme& extreme) {
  return {{"distance", number_json(extreme.distance, job.loaded.result_weight)},
          {"from", name_json(job.names, extreme.from)},
          {"to", name_json(job.names, extreme.to)},
          {"row", extreme.row},
          {"column", extreme.to}};
}

Lines head_for_people(const Job& job, const Outcome& outcome) {
  const Statistics& statistics = outcome.statistics;
  const Plan& plan = statistics.plan;
  const Problem& problem = plan.problem;
  Lines lines;
  const Loaded& loaded = job.loaded;
  lines.add("graph", "{}: {}", input_name(job),
            size_text(loaded.vertices, loaded.arcs, loaded.edges));
  if (job.arguments.sources) lines.add("sources", "{}, to all vertices", grouped(job.rows()));
  std::string weights(to_string(problem.semiring));
  if (problem.semiring != SemiringKind::reachability) {
    weights += fmt::format(" of {}", to_string(problem.weight));
  }
  if (is_symmetric(job, outcome)) weights += ", symmetric";
  lines.add("method", "{}, {}", to_string(plan.method()), weights);
  if (plan.sparse) {
    const SparsePlan::Facts& facts = plan.sparse.facts();
    lines.add("order", "{} in {}, {} links and {} with fill",
              counted(facts.supernodes, "supernode", "supernodes"),
              counted(facts.levels, "level", "levels"), grouped(facts.links), grouped(facts.fill));
  }
  lines.add("kernel", "{}", kernel_text(plan));
  const std::string on_device =
      plan.device < 0 ? ""
                      : fmt::format("{} on the device; ", seconds_text(statistics.kernel_seconds));
  lines.add("time", "{} ({}tasks/s); {}{} with reading and writing",
            seconds_text(statistics.seconds), si(statistics.tasks_per_second), on_device,
            seconds_text(outcome.seconds_total));
  if (plan.sparse) {
    lines.add("", "order {}, eliminate {}, sweep {}", seconds_text(statistics.order_seconds),
              seconds_text(statistics.factor_seconds), seconds_text(statistics.sweep_seconds));
  }
  return lines;
}

std::string for_people(const Job& job, const Outcome& outcome) {
  const SemiringKind semiring = job.options.semiring;
  const Overview& overview = outcome.overview;
  const Names& names = job.names;
  Lines lines = head_for_people(job, outcome);
  if (const auto& extreme = overview.extreme) {
    const bool some = job.arguments.sources && semiring == SemiringKind::shortest_path;
    lines.add(some ? "farthest" : extreme_name(semiring), "{}, from {} to {}",
              distance_text(extreme->distance, job.loaded.result_weight),
              name_in_line(names, extreme->from), name_in_line(names, extreme->to));
  }
  const std::string pairs = grouped(overview.pairs);
  lines.add("unreachable", "{} of {} pairs", grouped(overview.unreachable), pairs);
  if (overview.unbounded > 0) {
    lines.add("unbounded", "{} of {} pairs can use a negative cycle", grouped(overview.unbounded),
              pairs);
  }
  for (const std::string& hint : hints_of(job, mostly_unreachable(overview))) {
    lines.add("hint", "{}", hint);
  }
  if (outcome.verified) {
    lines.add("verified", "{}", outcome.verified->rows_text());
    lines.add("", "{}; {}", outcome.verified->slack_text(),
              seconds_text(outcome.seconds_verifying));
  }
  add_output(lines, job, outcome);
  if (const std::string& paths = job.arguments.paths; !paths.empty()) {
    lines.add("paths", "{}: who comes before, {}", output_name(paths),
              io::has_extension(paths, ".csv") ? "a line per pair" : "-1 for none");
  }
  std::string text = lines.text;
  if (job.loaded.vertices == 0) return text;
  text += '\n' + sample_text(overview.sample, names, job.loaded.result_weight);
  if (!names.has_labels() && names.number(0) != 0) {
    text += fmt::format("\nVertices are numbered as in the file; vertex {} is {} 0.\n",
                        names.number(0), job.arguments.sources ? "column" : "row");
  }
  return text;
}

Json plan_json(const Plan& plan, Index arcs) {
  Json json;
  json["n"] = plan.problem.n;
  json["arcs"] = arcs;
  json["rows"] = plan.problem.rows < 0 ? plan.problem.n : plan.problem.rows;
  json["method"] = to_string(plan.method());
  json["kernel"] = plan.kernel->name;
  json["device"] = to_string(plan.kernel->backend);
  json["weight"] = to_string(plan.problem.weight);
  json["semiring"] = to_string(plan.problem.semiring);
  json["isa"] = plan.isa;
  json["threads"] = plan.threads;
  json["block"] = plan.block;
  json["symmetric"] = plan.problem.symmetric;
  json["nonnegative"] = plan.problem.nonnegative;
  json["bytes"] = plan.bytes();
  json["workspace_bytes"] = plan.workspace_bytes;
  json["device_bytes"] = plan.device_bytes;
  json["tasks"] = plan.tasks;
  json["predicted_seconds"] = plan.predicted_seconds;
  // What each method was predicted to take, where both were thought of.
  json["dense_seconds"] = nullptr;
  json["sparse_seconds"] = nullptr;
  if (plan.dense_seconds > 0) json["dense_seconds"] = plan.dense_seconds;
  if (plan.sparse_seconds > 0) json["sparse_seconds"] = plan.sparse_seconds;
  if (plan.sparse) {
    const SparsePlan::Facts& facts = plan.sparse.facts();
    json["supernodes"] = facts.supernodes;
    json["levels"] = facts.levels;
    json["links"] = facts.links;
    json["fill"] = facts.fill;
    json["largest_front"] = facts.largest_front;
    json["front_tasks"] = facts.front_tasks;
    json["sweep_tasks"] = facts.sweep_tasks;
  }
  json["version"] = version();
  return json;
}

Json head_for_machines(const Job& job, const Outcome& outcome) {
  const Statistics& statistics = outcome.statistics;
  Json json = plan_json(statistics.plan, job.loaded.arcs);
  json["n"] = job.loaded.vertices;
  json["rows"] = job.rows();
  json["symmetric"] = is_symmetric(job, outcome);
  json["nonnegative"] = statistics.plan.problem.nonnegative && !outcome.overview.marked;
  json["seconds"] = statistics.seconds;
  json["kernel_seconds"] = statistics.kernel_seconds;
  if (statistics.plan.method() == Method::sparse) {
    json["order_seconds"] = statistics.order_seconds;
    json["factor_seconds"] = statistics.factor_seconds;
    json["sweep_seconds"] = statistics.sweep_seconds;
  }
  json["seconds_reading"] = job.seconds_reading;
  json["seconds_writing"] = outcome.seconds_writing;
  json["seconds_total"] = outcome.seconds_total;
  json["tasks_per_second"] = statistics.tasks_per_second;
  json["input"] = input_name(job);
  json["output"] = or_null(output_name(job.arguments.output));
  return json;
}

Json for_machines(const Job& job, const Outcome& outcome) {
  const Overview& overview = outcome.overview;
  Json json = head_for_machines(job, outcome);
  json["unreachable_pairs"] = overview.unreachable;
  json["unbounded_pairs"] = overview.unbounded;
  const Problem& problem = outcome.statistics.plan.problem;
  json["no_path"] = no_path_json(problem);
  json["minus_infinity"] = minus_infinity_json(problem, overview);
  auto& extreme = json[std::string(extreme_name(job.options.semiring))] = nullptr;
  if (overview.extreme) extreme = extreme_json(job, *overview.extreme);
  json["verified"] = nullptr;
  if (outcome.verified) {
    json["verified"] = proof_json(*outcome.verified, job.names, outcome.seconds_verifying);
  }
  json["paths"] = or_null(output_name(job.arguments.paths));
  json["labels"] = or_null(beside_output(job, io::kLabels));
  json["sources"] = or_null(beside_output(job, io::kSources));
  json["hints"] = hints_of(job, mostly_unreachable(overview));
  return json;
}

}  // namespace warpath::cli
