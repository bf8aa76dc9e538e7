// Distances as files: a NumPy matrix with its names beside it, or a table of reachable pairs.
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "io/npy_header.hpp"
#include "io/output.hpp"
#include "io/spelling.hpp"
#include "io/table.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kTextBytes = std::size_t{1} << 16;

bool is_table(const std::string& path, const WriteOptions& options) {
  const std::string_view plain = unpacked_name(path);
  if (options.format == "csv" || (options.format.empty() && plain.ends_with(".csv"))) return true;
  if (options.format == "npy" || (options.format.empty() && plain.ends_with(".npy"))) return false;
  if (!options.format.empty()) {
    throw Error(ErrorCode::usage, fmt::format("distances cannot be written as {}", options.format),
                "the formats for distances are npy and csv");
  }
  if (is_stream(path)) return false;  // these have any name they like
  throw Error(ErrorCode::usage, fmt::format("{} ends neither in .npy nor in .csv", path),
              "distances are written as a NumPy matrix (.npy) or as a table (.csv)");
}

// "dist.labels.txt" for "dist.npy" and "labels".
std::string beside(std::string_view path, std::string_view what) {
  const std::string_view plain = unpacked_name(path);
  return fmt::format("{}.{}.txt", plain.substr(0, plain.size() - plain.ends_with(".npy") * 4),
                     what);
}

constexpr std::string_view kLabels = "labels";
constexpr std::string_view kSources = "sources";

std::string name_of_vertex(const Naming& naming, Index v) {
  const auto at = static_cast<std::size_t>(v);
  if (!naming.labels.empty() && !naming.labels[at].empty()) return naming.labels[at];
  return fmt::format("{}", v + naming.first_vertex);
}

// A file of names. Complete before the matrix appears under its name.
class NamesBeside {
 public:
  NamesBeside(const std::string& path, std::string_view what, const WriteOptions& options)
      : path_(beside(path, what)) {
    check_writable(path_, options.force);
  }

  template <class Each>
  void write(Index count, bool force, const Each& name) {
    output_.emplace(path_, force);
    for (Index i = 0; i < count; ++i) output_->write(name(i) + '\n');
    output_->close();
  }

  // Names of another matrix must not stay.
  void commit() {
    if (output_) return output_->commit();
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

 private:
  std::string path_;
  std::optional<Output> output_;
};

}  // namespace

struct DistanceWriter::State {
  DistanceShape shape;
  Naming naming;
  bool table = false;
  Index written = 0;
  std::vector<std::string> fields;  // of a table
  std::string text;
  std::optional<NamesBeside> labels;
  std::optional<NamesBeside> sources;
  std::optional<Output> output;

  Index source(Index row) const {
    return naming.sources.empty() ? row : naming.sources[static_cast<std::size_t>(row)];
  }

  template <class T>
  void write_pairs(const T* row, Index from) {
    constexpr bool weighted = !std::is_same_v<T, std::uint8_t>;
    const T none = no_path<T>(shape.semiring);
    const std::string start = fields[static_cast<std::size_t>(from)] + ',';
    for (Index j = 0; j < shape.columns; ++j) {
      if (j == from || row[j] == none) continue;
      text += start;
      text += fields[static_cast<std::size_t>(j)];
      if constexpr (weighted) {
        text += ',';
        // Integers have a stand-in for what a negative cycle makes of a pair.
        const bool stands_in = std::is_integral_v<T> &&
                               shape.semiring == SemiringKind::shortest_path &&
                               row[j] == unbounded<T>();
        if (stands_in) {
          text += "-inf";
        } else {
          append_number(text, row[j]);
        }
      }
      text += '\n';
      if (text.size() < kTextBytes) continue;
      output->write(text);
      text.clear();
    }
  }

  template <class T>
  void write(const Matrix<T>& rows, Index count, Index begin) {
    const std::size_t bytes = static_cast<std::size_t>(shape.columns) * sizeof(T);
    for (Index i = 0; i < count; ++i, ++written) {
      const T* row = rows.data() + (begin + i) * rows.leading_dimension();
      if (table) {
        write_pairs(row, source(written));
      } else {
        output->write(row, bytes);
      }
    }
  }
};

