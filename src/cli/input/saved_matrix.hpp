// A matrix that `solve` has saved for a graph. Only those cells are read that are asked for.
#pragma once

#include <string>
#include <vector>

#include "cli/input/names.hpp"
#include "io/npy_rows.hpp"

namespace warpath::cli {

// Error bad_input unless the cells are those of predecessors, int32.
void check_predecessors(const io::NpyRows& cells);

class SavedMatrix {
 public:
  // Error bad_input when its size or the names beside it are not those of the graph. The names must
  // outlive this.
  SavedMatrix(const std::string& path, const std::string& graph, const Names& names);

  const io::NpyRows& cells() const { return cells_; }

  // The vertices of the rows.
  const std::vector<Index>& sources() const { return sources_; }

  // Of the row of `from`. Error usage when that is none of the sources.
  double cell(Index from, Index column) const;

  // The Error bad_input of a matrix that does not belong to the graph.
  [[noreturn]] void refuse(const std::string& why) const;

 private:
  void check_labels(const std::vector<std::string>& labels) const;

  io::NpyRows cells_;
  std::string graph_;
  const Names& names_;
  std::vector<Index> sources_;
  std::vector<Index> row_of_;  // each vertex; -1: it has none
};

}  // namespace warpath::cli
