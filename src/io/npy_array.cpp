// See NEP 1, "A simple file format for NumPy arrays": a magic string, a header that is the text of a
// Python dictionary, padded with blanks so that the cells begin on a multiple of 64 bytes, then the
// cells.
#include "io/npy_array.hpp"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/dispatch.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// The header is a dictionary as Python's repr() prints it; this reads the part of the grammar that such
// a dictionary uses.
class HeaderParser {
 public:
  HeaderParser(NpyArray& array, std::size_t begin)
      : array_(array), text_(array.file.view().substr(0, array.data)), at_(begin) {}

  void parse() {
    bool has_order = false;
    bool has_shape = false;
    want('{');
    while (!take('}')) {
      peek();
      const std::size_t key_at = at_;
      const std::string_view key = word();
      want(':');
      if (key == "descr") {
        parse_type();
      } else if (key == "fortran_order") {
        array_.fortran = boolean();
        has_order = true;
      } else if (key == "shape") {
        parse_shape();
        has_shape = true;
      } else {
        at_ = key_at;
        fail("'descr', 'fortran_order' or 'shape'");
      }
      if (!take(',')) {
        want('}');
        break;
      }
    }
    if (array_.kind.empty()) fail("a 'descr' in the header");
    if (!has_order) fail("a 'fortran_order' in the header");
    if (!has_shape) fail("a 'shape' in the header");
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    std::string_view rest = text_.substr(at_);
    rest = rest.substr(0, rest.find_last_not_of(" \n") + 1);
    const std::string found = rest.empty() ? "the end of the header" : io::quoted(rest);
    array_.fail(at_, fmt::format("found {}, expected {}", found, expected));
  }

  char peek() {
    at_ = std::min(text_.find_first_not_of(" \n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void want(char c) {
    if (!take(c)) fail(fmt::format("'{}'", c));
  }

  std::string_view word() {
    const char quote = peek();
    const std::size_t close =
        quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string_view::npos;
    if (close == std::string_view::npos) fail("a quoted word");
    const std::string_view word = text_.substr(at_ + 1, close - at_ - 1);
    at_ = close + 1;
    return word;
  }

  bool boolean() {
    peek();
    for (const std::string_view word : {"True", "False"}) {
      if (!text_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      return word == "True";
    }
    fail("True or False");
  }

  void parse_type() {
    if (peek() == '[') fail("a plain type; structured types are not for weights");
    array_.type_at = at_;
    const std::string_view type = word();
    if (type.size() < 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) {
      at_ = array_.type_at;
      fail("a type like '<f4'");
    }
    array_.order = type[0];
    array_.kind = type.substr(1);
  }

  void parse_shape() {
    constexpr std::size_t most = 64;  // as NumPy 2 has it
    array_.shape.clear();
    want('(');
    array_.shape_at = at_ - 1;
    while (!take(')')) {
      Index extent = 0;
      peek();
      const char* const begin = text_.data() + at_;
      const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), extent);
      if (error != std::errc{} || extent < 0) fail("the size of a dimension");
      at_ += static_cast<std::size_t>(stop - begin);
      array_.shape.push_back(extent);
      if (array_.shape.size() > most) fail("fewer dimensions");
      take('L');  // as Python 2 prints long integers
      if (!take(',') && peek() != ')') fail("',' or ')'");
    }
  }

  NpyArray& array_;
  std::string_view text_;  // the file up to the end of the header
  std::size_t at_;
};

}  // namespace

