#include "bench/records.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpath::cli {

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

}  // namespace warpath::cli
