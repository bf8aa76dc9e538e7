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
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/graph_builder.hpp"
#include "io/arcs.hpp"
#include "io/dense.hpp"
#include "io/npy_array.hpp"
#include "io/zip.hpp"

namespace warpath::io {
namespace {

[[noreturn]] void fail(std::string_view name, const std::string& what, std::string remedy = {}) {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {}", name, what), std::move(remedy));
}

// After so many cells, those before are given back, and the caller may cancel.
constexpr std::size_t kOften = std::size_t{1} << 20;

// Positions: int32 or int64.
class Positions {
 public:
  explicit Positions(NpyArray array) : array_(std::move(array)), wide_(array_.kind == "i8") {
    if (!wide_ && array_.kind != "i4") array_.wrong_type("i4 or i8", "save the matrix with SciPy");
    size_ = array_.check_cells(1, wide_ ? 8 : 4);
  }

  const std::string& name() const { return array_.name; }
  std::size_t size() const { return size_; }
  Index operator[](std::size_t k) const {
    return wide_ ? array_.cell<std::int64_t>(k) : array_.cell<std::int32_t>(k);
  }

  void expect_size(std::size_t expected) const {
    if (size_ == expected) return;
    fail(name(), fmt::format("found {} cells, expected {}", size_, expected),
         "the arrays of the matrix do not belong together; check_format() and prune() help");
  }

  // Gives back the memory of those before k, which come back when they are looked at again.
  void release(std::size_t k) const { array_.file.release(array_.cells() + k * (wide_ ? 8 : 4)); }

  // The one at k, which must lie there.
  Index within(std::size_t k, Index least, Index most) const {
    const Index position = (*this)[k];
    if (position >= least && position <= most) return position;
    fail(name(), fmt::format("found {} in cell {}, expected {} to {}", position, k, least, most));
  }

 private:
  NpyArray array_;
  bool wide_;
  std::size_t size_ = 0;
};

class Weights {
 public:
  explicit Weights(NpyArray array) : array_(std::move(array)), truths_(array_.kind == "b1") {
    array_.visit_cells([this]<class Cell>(std::type_identity<Cell>) {
      width_ = sizeof(Cell);
      size_ = array_.check_cells(1, width_);
      own_ = truths_ ? WeightType::int32 : weight_type_of<WeightOfCells<Cell>>;
      number_ = [](const NpyArray& cells, std::size_t k) { return number_of(cells.cell<Cell>(k)); };
    });
  }

  std::size_t size() const { return size_; }

  // What they become unless the caller says otherwise: int64 only where it must be.
  WeightType own() const {
    if (own_ != WeightType::int64) return own_;
    for (std::size_t k = 0; k < size_; ++k) {
      if (k % kOften == 0) array_.file.release(array_.cells() + k * width_);
      if (!objection<std::int32_t>(number_(array_, k)).empty()) return WeightType::int64;
    }
    return WeightType::int32;
  }

  template <class T>
  T at(std::size_t k, Index row, Index column) const {
    if (k % kOften == 0) array_.file.release(array_.cells() + k * width_);
    const Number number = number_(array_, k);
    if (truths_) {
      if (number.value == 1) return T{1};
      refuse(k, row, column, "True for an arc, and no entry for none",
             "drop the others with eliminate_zeros()");
    }
    if (!std::isfinite(number.value)) {
      refuse(k, row, column, "a finite number, and no entry where there is no arc", {});
    }
    const std::string expected = objection<T>(number);
    if (!expected.empty()) {
      refuse(k, row, column, expected, "take another type for the weights, such as float64");
    }
    return weight_of<T>(number);
  }

 private:
  [[noreturn]] void refuse(std::size_t k, Index row, Index column, const std::string& expected,
                           std::string remedy) const {
    const std::string found = array_.visit_cells([&]<class Cell>(std::type_identity<Cell>) {
      const auto cell = array_.cell<Cell>(k);
      return truths_ && cell == 0 ? "False" : fmt::format("{}", cell);
    });
    fail(array_.name,
         fmt::format("found {} in row {}, column {}, expected {}", found, row, column, expected),
         std::move(remedy));
  }

