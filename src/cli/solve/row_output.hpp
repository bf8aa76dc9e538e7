// Where the rows of a solve go: into a file, and under the eyes of the summary.
#pragma once

#include <optional>
#include <string>

#include "base/crew.hpp"
#include "cli/shell/console.hpp"
#include "cli/solve/overview.hpp"
#include "io/row_writer.hpp"

namespace warpath::cli {

class RowOutput {
 public:
  struct Wishes {
    std::string path;          // empty: nothing is written
    std::string predecessors;  // their file, the same
    io::DistanceShape shape;
    io::Naming naming;
    io::WriteOptions write;
    bool at_once = false;  // all rows come together: writing has a progress bar of its own
    bool quiet = false;
    int threads = 1;
  };

  // Opens nothing before there are rows. What the naming looks at must outlive this.
  explicit RowOutput(Wishes wishes);

  // The next rows, from `first` on; predecessors where their file is wanted. A few rows at a time are
  // looked at and written by a thread, while they are in its cache.
  void take(Index first, const AnyMatrixView& rows, MatrixView<const std::int32_t> predecessors);

  // All rows have come: files get their names.
  void finish();

  const Overview& overview() const { return builder_.overview(); }
  double seconds() const { return seconds_; }                  // spent here
  double writing_seconds() const { return writing_seconds_; }  // of these, for the file

 private:
  void open();

  Wishes wishes_;
  OverviewBuilder builder_;
  Crew crew_;
  std::optional<ProgressBar> bar_;
  std::optional<io::RowWriter> writer_;
  std::optional<io::RowWriter> predecessor_writer_;
  bool open_ = false;
  double seconds_ = 0;
  double writing_seconds_ = 0;
};

}  // namespace warpath::cli