NpyArray::NpyArray(Bytes bytes_of_file, std::string name_of_file)
    : file(std::move(bytes_of_file)), name(std::move(name_of_file)) {
  const std::string_view bytes = file.view();
  if (!recognises_npy(bytes)) fail(0, "this is not a NumPy file (.npy)");
  constexpr std::size_t version_at = 6;
  if (bytes.size() < version_at + 2) fail(version_at, "the file ends within its header");
  const int version = static_cast<unsigned char>(bytes[version_at]);
  if (version < 1 || version > 3) {
    fail(version_at, fmt::format("found version {} of the format, expected 1 to 3", version));
  }
  constexpr std::size_t length_at = version_at + 2;
  const std::size_t begin = length_at + (version == 1 ? 2 : 4);
  if (bytes.size() < begin) fail(length_at, "the file ends within its header");
  std::size_t length = 0;
  for (std::size_t i = begin; i-- > length_at;) {
    length = length << 8 | static_cast<unsigned char>(bytes[i]);
  }
  if (bytes.size() - begin < length) {
    fail(length_at,
         fmt::format("the header has {} bytes, but only {} follow", length, bytes.size() - begin));
  }
  data = begin + length;
  HeaderParser(*this, begin).parse();
}

std::size_t NpyArray::check_cells(std::size_t dimensions, std::size_t width) const {
  if (shape.size() != dimensions) {
    fail(shape_at, fmt::format("found an array with {} dimensions, expected {}", shape.size(),
                               dimensions == 2 ? "a matrix" : fmt::format("{}", dimensions)));
  }
  // No product of two such numbers overflows. An empty matrix has no bytes to prove its other extent.
  constexpr Index most = std::numeric_limits<Graph::Target>::max();
  std::size_t count = 1;
  for (const Index extent : shape) {
    if (dimensions == 2 && extent > most) {
      fail(shape_at, fmt::format("found {} cells, expected at most {} rows and columns",
                                 fmt::join(shape, " x "), most));
    }
    count *= static_cast<std::size_t>(extent);
  }
  const std::size_t there = file.view().size() - data;
  if (there % width != 0 || there / width != count) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{}: found {} bytes of cells, expected {} cells of {} bytes", name, there,
                    shape.empty() ? "1" : fmt::format("{}", fmt::join(shape, " x ")), width),
        there / width < count ? "the file seems to be cut off or damaged"
                              : "the file is longer than its header says, and seems to be damaged");
  }
  return count;
}

void NpyArray::fail(std::size_t at, std::string_view what, std::string remedy) const {
  throw Error(ErrorCode::bad_input, fmt::format("{}:1:{}: {}", name, at + 1, what),
              std::move(remedy));
}

void NpyArray::wrong_type(std::string_view expected, std::string remedy) const {
  fail(type_at,
       fmt::format("found cells of type {}{}, expected {}", io::quoted(kind),
                   kind == "f2" ? " (half precision)" : "", expected),
       std::move(remedy));
}

void NpyArray::wrong_cell(std::string_view found, Index row, Index column,
                          WeightType weight) const {
  const bool truth = weight == WeightType::boolean;
  const bool real = weight == WeightType::float64;
  throw Error(
      ErrorCode::bad_input,
      fmt::format("{}: found {} in row {}, column {}, expected {}", name, found, row, column,
                  truth  ? "0 or 1, since bytes say whether there is an arc"
                  : real ? "a whole number that float64 holds exactly"
                         : "a value within int64"),
      truth  ? "save weights as another type, such as int16 or float64"
      : real ? "save the matrix as float64"
             : "choose float64 for the weights");
}

std::string npy_kind(WeightType weight) {
  const char letter = weight == WeightType::boolean ? 'b' : is_floating(weight) ? 'f' : 'i';
  return fmt::format("{}{}", letter, size_of(weight));
}

std::string npy_header(WeightType weight, Index rows, Index columns) {
  constexpr char order = std::endian::native == std::endian::little ? '<' : '>';
  std::string dictionary =
      fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                  size_of(weight) > 1 ? order : '|', npy_kind(weight), rows, columns);
  constexpr std::size_t before = 10;  // magic, version, length
  constexpr std::size_t alignment = 64;
  const std::size_t used = before + dictionary.size() + 1;
  dictionary.append((alignment - used % alignment) % alignment, ' ');
  dictionary += '\n';

  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

bool recognises_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

}  // namespace warpath::io
