// The words of a command line, by the table of options.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/messages.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/help.hpp"
#include "cli/shell/utf8.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

// Error usage: asks for what was probably meant, and lists what is known unless there is a remedy.
[[noreturn]] void unknown(std::string_view word, const Vocabulary& known, std::string remedy = {}) {
  const std::vector<std::string_view> words(known.words.begin(), known.words.end());
  std::string_view meant = closest(word, words);
  if (word == "gpu" && known.knows("cuda")) meant = "cuda";
  if (remedy.empty()) remedy = fmt::format("known are: {}", fmt::join(words, ", "));
  if (!meant.empty()) remedy = fmt::format("did you mean '{}'? {}", meant, remedy);
  throw Error(ErrorCode::usage, fmt::format("there is no {} '{}'", known.noun, brief(word)),
              remedy);
}

bool wants_help(const std::vector<std::string>& words) {
  const auto is_help = [](const std::string& word) { return word == "-h" || word == "--help"; };
  return std::any_of(words.begin(), std::find(words.begin(), words.end(), "--"), is_help);
}

std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> all;
  for (const OptionRow& row : shown_options(command)) {
    for (std::string& name : row.all_names()) all.push_back(std::move(name));
  }
  return all;
}

// Puts what the words after a subcommand say where the rows of its table want it.
class Parser {
 public:
  Parser(const Command& command, const std::vector<std::string>& words)
      : command_(command),
        words_(words),
        see_help_(fmt::format("see warpath {} --help", command.name)) {}

  void parse() {
    bool options_end = false;
    while (next_ < words_.size()) {
      const std::string word = words_[next_++];
      if (options_end || !is_option(word)) {
        take_positional(word);
      } else if (word == "--") {
        options_end = true;
      } else {
        take_option(word);
      }
    }
    for (const OptionRow& row : command_.options) {
      const bool given = times_.contains(&row);
      refuse(row.is_required() && !given, "{} is required", name_of(row));
      for (const std::string& other : split(row.not_with, ',')) {
        refuse(given && times_.contains(find_option(command_, other)), "{} excludes {}",
               name_of(row), other);
      }
    }
    refuse_extras();
  }

 private:
  template <class... Values>
  void refuse(bool wrong, fmt::format_string<const Values&...> happened,
              const Values&... values) const {
    if (wrong) throw Error(ErrorCode::usage, fmt::format(happened, values...), see_help_);
  }

  static std::string name_of(const OptionRow& row) { return row.all_names().back(); }

  void take_positional(const std::string& word) {
    for (const OptionRow& row : command_.options) {
      if (row.is_positional() && !times_.contains(&row)) return take(row, word);
    }
    extras_.push_back(word);
  }

  // "--output=FILE", "-oFILE"; "--output" and "-o", where the value follows; "-qo" for "-q -o".
  void take_option(const std::string& word) {
    const bool is_long = word.starts_with("--");
    const std::size_t end = is_long ? std::min(word.find('='), word.size()) : 2;
    const OptionRow* row = find_option(command_, word.substr(0, end));
    if (row == nullptr) {
      if (is_long) unknown(word.substr(0, end), {"option", option_names(command_)}, see_help_);
      extras_.push_back(word);
    } else if (row->is_flag() && !is_long) {
      take(*row, value_after(*row));
      if (end < word.size()) words_[--next_].erase(1, 1);
    } else if (end == word.size()) {
      take(*row, value_after(*row));
    } else {
      const std::string attached = word.substr(is_long ? end + 1 : end);
      refuse(attached.empty(), "{} needs a value", name_of(*row));
      take(*row, attached);
    }
  }

  // The value of an option that has none attached: what it stands for alone, or the next word.
  std::string value_after(const OptionRow& row) {
    const bool at_end = next_ == words_.size();
    if (!row.bare.empty()) {
      return !at_end && row.vocabulary.knows(words_[next_]) ? words_[next_++] : row.bare;
    }
    if (row.is_flag()) return "true";
    if (row.has_optional_value() && (at_end || is_option(words_[next_]))) return {};
    refuse(at_end || (row.has_optional_value() && words_[next_].empty()), "{} needs a value",
           name_of(row));
    return words_[next_++];
  }

  void take(const OptionRow& row, const std::string& text) {
    const int times = ++times_[&row];
    refuse(text.empty() && row.names_file() && !row.has_optional_value(),
           "{} needs the name of a file, and is given an empty one", name_of(row));
    refuse(times > 1 && !row.is_list() && !std::holds_alternative<bool*>(row.target),
           "{} is given {} times, and has one value", name_of(row), times);
    std::vector<std::string> pieces{text};
    if (row.is_list()) {
      pieces = split(text, ',');
      std::erase(pieces, "");
      refuse(pieces.empty(), "{} needs a value", name_of(row));
    }
    const auto store = [&]<class Target>(Target* target) {
      if (times == 1) *target = Target{};
      for (const std::string& piece : pieces) {
        const Vocabulary& known = row.vocabulary;
        if (!known.words.empty() && !known.knows(piece)) unknown(piece, known);
        read(row, piece, *target);
      }
    };
    std::visit(store, row.target);
  }

  void read(const OptionRow&, const std::string& text, std::string& value) const { value = text; }

