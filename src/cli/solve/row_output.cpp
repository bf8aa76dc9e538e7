#include "cli/solve/row_output.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/shell/interrupt.hpp"

namespace warpath::cli {
namespace {

// Adds to a sum what passes until the end of its scope.
class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

RowOutput::RowOutput(Wishes wishes)
    : wishes_(std::move(wishes)),
      builder_(wishes_.shape.semiring, wishes_.shape.columns, wishes_.shape.rows,
               wishes_.naming.sources) {}

void RowOutput::open() {
  if (open_) return;
  open_ = true;
  if (wishes_.path.empty() && wishes_.predecessors.empty()) return;
  if (wishes_.at_once) {
    bar_.emplace("writing", "B", !wishes_.quiet);
    wishes_.write.progress = bar_->callback();
  } else {
    // The bar of the solve is on the screen; a slow disk must still hear of Ctrl-C.
    wishes_.write.progress = [](const ProgressReport&) {
      return interrupted() ? ProgressAnswer::cancel : ProgressAnswer::go_on;
    };
  }
  const io::DistanceShape& shape = wishes_.shape;
  if (!wishes_.path.empty()) writer_.emplace(wishes_.path, shape, wishes_.naming, wishes_.write);
  if (!wishes_.predecessors.empty()) {
    predecessor_writer_.emplace(wishes_.predecessors, shape.rows, shape.columns, wishes_.naming,
                                wishes_.write);
  }
}

void RowOutput::take(Index first, const DenseMatrix& rows, Index count, Index begin,
                     MatrixView<const std::int32_t> predecessors) {
  const Stopwatch all(seconds_);
  open();
  // A few at a time, which are still in the cache when they are written.
  constexpr Index few = 4;
  for (Index i = 0; i < count; i += few) {
    const Index some = std::min(few, count - i);
    builder_.take(first + i, rows, some, begin + i);
    if (!writer_) continue;
    const Stopwatch writing(writing_seconds_);
    writer_->write_rows(rows, some, begin + i);
  }
  if (!predecessor_writer_) return;
  const Stopwatch writing(writing_seconds_);
  predecessor_writer_->write_rows(predecessors);
}

void RowOutput::finish() {
  const Stopwatch writing(writing_seconds_);
  open();
  if (writer_) writer_->commit();
  if (predecessor_writer_) predecessor_writer_->commit();
  bar_.reset();
}

}  // namespace warpath::cli
