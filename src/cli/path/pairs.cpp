#include "cli/path/pairs.hpp"

#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "cli/input/finder.hpp"
#include "cli/shell/utf8.hpp"
#include "io/bytes.hpp"
#include "io/fields.hpp"
#include "io/opened.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

using Words = std::array<std::string, 2>;

bool is_header(const Words& words, const Finder& finder) {
  if (finder.has_label(words[0]) || finder.has_label(words[1])) return false;
  return (words[0] == "from" && words[1] == "to") || (words[0] == "source" && words[1] == "target");
}

// As the table reader of graphs has it: comments are passed over, one line tells the delimiter.
class PairReader {
 public:
  PairReader(const io::Source& source, const Names& names)
      : source_(source), finder_(names), cursor_(source) {}

  std::vector<Pair> read() {
    std::vector<Pair> pairs;
    std::optional<io::Fields> fields;
    std::size_t counted = 0;  // lines up to counted_to
    const char* counted_to = source_.bytes.data();
    for (io::skip_comments(cursor_); !cursor_.at_end(); io::skip_comments(cursor_)) {
      const io::Word line = cursor_.rest_of_line();
      counted += static_cast<std::size_t>(std::count(counted_to, line.begin, '\n'));
      counted_to = line.begin;
      const bool first = !fields;
      if (first) fields.emplace(io::Fields::delimiter_of(line.text()));
      fields->split(cursor_, line);
      if (fields->size() != 2) {
        cursor_.fail(line, "two names, from and to", "quote names with blanks or commas in them");
      }
      const Words words{text((*fields)[0]), text((*fields)[1])};
      cursor_.next_line();
      if (first && is_header(words, finder_)) continue;
      try {
        pairs.push_back({finder_.find(words[0]), finder_.find(words[1])});
      } catch (const Error& error) {
        throw Error(error.code(),
                    fmt::format("{}:{}: {}", readable(source_.name), counted + 1, error.happened()),
                    error.remedy());
      }
    }
    return pairs;
  }

 private:
  static std::string text(const io::Field& field) {
    std::string buffer;
    return std::string(field.text(buffer));
  }

  const io::Source source_;
  const Finder finder_;
  io::Cursor cursor_;
};

}  // namespace

std::vector<Pair> read_pairs(const std::string& path, const Names& names) {
  const io::Opened file(path, {});
  std::vector<Pair> pairs = PairReader(io::without_mark(file.source()), names).read();
  if (pairs.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} names no pair", readable(io::name_of(path))),
                "write two names per line, from and to");
  }
  return pairs;
}

}  // namespace warpath::cli
