// The suite "paper": the paper's table of results, column by column, and its analysis of what bounds
// the kernels, made again on this machine's first CUDA device.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/paper_analysis.hpp"
#include "bench/paper_tables.hpp"
#include "bench/suite.hpp"

namespace warpath::cli {
namespace {

constexpr std::string_view kStaged = "staged-load";
constexpr std::string_view kStraight = "staged-load-straight";
constexpr Index kLarge = 16384;  // where the paper compares its last three columns
constexpr Index kShared = 4096;  // the largest size that all five columns have

class PaperSuite {
 public:
  PaperSuite(const SuiteListener& listener, const Repeats& repeats)
      : listener_(listener), repeats_(repeats), machine_(Machine::detect()) {
    if (machine_.devices.empty()) {
      throw Error(ErrorCode::device_unavailable,
                  fmt::format("the suite 'paper' needs a CUDA device: CUDA is {}", machine_.cuda),
                  "run it where there is one; --suite cpu measures the CPU's kernels");
    }
  }

  void run() {
    // The column that takes minutes comes last.
    for (const std::string_view kernel : paper_columns()) {
      if (is_on_device(kernel)) run_column(kernel);
    }
    for (const std::string_view kernel : paper_columns()) {
      if (!is_on_device(kernel)) run_column(kernel);
    }
    show_tables();
    set_goals();
  }

 private:
  static bool is_on_device(std::string_view kernel) {
    return find_kernel(kernel)->backend == Backend::cuda;
  }

  // Where the paper compares its last columns, or the largest size before that it has.
  static Index analysed(std::string_view kernel) {
    Index largest = 0;
    for (const Index n : paper_sizes()) {
      if (n <= kLarge && paper_seconds(kernel, n) > 0) largest = n;
    }
    return largest;
  }

  void run_column(std::string_view kernel) {
    for (const Index n : paper_sizes()) {
      if (paper_seconds(kernel, n) == 0) continue;
      const Record record = measured(kernel, n);
      if (is_on_device(kernel) && n == analysed(kernel)) analyses_.push_back(analyse(record));
      if (kernel == kStaged && n == kLarge) analyses_.push_back(analyse(measured(kStraight, n)));
    }
  }

  Record measured(std::string_view kernel, Index n) {
    Case what;
    what.kernel = kernel;
    what.n = n;
    // A row is checked in time n², a second for the largest: fewer of those, so that checking takes
    // less time than solving.
    what.checked_rows = std::clamp<Index>(400'000'000 / (n * n), 2, 16);
    Repeats repeats = repeats_;
    if (repeats.fixed == 0) repeats.fixed = is_on_device(kernel) ? 5 : 3;
    repeats.once_above = 5;  // textbook, from n = 2048 on
    Record record = measure({&what, 1}, repeats).front();
    record.paper_seconds = paper_seconds(kernel, n);
    seconds_[{kernel, n}] = record.seconds;
    listener_.on_record(record);
    return record;
  }

  Analysis analyse(const Record& record) const {
    const Plan& plan = record.plan;
    Analysis analysis;
    analysis.kernel = plan.kernel->name;
    analysis.n = plan.problem.n;
    analysis.block = plan.block;
    analysis.seconds = record.seconds;
    analysis.copy_bytes_per_second = plan.kernel->copy_rate(plan);
    analysis.peak_tasks_per_second = record.peak_tasks_per_second;
    analysis.footprint = plan.kernel->footprint(plan);
    analysis.occupancy =
        occupancy(Multiprocessor::of(machine_.device(plan.device)), analysis.footprint);
    analysis.device = record.device;
    analysis.date = record.date;
    return analysis;
  }

  double seconds(std::string_view kernel, Index n) const {
    const auto found = seconds_.find({kernel, n});
    return found == seconds_.end() ? 0 : found->second;
  }

  void show_tables() const {
    const Seconds ours = [this](std::string_view kernel, Index n) { return seconds(kernel, n); };
    const std::string& device = analyses_.front().device;
    listener_.on_text(times_table("The paper: NVIDIA Tesla C1060 (CPU: AMD Phenom 9950), seconds",
                                  paper_seconds));
    listener_.on_text(times_table(
        fmt::format(
            "Here: seconds of the kernel, with the matrix in device memory\n{}; textbook: {}",
            device, machine_.cpu),
        ours));
    listener_.on_text(steps_table(ours));
    listener_.on_text(over_paper_table(ours));
    listener_.on_text(analysis_table(analyses_));
    listener_.on_text(fmt::format(
        "\nThe staged load's cyclic order, n = {}: {:.4g} s with it, {:.4g} s without\n", kLarge,
        seconds(kStaged, kLarge), seconds(kStraight, kLarge)));
    for (const Analysis& analysis : analyses_) listener_.on_finding(to_json(analysis));
  }

  void set_goals() const {
    const std::string& device = analyses_.front().device;
    const auto goal = [&](std::string row, double must, double aim, double reached) {
      listener_.on_goal({std::move(row), "x", must, aim, reached, false, device});
    };
    const double then = paper_seconds(kStaged, kLarge);
    goal(fmt::format("{} over the paper's {:.2f} s, n={}", kStaged, then, kLarge), 75, 100,
         then / seconds(kStaged, kLarge));
    const auto columns = paper_columns();
    for (std::size_t c = 1; c < columns.size(); ++c) {
      const auto step = [&](const Seconds& of) {
        return of(columns[c - 1], kShared) / of(columns[c], kShared);
      };
      goal(fmt::format("{} over {}, n={}", columns[c], columns[c - 1], kShared), 1,
           step(paper_seconds),
           step([this](std::string_view kernel, Index n) { return seconds(kernel, n); }));
    }
  }

  const SuiteListener& listener_;
  const Repeats& repeats_;
  const Machine machine_;
  std::map<std::pair<std::string_view, Index>, double> seconds_;
  std::vector<Analysis> analyses_;
};

}  // namespace

void run_paper_suite(const SuiteListener& listener, const Repeats& repeats) {
  PaperSuite(listener, repeats).run();
}

}  // namespace warpath::cli