DistanceWriter::DistanceWriter(const std::string& path, const DistanceShape& shape,
                               const Naming& naming, const WriteOptions& options)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.shape = shape;
  s.naming = naming;
  s.table = is_table(path, options);
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
  if (s.table) {
    s.fields = csv_fields(naming, shape.columns);
    s.output.emplace(path, options.force, options.progress);
    s.output->write(shape.weight == WeightType::boolean ? "from,to\n" : "from,to,distance\n");
    return;
  }
  if (!is_stream(path)) {
    s.labels.emplace(path, kLabels, options);
    s.sources.emplace(path, kSources, options);
    if (!naming.labels.empty()) {
      s.labels->write(shape.columns, options.force, [&](Index v) -> const std::string& {
        return naming.labels[static_cast<std::size_t>(v)];
      });
    }
    if (!naming.sources.empty()) {
      s.sources->write(shape.rows, options.force, [&](Index row) {
        return name_of_vertex(naming, naming.sources[static_cast<std::size_t>(row)]);
      });
    }
  }
  const std::string header = npy_header(shape.weight, shape.rows, shape.columns);
  const std::size_t cells =
      static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns);
  s.output.emplace(path, options.force, options.progress,
                   header.size() + cells * static_cast<std::size_t>(size_of(shape.weight)));
  s.output->write(header);
}

DistanceWriter::~DistanceWriter() = default;

void DistanceWriter::write_rows(const DenseMatrix& rows, Index count, Index begin) {
  State& s = *state_;
  std::visit(
      [&]<class T>(const Matrix<T>& cells) {
        if (weight_type_of<T> != s.shape.weight || cells.columns() != s.shape.columns ||
            begin < 0 || count < 0 || begin + count > cells.rows() ||
            s.written + count > s.shape.rows) {
          throw Error(ErrorCode::usage,
                      fmt::format("rows {} to {} of {} x {} {} after {} of {} x {} {}", begin,
                                  begin + count - 1, cells.rows(), cells.columns(),
                                  to_string(weight_type_of<T>), s.written, s.shape.rows,
                                  s.shape.columns, to_string(s.shape.weight)),
                      "write the rows that were announced, in order");
        }
        s.write(cells, count, begin);
      },
      rows);
}

void DistanceWriter::commit() {
  State& s = *state_;
  if (s.written != s.shape.rows) {
    throw Error(ErrorCode::usage,
                fmt::format("{} of {} rows were written", s.written, s.shape.rows),
                "write the rows that were announced before they appear");
  }
  s.output->write(s.text);
  s.output->commit();
  if (s.labels) s.labels->commit();
  if (s.sources) s.sources->commit();
}

std::string labels_written(const std::string& path, const Naming& naming,
                           const WriteOptions& options) {
  if (naming.labels.empty() || is_stream(path) || is_table(path, options)) return {};
  return beside(path, kLabels);
}

std::string sources_written(const std::string& path, const Naming& naming,
                            const WriteOptions& options) {
  if (naming.sources.empty() || is_stream(path) || is_table(path, options)) return {};
  return beside(path, kSources);
}

void check_distances(const std::string& path, const Naming& naming, const WriteOptions& options,
                     std::size_t bytes) {
  for (const std::string& label : naming.labels) check_one_line(label);
  check_writable(path, options.force, is_table(path, options) ? 0 : bytes);
  // Names of another matrix must not stay beside this one.
  if (!is_table(path, options) && !is_stream(path)) {
    for (const std::string_view what : {kLabels, kSources}) {
      check_writable(beside(path, what), options.force);
    }
  }
}

void write_distances(const std::string& path, const Result& result, const Naming& naming,
                     const WriteOptions& options) {
  Naming with_sources = naming;
  with_sources.sources = result.sources();
  const Index rows = std::visit([](const auto& cells) { return cells.rows(); }, result.storage());
  DistanceWriter writer(path,
                        {.rows = rows,
                         .columns = result.vertices(),
                         .weight = result.weight_type(),
                         .semiring = result.semiring()},
                        with_sources, options);
  writer.write_rows(result.storage(), rows);
  writer.commit();
}

}  // namespace warpath::io