  NpyArray array_;
  bool truths_;
  std::size_t size_ = 0;
  std::size_t width_ = 0;
  WeightType own_{};
  Number (*number_)(const NpyArray& cells, std::size_t k) = nullptr;
};

// Where the entries are. Rows and columns change places in csc, which is the csr of the transpose.
struct Entries {
  const Source& source;
  bool listed;
  bool transposed;
  Index vertices;
  Positions rows;  // or where each of them begins
  Positions columns;

  void check(std::size_t count) const {
    // So many vertices are borne out by bytes in the one case, and must be believed in the other.
    rows.expect_size(listed ? count : static_cast<std::size_t>(vertices) + 1);
    columns.expect_size(count);
    if (!listed) return check_starts(static_cast<Index>(count));
    if (const Index most = most_vertices(source); vertices > most) {
      fail(source.name,
           fmt::format("found {} rows for {} entries, expected at most {}", vertices, count, most),
           "number only the vertices that have arcs");
    }
  }

  void check_starts(Index entries) const {
    Index start = rows.within(0, 0, 0);
    const std::size_t last = rows.size() - 1;
    for (std::size_t i = 1; i < last; ++i) {
      if (i % kOften == 0) rows.release(i);
      start = rows.within(i, start, entries);
    }
    if (rows[last] == entries) return;
    fail(rows.name(), fmt::format("found {} in cell {}, expected {}, the number of entries",
                                  rows[last], last, entries));
  }

