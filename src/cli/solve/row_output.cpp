#include "cli/solve/row_output.hpp"

#include <algorithm>

#include "cli/shell/interrupt.hpp"

namespace warpath::cli {

RowOutput::RowOutput(const Job& job, bool at_once, Outcome& outcome)
    : job_(job),
      at_once_(at_once),
      outcome_(outcome),
      builder_(job.options.semiring, job.loaded.vertices, job.rows(), job.sources),
      crew_(job.loaded.vertices < 512 ? 1 : job.threads()) {}

void RowOutput::open() {
  const SolveArguments& arguments = job_.arguments;
  if (open_ || (arguments.output.empty() && arguments.paths.empty())) return;
  open_ = true;
  io::WriteOptions write = arguments.write_options();
  // Where the bar of the solve is on the screen, a slow disk must still hear of Ctrl-C.
  write.progress = [this](const ProgressReport& report) {
    return bar_ ? bar_->show(report) : quiet_progress(report);
  };
  const io::DistanceShape shape = job_.shape();
  if (!arguments.output.empty()) distances_.emplace(arguments.output, shape, job_.naming(), write);
  if (!arguments.paths.empty()) {
    const io::DistanceShape cells{shape.rows, shape.columns, WeightType::int32};
    predecessors_.emplace(arguments.paths, cells, job_.naming(), write, io::Cells::predecessors);
  }
  for (auto* writer : {&distances_, &predecessors_}) {
    if (*writer)
      (*writer)->expect_all({.at_once = at_once_ && !job_.memory,
                             .busy = job_.threads(),
                             .most_in_pages = job_.most_in_pages});
  }
}

void RowOutput::prepare() {
  const SolveArguments& arguments = job_.arguments;
  if (at_once_ && !io::is_stream(arguments.output) && !io::is_stream(arguments.paths)) open();
}

void RowOutput::take(Index first, const AnyMatrixView& rows,
                     MatrixView<const std::int32_t> predecessors) {
  open();
  if (at_once_ && open_ && !bar_) bar_.emplace("writing", "B", !job_.arguments.quiet);
  const Stopwatch watch;
  const auto is_strict = [](const auto& file) { return file && !file->takes_any_order(); };
  const bool in_order = is_strict(distances_) || is_strict(predecessors_);
  const Index count = std::visit([](auto cells) { return cells.rows(); }, rows);
  const Index few = 8;
  // Where nothing is written, reading all cells is what takes time.
  const bool symmetric =
      !open_ && !job_.arguments.sources && outcome_.statistics.plan.problem.symmetric;
  std::vector<Overview> parts(static_cast<std::size_t>((count + few - 1) / few));
  const auto take_piece = [&](Index piece) {
    const Index start = piece * few;
    const Index end = std::min(count, start + few);
    const AnyMatrixView some = some_rows(rows, start, end - start);
    parts[static_cast<std::size_t>(piece)] = builder_.look_at(first + start, some, symmetric);
    if (in_order) return;
    if (distances_) distances_->write_rows_at(first + start, some);
    if (predecessors_) {
      predecessors_->write_rows_at(first + start, some_rows(predecessors, start, end - start));
    }
  };
  crew_.run(static_cast<Index>(parts.size()), take_piece, [] { return interrupted(); });
  if (interrupted()) throw Error(ErrorCode::cancelled, "the rows were not written");
  if (in_order && distances_) distances_->write_rows(rows);
  if (in_order && predecessors_) predecessors_->write_rows(predecessors);
  for (const Overview& part : parts) builder_.add(part);
  if (open_) outcome_.seconds_writing += watch.seconds();
}

void RowOutput::finish() {
  open();
  const Stopwatch watch;
  io::Changes changes;
  for (auto* writer : {&predecessors_, &distances_}) {
    if (*writer) (*writer)->finish(changes);
  }
  io::make_all(changes);
  bar_.reset();
  outcome_.overview = builder_.overview();
  if (open_) outcome_.seconds_writing += watch.seconds();
}

}  // namespace warpath::cli
