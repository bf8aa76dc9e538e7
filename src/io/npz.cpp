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
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/graph_builder.hpp"
#include "io/arcs.hpp"
#include "io/format.hpp"
#include "io/npz_arrays.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

using npz::Array;
using npz::fail;
using npz::Positions;
using npz::Weights;

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
  return visit_arc_weight(type, [&]<class T>(std::type_identity<T>) {
    return read_entries<T>(source, entries, weights, vertices, mirror);
  });
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
