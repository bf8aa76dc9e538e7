#include "bench/measure.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/timing.hpp"
#include "cuda/memory.hpp"
#include "kernels/kernel.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

// One solve.
struct Sample {
  double seconds = 0;     // what counts: on a device the kernel alone
  double end_to_end = 0;  // all of the call
};

// A case with its matrices, and what was measured of it.
class Subject {
 public:
  // Solves once, and proves that.
  explicit Subject(const Case& what)
      : what_(what), options_(options_of(what)), weights_(weights_of(what)) {
    std::visit([&]<class T>(const Matrix<T>&) { take_memory<T>(); }, weights_);
    first_ = run();
    const std::string flaw = flaw_in(claim(), weights_);
    if (flaw.empty()) return;
    throw Error(ErrorCode::verification_failed,
                fmt::format("kernel {} is wrong on a {} graph of {} vertices, {}, seed {}: {}",
                            plan().kernel->name, to_string(what.graph), what.n,
                            to_string(what.weight), what.seed, flaw),
                "please report this");
  }

  const Sample& first() const { return first_; }

  // Takes a sample: by another solve, or `once` and for all that which was verified.
  void measure(bool once) {
    if (once && !seconds_.empty()) return;
    // The peak is measured beside every solve: on a shared machine, both change from one moment to
    // the next.
    peaks_.push_back(kernel_of(plan()).peak(plan()));
    const Sample sample = once ? first_ : run();
    seconds_.push_back(sample.seconds);
    end_to_end_.push_back(sample.end_to_end);
  }

  Record record(const Machine& machine) const {
    Record record;
    record.what = what_;
    record.plan = plan();
    record.seconds = median(seconds_);
    record.seconds_min = *std::min_element(seconds_.begin(), seconds_.end());
    record.end_to_end_seconds = median(end_to_end_);
    record.repeats = static_cast<int>(seconds_.size());
    const double n = static_cast<double>(what_.n);
    record.tasks_per_second = n * n * n / record.seconds;
    record.peak_tasks_per_second = median(peaks_);
    record.peak_fraction = record.plan.tasks / record.seconds / record.peak_tasks_per_second;
    record.verified = true;
    const int device = record.plan.device;
    record.device = device < 0 ? machine.cpu : machine.device(device).name;
    record.date = now_text();
    return record;
  }

 private:
  template <class T>
  void take_memory() {
    if (what_.predecessors) return;  // every result has a matrix of its own
    if (what_.pinned) {
      pinned_.emplace(Matrix<T>::bytes_needed(what_.n, what_.n));
    } else {
      memory_ = Matrix<T>(what_.n, what_.n);
    }
  }

  template <class T>
  MatrixView<T> work() {
    T* cells = pinned_ ? static_cast<T*>(pinned_->get()) : std::get<Matrix<T>>(memory_).data();
    return MatrixView<T>::row_major(cells, what_.n, what_.n,
                                    std::get<Matrix<T>>(weights_).leading_dimension());
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
      std::memcpy(work<T>().data(), input.data(), Matrix<T>::bytes_needed(what_.n, what_.n));
      sample.end_to_end = seconds_of([&] { statistics_ = solve_in_place<T>(work<T>(), options_); });
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
        [&]<class T>(const Matrix<T>&) {
          return Claim{what_.semiring, MatrixView<const T>(work<T>())};
        },
        weights_);
  }

  Case what_;
  Options options_;
  DenseMatrix weights_;
  DenseMatrix memory_;  // that is worked in, or
  std::optional<cuda::PinnedMemory> pinned_;
  std::optional<Result> result_;  // instead of both, where predecessors are wanted
  Statistics statistics_;
  Sample first_;  // of the solve that was verified
  std::vector<double> seconds_;
  std::vector<double> end_to_end_;
  std::vector<double> peaks_;
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
  std::deque<Subject> subjects;  // they stay where they are
  double slowest = 0;
  for (const Case& what : cases) {
    slowest = std::max(slowest, subjects.emplace_back(what).first().end_to_end);
  }
  const int rounds = rounds_for(slowest, repeats);
  for (int round = 0; round < rounds; ++round) {
    for (Subject& subject : subjects) {
      subject.measure(subject.first().end_to_end > repeats.once_above);
    }
  }
  const Machine machine = Machine::detect();
  std::vector<Record> records;
  for (const Subject& subject : subjects) records.push_back(subject.record(machine));
  return records;
}

}  // namespace warpath::bench
