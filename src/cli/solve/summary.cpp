#include "cli/solve/summary.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/dispatch.hpp"
#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/proof.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

// The distances among a few vertices spread over the graph.
std::string sample_text(const Sample& sample, const Names& names) {
  constexpr std::size_t width = 13;
  const auto called = [&](Index v) { return fit(readable(names.name(v)), width - 1); };
  std::string text = padded("from \\ to", width + 1);
  for (const Index v : sample.to) {
    const std::string to = called(v);
    text += std::string(width - columns(to), ' ') + to;
  }
  text += '\n';
  auto cell = sample.cells.begin();
  for (const Index v : sample.from) {
    text += padded(called(v), width + 1);
    for (std::size_t j = 0; j < sample.to.size(); ++j, ++cell) {
      text += fmt::format("{:>{}}", *cell ? number_text(**cell) : std::string("-"), width);
    }
    text += '\n';
  }
  return text;
}

bool is_table(std::string_view output) {
  return output.ends_with(".csv") || output.ends_with(".csv.gz");
}

// How a matrix of the result says that there is no path.
std::string no_path_text(const Problem& problem) {
  if (problem.weight == WeightType::boolean) return "False";
  return visit_weight(problem.weight, [&]<class T>(std::type_identity<T>) {
    return fmt::format("{}", no_path<T>(problem.semiring));
  });
}

std::string kernel_text(const Plan& plan) {
  std::string text = fmt::format("{} (", plan.kernel->name);
  if (!plan.isa.empty()) text += fmt::format("{}, ", plan.isa);
  if (plan.device >= 0) {
    text += fmt::format("CUDA device {}", plan.device);
  } else {
    text += fmt::format("{} thread{}", plan.threads, plan.threads == 1 ? "" : "s");
  }
  if (plan.block > 0) text += fmt::format(", block {}", plan.block);
  return text + ")";
}

std::string_view extreme_name(SemiringKind semiring) {
  switch (semiring) {
    case SemiringKind::widest_path: return "narrowest";
    case SemiringKind::minimax_path: return "highest";
    default: return "diameter";
  }
}

// What was written, and how it is to be read.
std::string output_text(const Problem& problem, const Summary& summary) {
  if (summary.output.empty()) return {};
  if (is_table(summary.output)) {
    return summary_line("output", summary.output + ": a line per reachable pair");
  }
  const auto bytes = static_cast<std::size_t>(summary.rows) *
                     static_cast<std::size_t>(summary.vertices) *
                     static_cast<std::size_t>(size_of(problem.weight));
  std::string text = summary_line(
      "output", fmt::format("{}: {} x {} {}, {}", summary.output, summary.rows, summary.vertices,
                            to_string(problem.weight), format_bytes(bytes)));
  if (summary.overview.unreachable > 0) {
    text += summary_line("no path", fmt::format("is {} in the matrix", no_path_text(problem)));
  }
  if (summary.overview.unbounded > 0) {
    text += summary_line("unbounded", fmt::format("is -{} in the matrix", no_path_text(problem)));
  }
  if (!summary.sources.empty()) {
    text += summary_line("rows", summary.sources + ": line i names row i");
  }
  if (!summary.labels.empty()) {
    text += summary_line("labels",
                         summary.labels + (summary.chosen ? ": line j names column j"
                                                          : ": line i names row i and column i"));
  }
  return text;
}

}  // namespace

std::string summary_line(std::string_view label, const std::string& text) {
  return fmt::format("{:<14}{}\n", label, text);
}

std::string head_for_people(const Statistics& statistics, const Summary& summary) {
  const Plan& plan = statistics.plan;
  const Problem& problem = plan.problem;
  std::string text =
      summary_line("graph", fmt::format("{}: {}, {}", summary.input,
                                        counted(summary.vertices, "vertex", "vertices"),
                                        counted(summary.arcs, "arc", "arcs")));
  if (summary.chosen) {
    text += summary_line("sources", fmt::format("{}, to all vertices", grouped(summary.rows)));
  }
  std::string weights(to_string(problem.semiring));
  if (problem.semiring != SemiringKind::reachability) {
    weights += fmt::format(" of {}", to_string(problem.weight));
  }
  if (problem.symmetric) weights += ", symmetric";
  text += summary_line("method", fmt::format("{}, {}", to_string(plan.method()), weights));
  if (plan.sparse) {
    const SparseFacts& facts = plan.sparse.facts();
    text += summary_line("order", fmt::format("{} in {}, {} links and {} with fill",
                                              counted(facts.supernodes, "supernode", "supernodes"),
                                              counted(facts.levels, "level", "levels"),
                                              grouped(facts.links), grouped(facts.fill)));
  }
  text += summary_line("kernel", kernel_text(plan));
  const std::string on_device =
      plan.device < 0 ? ""
                      : fmt::format("{} on the device; ", seconds_text(statistics.kernel_seconds));
  text += summary_line(
      "time",
      fmt::format("{} ({}tasks/s); {}{} with reading and writing", seconds_text(statistics.seconds),
                  si(statistics.tasks_per_second), on_device, seconds_text(summary.seconds_total)));
  if (plan.sparse) {
    text += summary_line(
        "", fmt::format("order {}, eliminate {}, sweep {}", seconds_text(statistics.order_seconds),
                        seconds_text(statistics.factor_seconds),
                        seconds_text(statistics.sweep_seconds)));
  }
  return text;
}

