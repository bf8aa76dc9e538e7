// SciPy's sparse matrices (.npz), as scipy.sparse.save_npz writes them: a zip archive of NumPy
// arrays.
//
//   format.npy, shape.npy, data.npy      always
//   indptr.npy, indices.npy              csr, csc: row (column) i has entries indptr[i] ..
//                                        indptr[i + 1], in the columns (rows) `indices`
//   row.npy, col.npy                     coo: one of each per entry
//
// An entry is an arc from its row to its column, a stored zero too. A stored True is an arc of
// weight 1. A stored False is refused: in a sparse matrix it could mean either.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/graph_builder.hpp"
#include "io/arcs.hpp"
#include "io/format.hpp"
#include "io/npy_cells.hpp"
#include "io/npy_header.hpp"
#include "io/weight.hpp"
#include "io/zip.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

[[noreturn]] void fail(std::string_view name, const std::string& what, std::string remedy = {}) {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {}", name, what), std::move(remedy));
}

// One array of the archive.
class Array {
 public:
  Array(const Zip& zip, const Source& archive, const std::string& member)
      : name_(fmt::format("{}/{}", archive.name, member)), content_(open(zip, archive, member)) {
    header_ = parse_npy_header(source());
    swapped_ = is_swapped(header_);
  }

  // Others keep pointers to the cells.
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  Source source() const { return {content_.view(), name_}; }
  const NpyHeader& header() const { return header_; }
  bool swapped() const { return swapped_; }
  const char* cells() const { return content_.view().data() + header_.data; }

  // The number of cells, once the bytes of that many are known to be there; each has `width`.
  std::size_t size(std::size_t dimensions, std::size_t width) const {
    if (header_.shape.size() != dimensions) {
      throw Error(ErrorCode::bad_input,
                  fmt::format("{}:1:{}: found an array with {} dimensions, expected {}", name_,
                              header_.shape_at + 1, header_.shape.size(), dimensions));
    }
    const auto cells = static_cast<std::size_t>(dimensions == 0 ? 1 : header_.shape[0]);
    const std::size_t there = content_.view().size() - header_.data;
    if (there / width != cells || there % width != 0) {
      fail(name_, fmt::format("found {} bytes of cells, expected {} cells of {} bytes", there,
                              cells, width));
    }
    return cells;
  }

 private:
  static Unpacked open(const Zip& zip, const Source& archive, const std::string& member) {
    const ZipMember* const found = zip.find(member);
    if (found == nullptr) {
      fail(archive.name,
           fmt::format("found no member '{}', expected a SciPy sparse matrix", member),
           "save the matrix with scipy.sparse.save_npz");
    }
    return zip.unpack(*found);
  }

  std::string name_;
  Unpacked content_;
  NpyHeader header_;
  bool swapped_ = false;
};

// Positions: int32 or int64.
class Positions {
 public:
  Positions(const Zip& zip, const Source& archive, const std::string& member)
      : array_(zip, archive, member), wide_(array_.header().kind == "i8") {
    if (!wide_ && array_.header().kind != "i4") {
      wrong_type(array_.source(), array_.header(), "i4 or i8", "save the matrix with SciPy");
    }
    size_ = array_.size(1, wide_ ? 8 : 4);
    cells_ = array_.cells();
  }

  std::string_view name() const { return array_.source().name; }
  std::size_t size() const { return size_; }
  Index operator[](std::size_t k) const {
    if (wide_) return load<std::int64_t>(cells_ + 8 * k, array_.swapped());
    return load<std::int32_t>(cells_ + 4 * k, array_.swapped());
  }

 private:
  Array array_;
  bool wide_;
  std::size_t size_ = 0;
  const char* cells_ = nullptr;
};

// How cells of one type become weights.
struct CellType {
  std::string_view kind;
  std::size_t width;
  WeightType own;  // what they become unless the caller says otherwise
  bool whole;
  double (*value)(const char* at, bool swapped);
  std::string (*shown)(const char* at, bool swapped);
};

