// The suite "paper": the paper's table of results, and its analysis of what bounds the kernels,
// made again on this machine's first CUDA device and one core. Takes several minutes.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/paper/tables.hpp"
#include "bench/suite.hpp"

namespace warpath::bench {
namespace {

constexpr std::string_view kStaged = "staged-load";
constexpr std::string_view kStraight = "staged-load-straight";
constexpr Index kLarge = 16384;  // where the paper compares its last three columns
constexpr Index kShared = 4096;  // the largest size that all five columns have

bool is_on_device(std::string_view kernel) { return find_kernel(kernel)->backend == Backend::cuda; }

// Where the paper compares its last columns, or the largest size before that it has.
Index analysed(std::string_view kernel) {
  Index largest = 0;
  for (const Index n : kPaperSizes) {
    if (n <= kLarge && paper_seconds(kernel, n) > 0) largest = n;
  }
  return largest;
}

class PaperSuite {
 public:
  explicit PaperSuite(const SuiteRun& run) : run_(run) {}

  void run() {
    // The column that takes minutes, the CPU's, comes last.
    for (const bool on_device : {true, false}) {
      for (const Published& column : kPaperColumns) {
        if (is_on_device(column.kernel) == on_device) run_column(column.kernel);
      }
    }
    show_tables();
    set_goals();
  }

 private:
  void run_column(std::string_view kernel) {
    for (const Index n : kPaperSizes) {
      if (paper_seconds(kernel, n) == 0) continue;
      const Record record = measured(kernel, n);
      if (is_on_device(kernel) && n == analysed(kernel)) analyse(record);
      if (kernel == kStaged && n == kLarge) analyse(measured(kStraight, n));
    }
  }

  Record measured(std::string_view kernel, Index n) {
    const Case what{.kernel = std::string(kernel), .n = n};
    Repeats repeats;
    repeats.fixed = run_.times(is_on_device(kernel) ? 5 : 3);
    repeats.once_above = 5;  // textbook, from n = 2048 on
    Record record = measure({&what, 1}, repeats).front();
    record.paper_seconds = paper_seconds(kernel, n);
    seconds_[{kernel, n}] = record.seconds;
    run_.listener.on_record(record);
    return record;
  }

  void analyse(const Record& record) {
    const Plan& plan = record.plan;
    const Footprint footprint = kernel_of(plan).footprint(plan);
    const auto multiprocessor = Multiprocessor::of(machine_.device(plan.device));
    analyses_.push_back(analysis_of(record, kernel_of(plan).copy_rate(plan), footprint,
                                    occupancy(multiprocessor, footprint)));
  }

  void show_tables() const {
    run_.text(times_table("The paper: NVIDIA Tesla C1060 (CPU: AMD Phenom 9950), seconds",
                          paper_seconds));
    run_.text(times_table(
        fmt::format(
            "Here: seconds of the kernel, with the matrix in device memory\n{}; textbook: {}",
            run_.device, machine_.cpu),
        ours_));
    run_.text(steps_table(ours_));
    run_.text(over_paper_table(ours_));
    run_.text(analysis_table(analyses_));
    run_.text(fmt::format(
        "\nThe staged load's cyclic order, n = {}: {:.4g} s with it, {:.4g} s without\n", kLarge,
        ours_(kStaged, kLarge), ours_(kStraight, kLarge)));
    for (const Json& analysis : analyses_) run_.listener.on_finding(analysis);
  }

  void set_goals() const {
    const double then = paper_seconds(kStaged, kLarge);
    run_.goal(fmt::format("{} over the paper's {:.2f} s, n={}", kStaged, then, kLarge), "x",
              {75, 100}, then / ours_(kStaged, kLarge));
    for (const Published& column : std::span(kPaperColumns).subspan(1)) {
      run_.goal(fmt::format("{} over {}, n={}", column.kernel, (&column - 1)->kernel, kShared), "x",
                {1, step(paper_seconds, column, kShared)}, step(ours_, column, kShared));
    }
  }

  const SuiteRun& run_;
  const Machine machine_ = Machine::detect();
  std::map<std::pair<std::string_view, Index>, double> seconds_;
  const Seconds ours_ = [this](std::string_view kernel, Index n) {
    const auto found = seconds_.find({kernel, n});
    return found == seconds_.end() ? 0 : found->second;
  };
  std::vector<Json> analyses_;
};

}  // namespace

void run_paper(const SuiteRun& run) { PaperSuite(run).run(); }

}  // namespace warpath::bench
