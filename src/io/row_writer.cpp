#include "io/row_writer.hpp"

#include <filesystem>
#include <system_error>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "io/bytes.hpp"
#include "io/npy_array.hpp"
#include "io/output.hpp"
#include "io/table.hpp"
#include "io/text.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

std::string_view to_string(Cells cells) {
  return cells == Cells::distances ? "distances" : "predecessors";
}

// Whether that is what the caller asks for, or else the name.
bool is_format(std::string_view format, const std::string& path, const WriteOptions& options) {
  if (!options.format.empty()) return options.format == format;
  return has_extension(path, fmt::format(".{}", format));
}

// Whether it is a table, not a matrix. Error usage when it is neither.
bool is_table(const std::string& path, const WriteOptions& options, Cells cells) {
  if (is_format("csv", path, options)) return true;
  if (is_format("npy", path, options)) return false;
  const std::string_view what = to_string(cells);
  if (!options.format.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} cannot be written as {}", what, options.format),
                fmt::format("the formats for {} are npy and csv", what));
  }
  if (is_stream(path)) return false;  // these have any name they like
  throw Error(ErrorCode::usage, fmt::format("{} ends neither in .npy nor in .csv", path),
              fmt::format("{} are written as a NumPy matrix (.npy) or as a table (.csv)", what));
}

void check_naming(const DistanceShape& shape, const Naming& naming) {
  const bool has_rows = naming.sources.empty()
                            ? shape.rows == shape.columns || shape.rows == 0
                            : static_cast<Index>(naming.sources.size()) == shape.rows;
  const bool has_labels =
      naming.labels.empty() || static_cast<Index>(naming.labels.size()) == shape.columns;
  if (!has_rows || !has_labels) {
    throw Error(ErrorCode::usage,
                fmt::format("{} rows and {} columns with {} sources and {} labels", shape.rows,
                            shape.columns, naming.sources.size(), naming.labels.size()),
                "name every row by a source and every column by a label, or none");
  }
  check_labels(naming.labels);
}

std::vector<std::string> names_of_rows(const Naming& naming) {
  std::vector<std::string> names;
  for (const Index v : naming.sources) {
    const auto at = static_cast<std::size_t>(v);
    const bool labelled = !naming.labels.empty() && !naming.labels[at].empty();
    names.push_back(labelled ? naming.labels[at] : fmt::format("{}", v + naming.first_vertex));
  }
  return names;
}

std::size_t row_bytes(const DistanceShape& shape) {
  return static_cast<std::size_t>(shape.columns * size_of(shape.weight));
}

std::vector<std::string> read_lines(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  const Bytes bytes = read_file(path);
  const Source source{bytes.view(), path};
  Cursor cursor(source);
  std::vector<std::string> lines;
  for (; !cursor.at_end(); cursor.next_line()) lines.emplace_back(cursor.rest_of_line().text());
  return lines;
}

}  // namespace

RowWriter::RowWriter(const std::string& path, const DistanceShape& shape, const Naming& naming,
                     const WriteOptions& options, Cells cells)
    : shape_(shape), naming_(naming), cells_(cells), table_(is_table(path, options, cells)) {
  check_naming(shape, naming);
  if (table_) {
    fields_ = csv_fields(naming, shape.columns);
    output_.emplace(path, options.force, options.progress);
    output_->write(cells == Cells::predecessors          ? "from,to,before\n"
                   : shape.weight == WeightType::boolean ? "from,to\n"
                                                         : "from,to,distance\n");
    return;
  }
  if (!is_stream(path)) {
    labels_.emplace(name_beside(path, kLabels), naming.labels, options.force);
    sources_.emplace(name_beside(path, kSources), names_of_rows(naming), options.force);
  }
  const std::string header = npy_header(shape.weight, shape.rows, shape.columns);
  begin_ = header.size();
  output_.emplace(path, options.force, options.progress,
                  begin_ + static_cast<std::size_t>(shape.rows) * row_bytes(shape));
  output_->write(header);
  if (output_->can_write_anywhere()) output_->flush();
}

