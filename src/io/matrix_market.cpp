// Matrix Market (.mtx), as on math.nist.gov/MatrixMarket: the matrix of the weights of arcs.
//
//   %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric|skew-symmetric
//   %  a comment
//   ROWS COLUMNS [ENTRIES]   entries only for coordinate
//   FROM TO [WEIGHT]         coordinate: vertices from 1; no weight for a pattern, it is 1
//   WEIGHT                   array: every cell, column by column
//
// Symmetric files hold one triangle: the lower one in arrays, either in coordinate files. Beyond
// the original, a real array may hold `inf` for "no arc". Zeros that are written out are arcs.
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/resources.hpp"
#include "io/arcs.hpp"
#include "io/mtx_header.hpp"
#include "io/output.hpp"
#include "io/write_arcs.hpp"

namespace warpath::io {
namespace {

// Calls read() for every line with an entry, until it answers false.
template <class Read>
void each_entry(Cursor& cursor, Index promised, Read read) {
  Index entries = 0;
  for (; !cursor.at_end(); cursor.next_line()) {
    if (const char next = cursor.ahead(); next == '\n' || next == '%') continue;
    if (entries++ == promised) {
      cursor.fail(cursor.word(),
                  fmt::format("the end of the file after {} entries, as the sizes say", promised));
    }
    if (!read()) return;
    cursor.expect_line_end();
  }
  if (entries < promised) {
    cursor.fail(cursor.word(),
                fmt::format("entry {} of {}, as the sizes say", entries + 1, promised));
  }
}

// A finite number of the field. The banner's word decides on whole or real, not the spelling.
Number read_number(Cursor& cursor, MtxField field, Word& word) {
  Number number = cursor.number("a weight", word);
  if (field == MtxField::integer && !number.whole) {
    cursor.fail(word, "a whole number, as the banner says integer");
  }
  if (field == MtxField::real) number.whole = false;
  return number;
}

struct Walk {
  const Source& source;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    const MtxHeader header = read_mtx_header(cursor, source);
    if (!sink.start(header.vertices, header.entries)) return;
    each_entry(cursor, header.entries, [&] {
      const Index from = cursor.whole("a vertex", 1, header.vertices) - 1;
      Cursor before = cursor;
      const Index to = cursor.whole("a vertex", 1, header.vertices) - 1;
      Word word;
      if (header.symmetry == MtxSymmetry::skew && from == to) {
        cursor.fail(before.word(), "another vertex: skew-symmetric files have no diagonal");
      }
      Number number = kOne;
      if (header.field == MtxField::pattern) {
        word = before.word();
      } else {
        number = read_number(cursor, header.field, word);
      }
      if (!sink.arc(cursor, from, to, number, word)) return false;
      if (header.symmetry != MtxSymmetry::skew) return true;
      number.value = -number.value;
      number.rest = static_cast<std::int16_t>(-number.rest);
      return sink.arc(cursor, to, from, number, word);
    });
  }
};

// The next value of an array as a T; false when a wider type must be taken instead, which is
// allowed unless the type was `chosen`.
template <class T>
bool read_value(Cursor& cursor, const MtxHeader& header, bool chosen, T& value) {
  if (header.field == MtxField::real && header.symmetry != MtxSymmetry::skew) {
    Cursor before = cursor;
    const std::string_view text = before.word().text();
    for (const std::string_view none : {"inf", "+inf", "infinity", "+infinity"}) {
      if (!same_word(text, none)) continue;
      cursor.word();
      value = no_path<T>();
      return true;
    }
  }
  Word word;
  const Number number = read_number(cursor, header.field, word);
  if (!chosen && std::is_same_v<T, float> && !float_holds(number)) return false;
  if (const std::string expected = objection<T>(number); !expected.empty()) {
    if (!chosen && std::is_integral_v<T>) return false;
    cursor.fail(word, expected);
  }
  value = weight_of<T>(number);
  return true;
}

template <class T>
std::optional<DenseMatrix> read_array_as(const Source& source, bool chosen) {
  Cursor cursor(source);
  const MtxHeader header = read_mtx_header(cursor, source);
  const Index n = header.vertices;
  const std::size_t needed = Matrix<T>::bytes_needed(n, n);
  if (needed > available_memory()) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("{} takes {} bytes in memory, and {} are available", source.name,
                            needed, available_memory()));
  }
  Matrix<T> matrix(n, n, T{0});  // which is the diagonal of a skew-symmetric one
  const auto first_row = [&](Index j) {
    return header.symmetry == MtxSymmetry::general     ? 0
           : header.symmetry == MtxSymmetry::symmetric ? j
                                                       : j + 1;
  };
  Index j = 0;
  Index i = first_row(j);
  bool holds = true;
  each_entry(cursor, header.entries, [&] {
    T value{};
    holds = read_value<T>(cursor, header, chosen, value);
    if (!holds) return false;
    if (header.symmetry == MtxSymmetry::symmetric) matrix(j, i) = value;
    if (header.symmetry == MtxSymmetry::skew) matrix(j, i) = static_cast<T>(-value);
    matrix(i, j) = value;
    if (++i == n) i = first_row(++j);
    return true;
  });
  if (!holds) return std::nullopt;
  return matrix;
}

DenseMatrix read_array(const Source& source, MtxField field, std::optional<WeightType> chosen) {
  const WeightType own = field == MtxField::integer ? WeightType::int32 : WeightType::float32;
  std::optional<DenseMatrix> matrix;
  visit_arc_weight(chosen.value_or(own), [&]<class T>(std::type_identity<T>) {
    matrix = read_array_as<T>(source, chosen.has_value());
  });
  if (!matrix && own == WeightType::int32) matrix = read_array_as<std::int64_t>(source, false);
  if (!matrix) matrix = read_array_as<double>(source, true);
  return std::move(*matrix);
}

}  // namespace

bool recognises_mtx(std::string_view bytes) {
  return same_word(bytes.substr(0, kMtxBanner.size()), kMtxBanner);
}

Content read_mtx(const Source& source, const ReadOptions& options) {
  Cursor cursor(source);
  const MtxHeader header = read_mtx_header(cursor, source);
  if (header.layout == MtxLayout::array) return read_array(source, header.field, options.weights);
  ArcOptions arcs = to_arc_options(options);
  if (header.symmetry == MtxSymmetry::symmetric) {
    arcs.direction = Direction::undirected;
    arcs.mirror = true;
  }
  return read_arcs(source, arcs, Walk{source});
}

void write_mtx(Output& output, const Graph& graph, const WriteOptions& options) {
  const bool real = is_floating(graph.weight_type());
  const bool symmetric = graph.direction() == Direction::undirected;
  const ArcLine form{.lower_triangle = symmetric};
  output.write(fmt::format("{} matrix coordinate {} {}\n", kMtxBanner, real ? "real" : "integer",
                           symmetric ? "symmetric" : "general"));
  write_comment(output, "%", options.comment);
  output.write(
      fmt::format("{} {} {}\n", graph.vertices(), graph.vertices(), arcs_to_write(graph, form)));
  write_arcs(output, graph, form);
}

}  // namespace warpath::io
