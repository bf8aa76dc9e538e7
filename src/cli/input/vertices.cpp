#include "cli/input/vertices.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "io/bytes.hpp"
#include "io/fields.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

std::vector<Index> from_file(const std::string& path, const Names& names) {
  const io::Opened file(path, {});
  std::vector<Index> sources;
  std::size_t number = 0;
  for (std::string_view line : split(file.source().bytes, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trimmed(line).empty() && !names.is_label(line)) continue;
    sources.push_back(names.find_listed(line, io::name_of(path), number));
  }
  refuse_if(sources.empty(), fmt::format("{} names no vertex", readable(io::name_of(path))),
            "write one name per line");
  return sources;
}

std::vector<Index> from_list(const std::string& list, const Names& names) {
  if (names.is_label(list)) return {names.find_listed(list)};  // even with a comma in it
  std::vector<Index> sources;
  for (const std::string& piece : split(list, ',')) {
    refuse_if(trimmed(piece).empty() && !names.is_label(piece),
              fmt::format("--sources '{}' has an empty name", readable(list)),
              "separate names by single commas, or write them to a file, one per line");
    try {
      sources.push_back(names.find_listed(piece));
    } catch (const Error& error) {
      // What was meant may be a file.
      const bool path = piece == list && list.find_first_of("./") != list.npos;
      throw Error(error.code(), error.happened() + (path ? ", and no file of that name" : ""),
                  error.remedy());
    }
  }
  return sources;
}

bool is_header(const std::string& from, const std::string& to, const Names& names) {
  if (names.is_label(from) || names.is_label(to)) return false;
  return (from == "from" && to == "to") || (from == "source" && to == "target");
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
}

}  // namespace

bool sources_are_input(const std::string& argument) { return argument == "-" || argument == "@-"; }

std::vector<Index> find_sources(const std::string& argument, const Names& names) {
  if (sources_are_input(argument)) return from_file("-", names);
  if (argument.starts_with('@') && !names.is_label(argument)) {
    return from_file(argument.substr(1), names);
  }
  if (is_file(argument)) return from_file(argument, names);
  return from_list(argument, names);
}

// As the table reader of graphs has it: comments are passed over, one line tells the delimiter.
std::vector<Pair> read_pairs(const std::string& path, const Names& names) {
  const io::Opened file(path, {});
  const io::Source source = io::without_mark(file.source());
  io::Cursor cursor(source);
  std::optional<io::Fields> fields;
  std::vector<Pair> pairs;
  std::size_t line = 1;
  const char* counted_to = source.bytes.data();
  for (io::skip_comments(cursor); !cursor.at_end(); io::skip_comments(cursor)) {
    const io::Word words = cursor.rest_of_line();
    line += static_cast<std::size_t>(std::count(counted_to, words.begin, '\n'));
    counted_to = words.begin;
    const bool first = !fields;
    if (first) fields.emplace(io::Fields::delimiter_of(words.text()));
    fields->split(cursor, words);
    if (fields->size() != 2) {
      cursor.fail(words, "two names, from and to", "quote names with blanks or commas in them");
    }
    std::string unquoted;
    const std::string from((*fields)[0].text(unquoted));
    const std::string to((*fields)[1].text(unquoted));
    cursor.next_line();
    if (first && is_header(from, to, names)) continue;
    pairs.emplace_back(names.find_listed(from, source.name, line),
                       names.find_listed(to, source.name, line));
  }
  refuse_if(pairs.empty(), fmt::format("{} names no pair", readable(io::name_of(path))),
            "write two names per line, from and to");
  return pairs;
}

}  // namespace warpath::cli
