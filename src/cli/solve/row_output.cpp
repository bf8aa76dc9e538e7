#include "cli/solve/row_output.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "cli/shell/interrupt.hpp"

namespace warpath::cli {
namespace {

// Adds to a sum what passes until the end of its scope.
class AddSeconds {
 public:
  explicit AddSeconds(double& sum) : sum_(sum) {}
  ~AddSeconds() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  AddSeconds(const AddSeconds&) = delete;
  AddSeconds& operator=(const AddSeconds&) = delete;

 private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

RowOutput::RowOutput(Wishes wishes)
    : wishes_(std::move(wishes)),
      builder_(wishes_.shape.semiring, wishes_.shape.columns, wishes_.shape.rows,
               wishes_.naming.sources),
      crew_(wishes_.shape.columns < 512 ? 1 : wishes_.threads) {}

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
    const io::DistanceShape cells{shape.rows, shape.columns, WeightType::int32};
    predecessor_writer_.emplace(wishes_.predecessors, cells, wishes_.naming, wishes_.write,
                                io::Cells::predecessors);
  }
}

void RowOutput::take(Index first, const AnyMatrixView& rows,
                     MatrixView<const std::int32_t> predecessors) {
  const AddSeconds all(seconds_);
  open();
  const bool in_order = (writer_ && !writer_->takes_any_order()) ||
                        (predecessor_writer_ && !predecessor_writer_->takes_any_order());
  const Index count = std::visit([](auto cells) { return cells.rows(); }, rows);
  const Index few = 8;
  const Index pieces = (count + few - 1) / few;
  std::vector<OverviewBuilder::Part> parts(static_cast<std::size_t>(pieces));
  const auto part_of = [&](auto cells, Index piece) {
    return cells.block(piece * few, 0, std::min(few, count - piece * few), cells.columns());
  };
  const auto some_of = [&](Index piece) {
    return std::visit([&](auto cells) -> AnyMatrixView { return part_of(cells, piece); }, rows);
  };
  {
    const AddSeconds writing(writing_seconds_);
    crew_.run(
        pieces,
        [&](Index piece) {
          const AnyMatrixView some = some_of(piece);
          const Index at = first + piece * few;
          parts[static_cast<std::size_t>(piece)] = builder_.look_at(at, some);
          if (in_order) return;
          if (writer_) writer_->write_rows_at(at, some);
          if (predecessor_writer_) {
            predecessor_writer_->write_rows_at(at, part_of(predecessors, piece));
          }
        },
        [] { return interrupted(); });
    if (interrupted()) throw Error(ErrorCode::cancelled, "the rows were not written");
    if (in_order && writer_) writer_->write_rows(rows);
    if (in_order && predecessor_writer_) predecessor_writer_->write_rows(predecessors);
  }
  for (const auto& part : parts) builder_.add(part);
}

void RowOutput::finish() {
  const AddSeconds writing(writing_seconds_);
  open();
  if (writer_) writer_->commit();
  if (predecessor_writer_) predecessor_writer_->commit();
  bar_.reset();
}

}  // namespace warpath::cli