std::string for_people(const Statistics& statistics, const Names& names, const Summary& summary) {
  const Problem& problem = statistics.plan.problem;
  const Overview& overview = summary.overview;
  std::string text = head_for_people(statistics, summary);
  if (const auto& extreme = overview.extreme) {
    text += summary_line(
        summary.chosen && problem.semiring == SemiringKind::shortest_path
            ? "farthest"
            : extreme_name(problem.semiring),
        fmt::format("{}, from {} to {}", number_text(extreme->distance),
                    readable(names.name(extreme->from)), readable(names.name(extreme->to))));
  }
  text += summary_line("unreachable", fmt::format("{} of {} pairs", grouped(overview.unreachable),
                                                  grouped(overview.pairs)));
  if (overview.unbounded > 0) {
    text += summary_line("unbounded",
                         fmt::format("{} of {} pairs can use a negative cycle",
                                     grouped(overview.unbounded), grouped(overview.pairs)));
  }
  // What looks like an answer, but to a question that was probably not asked.
  if (summary.one_way && 2 * overview.unreachable > overview.pairs) {
    text += summary_line("hint", "every arc goes one way; --undirected travels both ways");
  }
  if (summary.mostly_zero) {
    text += summary_line("hint", "most cells are 0, which is an arc of weight 0; inf means no arc");
  }
  if (summary.verified) {
    text += summary_line("verified", summary.verified->rows_text());
    text += summary_line("", fmt::format("{}; {}", summary.verified->slack_text(),
                                         seconds_text(summary.seconds_verifying)));
  }
  text += output_text(problem, summary);
  if (!summary.paths.empty()) {
    const bool table = is_table(summary.paths);
    text += summary_line("paths", summary.paths + (table ? ": who comes before, a line per pair"
                                                         : ": who comes before, -1 for none"));
  }
  if (summary.vertices > 0) text += '\n' + sample_text(overview.sample, names);
  if (summary.vertices > 0 && !names.has_labels() && names.number(0) != 0) {
    text += fmt::format("\nVertices are numbered as in the file; vertex {} is {} 0.\n",
                        names.number(0), summary.chosen ? "column" : "row");
  }
  return text;
}

nlohmann::ordered_json number_json(double number) {
  if (std::isfinite(number)) return number;
  return number > 0 ? "inf" : "-inf";
}

nlohmann::ordered_json plan_json(const Plan& plan, Index arcs) {
  nlohmann::ordered_json json;
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
    const SparseFacts& facts = plan.sparse.facts();
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

nlohmann::ordered_json head_for_machines(const Statistics& statistics, const Summary& summary) {
  nlohmann::ordered_json json = plan_json(statistics.plan, summary.arcs);
  json["n"] = summary.vertices;
  json["rows"] = summary.rows;
  json["seconds"] = statistics.seconds;
  json["kernel_seconds"] = statistics.kernel_seconds;
  if (statistics.plan.method() == Method::sparse) {
    json["order_seconds"] = statistics.order_seconds;
    json["factor_seconds"] = statistics.factor_seconds;
    json["sweep_seconds"] = statistics.sweep_seconds;
  }
  json["seconds_reading"] = summary.seconds_reading;
  json["seconds_writing"] = summary.seconds_writing;
  json["seconds_total"] = summary.seconds_total;
  json["tasks_per_second"] = statistics.tasks_per_second;
  return json;
}

nlohmann::ordered_json for_machines(const Statistics& statistics, const Names& names,
                                    const Summary& summary) {
  const Problem& problem = statistics.plan.problem;
  const auto or_null = [](const std::string& text) -> nlohmann::ordered_json {
    if (text.empty()) return nullptr;
    return text;
  };
  nlohmann::ordered_json json = head_for_machines(statistics, summary);
  json["unreachable_pairs"] = summary.overview.unreachable;
  json["unbounded"] = summary.overview.unbounded;
  json["no_path"] = no_path_text(problem);
  const std::string extreme_field(extreme_name(problem.semiring));
  json[extreme_field] = nullptr;
  if (const auto& extreme = summary.overview.extreme) {
    json[extreme_field] = {{"distance", number_json(extreme->distance)},
                           {"from", name_json(names, extreme->from)},
                           {"to", name_json(names, extreme->to)},
                           {"row", extreme->row},
                           {"column", extreme->to}};
  }
  json["verified"] = nullptr;
  if (summary.verified) {
    json["verified"] = proof_json(*summary.verified, names, summary.seconds_verifying);
  }
  json["input"] = summary.input;
  json["output"] = or_null(summary.output);
  json["paths"] = or_null(summary.paths);
  json["labels"] = or_null(summary.labels);
  json["sources"] = or_null(summary.sources);
  return json;
}

}  // namespace warpath::cli
