#include "bench/paper/analysis.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "bench/paper/published.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {
namespace {

using Json = nlohmann::ordered_json;

// A line of the table: a field of the records, in a unit.
struct Line {
  std::string_view title;
  const char* field;
  double unit = 1;
};

constexpr double kPercent = 0.01;
constexpr Line kLines[] = {
    {"n", "n"},
    {"seconds", "seconds"},
    {"10^9 tasks/s", "tasks_per_second", 1e9},
    {"  in the paper", "paper_tasks_per_second", 1e9},
    {"bytes/task, uncached", "bytes_per_task"},
    {"GB/s this would need", "implied_bytes_per_second", 1e9},
    {"  in the paper", "paper_bytes_per_second", 1e9},
    {"GB/s of a copy", "copy_bytes_per_second", 1e9},
    {"  in the paper", "paper_copy_bytes_per_second", 1e9},
    {"of the copy's rate", "copy_fraction", kPercent},
    {"  in the paper", "paper_copy_fraction", kPercent},
    {"peak, 10^9 tasks/s", "peak_tasks_per_second", 1e9},
    {"reached of the peak", "peak_fraction", kPercent},
    {"FLOPs in a task's time", "flops_per_task"},
    {"  in the paper", "paper_flops_per_task"},
    {"threads of a block", "threads"},
    {"registers of a thread", "registers"},
    {"shared bytes of a block", "shared_bytes"},
    {"  in the paper", "paper_shared_bytes"},
    {"blocks resident", "blocks_per_multiprocessor"},
    {"  in the paper, at most", "paper_blocks_per_multiprocessor"},
    {"limited by", "limited_by"},
};

std::string cell(const Json& record, const Line& line) {
  if (!record.contains(line.field)) return "";
  const Json& value = record[line.field];
  if (value.is_string()) {  // "shared memory" is too long for a column
    const std::string words = value;
    return words.substr(0, words.find(' '));
  }
  const double shown = value.get<double>() / line.unit;
  if (line.unit == kPercent) return fmt::format("{:.1f}%", shown);
  return shown < 1000 ? fmt::format("{:.3g}", shown) : fmt::format("{:.0f}", shown);
}

}  // namespace

Json to_json(const Analysis& analysis) {
  const Record& record = analysis.record;
  const std::string_view kernel = record.plan.kernel->name;
  // By the paper's count, which knows no caches: 3 words in and 1 out, for a block of tasks.
  const double bytes_per_task = 4.0 * sizeof(float) / static_cast<double>(record.plan.block);
  const double bytes_per_second = record.tasks_per_second * bytes_per_task;
  Json json = {
      {"analysis", kernel},
      {"n", record.plan.problem.n},
      {"seconds", record.seconds},
      {"tasks_per_second", record.tasks_per_second},
      {"bytes_per_task", bytes_per_task},
      {"implied_bytes_per_second", bytes_per_second},
      {"copy_bytes_per_second", analysis.copy_bytes_per_second},
      {"copy_fraction", bytes_per_second / analysis.copy_bytes_per_second},
      {"peak_tasks_per_second", record.peak_tasks_per_second},
      {"peak_fraction", record.peak_fraction},
      // Additions and minima that the device could do while it does one task.
      {"flops_per_task", 2 / record.peak_fraction},
      {"threads", analysis.footprint.threads},
      {"registers", analysis.footprint.registers},
      {"shared_bytes", analysis.footprint.shared_bytes},
      {"blocks_per_multiprocessor", analysis.occupancy.blocks()},
      {"limited_by", analysis.occupancy.limited_by()},
  };
  const Published paper = published(kernel);
  const bool copies = paper.bytes_per_second > 0;
  const Json in_paper = {
      {"paper_tasks_per_second", paper.tasks_per_second},
      {"paper_bytes_per_second", paper.bytes_per_second},
      {"paper_copy_bytes_per_second", copies ? kPublishedCopyRate : 0},
      {"paper_copy_fraction", paper.bytes_per_second / kPublishedCopyRate},
      {"paper_flops_per_task", paper.flops_per_task},
      {"paper_shared_bytes", paper.shared_bytes},
      {"paper_blocks_per_multiprocessor", paper.blocks},
  };
  for (const auto& [name, value] : in_paper.items()) {
    if (value > 0) json[name] = value;
  }
  json.update({{"device", record.device}, {"version", version()}, {"date", record.date}});
  return json;
}

std::string analysis_table(std::span<const Analysis> kernels) {
  if (kernels.empty()) return "";
  std::string text;
  const auto add_line = [&](std::string_view title, const auto& word) {
    text += fmt::format("{:<23}", title);
    for (const Analysis& kernel : kernels) {
      // Names are cut in two lines at the last hyphen: "staged-load" and "-straight".
      const std::string_view name = kernel.record.plan.kernel->name;
      const std::size_t cut = name.rfind('-') == name.npos ? 0 : name.rfind('-');
      text += fmt::format(" {:>{}}", word(kernel, name, cut), std::max<std::size_t>(cut, 10));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  };
  add_line("", [](auto&, std::string_view name, std::size_t cut) { return name.substr(0, cut); });
  add_line("", [](auto&, std::string_view name, std::size_t cut) { return name.substr(cut); });
  for (const Line& line : kLines) {
    add_line(line.title,
             [&](const Analysis& kernel, auto...) { return cell(to_json(kernel), line); });
  }
  return fmt::format(
      "\nWhat bounds them, on {}\n\n{}\n"
      "\"Uncached\" is the paper's count: 3 words in and 1 out, for 1 task or for 32.\n"
      "Caches make them fewer. The peak is add and min alone; the paper's FLOPs are of\n"
      "the 933 GFLOP/s advertised, its rates those of n = 4096, its GB/s as printed.\n",
      kernels.front().record.device, text);
}

}  // namespace warpath::bench
