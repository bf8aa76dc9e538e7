#include "cli/input/names.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/messages.hpp"
#include "cli/shell/utf8.hpp"
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
    text += fmt::format("'{}'", readable(labels[i]));
  }
  return text;
}

std::optional<Index> whole(std::string_view word) {
  Index number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || stop != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string Names::name(Index v) const {
  return has_label(v) ? readable(label(v)) : fmt::format("{}", number(v));
}

const std::unordered_map<std::string_view, Index>& Names::by_label() const {
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
  throw Error(ErrorCode::usage, fmt::format("there is no vertex '{}'", readable(word)), remedy);
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
  std::string remedy = fmt::format("vertices go by labels such as '{}'", readable(labels_.front()));
  if (!best.empty()) remedy = fmt::format("did you mean {}?", listed(best));
  if (same_but_case) {
    remedy = fmt::format("there is {}: capital and small letters differ", listed(best));
  }
  throw Error(ErrorCode::usage, fmt::format("there is no vertex '{}'", readable(word)), remedy);
}

nlohmann::ordered_json name_json(const Names& names, Index v) {
  if (names.has_label(v)) return names.name(v);
  return names.number(v);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
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

}  // namespace warpath::cli
