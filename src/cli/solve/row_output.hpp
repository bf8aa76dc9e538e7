// Where the rows of a solve go: into files, and under the eyes of the summary.
#pragma once

#include <optional>

#include "base/crew.hpp"
#include "cli/shell/console.hpp"
#include "cli/solve/summary.hpp"

namespace warpath::cli {

class RowOutput {
 public:
  // `at_once`: all rows come together, and writing has a progress bar of its own. The outcome is told
  // the time spent on files, if there are any, and the overview.
  RowOutput(const Job& job, bool at_once, Outcome& outcome);

  // Has the pages of files laid out while all rows are computed. Streams are not opened before there
  // are rows: a reader would see the beginning of what may never come.
  void prepare();

  // The next rows, from `first` on; predecessors where their file is wanted. A few rows at a time are
  // looked at and written by a thread, while they are in its cache.
  void take(Index first, const AnyMatrixView& rows, MatrixView<const std::int32_t> predecessors);

  // All rows have come: files get their names.
  void finish();

 private:
  void open();

  const Job& job_;
  bool at_once_;
  Outcome& outcome_;
  OverviewBuilder builder_;
  Crew crew_;
  std::optional<ProgressBar> bar_;
  std::optional<io::RowWriter> distances_;
  std::optional<io::RowWriter> predecessors_;
  bool open_ = false;
};

// Some rows of a view that has all of them, or none.
template <class View>
View some_rows(View rows, Index first, Index count) {
  return rows.rows() > 0 ? rows.block(first, 0, count, rows.columns()) : rows;
}
inline AnyMatrixView some_rows(const AnyMatrixView& rows, Index first, Index count) {
  return std::visit([&](auto cells) -> AnyMatrixView { return some_rows(cells, first, count); },
                    rows);
}

}  // namespace warpath::cli
