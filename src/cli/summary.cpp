#include "cli/summary.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "cli/utf8.hpp"
#include "core/words.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

template <class T>
Overview look_over(MatrixView<const T> distances, SemiringKind semiring) {
  const T none = no_path<T>(semiring);
  const bool want_smallest = semiring == SemiringKind::widest_path;
  Overview overview;
  T best{};
  for (Index i = 0; i < distances.rows(); ++i) {
    for (Index j = 0; j < distances.columns(); ++j) {
      if (i == j) continue;
      const T distance = distances(i, j);
      if (distance == none) {
        ++overview.unreachable;
      } else if (!overview.extreme || (want_smallest ? distance < best : distance > best)) {
        best = distance;
        overview.extreme = Extreme{static_cast<double>(distance), i, j};
      }
    }
  }
  if (semiring == SemiringKind::reachability) overview.extreme.reset();
  return overview;
}

std::string number(double value) {
  // Whole numbers in full; six digits tell enough of the others.
  if (value == std::trunc(value) && std::abs(value) < 1e9) return fmt::format("{:.0f}", value);
  return fmt::format("{:.6g}", value);
}

// The distances among a few vertices spread over the graph.
std::string sample(const Result& result, const Names& names) {
  const Index n = result.vertices();
  const Index count = std::min<Index>(n, 5);
  constexpr std::size_t width = 13;
  std::vector<Index> chosen;
  std::vector<std::string> called;
  for (Index i = 0; i < count; ++i) {
    chosen.push_back(count == 1 ? 0 : i * (n - 1) / (count - 1));
    called.push_back(fit(readable(names.name(chosen.back())), width - 1));
  }
  std::string text = padded("from \\ to", width + 1);
  for (const std::string& to : called) text += std::string(width - columns(to), ' ') + to;
  text += '\n';
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    text += padded(called[i], width + 1);
    for (const Index to : chosen) {
      text += fmt::format("{:>{}}",
                          result.reachable(chosen[i], to) ? number(result.distance(chosen[i], to))
                                                          : std::string("-"),
                          width);
    }
    text += '\n';
  }
  return text;
}

bool is_table(std::string_view output) {
  return output.ends_with(".csv") || output.ends_with(".csv.gz");
}

// How a matrix of the result says that there is no path.
std::string no_path_text(const Result& result) {
  return std::visit(
      [&]<class T>(const Matrix<T>&) -> std::string {
        if (std::is_same_v<T, std::uint8_t>) return "False";
        return fmt::format("{}", no_path<T>(result.semiring()));
      },
      result.storage());
}

std::string line(std::string_view label, const std::string& text) {
  return fmt::format("{:<14}{}\n", label, text);
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

}  // namespace

Overview look_over(const Result& result) {
  return std::visit(
      [&]<class T>(const Matrix<T>& cells) {
        return look_over<T>(cells.view(), result.semiring());
      },
      result.storage());
}

