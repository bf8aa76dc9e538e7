#include "bench/paper/analysis.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "bench/paper/published.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {
namespace {

// "staged-load-straight" is cut in two lines at the last hyphen.
std::pair<std::string, std::string> two_lines(std::string_view name) {
  const std::size_t hyphen = name.rfind('-');
  if (hyphen == std::string_view::npos) return {"", std::string(name)};
  return {std::string(name.substr(0, hyphen)), std::string(name.substr(hyphen))};
}

class Table {
 public:
  explicit Table(std::span<const Analysis> kernels) : kernels_(kernels) {}

  // One line: its name, and a word per kernel.
  template <class Word>
  void line(std::string_view name, Word word) {
    text_ += fmt::format("{:<23}", name);
    for (const Analysis& kernel : kernels_) {
      const std::size_t width = std::max<std::size_t>(two_lines(kernel.kernel).first.size(), 10);
      text_ += fmt::format(" {:>{}}", word(kernel), width);
    }
    text_.erase(text_.find_last_not_of(' ') + 1);
    text_ += '\n';
  }

  // A line with the paper's number, 0 being none.
  template <class Number>
  void paper(std::string_view name, Number number) {
    line(name, [&](const Analysis& kernel) {
      const double value = number(published(kernel.kernel));
      return value > 0 ? fmt::format("{:.5g}", value) : std::string();
    });
  }

  std::string take() { return std::move(text_); }

 private:
  std::span<const Analysis> kernels_;
  std::string text_;
};

std::string short_number(double value) {
  return value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

std::string percent(double fraction) { return fmt::format("{:.1f}%", 100 * fraction); }

// "shared memory" is too long for a column.
std::string_view short_limit(const Occupancy& occupancy) {
  return occupancy.limited_by() == "shared memory" ? "shared" : occupancy.limited_by();
}

}  // namespace

double Analysis::tasks_per_second() const {
  const double vertices = static_cast<double>(n);
  return vertices * vertices * vertices / seconds;
}

nlohmann::ordered_json to_json(const Analysis& analysis) {
  nlohmann::ordered_json json;
  json["analysis"] = analysis.kernel;
  json["n"] = analysis.n;
  json["seconds"] = analysis.seconds;
  json["tasks_per_second"] = analysis.tasks_per_second();
  json["bytes_per_task"] = analysis.bytes_per_task();
  json["implied_bytes_per_second"] = analysis.implied_bytes_per_second();
  json["copy_bytes_per_second"] = analysis.copy_bytes_per_second;
  json["copy_fraction"] = analysis.copy_fraction();
  json["peak_tasks_per_second"] = analysis.peak_tasks_per_second;
  json["peak_fraction"] = analysis.peak_fraction();
  json["flops_per_task"] = analysis.flops_per_task();
  json["threads"] = analysis.footprint.threads;
  json["registers"] = analysis.footprint.registers;
  json["shared_bytes"] = analysis.footprint.shared_bytes;
  json["blocks_per_multiprocessor"] = analysis.occupancy.blocks();
  json["limited_by"] = analysis.occupancy.limited_by();
  const Published paper = published(analysis.kernel);
  const auto add = [&json](const char* name, auto value) {
    if (value > 0) json[name] = value;
  };
  add("paper_tasks_per_second", paper.tasks_per_second);
  add("paper_bytes_per_second", paper.bytes_per_second);
  add("paper_copy_bytes_per_second", paper.bytes_per_second > 0 ? kPublishedCopyRate : 0);
  add("paper_flops_per_task", paper.flops_per_task);
  add("paper_shared_bytes", paper.shared_bytes);
  add("paper_blocks_per_multiprocessor", paper.blocks);
  json["device"] = analysis.device;
  json["version"] = version();
  json["date"] = analysis.date;
  return json;
}

std::string analysis_table(std::span<const Analysis> kernels) {
  if (kernels.empty()) return "";
  using A = Analysis;
  using P = Published;
  Table table(kernels);
  table.line("", [](const A& a) { return two_lines(a.kernel).first; });
  table.line("", [](const A& a) { return two_lines(a.kernel).second; });
  table.line("n", [](const A& a) { return a.n; });
  table.line("seconds", [](const A& a) { return short_number(a.seconds); });
  table.line("10^9 tasks/s", [](const A& a) { return short_number(a.tasks_per_second() / 1e9); });
  table.paper("  in the paper", [](const P& p) { return p.tasks_per_second / 1e9; });
  table.line("bytes/task, uncached", [](const A& a) { return a.bytes_per_task(); });
  table.line("GB/s this would need",
             [](const A& a) { return short_number(a.implied_bytes_per_second() / 1e9); });
  table.paper("  in the paper", [](const P& p) { return p.bytes_per_second / 1e9; });
  table.line("GB/s of a copy",
             [](const A& a) { return short_number(a.copy_bytes_per_second / 1e9); });
  table.paper("  in the paper",
              [](const P& p) { return p.bytes_per_second > 0 ? kPublishedCopyRate / 1e9 : 0; });
  table.line("of the copy's rate", [](const A& a) { return percent(a.copy_fraction()); });
  table.line("  in the paper", [](const A& a) {
    const double bytes = published(a.kernel).bytes_per_second;
    return bytes > 0 ? percent(bytes / kPublishedCopyRate) : "";
  });
  table.line("peak, 10^9 tasks/s",
             [](const A& a) { return short_number(a.peak_tasks_per_second / 1e9); });
  table.line("reached of the peak", [](const A& a) { return percent(a.peak_fraction()); });
  table.line("FLOPs in a task's time", [](const A& a) { return short_number(a.flops_per_task()); });
  table.paper("  in the paper", [](const P& p) { return p.flops_per_task; });
  table.line("threads of a block", [](const A& a) { return a.footprint.threads; });
  table.line("registers of a thread", [](const A& a) { return a.footprint.registers; });
  table.line("shared bytes of a block", [](const A& a) { return a.footprint.shared_bytes; });
  table.paper("  in the paper", [](const P& p) { return p.shared_bytes; });
  table.line("blocks resident", [](const A& a) { return a.occupancy.blocks(); });
  table.paper("  in the paper, at most", [](const P& p) { return p.blocks; });
  table.line("limited by", [](const A& a) { return short_limit(a.occupancy); });
  return fmt::format(
      "\nWhat bounds them, on {}\n\n{}\n"
      "\"Uncached\" is the paper's count: 3 words in and 1 out, for 1 task or for 32.\n"
      "Caches make them fewer. The peak is add and min alone; the paper's FLOPs are of\n"
      "the 933 GFLOP/s advertised, its rates those of n = 4096, its GB/s as printed.\n",
      kernels.front().device, table.take());
}

}  // namespace warpath::bench
