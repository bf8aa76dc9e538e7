#include "io/row_file.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "io/npy_header.hpp"
#include "io/table.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kTextBytes = std::size_t{1} << 16;

std::string name_of_vertex(const Naming& naming, Index v) {
  const auto at = static_cast<std::size_t>(v);
  if (!naming.labels.empty() && !naming.labels[at].empty()) return naming.labels[at];
  return fmt::format("{}", v + naming.first_vertex);
}

void check_naming(const RowFile::Shape& shape, const Naming& naming) {
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
  for (const std::string& label : naming.labels) check_one_line(label);
}

}  // namespace

std::string name_beside(std::string_view path, std::string_view what) {
  const std::string_view plain = unpacked_name(path);
  return fmt::format("{}.{}.txt", plain.substr(0, plain.size() - plain.ends_with(".npy") * 4),
                     what);
}

bool is_table(const std::string& path, const WriteOptions& options, std::string_view what) {
  const std::string_view plain = unpacked_name(path);
  if (options.format == "csv" || (options.format.empty() && plain.ends_with(".csv"))) return true;
  if (options.format == "npy" || (options.format.empty() && plain.ends_with(".npy"))) return false;
  if (!options.format.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} cannot be written as {}", what, options.format),
                fmt::format("the formats for {} are npy and csv", what));
  }
  if (is_stream(path)) return false;  // these have any name they like
  throw Error(ErrorCode::usage, fmt::format("{} ends neither in .npy nor in .csv", path),
              fmt::format("{} are written as a NumPy matrix (.npy) or as a table (.csv)", what));
}

void check_row_file(const std::string& path, const Naming& naming, const WriteOptions& options,
                    std::size_t bytes, std::string_view what) {
  for (const std::string& label : naming.labels) check_one_line(label);
  const bool table = is_table(path, options, what);
  check_writable(path, options.force, table ? 0 : bytes);
  // Names of another matrix must not stay beside this one.
  if (table || is_stream(path)) return;
  for (const std::string_view each : {kLabels, kSources}) {
    check_writable(name_beside(path, each), options.force);
  }
}

NamesBeside::NamesBeside(const std::string& path, std::string_view what,
                         const WriteOptions& options)
    : path_(name_beside(path, what)) {
  check_writable(path_, options.force);
}

void NamesBeside::commit() {
  if (output_) return output_->commit();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

RowFile::RowFile(const std::string& path, const Shape& shape, const Naming& naming,
                 const WriteOptions& options)
    : rows_(shape.rows), naming_(naming), table_(is_table(path, options, shape.what)) {
  check_naming(shape, naming);
  if (table_) {
    fields_ = csv_fields(naming, shape.columns);
    output_.emplace(path, options.force, options.progress);
    output_->write(fmt::format("{}\n", shape.title));
    return;
  }
  if (!is_stream(path)) {
    labels_.emplace(path, kLabels, options);
    sources_.emplace(path, kSources, options);
    if (!naming.labels.empty()) {
      labels_->write(shape.columns, options.force, [&](Index v) -> const std::string& {
        return naming.labels[static_cast<std::size_t>(v)];
      });
    }
    if (!naming.sources.empty()) {
      sources_->write(shape.rows, options.force, [&](Index row) {
        return name_of_vertex(naming, naming.sources[static_cast<std::size_t>(row)]);
      });
    }
  }
  const std::string header = npy_header(shape.weight, shape.rows, shape.columns);
  const std::size_t cells =
      static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns);
  output_.emplace(path, options.force, options.progress,
                  header.size() + cells * static_cast<std::size_t>(size_of(shape.weight)));
  output_->write(header);
  begin_ = header.size();
  row_bytes_ =
      static_cast<std::size_t>(shape.columns) * static_cast<std::size_t>(size_of(shape.weight));
  if (output_->can_write_anywhere()) output_->flush();
}

void RowFile::write_row(const void* cells, std::size_t bytes) {
  output_->write(cells, bytes);
  ++written_;
}

void RowFile::write_rows_at(Index first, Index count, const void* cells, std::size_t bytes) {
  output_->write_at(begin_ + static_cast<std::size_t>(first) * row_bytes_, cells, bytes);
  written_ += count;
}

Index RowFile::source() const {
  return naming_.sources.empty() ? written_.load()
                                 : naming_.sources[static_cast<std::size_t>(written_.load())];
}

void RowFile::end_line() {
  text_ += '\n';
  if (text_.size() < kTextBytes) return;
  output_->write(text_);
  text_.clear();
}

void RowFile::commit() {
  if (written_ != rows_) {
    throw Error(ErrorCode::usage, fmt::format("{} of {} rows were written", written_.load(), rows_),
                "write the rows that were announced before they appear");
  }
  output_->write(text_);
  output_->commit();
  if (labels_) labels_->commit();
  if (sources_) sources_->commit();
}

}  // namespace warpath::io
