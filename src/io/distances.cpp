// Distances as files: a NumPy matrix with its labels beside it, or a table of reachable pairs.
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "io/output.hpp"
#include "io/spelling.hpp"
#include "io/table.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

std::string_view without_gz(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  return path;
}

bool is_table(const std::string& path, const WriteOptions& options) {
  const std::string_view plain = without_gz(path);
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

template <class T>
void write_pairs(Output& output, MatrixView<const T> distances, T none,
                 const std::vector<std::string>& names) {
  constexpr bool weighted = !std::is_same_v<T, std::uint8_t>;
  output.write(weighted ? "from,to,distance\n" : "from,to\n");
  std::string line;
  for (Index i = 0; i < distances.rows(); ++i) {
    for (Index j = 0; j < distances.columns(); ++j) {
      const T distance = distances(i, j);
      if (i == j || distance == none) continue;
      line = names[static_cast<std::size_t>(i)];
      line += ',';
      line += names[static_cast<std::size_t>(j)];
      if constexpr (weighted) {
        line += ',';
        append_number(line, distance);
      }
      line += '\n';
      output.write(line);
    }
  }
}

std::string labels_beside(std::string_view path) {
  const std::string_view plain = without_gz(path);
  return fmt::format("{}.labels.txt", plain.substr(0, plain.size() - plain.ends_with(".npy") * 4));
}

}  // namespace

std::string labels_written(const std::string& path, const Naming& naming,
                           const WriteOptions& options) {
  if (naming.labels.empty() || is_stream(path) || is_table(path, options)) return {};
  return labels_beside(path);
}

void check_distances(const std::string& path, const Naming& naming, const WriteOptions& options,
                     std::size_t bytes) {
  for (const std::string& label : naming.labels) check_one_line(label);
  check_writable(path, options.force, is_table(path, options) ? 0 : bytes);
  // Labels of another matrix must not stay beside this one.
  if (!is_table(path, options) && !is_stream(path)) {
    check_writable(labels_beside(path), options.force);
  }
}

void write_distances(const std::string& path, const Result& result, const Naming& naming,
                     const WriteOptions& options) {
  for (const std::string& label : naming.labels) check_one_line(label);
  if (is_table(path, options)) {
    std::vector<std::string> names;
    for (Index v = 0; v < result.vertices(); ++v) {
      names.push_back(naming.labels.empty()
                          ? fmt::format("{}", v + naming.first_vertex)
                          : csv_field(naming.labels[static_cast<std::size_t>(v)]));
    }
    Output output(path, options.force, options.progress);
    std::visit(
        [&]<class T>(const Matrix<T>& cells) {
          write_pairs<T>(output, cells.view(), no_path<T>(result.semiring()), names);
        },
        result.storage());
    output.commit();
    return;
  }
  if (!is_stream(path)) check_writable(labels_beside(path), options.force);
  // Both are complete before the first appears under its name.
  std::optional<Output> labels;
  if (const std::string beside = labels_written(path, naming, options); !beside.empty()) {
    labels.emplace(beside, options.force);
    for (const std::string& label : naming.labels) labels->write(label + '\n');
    labels->close();
  }
  write_npy(path, result.storage(), options);
  if (labels) {
    labels->commit();
  } else if (!is_stream(path)) {
    std::error_code ignored;
    std::filesystem::remove(labels_beside(path), ignored);
  }
}

}  // namespace warpath::io
