#include "cli/input/names.hpp"

#include <algorithm>
#include <charconv>
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

// The few best, each with how far it is off; equally good ones in the graph's order.
class Closest {
 public:
  explicit Closest(std::size_t most) : most_(most) {}

  std::size_t most() const { return most_; }

  void offer(std::size_t distance, const std::string& label) {
    if (distance > most_) return;
    const auto better = [](std::size_t mine, const Entry& other) { return mine < other.distance; };
    best_.insert(std::upper_bound(best_.begin(), best_.end(), distance, better),
                 {distance, &label});
    if (best_.size() > kSuggestions) best_.pop_back();
    if (best_.size() == kSuggestions) most_ = best_.back().distance;
  }

  // "'Berlin', 'Bern' or 'Brig'"
  std::string text() const {
    std::string result;
    for (std::size_t i = 0; i < best_.size(); ++i) {
      if (i > 0) result += i + 1 == best_.size() ? " or " : ", ";
      result += fmt::format("'{}'", readable(*best_[i].label));
    }
    return result;
  }

 private:
  struct Entry {
    std::size_t distance;
    const std::string* label;
  };
  std::size_t most_;
  std::vector<Entry> best_;
};

std::optional<Index> whole(std::string_view word) {
  Index number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || stop != word.data() + word.size()) return std::nullopt;
  return number;
}

}  // namespace

bool Names::has_label(Index v) const {
  return !labels_.empty() && !labels_[static_cast<std::size_t>(v)].empty();
}

std::string Names::name(Index v) const {
  if (has_label(v)) return readable(labels_[static_cast<std::size_t>(v)]);
  return fmt::format("{}", number(v));
}

Index Names::find(std::string_view word) const {
  if (!word.empty()) {
    const auto found = std::find(labels_.begin(), labels_.end(), word);
    if (found != labels_.end()) return found - labels_.begin();
  }
  const Index n = vertices_;
  // The number of a vertex that has a label is not what people call it, and might be taken for one.
  if (const auto number = whole(word)) {
    if (*number >= first_vertex_ && *number - first_vertex_ < n &&
        !has_label(*number - first_vertex_)) {
      return *number - first_vertex_;
    }
  }
  if (!labels_.empty()) no_such_label(word);
  throw Error(ErrorCode::usage, fmt::format("there is no vertex '{}'", readable(word)),
              n == 0
                  ? "the graph has no vertices"
                  : fmt::format("vertices are numbered from {} to {}", number(0), number(n - 1)));
}

void Names::no_such_label(std::string_view word) const {
  const std::string wanted = folded(word);
  Closest same_but_case(0);
  Closest close(1 + wanted.size() / 3);
  for (const std::string& label : labels_) {
    const std::size_t longer = std::max(label.size(), wanted.size());
    const std::size_t shorter = std::min(label.size(), wanted.size());
    const bool begins_so = wanted.size() >= 3 && label.size() > wanted.size();
    if (!begins_so && longer - shorter > close.most()) continue;
    const std::string candidate = folded(label);
    if (candidate == wanted) same_but_case.offer(0, label);
    if (begins_so && candidate.starts_with(wanted)) {
      close.offer(1, label);
    } else if (longer <= kLongest && longer - shorter <= close.most()) {
      close.offer(edit_distance(wanted, candidate, close.most()), label);
    }
  }
  std::string remedy = fmt::format("vertices go by labels such as '{}'", readable(labels_.front()));
  if (const std::string labels = same_but_case.text(); !labels.empty()) {
    remedy = fmt::format("there is {}: capital and small letters differ", labels);
  } else if (const std::string closest = close.text(); !closest.empty()) {
    remedy = fmt::format("did you mean {}?", closest);
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

Finder::Finder(const Names& names) : names_(names) {
  if (!names.has_labels()) return;
  for (Index v = 0; v < names.vertices(); ++v) {
    if (names.has_label(v)) found_.emplace(names.label(v), v);  // the first of a name stays
  }
}

Index Finder::find(std::string_view word) const {
  for (const std::string_view each : {word, trimmed(word)}) {
    if (const auto at = found_.find(each); at != found_.end()) return at->second;
  }
  return names_.find(trimmed(word));
}

Index Finder::find(std::string_view word, std::string_view file, std::size_t line) const {
  try {
    return find(word);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}:{}: {}", readable(file), line, error.happened()),
                error.remedy());
  }
}

}  // namespace warpath::cli
