#include "cli/input/saved_matrix.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "io/bytes.hpp"
#include "io/row_writer.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {

void check_predecessors(const io::NpyRows& cells) {
  if (cells.weight_type() == WeightType::int32) return;
  throw Error(ErrorCode::bad_input,
              fmt::format("{} holds {}, and predecessors are int32", readable(cells.path()),
                          to_string(cells.weight_type())),
              "they are numbers of vertices, and -1; solve --paths writes them");
}

SavedMatrix::SavedMatrix(const std::string& path, const std::string& graph, const Names& names)
    : cells_(path),
      graph_(graph),
      names_(names),
      row_of_(static_cast<std::size_t>(names.vertices()), -1) {
  const Index n = names.vertices();
  if (cells_.columns() != n) {
    refuse(fmt::format("it has {} columns, and the graph {}", grouped(cells_.columns()),
                       counted(n, "vertex", "vertices")));
  }
  const io::SavedNames beside = io::read_saved_names(path);
  if (!beside.labels.empty()) check_labels(beside.labels);
  for (const std::string& source : beside.sources) {
    try {
      sources_.push_back(names.find_listed(source));
    } catch (const Error&) {
      refuse(fmt::format("row {}, counted from 0, is that of '{}', and there is no such vertex",
                         sources_.size(), brief(source)));
    }
  }
  const std::string sources_file = readable(io::name_beside(path, io::kSources));
  const bool all = sources_.empty();
  if (all) {
    sources_.resize(static_cast<std::size_t>(n));
    std::iota(sources_.begin(), sources_.end(), Index{0});
  }
  const auto rows = static_cast<Index>(sources_.size());
  if (cells_.rows() != rows) {
    refuse(fmt::format(
        "it has {} rows, and there are {}", grouped(cells_.rows()),
        all ? fmt::format("{} and no {} beside it", counted(rows, "vertex", "vertices"),
                          sources_file)
            : fmt::format("{} named in {}", counted(rows, "source", "sources"), sources_file)));
  }
  // The first of those that were asked for twice.
  for (Index row = rows - 1; row >= 0; --row) {
    row_of_[static_cast<std::size_t>(sources_[static_cast<std::size_t>(row)])] = row;
  }
}

void SavedMatrix::refuse(const std::string& why) const {
  throw Error(
      ErrorCode::bad_input,
      fmt::format("{} does not belong to {}: {}", readable(cells_.path()),
                  readable(io::name_of(graph_)), why),
      "give the graph that was solved, and the options it was read with (--undirected, --column)");
}

// They are what columns are, so they must be those of the graph, in the same order.
void SavedMatrix::check_labels(const std::vector<std::string>& labels) const {
  const Index n = names_.vertices();
  const std::string file = readable(io::name_beside(cells_.path(), io::kLabels));
  if (static_cast<Index>(labels.size()) != n) {
    refuse(fmt::format("{} has {}, and the graph has {}", file,
                       counted(static_cast<Index>(labels.size()), "label", "labels"),
                       counted(n, "vertex", "vertices")));
  }
  for (Index v = 0; v < n; ++v) {
    const std::string& label = labels[static_cast<std::size_t>(v)];
    if (label == names_.label(v)) continue;
    refuse(fmt::format("in {}, column {}, counted from 0, is '{}', and the vertex is {}", file, v,
                       brief(label), names_.brief(v)));
  }
}

double SavedMatrix::cell(Index from, Index column) const {
  const Index row = row_of_[static_cast<std::size_t>(from)];
  if (row >= 0) return cells_.cell(row, column);
  const Index rows = names_.vertices() - std::count(row_of_.begin(), row_of_.end(), -1);
  throw Error(
      ErrorCode::usage,
      fmt::format("{} has no row for {}: it was solved from {} only", readable(cells_.path()),
                  names_.brief(from), counted(rows, "source", "sources")),
      "ask for routes from these, or solve again with this one among --sources");
}

}  // namespace warpath::cli