// A double that io::objection() judges as it would judge the cell itself.
template <class T>
double value_of(const char* at, bool swapped) {
  const T cell = load<T>(at, swapped);
  auto value = static_cast<double>(cell);
  if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
    // The one whole number that is rounded to one that counts as exact, and its negative.
    constexpr T last = T{1} << 53;
    if (cell > last && value == 0x1p53) value = 0x1p53 + 2;
    if constexpr (std::is_signed_v<T>) {
      if (cell < -last && value == -0x1p53) value = -0x1p53 - 2;
    }
  }
  return value;
}

template <class T>
constexpr CellType cell_type(std::string_view kind, WeightType own) {
  return {kind,
          sizeof(T),
          own,
          std::is_integral_v<T>,
          value_of<T>,
          [](const char* at, bool swapped) { return fmt::format("{}", load<T>(at, swapped)); }};
}

constexpr CellType kCellTypes[] = {
    cell_type<float>("f4", WeightType::float32),
    cell_type<double>("f8", WeightType::float64),
    cell_type<std::int8_t>("i1", WeightType::int16),
    cell_type<std::int16_t>("i2", WeightType::int16),
    cell_type<std::int32_t>("i4", WeightType::int32),
    cell_type<std::int64_t>("i8", WeightType::int32),
    cell_type<std::uint8_t>("u1", WeightType::int16),
    cell_type<std::uint16_t>("u2", WeightType::int32),
    cell_type<std::uint32_t>("u4", WeightType::int32),
    cell_type<std::uint64_t>("u8", WeightType::int32),
    cell_type<std::uint8_t>("b1", WeightType::int32),
};

class Weights {
 public:
  Weights(const Zip& zip, const Source& archive) : array_(zip, archive, "data.npy") {
    for (const CellType& type : kCellTypes) {
      if (type.kind == array_.header().kind) type_ = &type;
    }
    if (type_ == nullptr) {
      wrong_type(array_.source(), array_.header(), kWeightCells, kConvertCells);
    }
    size_ = array_.size(1, type_->width);
    cells_ = array_.cells();
    is_boolean_ = type_->kind == "b1";
  }

  std::string_view name() const { return array_.source().name; }
  std::size_t size() const { return size_; }
  WeightType own() const { return type_->own; }

  template <class T>
  T at(std::size_t k, Index row, Index column) const {
    const double value = type_->value(cells_ + k * type_->width, array_.swapped());
    if (is_boolean_) {
      if (value == 1) return T{1};
      refuse(k, row, column, "True for an arc, and no entry for none",
             "drop the others with eliminate_zeros()");
    }
    if (!std::isfinite(value)) {
      refuse(k, row, column, "a finite number, and no entry where there is no arc", {});
    }
    const std::string expected = objection<T>(value, type_->whole);
    if (!expected.empty()) {
      refuse(k, row, column, expected, "take another type for the weights, such as float64");
    }
    return static_cast<T>(value);
  }

 private:
  [[noreturn]] void refuse(std::size_t k, Index row, Index column, const std::string& expected,
                           std::string remedy) const {
    const char* const at = cells_ + k * type_->width;
    const std::string found =
        is_boolean_ && *at == 0 ? "False" : type_->shown(at, array_.swapped());
    fail(name(),
         fmt::format("found {} in row {}, column {}, expected {}", found, row, column, expected),
         std::move(remedy));
  }

  Array array_;
  const CellType* type_ = nullptr;
  std::size_t size_ = 0;
  const char* cells_ = nullptr;
  bool is_boolean_ = false;
};

std::string read_format(const Zip& zip, const Source& source) {
  const Array array(zip, source, "format.npy");
  const std::string& kind = array.header().kind;
  const bool is_wide = kind[0] == 'U';  // four bytes per character
  if (kind != "S3" && kind != "U3") {
    wrong_type(array.source(), array.header(), "S3 or U3, such as 'csr'",
               "save the matrix with scipy.sparse.save_npz");
  }
  array.size(0, is_wide ? 12 : 3);
  std::string format;
  for (int i = 0; i < 3; ++i) {
    const auto c = is_wide ? load<std::uint32_t>(array.cells() + 4 * i, array.swapped())
                           : load<unsigned char>(array.cells() + i, false);
    format += c < 0x80 ? static_cast<char>(c) : '?';
  }
  return format;
}