  // Calls visit(k, row, column) for every entry k.
  template <class Visit>
  void each(Visit visit) const {
    const auto entry = [&](std::size_t k, Index row) {
      // All bytes have been unpacked; this only lets the caller cancel.
      if (k % kOften == 0) {
        if (source.passed) source.passed(source.bytes.data() + source.bytes.size());
        columns.release(k);
        if (listed) rows.release(k);
      }
      const Index column = columns.within(k, 0, vertices - 1);
      transposed ? visit(k, column, row) : visit(k, row, column);
    };
    if (listed) {
      for (std::size_t k = 0; k < rows.size(); ++k) entry(k, rows.within(k, 0, vertices - 1));
      return;
    }
    for (std::size_t row = 0; row + 1 < rows.size(); ++row) {
      if (row % kOften == 0) rows.release(row);
      const auto end = static_cast<std::size_t>(rows[row + 1]);
      for (auto k = static_cast<std::size_t>(rows[row]); k < end; ++k) {
        entry(k, static_cast<Index>(row));
      }
    }
  }
};

void check_duplicates(const Source& source, const Graph& graph) {
  const auto targets = graph.targets();
  for (std::size_t u = 0; u + 1 < graph.offsets().size(); ++u) {
    const auto last = static_cast<std::size_t>(graph.offsets()[u + 1]);
    for (auto a = static_cast<std::size_t>(graph.offsets()[u]) + 1; a < last; ++a) {
      if (targets[a] != targets[a - 1]) continue;
      fail(source.name,
           fmt::format("found row {}, column {} twice, expected every entry once", u, targets[a]),
           "SciPy would add the two; call sum_duplicates() before save_npz if that is meant");
    }
  }
}

template <class T>
Graph build(const Entries& entries, const Weights& weights, Direction direction) {
  const auto arcs = [&](auto visit) {
    entries.each([&](std::size_t k, Index row, Index column) {
      visit(row, column, [&] { return weights.at<T>(k, row, column); });
    });
  };
  // Once mirrored, an entry that is there twice looks like one and its opposite.
  Graph graph = detail::build_graph<T>(entries.vertices, Direction::directed, arcs);
  check_duplicates(entries.source, graph);
  if (direction == Direction::directed) return graph;
  graph = {};  // the memory of one at a time
  return detail::build_graph<T>(entries.vertices, direction, arcs);
}

[[noreturn]] void not_sparse(const Source& source, const std::vector<ZipMember>& members) {
  constexpr std::size_t most = 8;
  std::string names = members.empty() ? "no members" : "the members ";
  for (std::size_t i = 0; i < std::min(most, members.size()); ++i) {
    names += (i == 0 ? "" : ", ") + io::quoted(members[i].name);
  }
  if (members.size() > most) names += fmt::format(" and {} more", members.size() - most);
  fail(source.name,
       fmt::format("found {}, expected a SciPy sparse matrix (scipy.sparse.save_npz)", names),
       "save a dense matrix alone, with numpy.save as .npy");
}

std::string read_format(const NpyArray& array) {
  const bool is_wide = array.kind == "U3";  // four bytes per character
  if (!is_wide && array.kind != "S3") {
    array.wrong_type("S3 or U3, such as 'csr'", "save the matrix with scipy.sparse.save_npz");
  }
  array.check_cells(0, is_wide ? 12 : 3);
  std::string format;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto c = is_wide ? array.cell<std::uint32_t>(i) : array.cell<unsigned char>(i);
    format += c < 0x80 ? static_cast<char>(c) : '?';
  }
  return format;
}

Index read_vertices(const Source& source, const Positions& shape) {
  if (shape.size() != 2) {
    fail(shape.name(), fmt::format("found {} dimensions, expected a matrix", shape.size()));
  }
  check_square(shape[0], shape[1], source.name);
  constexpr Index most = std::numeric_limits<Graph::Target>::max();
  if (shape[0] < 0 || shape[0] > most) {
    fail(shape.name(), fmt::format("found {} rows, expected 0 to {}", shape[0], most));
  }
  return shape[0];
}

bool recognises_npz(std::string_view bytes) {
  return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6");
}

Content read_npz(const Source& source, const ReadOptions& options) {
  const std::vector<ZipMember> members = zip_members(source);
  const auto find = [&](std::string_view name) {
    return std::ranges::find(members, name, &ZipMember::name);
  };
  const auto array = [&](std::string_view name) -> NpyArray {
    const auto member = find(name);
    if (member != members.end()) {
      return {unpack(source, *member), fmt::format("{}/{}", source.name, name)};
    }
    fail(source.name, fmt::format("found no member '{}', expected a SciPy sparse matrix", name),
         "save the matrix with scipy.sparse.save_npz");
  };
  if (find("format.npy") == members.end()) not_sparse(source, members);
  const std::string format = read_format(array("format.npy"));
  const bool listed = format == "coo";
  if (!listed && format != "csr" && format != "csc") {
    fail(source.name,
         fmt::format("found a sparse matrix of format {}, expected csr, csc or coo",
                     io::quoted(format)),
         "convert it with .tocsr() before save_npz");
  }
  const Index vertices = read_vertices(source, Positions(array("shape.npy")));
  const Weights weights(array("data.npy"));
  const Entries entries{source,
                        listed,
                        format == "csc",
                        vertices,
                        Positions(array(listed ? "row.npy" : "indptr.npy")),
                        Positions(array(listed ? "col.npy" : "indices.npy"))};
  entries.check(weights.size());
  const auto type = options.weights.value_or(weights.own());
  const std::size_t arcs = weights.size() * (options.undirected ? 2 : 1);
  std::size_t limit = options.memory_limit;
  if (limit != 0) {
    // Arrays lie in files, whose pages count while they are looked at.
    std::size_t arrays = 0;
    for (const ZipMember& member : members) arrays += member.size;
    check_memory(arrays + 1, source.name, limit);
    limit -= arrays;
  }
  check_graph_memory(vertices, arcs, static_cast<std::size_t>(size_of(type)), source.name, limit);
  return visit_arc_weight(type, [&]<class T>(std::type_identity<T>) {
    return build<T>(entries, weights, to_direction(options));
  });
}

}  // namespace

Format npz_format() { return {"npz", "SciPy sparse matrix", ".npz", 0, recognises_npz, read_npz}; }

}  // namespace warpath::io
