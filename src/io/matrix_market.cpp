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
#include <algorithm>
#include <initializer_list>
#include <limits>

#include <fmt/ranges.h>

#include "io/arcs.hpp"
#include "io/dense.hpp"
#include "io/output.hpp"
#include "io/table.hpp"

namespace warpath::io {
namespace {

constexpr std::string_view kBanner = "%%MatrixMarket";

enum class Layout : std::uint8_t { coordinate, array };
enum class Values : std::uint8_t { real, integer, pattern };
enum class Symmetry : std::uint8_t { general, symmetric, skew };

struct Header {
  Layout layout = Layout::coordinate;
  Values field = Values::real;
  Symmetry symmetry = Symmetry::general;
  Index vertices = 0;
  Index entries = 0;  // of an array: its values

  // Of an array: the first row of column j that has a value.
  Index first_row(Index j) const {
    return symmetry == Symmetry::general ? 0 : symmetry == Symmetry::symmetric ? j : j + 1;
  }
};

// Reads one of `words`, which name the values of E in their order.
template <class E>
E one_of(Cursor& cursor, std::initializer_list<std::string_view> words) {
  const Word here = cursor.word();
  const auto found = std::find(words.begin(), words.end(), lower(here.text()));
  if (found != words.end()) return static_cast<E>(found - words.begin());
  cursor.fail(here, fmt::format("{}", fmt::join(words, " or ")),
              "other kinds of Matrix Market files are not read");
}

void read_banner(Cursor& cursor, Header& header) {
  if (const Word banner = cursor.word(); lower(banner.text()) != lower(kBanner)) {
    cursor.fail(banner, fmt::format("'{}' at the start of the file", kBanner));
  }
  if (const Word object = cursor.word(); lower(object.text()) != "matrix") {
    cursor.fail(object, "matrix, the only object that is read");
  }
  header.layout = one_of<Layout>(cursor, {"coordinate", "array"});
  const Word field = Cursor(cursor).word();
  // SciPy's word for arrays such as uint8; to us an integer like any other.
  if (lower(field.text()) == "unsigned-integer") {
    cursor.word();
    header.field = Values::integer;
  } else {
    header.field = one_of<Values>(cursor, {"real", "integer", "pattern"});
  }
  if (header.layout == Layout::array && header.field == Values::pattern) {
    cursor.fail(field, "real or integer: an array has a value everywhere");
  }
  const Word symmetry = Cursor(cursor).word();
  header.symmetry = one_of<Symmetry>(cursor, {"general", "symmetric", "skew-symmetric"});
  if (header.symmetry == Symmetry::skew && header.field == Values::pattern) {
    cursor.fail(symmetry, "general or symmetric: a pattern has no signs");
  }
  cursor.expect_line_end();
  cursor.next_line();
}

// The values of an array, if the file is long enough for them: each takes two bytes at least.
Index values_of_array(const Cursor& cursor, const Word& size, const Header& header,
                      const Source& source) {
  const Index n = header.vertices;
  const Index diagonal = header.symmetry == Symmetry::symmetric ? n : 0;
  const Index values = header.symmetry == Symmetry::general ? n * n : n * (n - 1) / 2 + diagonal;
  const Index left = source.bytes.data() + source.bytes.size() - size.end;
  if (values > left / 2) {
    cursor.fail(size,
                fmt::format("a size whose {} values fit in the {} bytes that follow", values, left),
                "the file seems to be cut off or damaged");
  }
  return values;
}

// Leaves the cursor on the line after the sizes.
Header read_header(Cursor& cursor, const Source& source) {
  Header header;
  read_banner(cursor, header);
  while (!cursor.at_end() && (cursor.ahead() == '\n' || cursor.ahead() == '%')) cursor.next_line();
  // Arrays are held to the size of the file below.
  const bool array = header.layout == Layout::array;
  const Index most = array ? std::numeric_limits<Graph::Target>::max() : most_vertices(source);
  header.vertices = array ? cursor.whole("a number of rows", 0, most)
                          : declared_vertices(cursor, source, "a number of rows");
  const Word size = Cursor(cursor).word();
  const Index columns = cursor.whole("a number of columns", 0, most);
  if (columns != header.vertices) {
    cursor.fail(size, fmt::format("a square matrix, not {} x {}", header.vertices, columns));
  }
  header.entries = array
                       ? values_of_array(cursor, size, header, source)
                       : cursor.whole("a number of entries", 0, std::numeric_limits<Index>::max());
  cursor.expect_line_end();
  cursor.next_line();
  return header;
}

// Calls read() for every line with an entry.
template <class Read>
void each_entry(Cursor& cursor, Index promised, Read read) {
  Index entries = 0;
  for (; !cursor.at_end(); cursor.next_line()) {
    if (const char next = cursor.ahead(); next == '\n' || next == '%') continue;
    if (entries++ == promised) {
      cursor.fail(cursor.word(),
                  fmt::format("the end of the file after {} entries, as the sizes say", promised));
    }
    read();
    cursor.expect_line_end();
  }
  if (entries < promised) {
    cursor.fail(cursor.word(),
                fmt::format("entry {} of {}, as the sizes say", entries + 1, promised));
  }
}

// A finite number of the field. The banner's word decides on whole or real, not the spelling.
Number read_number(Cursor& cursor, Values field, Word& word) {
  Number number = cursor.number(kAWeight, word);
  if (field == Values::integer && !number.whole) {
    cursor.fail(word, "a whole number, as the banner says integer");
  }
  if (field == Values::real) number.whole = false;
  return number;
}

struct MtxWalk {
  const Source& source;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    const Header header = read_header(cursor, source);
    sink.start(header.vertices, header.entries);
    each_entry(cursor, header.entries, [&] {
      const Index from = cursor.whole("a vertex", 1, header.vertices) - 1;
      Cursor before = cursor;
      const Index to = cursor.whole("a vertex", 1, header.vertices) - 1;
      Word word;
      if (header.symmetry == Symmetry::skew && from == to) {
        cursor.fail(before.word(), "another vertex: skew-symmetric files have no diagonal");
      }
      Number number = kOne;
      if (header.field == Values::pattern) {
        word = before.word();
      } else {
        number = read_number(cursor, header.field, word);
      }
      sink.arc(cursor, from, to, number, word);
      if (header.symmetry != Symmetry::skew) return;
      number.value = -number.value;
      number.rest = static_cast<std::int16_t>(-number.rest);
      sink.arc(cursor, to, from, number, word);
    });
  }
};

// The next value of an array.
template <class T>
T read_value(Cursor& cursor, const Header& header, bool chosen) {
  if (header.field == Values::real && header.symmetry != Symmetry::skew) {
    const std::string_view text = Cursor(cursor).word().text();
    for (const std::string_view none : {"inf", "+inf", "infinity", "+infinity"}) {
      if (text.size() != none.size() || lower(text) != none) continue;
      cursor.word();
      return no_path<T>();
    }
  }
  Word word;
  const Number number = read_number(cursor, header.field, word);
  check_weight<T>(cursor, number, word, chosen);
  return weight_of<T>(number);
}

template <class T>
DenseMatrix read_array(const Source& source, const ReadOptions& options) {
  Cursor cursor(source);
  const Header header = read_header(cursor, source);
  const Index n = header.vertices;
  check_memory(Matrix<T>::bytes_needed(n, n), source.name, options.memory_limit);
  Matrix<T> matrix(n, n, T{0});  // which is the diagonal of a skew-symmetric one
  Index j = 0;
  Index i = header.first_row(j);
  each_entry(cursor, header.entries, [&] {
    const T value = read_value<T>(cursor, header, options.weights.has_value());
    if (header.symmetry == Symmetry::symmetric) matrix(j, i) = value;
    if (header.symmetry == Symmetry::skew) matrix(j, i) = static_cast<T>(-value);
    matrix(i, j) = value;
    if (++i == n) i = header.first_row(++j);
  });
  return matrix;
}

bool recognises_mtx(std::string_view bytes) {
  return lower(bytes.substr(0, kBanner.size())) == lower(kBanner);
}

Content read_mtx(const Source& source, const ReadOptions& options) {
  Cursor cursor(source);
  const Header header = read_header(cursor, source);
  if (header.layout == Layout::array) {
    const auto own = header.field == Values::integer ? WeightType::int32 : WeightType::float32;
    return read_widening(options.weights.value_or(own), [&]<class T>(std::type_identity<T>) {
      return read_array<T>(source, options);
    });
  }
  ArcOptions arcs = to_arc_options(options);
  if (header.symmetry == Symmetry::symmetric) {
    arcs.direction = Direction::undirected;
    arcs.mirror = true;
  }
  return read_arcs(source, arcs, MtxWalk{source});
}

void write_mtx(Output& output, const Graph& graph, const WriteOptions& options) {
  const bool real = is_floating(graph.weight_type());
  const bool symmetric = graph.direction() == Direction::undirected;
  const ArcLine form{.lower_triangle = symmetric};
  output.write(fmt::format("{} matrix coordinate {} {}\n", kBanner, real ? "real" : "integer",
                           symmetric ? "symmetric" : "general"));
  write_comment(output, "%", options.comment);
  output.write(
      fmt::format("{} {} {}\n", graph.vertices(), graph.vertices(), arcs_to_write(graph, form)));
  write_arcs(output, graph, form);
}

}  // namespace

Format mtx_format() {
  return {"mtx", "Matrix Market", ".mtx", 1, recognises_mtx, read_mtx, write_mtx};
}

}  // namespace warpath::io