// Error usage when there are rows that were not announced.
template <class T>
void RowWriter::check(Index first, MatrixView<const T> rows) const {
  if (weight_type_of<T> == shape_.weight && rows.columns() == shape_.columns && first >= 0 &&
      rows.rows() <= shape_.rows - first) {
    return;
  }
  throw Error(ErrorCode::usage,
              fmt::format("{} x {} {} after {} of {} x {} {}", rows.rows(), rows.columns(),
                          warpath::to_string(weight_type_of<T>), first, shape_.rows, shape_.columns,
                          warpath::to_string(shape_.weight)),
              "write the rows that were announced, in order");
}

void RowWriter::put(const AnyMatrixView& rows, Index first, bool in_place) {
  const auto write = [&]<class T>(MatrixView<const T> cells) {
    check(first, cells);
    const std::size_t bytes = row_bytes(shape_);
    const auto place = [&](Index row) { return begin_ + static_cast<std::size_t>(row) * bytes; };
    if (in_place && cells.column_stride() == 1) {
      const std::size_t stride = static_cast<std::size_t>(cells.row_stride()) * sizeof(T);
      output_->write_at(place(first), {reinterpret_cast<const char*>(cells.data()), bytes, stride,
                                       static_cast<std::size_t>(cells.rows())});
      written_ += cells.rows();
      return;
    }
    std::vector<T> room;
    for (Index i = 0; i < cells.rows(); ++i, ++written_) {
      const auto row = cells.block(i, 0, 1, cells.columns());
      if (table_) {
        write_lines(row);
      } else if (in_place) {
        const T* const line = without_gaps(row, room);
        output_->write_at(place(first + i), {reinterpret_cast<const char*>(line), bytes, bytes});
      } else {
        output_->write(without_gaps(row, room), bytes);
      }
    }
  };
  std::visit(write, rows);
}

// The lines of the next row.
template <class T>
void RowWriter::write_lines(MatrixView<const T> row) {
  const bool distances = cells_ == Cells::distances;
  const auto at = static_cast<std::size_t>(written_);
  const Index from = naming_.sources.empty() ? written_.load() : naming_.sources[at];
  const T none = distances ? no_path<T>(shape_.semiring) : static_cast<T>(-1);
  std::string line = fields_[static_cast<std::size_t>(from)] + ',';
  const std::size_t start = line.size();
  for (Index j = 0; j < shape_.columns; ++j) {
    const T cell = row(0, j);
    if (cell == none || (distances && j == from)) continue;
    line.resize(start);
    line += fields_[static_cast<std::size_t>(j)];
    if (!distances) {
      line += ',';
      line += fields_[predecessor(static_cast<Index>(cell), j)];
    } else if constexpr (!std::is_same_v<T, std::uint8_t>) {
      // Integers have a stand-in for what a negative cycle makes of a pair.
      const bool endless = std::is_integral_v<T> && cell == unbounded<T>() &&
                           shape_.semiring == SemiringKind::shortest_path;
      line += endless ? ",-inf" : ",";
      if (!endless) append_number(line, cell);
    }
    line += '\n';
    output_->write(line);
  }
}

std::size_t RowWriter::predecessor(Index before, Index column) const {
  if (before >= 0 && before < shape_.columns) return static_cast<std::size_t>(before);
  throw Error(ErrorCode::usage,
              fmt::format("row {}, column {}: vertex {} of {}", written_.load(), column, before,
                          shape_.columns),
              "predecessors are vertices, counted from 0, or -1 for none");
}

void RowWriter::finish(Changes& changes) {
  if (written_ != shape_.rows) {
    throw Error(ErrorCode::usage,
                fmt::format("{} of {} rows were written", written_.load(), shape_.rows),
                "write the rows that were announced before they appear");
  }
  // The matrix last: who waits for it finds its names.
  if (labels_) labels_->finish(changes);
  if (sources_) sources_->finish(changes);
  output_->finish(changes);
}

void RowWriter::commit() {
  Changes changes;
  finish(changes);
  make_all(changes);
}

void check_rows(Cells cells, const std::string& path, const Naming& naming,
                const WriteOptions& options, std::size_t bytes) {
  check_labels(naming.labels);
  const bool table = is_table(path, options, cells);
  check_writable(path, options.force, table ? 0 : bytes);
  if (table || is_stream(path)) return;
  for (const std::string_view what : {kLabels, kSources}) {
    check_writable(name_beside(path, what), options.force);
  }
}

