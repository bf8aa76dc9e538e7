// Looks at cells of a .npy file where they lie.
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/dispatch.hpp"
#include "io/bytes.hpp"
#include "io/gzip.hpp"
#include "io/npy_cells.hpp"
#include "io/npy_header.hpp"
#include "io/opened.hpp"
#include "io/row_file.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"

namespace warpath::io {
namespace {

WeightType type_of(const Source& source, const NpyHeader& header) {
  std::vector<std::string> kinds;
  for (const WeightType type : kWeightTypes) {
    if (header.kind == npy_kind(type)) return type;
    kinds.push_back(npy_kind(type));
  }
  if (header.kind == "u1") return WeightType::boolean;
  wrong_type(source, header, fmt::format("one of {}", fmt::join(kinds, ", ")),
             "convert the array, as with astype('int32')");
}

// Error bad_input unless the cells that the header tells of are there, and nothing else.
void check_size(const Source& source, const NpyHeader& header, std::size_t cell) {
  if (header.shape.size() != 2) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}:1:{}: found an array with {} dimensions, expected a matrix",
                            source.name, header.shape_at + 1, header.shape.size()));
  }
  const auto rows = static_cast<std::size_t>(header.shape[0]);
  const auto columns = static_cast<std::size_t>(header.shape[1]);
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<Graph::Target>::max());
  if (rows > most || columns > most) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}:1:{}: found {} x {} cells, expected at most {} rows and columns",
                            source.name, header.shape_at + 1, rows, columns, most));
  }
  const std::size_t there = source.bytes.size() - header.data;
  if (there % cell == 0 && there / cell == rows * columns) return;  // which does not overflow
  throw Error(ErrorCode::bad_input,
              fmt::format("{}: found {} bytes of cells, expected {} x {} cells of {} bytes",
                          source.name, there, rows, columns, cell),
              "the file seems to be cut off or damaged");
}

std::vector<std::string> read_lines(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  const Opened file(path, {});
  std::vector<std::string> lines;
  std::string_view left = file.source().bytes;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    std::string_view line = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace

struct NpyRows::State {
  std::string path;
  Bytes bytes;
  NpyHeader header;
  WeightType weight{};
  bool swapped = false;

  Index rows() const { return header.shape[0]; }
  Index columns() const { return header.shape[1]; }

  template <class T>
  T load_at(Index row, Index column) const {
    const Index at = header.fortran ? column * rows() + row : row * columns() + column;
    const char* const cells = bytes.view().data() + header.data;
    return load<T>(cells + static_cast<std::size_t>(at) * sizeof(T), swapped);
  }
};

NpyRows::NpyRows(const std::string& path) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.path = path;
  s.bytes = map_file(path);
  const Source source{s.bytes.view(), s.path};
  if (recognises_gzip(source.bytes)) {
    throw Error(ErrorCode::usage, fmt::format("{} is gzipped: its rows cannot be found", path),
                "unpack it first, with gunzip");
  }
  s.header = parse_npy_header(source);
  s.weight = type_of(source, s.header);
  check_size(source, s.header, static_cast<std::size_t>(size_of(s.weight)));
  s.swapped = is_swapped(s.header) && size_of(s.weight) > 1;
}

NpyRows::~NpyRows() = default;
NpyRows::NpyRows(NpyRows&&) noexcept = default;
NpyRows& NpyRows::operator=(NpyRows&&) noexcept = default;

const std::string& NpyRows::path() const { return state_->path; }
Index NpyRows::rows() const { return state_->rows(); }
Index NpyRows::columns() const { return state_->columns(); }
WeightType NpyRows::weight_type() const { return state_->weight; }

std::optional<AnyMatrixView> NpyRows::view() const {
  const State& s = *state_;
  if (s.swapped || s.weight == WeightType::boolean) return {};
  return visit_weight(
      s.weight, [&]<class T>(std::type_identity<T>) -> std::optional<AnyMatrixView> {
        const char* const cells = s.bytes.view().data() + s.header.data;
        if (reinterpret_cast<std::uintptr_t>(cells) % alignof(T) != 0) return {};
        const T* const data = reinterpret_cast<const T*>(cells);
        return s.header.fortran ? MatrixView<const T>::column_major(data, rows(), columns())
                                : MatrixView<const T>::row_major(data, rows(), columns());
      });
}

double NpyRows::cell(Index row, Index column) const {
  const State& s = *state_;
  if (row < 0 || column < 0 || row >= rows() || column >= columns()) {
    throw Error(ErrorCode::usage, fmt::format("{} has {} rows and {} columns, and no cell {}, {}",
                                              s.path, rows(), columns(), row, column));
  }
  return visit_weight(s.weight, [&]<class T>(std::type_identity<T>) {
    return static_cast<double>(s.load_at<T>(row, column));
  });
}

template <class T>
void NpyRows::read_rows(Index first, MatrixView<T> into) const {
  const State& s = *state_;
  if (weight_type_of<T> != s.weight || into.columns() != columns() || first < 0 ||
      into.rows() > rows() - first) {
    throw Error(ErrorCode::usage,
                fmt::format("{} has {} x {} cells of {}, not rows {} to {} with {} of {}", s.path,
                            rows(), columns(), to_string(s.weight), first, first + into.rows() - 1,
                            into.columns(), to_string(weight_type_of<T>)));
  }
  if (into.rows() == 0 || into.columns() == 0) return;
  const std::size_t row_bytes = static_cast<std::size_t>(columns()) * sizeof(T);
  const char* const cells = s.bytes.view().data() + s.header.data;
  const char* const begin = cells + static_cast<std::size_t>(first) * row_bytes;
  if (!s.header.fortran) {
    s.bytes.release(begin);
    s.bytes.fetch({begin, static_cast<std::size_t>(into.rows()) * row_bytes});
    if (!s.swapped && into.column_stride() == 1) {
      for (Index i = 0; i < into.rows(); ++i) {
        std::memcpy(&into(i, 0), begin + static_cast<std::size_t>(i) * row_bytes, row_bytes);
      }
      return;
    }
  }
  for (Index i = 0; i < into.rows(); ++i) {
    for (Index j = 0; j < into.columns(); ++j) into(i, j) = s.load_at<T>(first + i, j);
  }
}

#define WARPATH_INSTANTIATE(T, name) \
  template void NpyRows::read_rows<T>(Index, MatrixView<T>) const;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

SavedNames read_saved_names(const std::string& path) {
  return {read_lines(name_beside(path, kLabels)), read_lines(name_beside(path, kSources))};
}

}  // namespace warpath::io
