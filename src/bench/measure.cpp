#include "bench/measure.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/timing.hpp"
#include "cuda/memory.hpp"
#include "kernels/kernel.hpp"
#include "warpath/error.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

// One solve.
struct Sample {
  double seconds = 0;     // what counts: on a device the kernel alone
  double end_to_end = 0;  // all of the call
  double peak = 0;        // tasks per second that the hardware allowed just before
};

// A case with its matrices, and what was measured of it.
class Subject {
 public:
  // Solves once, and proves that.
  explicit Subject(const Case& what)
      : what_(what), options_(options_of(what)), weights_(weights_of(what)) {
    first_ = run();
    const std::string flaw = flaw_in(claim(), weights_);
    if (flaw.empty()) return;
    throw Error(ErrorCode::verification_failed,
                fmt::format("kernel {} is wrong on a {} graph of {} vertices, {}, seed {}: {}",
                            plan().kernel->name, to_string(what.graph), what.n,
                            to_string(what.weight), what.seed, flaw),
                "please report this");
  }

  double first_seconds() const { return first_.end_to_end; }

  // Takes a sample: by another solve, or `once` and for all that which was verified.
  void measure(bool once) {
    if (once && !samples_.empty()) return;
    // The peak is measured beside every solve: on a shared machine, both change from one moment to
    // the next.
    const double peak = kernel_of(plan()).peak(plan());
    samples_.push_back(once ? first_ : run());
    samples_.back().peak = peak;
  }

  Record record(const Machine& machine) const {
    Record record;
    record.what = what_;
    record.plan = plan();
    record.seconds = median(all(&Sample::seconds));
    const auto seconds = all(&Sample::seconds);
    record.seconds_min = *std::min_element(seconds.begin(), seconds.end());
    record.end_to_end_seconds = median(all(&Sample::end_to_end));
    record.repeats = static_cast<int>(samples_.size());
    const double n = static_cast<double>(what_.n);
    record.tasks_per_second = n * n * n / record.seconds;
    record.peak_tasks_per_second = median(all(&Sample::peak));
    record.peak_fraction = record.plan.tasks / record.seconds / record.peak_tasks_per_second;
    record.verified = true;
    const int device = record.plan.device;
    record.device = device < 0 ? machine.cpu : machine.device(device).name;
    record.date = now_text();
    return record;
  }

 private:
  template <class T>
  MatrixView<T> work(const Matrix<T>& input) {
    return {static_cast<T*>(cells_.get()), what_.n, what_.n, input.leading_dimension()};
  }

  // Restores the input and solves.
  Sample run() {
    return std::visit([this](const auto& input) { return run_on(input); }, weights_);
  }

  template <class T>
  Sample run_on(const Matrix<T>& input) {
    Sample sample;
    if (what_.predecessors) {
      result_.reset();
      sample.end_to_end = seconds_of([&] { result_.emplace(solve<T>(input.view(), options_)); });
      statistics_ = result_->statistics();
      sample.seconds = statistics_.seconds;
    } else {
      // Both have the same layout, so one copy restores all rows.
      const std::size_t bytes = Matrix<T>::bytes_needed(what_.n, what_.n);
      if (!cells_ && what_.pinned) cells_ = cuda::pinned_memory(bytes);
      if (!cells_) cells_ = detail::allocate_cells(bytes);
      std::memcpy(cells_.get(), input.data(), bytes);
      sample.end_to_end =
          seconds_of([&] { statistics_ = solve_in_place<T>(work(input), options_); });
      sample.seconds = sample.end_to_end;
    }
    if (plan().device >= 0) sample.seconds = statistics_.kernel_seconds;
    return sample;
  }

  // Of the last solve.
  const Plan& plan() const { return statistics_.plan; }
  Claim claim() {
    if (result_) return claim_of(*result_);
    return std::visit(
        [&]<class T>(const Matrix<T>& input) {
          return Claim{what_.semiring, MatrixView<const T>(work(input))};
        },
        weights_);
  }

  std::vector<double> all(double Sample::*part) const {
    std::vector<double> values;
    for (const Sample& sample : samples_) values.push_back(sample.*part);
    return values;
  }

  Case what_;
  Options options_;
  DenseMatrix weights_;
  std::shared_ptr<void> cells_;   // of the matrix that is worked in, or,
  std::optional<Result> result_;  // where predecessors are wanted, every result has its own
  Statistics statistics_;
  Sample first_;  // of the solve that was verified
  std::vector<Sample> samples_;
};

int rounds_for(double seconds, const Repeats& repeats) {
  if (repeats.fixed > 0) return repeats.fixed;
  if (seconds > 30) return 3;
  constexpr double together = 1.0;
  const int enough = static_cast<int>(std::min(together / std::max(seconds, 1e-9), 100.0));
  return std::max(5, enough) | 1;  // odd, so that the median is one of them
}

}  // namespace

std::vector<Record> measure(std::span<const Case> cases, const Repeats& repeats) {
  std::deque<Subject> subjects(cases.begin(), cases.end());  // they stay where they are
  double slowest = 0;
  for (const Subject& subject : subjects) slowest = std::max(slowest, subject.first_seconds());
  for (int round = rounds_for(slowest, repeats); round > 0; --round) {
    for (Subject& subject : subjects) {
      subject.measure(subject.first_seconds() > repeats.once_above);
    }
  }
  const Machine machine = Machine::detect();
  std::vector<Record> records;
  for (const Subject& subject : subjects) records.push_back(subject.record(machine));
  return records;
}

}  // namespace warpath::bench