std::string names_written(std::string_view what, const std::string& path, const Naming& naming,
                          const WriteOptions& options) {
  const bool none = what == kLabels ? naming.labels.empty() : naming.sources.empty();
  const bool beside = !none && !is_stream(path) && !is_table(path, options, Cells::distances);
  return beside ? name_beside(path, what) : "";
}

void write_distances(const std::string& path, const Result& result, const Naming& naming,
                     const WriteOptions& options) {
  const AnyMatrixView rows = view_of(result.storage());
  const Index count = std::visit([](const auto& cells) { return cells.rows(); }, rows);
  RowWriter writer(path, {count, result.vertices(), result.weight_type(), result.semiring()},
                   {naming.labels, naming.first_vertex, result.sources()}, options);
  writer.write_rows(rows);
  writer.commit();
}

void write_predecessors(const std::string& path, const Result& result, const Naming& naming,
                        const WriteOptions& options) {
  if (!result.has_predecessors()) {
    throw Error(ErrorCode::usage, "the result has no predecessors",
                "set Options::predecessors for the solve");
  }
  const auto rows = result.predecessors();
  RowWriter writer(path, {rows.rows(), result.vertices(), WeightType::int32},
                   {naming.labels, naming.first_vertex, result.sources()}, options,
                   Cells::predecessors);
  writer.write_rows(rows);
  writer.commit();
}

void check_measures(const std::string& path, const Naming& naming, const WriteOptions& options) {
  check_labels(naming.labels);
  const bool any_name = options.format.empty() && is_stream(path);
  if (!any_name && !is_format("csv", path, options)) {
    throw Error(ErrorCode::usage, fmt::format("{} does not end in .csv", path),
                "what is measured of every vertex is written as a table (.csv)");
  }
  check_writable(path, options.force);
}

namespace {

// Each with a comma before it. The distance has the digits that it would have itself.
void append_measures(std::string& line, const VertexMeasures& measures, std::size_t v,
                     bool single) {
  line += fmt::format(",{},", measures.reached[v]);
  const double farthest = measures.eccentricity[v];
  if (measures.reached[v] > 0 && single) append_number(line, static_cast<float>(farthest));
  if (measures.reached[v] > 0 && !single) append_number(line, farthest);
  for (const auto* closeness : {&measures.closeness, &measures.harmonic}) {
    line += ',';
    append_number(line, (*closeness)[v]);
  }
}

}  // namespace

void write_measures(const std::string& path, const Measures& measures, const Naming& naming,
                    const WriteOptions& options) {
  check_measures(path, naming, options);
  const auto fields = csv_fields(naming, static_cast<Index>(measures.reached.size()));
  const bool single = measures.statistics.plan.problem.weight == WeightType::float32;
  const bool differ = &measures.way_in() != &measures;
  Output output(path, options.force, options.progress);
  output.write(
      "vertex,reached,eccentricity,closeness,harmonic,"
      "reached_in,eccentricity_in,closeness_in,harmonic_in\n");
  std::string line;
  for (std::size_t v = 0; v < fields.size(); ++v) {
    line.clear();
    append_measures(line, measures, v, single);
    if (differ) {
      append_measures(line, measures.in, v, single);
    } else {
      line += std::string(line);
    }
    output.write(fmt::format("{}{}\n", fields[v], line));
  }
  output.commit();
}

std::string name_beside(std::string_view path, std::string_view what) {
  const std::string_view plain = unpacked_name(path);
  return fmt::format("{}.{}.txt", plain.substr(0, plain.size() - ends_in(plain, ".npy") * 4), what);
}

NamesBeside::NamesBeside(const std::string& path, std::span<const std::string> names, bool force) {
  check_writable(path, force);
  if (names.empty()) {
    removal_.emplace(path, force);
    return;
  }
  output_.emplace(path, force);
  for (const std::string& name : names) output_->write(name + '\n');
}

void NamesBeside::finish(Changes& changes) {
  output_ ? output_->finish(changes) : changes.push_back(&*removal_);
}

SavedNames read_saved_names(const std::string& path) {
  return {read_lines(name_beside(path, kLabels)), read_lines(name_beside(path, kSources))};
}

}  // namespace warpath::io
