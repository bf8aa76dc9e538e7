#include "bench/paper/tables.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "warpath/warpath.hpp"

namespace warpath::bench {
namespace {

using Line = std::vector<std::string>;

// Columns as wide as what stands in them, which stands to the right.
std::string aligned(const std::vector<Line>& lines) {
  std::string text;
  for (const Line& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      std::size_t width = 0;
      for (const Line& other : lines) width = std::max(width, other[c].size());
      text += fmt::format("{}{:>{}}", c > 0 ? " " : "", line[c], width);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

// A line per size, but for those that have nothing to say.
template <class Cell>
std::string by_size(std::string_view title, std::span<const Published> columns, const Cell& cell) {
  std::vector<Line> lines{{"    n"}};
  for (const Published& column : columns) lines.front().emplace_back(column.kernel);
  for (const Index n : kPaperSizes) {
    Line line{std::to_string(n)};
    for (const Published& column : columns) line.push_back(cell(column, n));
    const auto empty = [](const std::string& text) { return text.empty(); };
    if (!std::all_of(line.begin() + 1, line.end(), empty)) lines.push_back(std::move(line));
  }
  return fmt::format("\n{}\n\n{}", title, aligned(lines));
}

// "blocks_per_multiprocessor" as "blocks/multiprocessor".
std::string spelled(std::string field) {
  if (const auto per = field.find("_per_"); per != field.npos) {
    field = fmt::format("{}/{}", field.substr(0, per), field.substr(per + 5));
  }
  std::replace(field.begin(), field.end(), '_', ' ');
  return field;
}

std::string cell(const Json& value) {
  if (value.is_number()) return fmt::format("{:.4g}", value.get<double>());
  const std::string words = value.is_string() ? value : Json("");
  return words.substr(0, words.find(' '));  // "shared memory" is too long for a column
}

}  // namespace

double step(const Seconds& seconds, const Published& column, Index n) {
  return seconds((&column - 1)->kernel, n) / seconds(column.kernel, n);
}

std::string times_table(std::string_view title, const Seconds& seconds, std::string_view unit) {
  return by_size(title, kPaperColumns, [&](const Published& column, Index n) {
    const double value = seconds(column.kernel, n);
    return value > 0 ? fmt::format("{:.4g}{}", value, unit) : "";
  });
}

std::string over_paper_table(const Seconds& ours) {
  const auto speed_up = [&](std::string_view kernel, Index n) {
    const double then = paper_seconds(kernel, n);
    return then > 0 ? then / ours(kernel, n) : 0;
  };
  return times_table("Here over the paper", speed_up, "x");
}

std::string steps_table(const Seconds& ours) {
  const std::span<const Published> columns(kPaperColumns);
  return by_size("Each column over the one before: in the paper, and here", columns.subspan(1),
                 [&](const Published& column, Index n) -> std::string {
                   const double then = step(paper_seconds, column, n);
                   if (!(then > 0 && std::isfinite(then))) return "";  // one of them is missing
                   return fmt::format("{:.3g}x {:>7.3g}x", then, step(ours, column, n));
                 });
}

Json analysis_of(const Record& record, double copy_rate, const Footprint& footprint,
                 const Occupancy& occupancy) {
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
      {"copy_bytes_per_second", copy_rate},
      {"copy_fraction", bytes_per_second / copy_rate},
      {"peak_tasks_per_second", record.peak_tasks_per_second},
      {"peak_fraction", record.peak_fraction},
      // Additions and minima that the device could do while it does one task.
      {"flops_per_task", 2 / record.peak_fraction},
      {"threads", footprint.threads},
      {"registers", footprint.registers},
      {"shared_bytes", footprint.shared_bytes},
      {"blocks_per_multiprocessor", occupancy.blocks()},
      {"limited_by", occupancy.limited_by()},
  };
  const Published paper = published(kernel);
  const Json in_paper = {
      {"paper_tasks_per_second", paper.tasks_per_second},
      {"paper_bytes_per_second", paper.bytes_per_second},
      {"paper_copy_bytes_per_second", paper.bytes_per_second > 0 ? kPublishedCopyRate : 0},
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

std::string analysis_table(std::span<const Json> analyses) {
  if (analyses.empty()) return "";
  // Names are cut in two lines at the last hyphen: "staged-load" and "-straight".
  std::vector<Line> lines{{""}, {""}};
  for (const Json& analysis : analyses) {
    const std::string name = analysis["analysis"];
    const std::size_t cut = std::min(name.rfind('-'), name.size());
    lines[0].push_back(name.substr(0, cut));
    lines[1].push_back(name.substr(cut));
  }
  constexpr std::string_view kElsewhere[] = {"analysis", "device", "version", "date"};
  for (const std::string& field : field_names(analyses)) {
    if (std::ranges::find(kElsewhere, field) != std::end(kElsewhere)) continue;
    lines.push_back({fmt::format("{:<27}", spelled(field))});
    for (const Json& analysis : analyses)
      lines.back().push_back(cell(analysis.value(field, Json())));
  }
  return fmt::format(
      "\nWhat bounds them, on {}\n\n{}\n"
      "Bytes are the paper's count, 3 words in and 1 out, for 1 task or for 32: caches\n"
      "make them fewer. The peak is add and min alone; the paper's FLOPs are of the 933\n"
      "GFLOP/s advertised, its rates those of n = 4096, its bytes/second as printed.\n",
      analyses.front()["device"].get<std::string>(), aligned(lines));
}

}  // namespace warpath::bench
