// Distances as files: a NumPy matrix with its names beside it, or a table of reachable pairs.
#include <string>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "io/row_file.hpp"
#include "io/spelling.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

constexpr std::string_view kWhat = "distances";

RowFile::Shape shape_of(const DistanceShape& shape) {
  const bool weighted = shape.weight != WeightType::boolean;
  return {shape.rows, shape.columns, shape.weight, kWhat,
          weighted ? "from,to,distance" : "from,to"};
}

}  // namespace

struct DistanceWriter::State {
  DistanceShape shape;
  RowFile file;

  template <class T>
  void write_pairs(const T* row) {
    constexpr bool weighted = !std::is_same_v<T, std::uint8_t>;
    const T none = no_path<T>(shape.semiring);
    const Index from = file.source();
    const std::string start = file.field(from) + ',';
    std::string& text = file.text();
    for (Index j = 0; j < shape.columns; ++j) {
      if (j == from || row[j] == none) continue;
      text += start;
      text += file.field(j);
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
      file.end_line();
    }
    file.end_row();
  }

  template <class T>
  void write(const Matrix<T>& rows, Index count, Index begin) {
    const std::size_t bytes = static_cast<std::size_t>(shape.columns) * sizeof(T);
    for (Index i = 0; i < count; ++i) {
      const T* row = rows.data() + (begin + i) * rows.leading_dimension();
      if (file.table()) {
        write_pairs(row);
      } else {
        file.write_row(row, bytes);
      }
    }
  }
};

DistanceWriter::DistanceWriter(const std::string& path, const DistanceShape& shape,
                               const Naming& naming, const WriteOptions& options)
    : state_(new State{shape, RowFile(path, shape_of(shape), naming, options)}) {}

DistanceWriter::~DistanceWriter() = default;

void DistanceWriter::write_rows(const DenseMatrix& rows, Index count, Index begin) {
  State& s = *state_;
  std::visit(
      [&]<class T>(const Matrix<T>& cells) {
        if (weight_type_of<T> != s.shape.weight || cells.columns() != s.shape.columns ||
            begin < 0 || count < 0 || begin + count > cells.rows() ||
            s.file.written() + count > s.shape.rows) {
          throw Error(ErrorCode::usage,
                      fmt::format("rows {} to {} of {} x {} {} after {} of {} x {} {}", begin,
                                  begin + count - 1, cells.rows(), cells.columns(),
                                  to_string(weight_type_of<T>), s.file.written(), s.shape.rows,
                                  s.shape.columns, to_string(s.shape.weight)),
                      "write the rows that were announced, in order");
        }
        s.write(cells, count, begin);
      },
      rows);
}

void DistanceWriter::commit() {
  state_->file.commit();
}

std::string labels_written(const std::string& path, const Naming& naming,
                           const WriteOptions& options) {
  if (naming.labels.empty() || is_stream(path) || is_table(path, options, kWhat)) return {};
  return name_beside(path, kLabels);
}

std::string sources_written(const std::string& path, const Naming& naming,
                            const WriteOptions& options) {
  if (naming.sources.empty() || is_stream(path) || is_table(path, options, kWhat)) return {};
  return name_beside(path, kSources);
}

void check_distances(const std::string& path, const Naming& naming, const WriteOptions& options,
                     std::size_t bytes) {
  check_row_file(path, naming, options, bytes, kWhat);
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