Index read_vertices(const Zip& zip, const Source& source) {
  const Positions shape(zip, source, "shape.npy");
  if (shape.size() != 2) {
    fail(shape.name(), fmt::format("found {} dimensions, expected a matrix", shape.size()));
  }
  if (shape[0] != shape[1]) {
    fail(source.name,
         fmt::format("found {} rows and {} columns, expected a square matrix", shape[0], shape[1]));
  }
  constexpr Index most = std::numeric_limits<Graph::Target>::max();
  if (shape[0] < 0 || shape[0] > most) {
    fail(shape.name(), fmt::format("found {} rows, expected 0 to {}", shape[0], most));
  }
  return shape[0];
}

void check_length(std::string_view name, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  fail(name, fmt::format("found {} cells, expected {}", found, expected),
       "the arrays of the matrix do not belong together; check_format() and prune() help");
}

Index check_position(std::string_view name, std::size_t k, Index position, Index vertices) {
  if (position >= 0 && position < vertices) return position;
  fail(name, fmt::format("found {} in cell {}, expected 0 to {}", position, k, vertices - 1));
}

// csr; and csc, which is the csr of the transpose.
class Compressed {
 public:
  Compressed(const Zip& zip, const Source& source, Index vertices, std::size_t entries,
             bool columns)
      : starts_(zip, source, "indptr.npy"),
        others_(zip, source, "indices.npy"),
        vertices_(vertices),
        columns_(columns) {
    // So many vertices are borne out by bytes.
    check_length(starts_.name(), starts_.size(), static_cast<std::size_t>(vertices) + 1);
    check_length(others_.name(), others_.size(), entries);
    Index last = 0;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const Index start = starts_[i];
      const bool is_first = i == 0;
      const bool is_last = i + 1 == starts_.size();
      if (start < last || (is_first && start != 0) || start > static_cast<Index>(entries) ||
          (is_last && start != static_cast<Index>(entries))) {
        const std::string expected = is_first  ? "0"
                                     : is_last ? fmt::format("{}, the number of entries", entries)
                                               : fmt::format("{} to {}", last, entries);
        fail(starts_.name(), fmt::format("found {} in cell {}, expected {}", start, i, expected));
      }
      last = start;
    }
  }

  bool by_rows() const { return !columns_; }

  template <class Visit>
  void each(Visit visit) const {
    for (Index i = 0; i < vertices_; ++i) {
      const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(i)]);
      const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(i) + 1]);
      for (std::size_t k = first; k < last; ++k) {
        const Index j = check_position(others_.name(), k, others_[k], vertices_);
        columns_ ? visit(k, j, i) : visit(k, i, j);
      }
    }
  }

 private:
  Positions starts_;
  Positions others_;
  Index vertices_;
  bool columns_;
};

class Coordinates {
 public:
  Coordinates(const Zip& zip, const Source& source, Index vertices, std::size_t entries)
      : rows_(zip, source, "row.npy"), columns_(zip, source, "col.npy"), vertices_(vertices) {
    check_length(rows_.name(), rows_.size(), entries);
    check_length(columns_.name(), columns_.size(), entries);
    if (vertices > most_vertices(source)) {
      fail(source.name,
           fmt::format("found {} rows for {} entries, expected at most {}", vertices, entries,
                       most_vertices(source)),
           "number only the vertices that have arcs");
    }
  }

  bool by_rows() const { return false; }

  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Index row = check_position(rows_.name(), k, rows_[k], vertices_);
      visit(k, row, check_position(columns_.name(), k, columns_[k], vertices_));
    }
  }

 private:
  Positions rows_;
  Positions columns_;
  Index vertices_;
};

void check_duplicates(const Source& source, const Graph& graph) {
  const auto targets = graph.targets();
  for (Index u = 0; u < graph.vertices(); ++u) {
    const auto first = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u)]);
    const auto last = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u) + 1]);
    for (std::size_t a = first + 1; a < last; ++a) {
      if (targets[a] != targets[a - 1]) continue;
      fail(source.name,
           fmt::format("found row {}, column {} twice, expected every entry once", u, targets[a]),
           "SciPy would add the two; call sum_duplicates() before save_npz if that is meant");
    }
  }
}

