#include "io/mtx_header.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "io/arcs.hpp"

namespace warpath::io {
namespace {

// Reads one of `words`, which name the values of E in their order.
template <class E, std::size_t N>
E one_of(Cursor& cursor, const std::array<std::string_view, N>& words) {
  const Word here = cursor.word();
  for (std::size_t k = 0; k < N; ++k) {
    if (same_word(here.text(), words[k])) return static_cast<E>(k);
  }
  cursor.fail(here, fmt::format("{}", fmt::join(words, " or ")),
              "other kinds of Matrix Market files are not read");
}

void read_banner(Cursor& cursor, MtxHeader& header) {
  if (const Word banner = cursor.word(); !same_word(banner.text(), kMtxBanner)) {
    cursor.fail(banner, fmt::format("'{}' at the start of the file", kMtxBanner));
  }
  if (const Word object = cursor.word(); !same_word(object.text(), "matrix")) {
    cursor.fail(object, "matrix, the only object that is read");
  }
  header.layout = one_of<MtxLayout>(cursor, std::array<std::string_view, 2>{"coordinate", "array"});
  const Cursor field = cursor;
  // SciPy's word for arrays such as uint8; to us an integer like any other.
  if (same_word(Cursor(cursor).word().text(), "unsigned-integer")) {
    cursor.word();
    header.field = MtxField::integer;
  } else {
    header.field =
        one_of<MtxField>(cursor, std::array<std::string_view, 3>{"real", "integer", "pattern"});
  }
  if (header.layout == MtxLayout::array && header.field == MtxField::pattern) {
    cursor.fail(Cursor(field).word(), "real or integer: an array has a value everywhere");
  }
  const Cursor symmetry = cursor;
  header.symmetry = one_of<MtxSymmetry>(
      cursor, std::array<std::string_view, 3>{"general", "symmetric", "skew-symmetric"});
  if (header.symmetry == MtxSymmetry::skew && header.field == MtxField::pattern) {
    cursor.fail(Cursor(symmetry).word(), "general or symmetric: a pattern has no signs");
  }
  cursor.expect_line_end();
  cursor.next_line();
}

// The values of an array, if the file is long enough for them: each takes two bytes at least.
Index values_of_array(const Cursor& cursor, const Word& size, const MtxHeader& header,
                      const Source& source) {
  const Index n = header.vertices;
  const Index values = header.symmetry == MtxSymmetry::general     ? n * n
                       : header.symmetry == MtxSymmetry::symmetric ? n * (n + 1) / 2
                                                                   : n * (n - 1) / 2;
  const Index left = source.bytes.data() + source.bytes.size() - size.end;
  if (values > left / 2) {
    cursor.fail(size,
                fmt::format("a size whose {} values fit in the {} bytes that follow", values, left),
                "the file seems to be cut off or damaged");
  }
  return values;
}

}  // namespace

bool same_word(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

MtxHeader read_mtx_header(Cursor& cursor, const Source& source) {
  MtxHeader header;
  read_banner(cursor, header);
  while (!cursor.at_end() && (cursor.ahead() == '\n' || cursor.ahead() == '%')) cursor.next_line();
  // Arrays are held to the size of the file below.
  const bool array = header.layout == MtxLayout::array;
  const Index most = array ? std::numeric_limits<Graph::Target>::max() : most_vertices(source);
  header.vertices = cursor.whole("a number of rows", 0, most);
  Cursor before = cursor;
  const Index columns = cursor.whole("a number of columns", 0, most);
  const Word size = before.word();
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

}  // namespace warpath::io
