#include "bench/records.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/timing.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {

namespace {

Json to_json(const Plan& plan) {
  return {{"kernel", plan.kernel->name},
          {"family", to_string(plan.kernel->family)},
          {"backend", to_string(plan.kernel->backend)},
          {"semiring", to_string(plan.problem.semiring)},
          {"weight", to_string(plan.problem.weight)},
          {"n", plan.problem.n},
          {"threads", plan.threads},
          {"isa", plan.isa},
          {"block", plan.block},
          {"symmetric", plan.problem.symmetric},
          {"nonnegative", plan.problem.nonnegative}};
}

// Of all records: not every one has every field.
std::vector<std::string> field_names(const std::vector<Json>& records) {
  std::vector<std::string> names;
  for (const Json& record : records) {
    for (const auto& [name, value] : record.members()) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

}  // namespace

Json to_json(const Record& record) {
  Json json = to_json(record.plan);
  json.update({{"device", record.device},
               {"graph", to_string(record.what.graph)},
               {"seed", record.what.seed},
               {"pinned", record.what.pinned},
               {"seconds", record.seconds},
               {"seconds_min", record.seconds_min},
               {"end_to_end_seconds", record.end_to_end_seconds},
               {"repeats", record.repeats},
               {"tasks_per_second", record.tasks_per_second},
               {"peak_tasks_per_second", record.peak_tasks_per_second},
               {"peak_fraction", record.peak_fraction}});
  if (record.what.predecessors) json["predecessors"] = true;
  if (record.paper_seconds > 0) json["paper_seconds"] = record.paper_seconds;
  json.update({{"verified", record.verified}, {"version", version()}, {"date", record.date}});
  return json;
}

Json to_json(const Goal& goal) {
  return {{"row", goal.row},
          {"unit", goal.unit},
          {"must", goal.must},
          {"aim", goal.aim},
          {"reached", goal.reached},
          {"smaller_is_better", goal.smaller_is_better()},
          {"met", goal.met(goal.must)},
          {"device", goal.device},
          {"version", version()},
          {"date", now_text()}};
}

Json to_json(const Statistics& solve) {
  Json json = to_json(solve.plan);
  json["method"] = to_string(solve.plan.method());
  if (!solve.plan.sparse) return json;
  const SparsePlan::Facts& facts = solve.plan.sparse.facts();
  json.update({{"order_seconds", solve.order_seconds},
               {"factor_seconds", solve.factor_seconds},
               {"sweep_seconds", solve.sweep_seconds},
               {"supernodes", facts.supernodes},
               {"levels", facts.levels},
               {"front_tasks", facts.front_tasks},
               {"sweep_tasks", facts.sweep_tasks}});
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
    const bool is_short = goal.unit.empty() || goal.unit == "x";
    const std::string unit = fmt::format("{:<1}", is_short ? goal.unit : " " + goal.unit);
    const char* verdict = !goal.met(goal.must) ? "NO" : goal.met(goal.aim) ? "aim" : "ok";
    text += fmt::format("{:<50} {:>6.4g}{} {:>6.4g}{} {:>8.4g}{} {}\n", goal.row, goal.must, unit,
                        goal.aim, unit, goal.reached, unit, verdict);
  }
  return text;
}

std::string json_text(const std::vector<Json>& records) {
  std::vector<std::string> lines;
  for (const Json& record : records) lines.push_back(record.text());
  return fmt::format("[\n{}{}]\n", fmt::join(lines, ",\n"), lines.empty() ? "" : "\n");
}

std::string csv_text(const std::vector<Json>& records) {
  if (records.empty()) return "";
  const std::vector<std::string> names = field_names(records);
  std::string text = fmt::format("{}\n", fmt::join(names, ","));
  for (const Json& record : records) {
    std::vector<std::string> cells(names.size());
    for (const auto& [name, value] : record.members()) {
      const auto column = std::find(names.begin(), names.end(), name) - names.begin();
      // JSON's quotes serve for CSV too: no text here holds a quote itself.
      cells[static_cast<std::size_t>(column)] = value.text();
    }
    text += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return text;
}

}  // namespace warpath::bench
