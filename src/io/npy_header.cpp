#include "io/npy_header.hpp"

#include <charconv>

#include <fmt/format.h>

#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// The header is a Python dictionary, as repr() prints it; this reads the part of Python's grammar
// that such a dictionary uses.
class Dictionary {
 public:
  Dictionary(const Source& source, std::size_t begin, std::size_t end)
      : source_(source), at_(begin), end_(end) {}

  void parse(NpyHeader& header) {
    want('{');
    while (!take('}')) {
      peek();
      const std::size_t key_at = at_;
      const std::string key = word();
      want(':');
      if (key == "descr") {
        parse_type(header);
      } else if (key == "fortran_order") {
        header.fortran = boolean();
        has_order_ = true;
      } else if (key == "shape") {
        parse_shape(header);
      } else {
        at_ = key_at;
        fail("'descr', 'fortran_order' or 'shape'");
      }
      if (!take(',')) {
        want('}');
        break;
      }
    }
    if (header.kind.empty()) fail("a 'descr' in the header");
    if (!has_order_) fail("a 'fortran_order' in the header");
    if (!has_shape_) fail("a 'shape' in the header");
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    std::string_view rest = source_.bytes.substr(at_, end_ - at_);
    rest = rest.substr(0, rest.find_last_not_of(" \n") + 1);
    const std::string found = rest.empty() ? "the end of the header" : quoted(rest);
    throw Error(ErrorCode::bad_input, fmt::format("{}:1:{}: found {}, expected {}", source_.name,
                                                  at_ + 1, found, expected));
  }

  char peek() {
    while (at_ < end_ && (source_.bytes[at_] == ' ' || source_.bytes[at_] == '\n')) ++at_;
    return at_ < end_ ? source_.bytes[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void want(char c) {
    if (!take(c)) fail(fmt::format("'{}'", c));
  }

  std::string word() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail("a quoted word");
    const auto close = source_.bytes.find(quote, at_ + 1);
    if (close == std::string_view::npos || close >= end_) fail("a quoted word");
    std::string text(source_.bytes.substr(at_ + 1, close - at_ - 1));
    at_ = close + 1;
    return text;
  }

  bool boolean() {
    peek();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (source_.bytes.substr(at_, end_ - at_).starts_with(word)) {
        at_ += word.size();
        return value;
      }
    }
    fail("True or False");
  }

  void parse_type(NpyHeader& header) {
    if (peek() == '[') fail("a plain type; structured types are not for weights");
    const std::size_t begin = at_;
    const std::string type = word();
    if (type.size() < 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) {
      at_ = begin;
      fail("a type like '<f4'");
    }
    header.type_at = begin;
    header.order = type[0];
    header.kind = type.substr(1);
  }

  void parse_shape(NpyHeader& header) {
    constexpr std::size_t most = 64;  // as NumPy 2 has it
    header.shape.clear();
    want('(');
    header.shape_at = at_ - 1;
    while (!take(')')) {
      Index extent = 0;
      peek();
      const char* const begin = source_.bytes.data() + at_;
      const char* const end = source_.bytes.data() + end_;
      const auto [stop, error] = std::from_chars(begin, end, extent);
      if (error != std::errc{} || extent < 0) fail("the size of a dimension");
      at_ += static_cast<std::size_t>(stop - begin);
      header.shape.push_back(extent);
      if (header.shape.size() > most) fail("fewer dimensions");
      take('L');  // as Python 2 prints long integers
      if (!take(',') && peek() != ')') fail("',' or ')'");
    }
    has_shape_ = true;
  }

  Source source_;
  std::size_t at_;
  std::size_t end_;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace

NpyHeader parse_npy_header(const Source& source) {
  const auto byte = [&](std::size_t i) -> std::size_t {
    return static_cast<unsigned char>(source.bytes[i]);
  };
  const auto fail = [&](std::size_t at, const std::string& what) {
    throw Error(ErrorCode::bad_input, fmt::format("{}:1:{}: {}", source.name, at + 1, what));
  };
  if (!recognises_npy(source.bytes)) fail(0, "this is not a NumPy file (.npy)");
  constexpr std::size_t version_at = 6;
  if (source.bytes.size() < version_at + 2) fail(version_at, "the file ends within its header");
  const std::size_t version = byte(version_at);
  if (version < 1 || version > 3) {
    fail(version_at, fmt::format("found version {} of the format, expected 1 to 3", version));
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t begin = version_at + 2 + length_bytes;
  if (source.bytes.size() < begin) fail(version_at + 2, "the file ends within its header");
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= byte(version_at + 2 + i) << (8 * i);
  if (source.bytes.size() - begin < length) {
    fail(version_at + 2, fmt::format("the header has {} bytes, but only {} follow", length,
                                     source.bytes.size() - begin));
  }
  NpyHeader header;
  header.data = begin + length;
  Dictionary(source, begin, header.data).parse(header);
  return header;
}

bool recognises_npy(std::string_view bytes) { return bytes.starts_with("\x93NUMPY"); }

}  // namespace warpath::io
