#include "io/edge_lines.hpp"

namespace warpath::io {

void check_edge_line(const Cursor& cursor, const EdgeLayout& layout, const Fields& fields) {
  if (fields.size() < layout.columns) {
    const char* const end = fields.line().end;
    cursor.fail({end, end}, fmt::format("{} columns, as on the first line, not {}", layout.columns,
                                        fields.size()));
  }
  if (fields.size() > layout.columns) {
    cursor.fail(
        fields[std::min(layout.columns, Fields::kMost - 1)].word,
        fmt::format("the end of the line after {} columns, as on the first line", layout.columns));
  }
  // Nobody looks at the others, which may be anything.
  cursor.check_length(fields[layout.from].word);
  cursor.check_length(fields[layout.to].word);
  if (layout.weight < layout.columns && !layout.dictionary) {
    cursor.check_length(fields[layout.weight].word);
  }
  if (fields[layout.from].word.empty()) cursor.fail(fields[layout.from].word, "a vertex");
  if (fields[layout.to].word.empty() && !is_lone(layout, fields)) {
    cursor.fail(fields[layout.to].word, "a vertex");
  }
}

}  // namespace warpath::io
