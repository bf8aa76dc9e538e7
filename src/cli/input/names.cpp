#include "cli/input/names.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/numbers.hpp"
#include "cli/shell/utf8.hpp"
#include "io/bytes.hpp"
#include "io/fields.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

constexpr std::size_t kSuggestions = 3;
constexpr std::size_t kLongest = 64;  // bytes of a word that is still compared letter by letter

// Small letters, for ASCII and the accents of western Europe.
std::string folded(std::string_view text) {
  std::string result(text);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto byte = static_cast<unsigned char>(result[i]);
    if (byte >= 'A' && byte <= 'Z') result[i] = static_cast<char>(byte + 0x20);
    const bool latin = i > 0 && static_cast<unsigned char>(result[i - 1]) == 0xc3;
    if (latin && byte >= 0x80 && byte <= 0x9e && byte != 0x97) {
      result[i] = static_cast<char>(byte + 0x20);
    }
  }
  return result;
}

// "'Berlin', 'Bern' or 'Brig'"
std::string listed(const std::vector<std::string>& labels) {
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (i > 0) text += i + 1 == labels.size() ? " or " : ", ";
    text += fmt::format("'{}'", brief(labels[i]));
  }
  return text;
}

// Without blanks around it.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

std::optional<Index> whole(std::string_view word) {
  Index number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || stop != word.data() + word.size()) return std::nullopt;
  return number;
}

std::vector<Index> from_file(const std::string& path, const Names& names) {
  const io::Source file = io::open_source(path);
  std::vector<Index> sources;
  std::size_t number = 0;
  for (std::string_view line : split(file.bytes, '\n')) {
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
              fmt::format("--sources '{}' has an empty name", brief(list)),
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

std::string Names::name(Index v) const {
  return has_label(v) ? readable(label(v)) : fmt::format("{}", number(v));
}

std::string Names::brief(Index v) const { return cli::brief(name(v)); }

const std::unordered_map<std::string_view, Index, NameHash>& Names::by_label() const {
  if (!by_label_.empty()) return by_label_;
  for (Index v = 0; const std::string& label : labels_) {
    if (!label.empty()) by_label_.emplace(label, v);  // the first of a name stays
    ++v;
  }
  return by_label_;
}

Index Names::find(std::string_view word) const {
  if (const auto at = by_label().find(word); at != by_label_.end()) return at->second;
  const Index n = vertices_;
  // The number of a vertex that has a label is not what people call it, and might be taken for one.
  if (const auto number = whole(word)) {
    if (*number >= first_vertex_ && *number - first_vertex_ < n &&
        !has_label(*number - first_vertex_)) {
      return *number - first_vertex_;
    }
  }
  if (has_labels()) no_such_label(word);
  std::string remedy = "the graph has no vertices";
  if (n > 0) remedy = fmt::format("vertices are numbered from {} to {}", number(0), number(n - 1));
  throw Error(ErrorCode::usage, fmt::format("there is no vertex '{}'", cli::brief(word)), remedy);
}

void Names::no_such_label(std::string_view word) const {
  const std::string wanted = folded(word);
  // By how far they are off, and equally good ones in the graph's order. The same but for capital
  // letters is off by nothing; what begins so, by one letter.
  std::multimap<std::size_t, std::string> close;
  std::size_t most = 1 + wanted.size() / 3;
  for (const std::string& label : labels_) {
    const std::size_t longer = std::max(label.size(), wanted.size());
    const bool begins_so = wanted.size() >= 3 && label.size() > wanted.size();
    const bool alike = longer - std::min(label.size(), wanted.size()) <= most;
    if (!begins_so && !alike) continue;
    const std::string candidate = folded(label);
    std::size_t distance = most + 1;
    if (candidate == wanted) {
      distance = 0;
    } else if (begins_so && candidate.starts_with(wanted)) {
      distance = 1;
    } else if (longer <= kLongest && alike) {
      distance = edit_distance(wanted, candidate, most);
    }
    if (distance > most) continue;
    close.emplace(distance, label);
    if (close.size() > kSuggestions) close.erase(std::prev(close.end()));
    if (close.size() == kSuggestions) most = std::prev(close.end())->first;
  }
  const bool same_but_case = close.contains(0);
  std::vector<std::string> best;
  for (const auto& [distance, label] : close) {
    if (distance == 0 || !same_but_case) best.push_back(label);
  }
  std::string remedy =
      fmt::format("vertices go by labels such as '{}'", cli::brief(labels_.front()));
  if (!best.empty()) remedy = fmt::format("did you mean {}?", listed(best));
  if (same_but_case) {
    remedy = fmt::format("there is {}: capital and small letters differ", listed(best));
  }
  throw Error(ErrorCode::usage, fmt::format("there is no vertex '{}'", cli::brief(word)), remedy);
}

Json name_json(const Names& names, Index v) {
  if (names.has_label(v)) return names.name(v);
  return names.number(v);
}

NamedCycle::NamedCycle(const Error& error, const Names& names, WeightType type,
                       std::string_view where, std::string remedy)
    : Error(error.code(),
            fmt::format("{}a negative cycle: {}", where,
                        spell_cycle(error.cycle(), [&](Index v) { return names.brief(v); })),
            std::move(remedy), error.vertices(), error.cycle()) {
  Json vertices = Json::array();
  for (const Index v : cycle().vertices) vertices.push_back(name_json(names, v));
  Json weights = Json::array();
  for (const double weight : cycle().weights) weights.push_back(number_json(weight, type));
  json_ = {{"vertices", vertices}, {"weights", weights}, {"sum", number_json(cycle().sum, type)}};
}

Index Names::find_listed(std::string_view word) const {
  return find(is_label(word) ? word : trimmed(word));
}

Index Names::find_listed(std::string_view word, std::string_view file, std::size_t line) const {
  try {
    return find_listed(word);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}:{}: {}", readable(file), line, error.happened()),
                error.remedy());
  }
}

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
  const io::Source source = io::open_source(path);
  io::Cursor cursor(source);
  io::Fields fields;
  std::vector<Pair> pairs;
  std::size_t line = 1;
  const char* counted_to = source.bytes.data();
  for (bool first = true; fields.next(cursor); first = false) {
    const io::Word& words = fields.line();
    line += static_cast<std::size_t>(std::count(counted_to, words.begin, '\n'));
    counted_to = words.begin;
    if (fields.size() != 2) {
      cursor.fail(words, "two names, from and to", "quote names with blanks or commas in them");
    }
    std::string unquoted;
    const std::string from(fields[0].text(unquoted));
    const std::string to(fields[1].text(unquoted));
    if (first && is_header(from, to, names)) continue;
    pairs.emplace_back(names.find_listed(from, source.name, line),
                       names.find_listed(to, source.name, line));
  }
  refuse_if(pairs.empty(), fmt::format("{} names no pair", readable(io::name_of(path))),
            "write two names per line, from and to");
  return pairs;
}

}  // namespace warpath::cli