  void read(const OptionRow& row, const std::string& text, bool& value) const {
    constexpr std::string_view yes[] = {"true", "yes", "on", "1"};
    constexpr std::string_view no[] = {"false", "no", "off", "0"};
    value = std::ranges::count(yes, text) > 0;
    refuse(!value && std::ranges::count(no, text) == 0, "Could not convert: {} = {}", name_of(row),
           brief(text));
  }

  // The vocabulary has only such words.
  template <class Enum>
  requires std::is_enum_v<Enum>
  void read(const OptionRow&, const std::string& text, Enum& value) const {
    value = warpath::parse<Enum>(text).value();
  }

  template <class Number>
  void read(const OptionRow& row, const std::string& text, Number& value) const {
    const bool negative = text.starts_with('-');
    const std::size_t start = negative || text.starts_with('+') ? 1 : 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + start, end, value);
    refuse(text.find_first_of("0123456789.") != start || stop != end, "{}: '{}' is not a {}number",
           name_of(row), brief(text), std::is_integral_v<Number> ? "whole " : "");
    if (negative) value = Number{} - value;  // of seeds, which have no sign, -1 is the last
    using Limits = std::numeric_limits<Number>;
    const Number least = row.at_least ? static_cast<Number>(*row.at_least) : Limits::lowest();
    // An Index is a number of vertices and the like.
    const Number most =
        std::is_same_v<Number, Index> ? std::numeric_limits<int>::max() : Limits::max();
    refuse(error != std::errc{} || value < least || value > most,
           "{}: {} is not in the range {} to {}", name_of(row), brief(text), least, most);
  }

  template <class Value>
  void read(const OptionRow& row, const std::string& text, std::optional<Value>& value) const {
    read(row, text, value.emplace());
  }

  template <class Value>
  void read(const OptionRow& row, const std::string& text, std::vector<Value>& values) const {
    read(row, text, values.emplace_back());
  }

  void refuse_extras() const {
    if (extras_.empty()) return;
    const bool names = std::ranges::none_of(
        extras_, [](const std::string& word) { return word.starts_with('-'); });
    std::string remedy = see_help_;
    for (const OptionRow& row : command_.options) {
      if (!names || !row.is_positional() || !row.vocabulary.words.empty()) continue;
      // The shell may have cut one in two.
      remedy = fmt::format("quote names with spaces: \"{}\"",
                           row.vertex ? "Porto Alegre" : "my graph.csv");
    }
    const auto is_file = [](const std::string& word) {
      std::error_code ignored;
      return std::filesystem::exists(word, ignored);
    };
    const auto is_positional = [](const OptionRow& row) { return row.is_positional(); };
    const auto first = std::ranges::find_if(command_.options, is_positional);
    if (names && std::ranges::count_if(command_.options, is_positional) == 1 &&
        std::ranges::any_of(extras_, is_file)) {
      remedy = fmt::format("warpath {} takes one {} only", command_.name, name_of(*first));
    }
    std::vector<std::string> extras;
    std::ranges::transform(extras_, std::back_inserter(extras),
                           [](const std::string& word) { return brief(word); });
    throw Error(ErrorCode::usage,
                fmt::format("The following argument{} not expected: {}",
                            extras_.size() == 1 ? " was" : "s were", fmt::join(extras, " ")),
                remedy);
  }

  const Command& command_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;  // of them
  std::string see_help_;
  std::map<const OptionRow*, int> times_;  // that a row was given
  std::vector<std::string> extras_;        // words that no row takes
};

const Command& find_command(const std::vector<Command>& commands, std::string_view word) {
  Vocabulary known{"subcommand"};
  for (const Command& command : commands) {
    if (command.name == word) return command;
    if (!command.hidden) known.words.push_back(command.name);
  }
  if (!word.starts_with('-')) unknown(word, known);
  unknown(word, {"option", {"-h", "--help", "-V", "--version"}}, "see warpath --help");
}

}  // namespace

bool wants_json(const std::vector<Command>& commands, const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  const auto asked = std::find(words.begin(), end, "--json");
  if (asked == end) return false;
  const auto command = std::ranges::find(commands, words.front(), &Command::name);
  const OptionRow* row = command == commands.end() ? nullptr : find_option(*command, "--json");
  const bool to_file = row != nullptr && row->has_optional_value() && asked + 1 != words.end() &&
                       !is_option(asked[1]);
  return !to_file;
}

const Command* parse(const std::vector<Command>& commands, const std::vector<std::string>& words) {
  const std::string& word = words.front();
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  std::string text;
  // What many try first: "warpath help", "warpath help solve".
  if (word == "help" && !rest.empty()) {
    text = command_help(find_command(commands, rest.front()));
  } else if (word == "-h" || word == "--help" || word == "help") {
    text = program_help(commands);
  } else if (word == "-V" || word == "--version") {
    text = fmt::format("warpath {}\n", version());
  } else if (word == "__complete") {
    text = candidates(commands, rest);
  } else if (const Command& command = find_command(commands, word); wants_help(rest)) {
    text = command_help(command);
  } else {
    Parser(command, rest).parse();
    return &command;
  }
  print(text);
  return nullptr;
}

}  // namespace warpath::cli
