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
#include <limits>
#include <string>

#include <fmt/format.h>

#include "base/graph_builder.hpp"
#include "io/arcs.hpp"
#include "io/npz_arrays.hpp"

namespace warpath::io {
namespace {

using npz::fail;
using npz::Positions;
using npz::Weights;

std::string read_format(const Zip& zip) {
  const npz::Member member(zip, "format.npy");
  const NpyArray& array = member.array;
  const bool is_wide = array.kind[0] == 'U';  // four bytes per character
  if (array.kind != "S3" && array.kind != "U3") {
    array.wrong_type("S3 or U3, such as 'csr'", "save the matrix with scipy.sparse.save_npz");
  }
  array.check_cells(0, is_wide ? 12 : 3);
  std::string format;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto c = is_wide ? array.cell<std::uint32_t>(i) : array.cell<unsigned char>(i);
    format += c < 0x80 ? static_cast<char>(c) : '?';
  }
  if (format == "csr" || format == "csc" || format == "coo") return format;
  fail(zip.source().name,
       fmt::format("found a sparse matrix of format {}, expected csr, csc or coo",
                   io::quoted(format)),
       "convert it with .tocsr() before save_npz");
}

Index read_vertices(const Zip& zip) {
  const Positions shape(zip, "shape.npy");
  if (shape.size() != 2) {
    fail(shape.name(), fmt::format("found {} dimensions, expected a matrix", shape.size()));
  }
  if (shape[0] != shape[1]) {
    fail(zip.source().name,
         fmt::format("found {} rows and {} columns, expected a square matrix", shape[0], shape[1]));
  }
  constexpr Index most = std::numeric_limits<Graph::Target>::max();
  if (shape[0] < 0 || shape[0] > most) {
    fail(shape.name(), fmt::format("found {} rows, expected 0 to {}", shape[0], most));
  }
  return shape[0];
}

// Where the entries are. Rows and columns change places in csc, which is the csr of the transpose.
class Entries {
 public:
  Entries(const Zip& zip, const std::string& format, Index vertices, std::size_t count)
      : source_(zip.source()),
        listed_(format == "coo"),
        transposed_(format == "csc"),
        vertices_(vertices),
        rows_(zip, listed_ ? "row.npy" : "indptr.npy"),
        columns_(zip, listed_ ? "col.npy" : "indices.npy") {
    // So many vertices are borne out by bytes in the one case, and must be believed in the other.
    rows_.expect_size(listed_ ? count : static_cast<std::size_t>(vertices) + 1);
    columns_.expect_size(count);
    if (!listed_) check_starts(count);
    const Index most = most_vertices(source_);
    if (listed_ && vertices > most) {
      fail(source_.name,
           fmt::format("found {} rows for {} entries, expected at most {}", vertices, count, most),
           "number only the vertices that have arcs");
    }
  }

  // Calls visit(k, row, column) for every entry k.
  template <class Visit>
  void each(Visit visit) const {
    const auto entry = [&](std::size_t k, Index row) {
      constexpr std::size_t often = std::size_t{1} << 20;
      // All bytes have been unpacked; this only lets the caller cancel.
      if (k % often == 0 && source_.passed) {
        source_.passed(source_.bytes.data() + source_.bytes.size());
      }
      const Index column = columns_.vertex(k, vertices_);
      transposed_ ? visit(k, column, row) : visit(k, row, column);
    };
    if (listed_) {
      for (std::size_t k = 0; k < rows_.size(); ++k) entry(k, rows_.vertex(k, vertices_));
      return;
    }
    for (std::size_t row = 0; row + 1 < rows_.size(); ++row) {
      const auto end = static_cast<std::size_t>(rows_[row + 1]);
      for (auto k = static_cast<std::size_t>(rows_[row]); k < end; ++k) {
        entry(k, static_cast<Index>(row));
      }
    }
  }

 private:
  void check_starts(std::size_t count) const {
    const auto entries = static_cast<Index>(count);
    Index least = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const bool is_first = i == 0;
      const bool is_last = i + 1 == rows_.size();
      const Index start = rows_[i];
      const Index lowest = is_last ? entries : least;
      const Index highest = is_first ? 0 : entries;
      if (start < lowest || start > highest) {
        const std::string expected = is_first  ? "0"
                                     : is_last ? fmt::format("{}, the number of entries", entries)
                                               : fmt::format("{} to {}", least, entries);
        fail(rows_.name(), fmt::format("found {} in cell {}, expected {}", start, i, expected));
      }
      least = start;
    }
  }

  const Source& source_;
  bool listed_;
  bool transposed_;
  Index vertices_;
  Positions rows_;  // or where each of them begins
  Positions columns_;
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
Graph build(const Source& source, const Entries& entries, const Weights& weights, Index vertices,
            Direction direction) {
  // Once mirrored, an entry that is there twice looks like one and its opposite.
  if (direction == Direction::undirected) {
    const auto unweighted = [&](auto visit) {
      entries.each([&](std::size_t, Index row, Index column) {
        visit(row, column, [] { return std::int16_t{0}; });
      });
    };
    check_duplicates(source,
                     detail::build_graph<std::int16_t>(vertices, Direction::directed, unweighted));
  }
  Graph graph = detail::build_graph<T>(vertices, direction, [&](auto visit) {
    entries.each([&](std::size_t k, Index row, Index column) {
      visit(row, column, [&] { return weights.at<T>(k, row, column); });
    });
  });
  if (direction == Direction::directed) check_duplicates(source, graph);
  return graph;
}

[[noreturn]] void not_sparse(const Source& source, const Zip& zip) {
  constexpr std::size_t most = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(most, zip.members().size()); ++i) {
    names += (i == 0 ? "the members " : ", ") + io::quoted(zip.members()[i].name);
  }
  if (zip.members().empty()) names = "no members";
  if (zip.members().size() > most) {
    names += fmt::format(" and {} more", zip.members().size() - most);
  }
  fail(source.name,
       fmt::format("found {}, expected a SciPy sparse matrix (scipy.sparse.save_npz)", names),
       "save a dense matrix alone, with numpy.save as .npy");
}

bool recognises(std::string_view bytes) {
  return bytes.starts_with("PK\3\4") || bytes.starts_with("PK\5\6");
}

Content read(const Source& source, const ReadOptions& options) {
  const Zip zip(source);
  if (zip.find("format.npy") == nullptr) not_sparse(source, zip);
  const std::string format = read_format(zip);
  const Index vertices = read_vertices(zip);
  const Weights weights(zip);
  const Entries entries(zip, format, vertices, weights.size());
  const auto type = options.weights.value_or(weights.own());
  return visit_arc_weight(type, [&]<class T>(std::type_identity<T>) {
    return build<T>(source, entries, weights, vertices, to_direction(options));
  });
}

}  // namespace

Format npz_format() { return {"npz", "SciPy sparse matrix", ".npz", 0, recognises, read}; }

}  // namespace warpath::io
