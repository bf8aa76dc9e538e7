#include "bench/records.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/timing.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {
namespace {

std::string unit_text(const Goal& goal) {
  return goal.unit.empty() || goal.unit == "x" ? fmt::format("{:<1}", goal.unit)
                                               : fmt::format(" {}", goal.unit);
}

}  // namespace

nlohmann::ordered_json to_json(const Record& record) {
  const Plan& plan = record.plan;
  nlohmann::ordered_json json;
  json["kernel"] = plan.kernel->name;
  json["family"] = to_string(plan.kernel->family);
  json["backend"] = to_string(plan.kernel->backend);
  json["device"] = record.device;
  json["semiring"] = to_string(plan.problem.semiring);
  json["weight"] = to_string(plan.problem.weight);
  json["graph"] = to_string(record.what.graph);
  json["seed"] = record.what.seed;
  json["n"] = plan.problem.n;
  json["threads"] = plan.threads;
  json["isa"] = plan.isa;
  json["block"] = plan.block;
  json["symmetric"] = plan.problem.symmetric;
  json["nonnegative"] = plan.problem.nonnegative;
  json["pinned"] = record.what.pinned;
  if (record.what.predecessors) json["predecessors"] = true;
  json["seconds"] = record.seconds;
  json["seconds_min"] = record.seconds_min;
  json["end_to_end_seconds"] = record.end_to_end_seconds;
  json["repeats"] = record.repeats;
  json["tasks_per_second"] = record.tasks_per_second;
  json["peak_tasks_per_second"] = record.peak_tasks_per_second;
  json["peak_fraction"] = record.peak_fraction;
  if (record.paper_seconds > 0) json["paper_seconds"] = record.paper_seconds;
  json["verified"] = record.verified;
  json["version"] = version();
  json["date"] = record.date;
  return json;
}

nlohmann::ordered_json to_json(const Goal& goal) {
  nlohmann::ordered_json json;
  json["row"] = goal.row;
  json["unit"] = goal.unit;
  json["must"] = goal.must;
  json["aim"] = goal.aim;
  json["reached"] = goal.reached;
  json["smaller_is_better"] = goal.smaller_is_better;
  json["met"] = goal.met(goal.must);
  json["device"] = goal.device;
  json["version"] = version();
  json["date"] = now_text();
  return json;
}

nlohmann::ordered_json to_json(const Finding& finding) {
  nlohmann::ordered_json json;
  const Statistics* solve = finding.solve;
  json["what"] = finding.what;
  if (solve != nullptr) {
    const KernelInfo& kernel = *solve->plan.kernel;
    json["method"] = to_string(solve->plan.method());
    json["kernel"] = kernel.name;
    json["family"] = to_string(kernel.family);
    json["backend"] = to_string(kernel.backend);
  }
  json["device"] = finding.device;
  if (solve != nullptr) json["weight"] = to_string(solve->plan.problem.weight);
  json["graph"] = finding.graph;
  json["n"] = finding.n;
  if (solve != nullptr) json["threads"] = solve->plan.threads;
  json["seconds"] = finding.seconds;
  if (solve != nullptr && solve->plan.sparse) {
    const SparsePlan::Facts& facts = solve->plan.sparse.facts();
    json["order_seconds"] = solve->order_seconds;
    json["factor_seconds"] = solve->factor_seconds;
    json["sweep_seconds"] = solve->sweep_seconds;
    json["supernodes"] = facts.supernodes;
    json["levels"] = facts.levels;
    json["front_tasks"] = facts.front_tasks;
    json["sweep_tasks"] = facts.sweep_tasks;
  }
  json["verified"] = true;
  json["version"] = version();
  json["date"] = now_text();
  return json;
}

std::string table_head() {
  return fmt::format("{:<20} {:<7} {:>6} {:>3} {:<6} {:>8} {:>8} {:>8} {:>6}\n", "kernel", "weight",
                     "n", "thr", "isa", "median s", "Gtasks/s", "peak G/s", "peak");
}

std::string table_line(const Record& record) {
  const Plan& plan = record.plan;
  const auto billions = [](double rate) {
    return rate < 1e12 ? fmt::format("{:.4g}", rate / 1e9) : fmt::format("{:.0f}", rate / 1e9);
  };
  return fmt::format("{:<20} {:<7} {:>6} {:>3} {:<6} {:>8.3g} {:>8} {:>8} {:>5.1f}%\n",
                     plan.kernel->name, to_string(plan.problem.weight), plan.problem.n,
                     plan.threads, plan.isa.empty() ? "-" : plan.isa, record.seconds,
                     billions(record.tasks_per_second), billions(record.peak_tasks_per_second),
                     100 * record.peak_fraction);
}

std::string goals_table(const std::vector<Goal>& goals) {
  std::string text = fmt::format("\n{:<50} {:>7} {:>7} {:>9}\n", "", "must", "aim", "reached");
  for (const Goal& goal : goals) {
    const std::string unit = unit_text(goal);
    text += fmt::format("{:<50} {:>6.4g}{} {:>6.4g}{} {:>8.4g}{} {}\n", goal.row, goal.must, unit,
                        goal.aim, unit, goal.reached, unit,
                        !goal.met(goal.must) ? "NO"
                        : goal.met(goal.aim) ? "aim"
                                             : "ok");
  }
  return text;
}

std::string json_text(const std::vector<nlohmann::ordered_json>& records) {
  std::string text = "[\n";
  for (std::size_t i = 0; i < records.size(); ++i) {
    text += records[i].dump() + (i + 1 < records.size() ? ",\n" : "\n");
  }
  return text + "]\n";
}

std::string csv_text(const std::vector<nlohmann::ordered_json>& records) {
  std::string text;
  if (records.empty()) return text;
  // Not every record has every field.
  std::vector<std::string> names;
  for (const auto& record : records) {
    for (const auto& [name, value] : record.items()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  text = fmt::format("{}\n", fmt::join(names, ","));
  for (const auto& record : records) {
    const char* separator = "";
    for (const std::string& name : names) {
      // JSON's quotes serve for CSV too: no text here holds a quote itself.
      text += separator;
      if (record.contains(name)) text += record[name].dump();
      separator = ",";
    }
    text += '\n';
  }
  return text;
}

}  // namespace warpath::bench
