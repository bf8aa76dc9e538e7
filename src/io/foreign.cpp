#include "io/foreign.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/file_name.hpp"
#include "io/text.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::size_t kLookedAt = std::size_t{1} << 12;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> extensions) {
  return std::ranges::any_of(extensions,
                             [&](std::string_view one) { return has_extension(name, one); });
}

bool has(std::string_view start, std::string_view text) {
  return start.find(text) != std::string_view::npos;
}

// All spreadsheets are zip archives, as .npz are, with files of their own in them.
bool is_spreadsheet(std::string_view start) {
  return start.starts_with("PK\3\4") &&
         (has(start, "[Content_Types].xml") || has(start, "opendocument.spreadsheet"));
}

// "strict digraph G {", behind comments.
bool is_dot(std::string_view start) {
  const auto skip_to = [&](std::string_view end) {
    const std::size_t at = start.find(end);
    start.remove_prefix(at == std::string_view::npos ? start.size() : at + end.size());
  };
  const auto skip = [&] {
    for (;;) {
      start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
      if (start.starts_with("//") || start.starts_with('#')) {
        skip_to("\n");
      } else if (start.starts_with("/*")) {
        skip_to("*/");
      } else {
        return;
      }
    }
  };
  const auto word = [&] {
    skip();
    const std::string result = lower(start.substr(0, start.find_first_of(" \t\r\n{")));
    start.remove_prefix(result.size());
    return result;
  };
  std::string first = word();
  if (first == "strict") first = word();
  if (first != "graph" && first != "digraph") return false;
  skip();
  if (start.starts_with('"')) {
    start.remove_prefix(1);
    skip_to("\"");
  } else {
    word();
  }
  skip();
  return start.starts_with('{');
}

[[noreturn]] void refuse(const Source& source, std::string_view what, std::string remedy) {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {} is not read", source.name, what),
              std::move(remedy));
}

}  // namespace

void refuse_foreign(const Source& source, const ReadOptions& options) {
  if (source.bytes.empty()) {
    throw Error(ErrorCode::bad_input, source.name + " is empty",
                "see whether the program that should have written it has failed");
  }
  if (!options.format.empty()) return;
  const std::string_view start = source.bytes.substr(0, kLookedAt);
  if (is_one_of(source.name, {".gexf"}) || (start.starts_with('<') && has(start, "<gexf"))) {
    refuse(source, "GEXF", "export GraphML, as Gephi and NetworkX can");
  }
  if (is_one_of(source.name, {".xlsx", ".xlsm", ".xls", ".ods"}) || is_spreadsheet(start)) {
    refuse(source, "a spreadsheet", "save the sheet as CSV");
  }
  if (is_one_of(source.name, {".dot", ".gv"}) || is_dot(start)) {
    refuse(source, "DOT", "make it GML by Graphviz' gv2gml, or write a table from,to,weight");
  }
}

}  // namespace warpath::io