std::string for_people(const Result& result, const Names& names, const Summary& summary) {
  const Statistics& statistics = result.statistics();
  const Plan& plan = statistics.plan;
  const Index n = result.vertices();
  std::string text;
  text += line("graph", fmt::format("{}: {}, {}", summary.input, counted(n, "vertex", "vertices"),
                                    counted(summary.arcs, "arc", "arcs")));
  std::string weights(to_string(result.semiring()));
  if (result.semiring() != SemiringKind::reachability) {
    weights += fmt::format(" of {}", to_string(result.weight_type()));
  }
  if (plan.problem.symmetric) weights += ", symmetric";
  text += line("method", "dense, " + weights);
  text += line("kernel", kernel_text(plan));
  const std::string on_device =
      plan.device < 0 ? ""
                      : fmt::format("{} on the device; ", seconds_text(statistics.kernel_seconds));
  text +=
      line("time", fmt::format("{} ({}tasks/s); {}{} with reading and writing",
                               seconds_text(statistics.seconds), si(statistics.tasks_per_second),
                               on_device, seconds_text(summary.seconds_total)));
  if (const auto& extreme = summary.overview.extreme) {
    text +=
        line(extreme_name(result.semiring()),
             fmt::format("{}, from {} to {}", number(extreme->distance),
                         readable(names.name(extreme->from)), readable(names.name(extreme->to))));
  }
  text += line("unreachable", fmt::format("{} of {} pairs", grouped(summary.overview.unreachable),
                                          grouped(n > 0 ? n * (n - 1) : 0)));
  // What looks like an answer, but to a question that was probably not asked.
  if (summary.one_way && 2 * summary.overview.unreachable > n * (n - 1)) {
    text += line("hint", "every arc goes one way; --undirected travels both ways");
  }
  if (summary.mostly_zero) {
    text += line("hint", "most cells are 0, which is an arc of weight 0; inf means no arc");
  }
  if (!summary.output.empty()) {
    const auto bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(n) *
                       static_cast<std::size_t>(size_of(result.weight_type()));
    text += line("output", is_table(summary.output)
                               ? fmt::format("{}: a line per reachable pair", summary.output)
                               : fmt::format("{}: {} x {} {}, {}", summary.output, n, n,
                                             to_string(result.weight_type()), format_bytes(bytes)));
  }
  if (!summary.output.empty() && summary.overview.unreachable > 0 && !is_table(summary.output)) {
    text += line("no path", fmt::format("is {} in the matrix", no_path_text(result)));
  }
  if (!summary.labels.empty()) {
    text += line("labels", fmt::format("{}: line i names row i and column i", summary.labels));
  }
  if (n > 0) text += '\n' + sample(result, names);
  if (n > 0 && !names.has_labels() && names.number(0) != 0) {
    text += fmt::format("\nVertices are numbered as in the file; vertex {} is row 0.\n",
                        names.number(0));
  }
  return text;
}

nlohmann::ordered_json plan_json(const Plan& plan, Index arcs) {
  nlohmann::ordered_json json;
  json["n"] = plan.problem.n;
  json["arcs"] = arcs;
  json["method"] = "dense";
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
  json["device_bytes"] = plan.device_bytes;
  json["predicted_seconds"] = plan.predicted_seconds;
  json["version"] = version();
  return json;
}

nlohmann::ordered_json for_machines(const Result& result, const Names& names,
                                    const Summary& summary) {
  const auto name = [&](Index v) -> nlohmann::ordered_json {
    if (names.has_label(v)) return readable(names.name(v));
    return names.number(v);
  };
  const Statistics& statistics = result.statistics();
  nlohmann::ordered_json json = plan_json(statistics.plan, summary.arcs);
  json["seconds"] = statistics.seconds;
  json["kernel_seconds"] = statistics.kernel_seconds;
  json["seconds_reading"] = summary.seconds_reading;
  json["seconds_writing"] = summary.seconds_writing;
  json["seconds_total"] = summary.seconds_total;
  json["tasks_per_second"] = statistics.tasks_per_second;
  json["unreachable_pairs"] = summary.overview.unreachable;
  json["no_path"] = no_path_text(result);
  json[std::string(extreme_name(result.semiring()))] = nullptr;
  if (const auto& extreme = summary.overview.extreme) {
    // JSON has no infinities, which a widest path may have.
    nlohmann::ordered_json distance = extreme->distance;
    if (!std::isfinite(extreme->distance)) distance = extreme->distance > 0 ? "inf" : "-inf";
    json[std::string(extreme_name(result.semiring()))] = {{"distance", distance},
                                                          {"from", name(extreme->from)},
                                                          {"to", name(extreme->to)},
                                                          {"row", extreme->from},
                                                          {"column", extreme->to}};
  }
  json["input"] = summary.input;
  json["output"] = nullptr;
  if (!summary.output.empty()) json["output"] = summary.output;
  json["labels"] = nullptr;
  if (!summary.labels.empty()) json["labels"] = summary.labels;
  return json;
}

}  // namespace warpath::cli
