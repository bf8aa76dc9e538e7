#include "io/npy_rows.hpp"

#include <cstdint>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "io/npy_cells.hpp"
#include "io/npy_header.hpp"
#include "io/opened.hpp"

namespace warpath::io {

struct NpyRows::State {
  std::string name;
  Opened file;
  NpyHeader header;
  WeightType type{};
  const char* cells = nullptr;
  bool swapped = false;
  bool in_place = false;  // cells can be used where they lie

  explicit State(const std::string& path) : name(name_of(path)), file(path, {}) {}

  Index rows() const { return header.shape[0]; }
  Index columns() const { return header.shape[1]; }
  const char* cell(Index i, Index j) const {
    const Index at = header.fortran ? j * rows() + i : i * columns() + j;
    return cells + at * size_of(type);
  }
};

namespace {

WeightType type_of(const Source& source, const NpyHeader& header) {
  if (header.kind == "f4") return WeightType::float32;
  if (header.kind == "f8") return WeightType::float64;
  if (header.kind == "i4") return WeightType::int32;
  if (header.kind == "i2") return WeightType::int16;
  if (header.kind == "b1" || header.kind == "u1") return WeightType::boolean;
  wrong_type(source, header, "f4, f8, i4, i2 or b1, as solve writes them",
             "convert the array, for example with astype('float32')");
}

// Calls use(T()) for the C++ type of a weight.
template <class Use>
decltype(auto) with_type(WeightType type, const Use& use) {
  switch (type) {
    case WeightType::float32: return use(float{});
    case WeightType::float64: return use(double{});
    case WeightType::int32: return use(std::int32_t{});
    case WeightType::int16: return use(std::int16_t{});
    case WeightType::boolean: break;
  }
  return use(std::uint8_t{});
}

}  // namespace

NpyRows::NpyRows(const std::string& path) : state_(std::make_unique<State>(path)) {
  State& s = *state_;
  const Source& source = s.file.source();
  s.header = parse_npy_header(source);
  if (s.header.shape.size() != 2) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}:1:{}: found an array with {} dimensions, expected a matrix",
                            source.name, s.header.shape_at + 1, s.header.shape.size()));
  }
  s.type = type_of(source, s.header);
  const auto rows = static_cast<std::size_t>(s.rows());
  const auto columns = static_cast<std::size_t>(s.columns());
  const auto size = static_cast<std::size_t>(size_of(s.type));
  const std::size_t there = source.bytes.size() - s.header.data;
  // In this order no product can overflow.
  const bool enough = rows == 0 || columns == 0 || there / size / rows >= columns;
  if (!enough || there != rows * columns * size) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}: found {} bytes of cells, expected {} x {} cells of {} bytes",
                            source.name, there, rows, columns, size),
                "the file seems to be cut off or damaged");
  }
  s.cells = source.bytes.data() + s.header.data;
  s.swapped = is_swapped(s.header) && size > 1;
  s.in_place = !s.swapped && !s.header.fortran &&
               reinterpret_cast<std::uintptr_t>(s.cells) % size == 0;  // NOLINT
}

NpyRows::~NpyRows() = default;

Index NpyRows::rows() const {
  return state_->rows();
}
Index NpyRows::columns() const {
  return state_->columns();
}
WeightType NpyRows::type() const {
  return state_->type;
}
const std::string& NpyRows::name() const {
  return state_->name;
}

RowsView NpyRows::view(Index first, Index count, DenseMatrix& buffer) const {
  const State& s = *state_;
  return with_type(s.type, [&]<class T>(T) -> RowsView {
    if (s.in_place) {
      const auto* begin = reinterpret_cast<const T*>(s.cell(first, 0));  // NOLINT: aligned
      return MatrixView<const T>::row_major(begin, count, s.columns());
    }
    auto* held = std::get_if<Matrix<T>>(&buffer);
    if (held == nullptr || held->rows() < count || held->columns() != s.columns()) {
      buffer = matrix(count);
      held = std::get_if<Matrix<T>>(&buffer);
    }
    for (Index i = 0; i < count; ++i) copy(first + i, buffer, i);
    return std::as_const(*held).view().block(0, 0, count, s.columns());
  });
}

DenseMatrix NpyRows::matrix(Index rows) const {
  return with_type(state_->type,
                   [&]<class T>(T) -> DenseMatrix { return Matrix<T>(rows, columns()); });
}

void NpyRows::copy(Index row, DenseMatrix& matrix, Index to) const {
  const State& s = *state_;
  with_type(s.type, [&]<class T>(T) {
    T* cells = &std::get<Matrix<T>>(matrix)(to, 0);
    if (!s.swapped && !s.header.fortran) {
      std::memcpy(cells, s.cell(row, 0), static_cast<std::size_t>(s.columns()) * sizeof(T));
      return;
    }
    for (Index j = 0; j < s.columns(); ++j) cells[j] = load<T>(s.cell(row, j), s.swapped);
  });
}

void NpyRows::passed(Index row) const {
  const State& s = *state_;
  if (!s.header.fortran && s.file.source().passed) s.file.source().passed(s.cell(row, 0));
}

}  // namespace warpath::io