// `weight(k, row, column)` is asked once for every entry.
template <class T, class Entries, class Weight>
Graph build(const Source& source, const Entries& entries, std::size_t count, Index vertices,
            bool mirror, Weight weight) {
  constexpr std::size_t often = std::size_t{1} << 20;
  const auto each = [&](auto visit) {
    entries.each([&](std::size_t k, Index row, Index column) {
      // All bytes have been unpacked; this only lets the caller cancel.
      if (k % often == 0 && source.passed) source.passed(source.bytes.data() + source.bytes.size());
      visit(k, row, column);
    });
  };
  detail::GraphBuilder<T> builder(vertices);
  if (entries.by_rows() && !mirror) {
    builder.reserve(count);
    each([&](std::size_t k, Index row, Index column) {
      builder.append(row, column, weight(k, row, column));
    });
    return std::move(builder).finish(Direction::directed);
  }
  each([&](std::size_t, Index row, Index column) {
    builder.count(row);
    if (mirror && row != column) builder.count(column);
  });
  builder.start_placing();
  each([&](std::size_t k, Index row, Index column) {
    const T w = weight(k, row, column);
    const bool placed = builder.place(row, column, w) &&
                        (!mirror || row == column || builder.place(column, row, w));
    if (!placed) fail(source.name, "the file is changing while it is read");
  });
  return std::move(builder).finish(mirror ? Direction::undirected : Direction::directed);
}

template <class T, class Entries>
Graph read_entries(const Source& source, const Entries& entries, const Weights& weights,
                   Index vertices, bool mirror) {
  // Once mirrored, an entry that is there twice looks like one and its opposite.
  if (mirror) {
    const auto nothing = [](std::size_t, Index, Index) { return std::int16_t{0}; };
    check_duplicates(
        source, build<std::int16_t>(source, entries, weights.size(), vertices, false, nothing));
  }
  Graph graph = build<T>(source, entries, weights.size(), vertices, mirror,
                         [&](std::size_t k, Index i, Index j) { return weights.at<T>(k, i, j); });
  if (!mirror) check_duplicates(source, graph);
  return graph;
}

template <class Entries>
Graph read_as(WeightType type, const Source& source, const Entries& entries, const Weights& weights,
              Index vertices, bool mirror) {
  switch (type) {
    case WeightType::float32:
      return read_entries<float>(source, entries, weights, vertices, mirror);
    case WeightType::float64:
      return read_entries<double>(source, entries, weights, vertices, mirror);
    case WeightType::int32:
      return read_entries<std::int32_t>(source, entries, weights, vertices, mirror);
    case WeightType::int16:
      return read_entries<std::int16_t>(source, entries, weights, vertices, mirror);
    case WeightType::boolean: break;
  }
  throw Error(ErrorCode::usage, "the weights of a graph are numbers, not boolean",
              "leave out the type of the weights");
}

[[noreturn]] void not_sparse(const Source& source, const Zip& zip) {
  constexpr std::size_t most = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(most, zip.members().size()); ++i) {
    names += (i == 0 ? "the members " : ", ") + quoted(zip.members()[i].name);
  }
  if (zip.members().empty()) names = "no members";
  if (zip.members().size() > most)
    names += fmt::format(" and {} more", zip.members().size() - most);
  fail(source.name,
       fmt::format("found {}, expected a SciPy sparse matrix (scipy.sparse.save_npz)", names),
       "save a dense matrix alone, with numpy.save as .npy");
}

}  // namespace

bool recognises_npz(std::string_view bytes) {
  return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6");
}

Content read_npz(const Source& source, const ReadOptions& options) {
  const Zip zip(source);
  if (zip.find("format.npy") == nullptr) not_sparse(source, zip);
  const std::string format = read_format(zip, source);
  if (format != "csr" && format != "csc" && format != "coo") {
    fail(
        source.name,
        fmt::format("found a sparse matrix of format {}, expected csr, csc or coo", quoted(format)),
        "convert it with .tocsr() before save_npz");
  }
  const Index vertices = read_vertices(zip, source);
  const Weights weights(zip, source);
  const WeightType type = options.weights.value_or(weights.own());
  if (format == "coo") {
    const Coordinates entries(zip, source, vertices, weights.size());
    return read_as(type, source, entries, weights, vertices, options.undirected);
  }
  const Compressed entries(zip, source, vertices, weights.size(), format == "csc");
  return read_as(type, source, entries, weights, vertices, options.undirected);
}

}  // namespace warpath::io
