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

  // Error usage when there are rows that were not announced.
  template <class T>
  void check(Index first, MatrixView<const T> rows) const {
    if (weight_type_of<T> == shape.weight && rows.columns() == shape.columns && first >= 0 &&
        rows.rows() <= shape.rows - first) {
      return;
    }
    throw Error(ErrorCode::usage,
                fmt::format("{} x {} {} after {} of {} x {} {}", rows.rows(), rows.columns(),
                            to_string(weight_type_of<T>), first, shape.rows, shape.columns,
                            to_string(shape.weight)),
                "write the rows that were announced, in order");
  }
};

DistanceWriter::DistanceWriter(const std::string& path, const DistanceShape& shape,
                               const Naming& naming, const WriteOptions& options)
    : state_(new State{shape, {path, shape_of(shape), naming, options}}) {}

DistanceWriter::~DistanceWriter() = default;

void DistanceWriter::write_rows(const AnyMatrixView& rows) {
  State& s = *state_;
  std::visit(
      [&]<class T>(MatrixView<const T> cells) {
        s.check(s.file.written(), cells);
        const std::size_t bytes = static_cast<std::size_t>(s.shape.columns) * sizeof(T);
        for (Index i = 0; i < cells.rows(); ++i) {
          const T* row = cells.data() + i * cells.row_stride();
          if (s.file.table()) {
            s.write_pairs(row);
          } else {
            s.file.write_row(row, bytes);
          }
        }
      },
      rows);
}

bool DistanceWriter::takes_any_order() const { return state_->file.takes_any_order(); }

void DistanceWriter::write_rows_at(Index first, const AnyMatrixView& rows) {
  State& s = *state_;
  std::visit(
      [&]<class T>(MatrixView<const T> cells) {
        s.check(first, cells);
        write_rows_together(s.file, first, cells);
      },
      rows);
}

void DistanceWriter::commit() { state_->file.commit(); }

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
  writer.write_rows(view_of(result.storage()));
  writer.commit();
}

}  // namespace warpath::io
