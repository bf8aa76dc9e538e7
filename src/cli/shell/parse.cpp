// The table of options as CLI11 wants it. No other file knows CLI11, which is slow to compile.
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/help.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

// What is wrong with a number; empty when nothing is.
template <class Number>
std::string objection(const std::string& text, Number least, Number most) {
  Number number{};
  if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most) return {};
  constexpr bool whole = std::is_integral_v<Number>;
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  if (text.find_first_not_of(whole ? "0123456789" : "0123456789.eE+-", digits) != text.npos ||
      text.size() == digits) {
    return fmt::format("'{}' is not a {}number", text, whole ? "whole " : "");
  }
  return fmt::format("{} is not in the range {} to {}", text, least, most);
}

// The type of what a target holds: itself, or what is in it.
template <class T>
T value_in(T*);
template <class T>
T value_in(std::optional<T>*);
template <class T>
T value_in(std::vector<T>*);

template <class Number>
void check_number(CLI::Option& option, const std::optional<Index>& at_least) {
  using Limits = std::numeric_limits<Number>;
  const auto least = at_least ? static_cast<Number>(*at_least) : Limits::lowest();
  // Vertices, threads and the like.
  const Number most =
      std::is_same_v<Number, Index> ? std::numeric_limits<int>::max() : Limits::max();
  option.check([=](const std::string& text) { return objection<Number>(text, least, most); });
}

[[noreturn]] void unknown_word(std::string_view word, const Vocabulary& known) {
  const std::vector<std::string_view> words(known.words.begin(), known.words.end());
  throw Error(ErrorCode::usage, fmt::format("there is no {} '{}'", known.noun, word),
              suggest(word, words));
}

void add_option(CLI::App& app, const OptionRow& row) {
  const auto add = [&]<class Target>(Target* target) {
    using Value = decltype(value_in(target));
    CLI::Option* option = nullptr;
    if constexpr (std::is_same_v<Target, bool>) {
      option = app.add_flag(row.names, *target);
    } else if constexpr (std::is_same_v<Target, std::optional<Value>>) {
      option =
          app.add_option_function<Value>(row.names, [=](const Value& value) { *target = value; });
    } else {
      option = app.add_option(row.names, *target);
    }
    // Lists are separated by commas, so that what follows a blank can be a positional.
    if (is_list(row)) option->delimiter(',')->allow_extra_args(false);
    if (value_is_optional(row)) option->expected(0, 1);
    if constexpr (std::is_arithmetic_v<Value> && !std::is_same_v<Value, bool>) {
      check_number<Value>(*option, row.at_least);
    }
    if (const Vocabulary& known = row.vocabulary; !known.words.empty()) {
      option->check([known](const std::string& word) {
        if (!std::ranges::count(known.words, word)) unknown_word(word, known);
        return std::string();
      });
    }
    return option;
  };
  std::visit(add, row.target)->required(is_required(row));
}

[[noreturn]] void unknown_option(std::string_view word, const std::vector<std::string>& known,
                                 std::string_view program) {
  const std::string_view meant =
      closest(word, std::vector<std::string_view>(known.begin(), known.end()));
  const std::string question = meant.empty() ? "" : fmt::format("did you mean '{}'? ", meant);
  throw Error(ErrorCode::usage, fmt::format("there is no option '{}'", word),
              fmt::format("{}see {} --help", question, program));
}

// CLI11 complains about what is missing before it looks at what is misspelt; we do not.
void check_options(const Command& command, const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const OptionRow& row : shown_options(command)) {
    for (std::string& name : names_of(row)) known.push_back(std::move(name));
  }
  for (const std::string& word : words) {
    if (word == "--") return;
    const std::string name = word.substr(0, word.find('='));
    if (name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end()) {
      unknown_option(name, known, "warpath " + command.name);
    }
  }
}

// CLI11's words, but where they show its insides: "--repeat: 1 required N:INT in [1 - 9] missing".
std::string wording(const CLI::ParseError& error) {
  const std::string text = error.what();
  if (!text.ends_with(" missing")) return text;
  return text.substr(0, text.find(':')) + " needs a value";
}

// What may help against a word too many: the shell has cut a name in two.
std::string quoting(const Command& command, const std::vector<std::string>& extras) {
  std::string remedy;
  const auto is_option = [](const std::string& word) { return word.starts_with('-'); };
  if (std::any_of(extras.begin(), extras.end(), is_option)) return remedy;
  for (const OptionRow& row : command.options) {
    if (row.vertex) return "quote names with spaces: \"Porto Alegre\"";
    if (is_positional(row) && row.vocabulary.words.empty()) {
      remedy = "quote names with spaces: \"my graph.csv\"";
    }
  }
  return remedy;
}

// Options that stand for something alone are given it, and so never take the word that follows.
std::vector<std::string> with_bare_values(const Command& command, std::vector<std::string> words) {
  for (std::string& word : words) {
    if (word == "--") break;
    for (const OptionRow& row : command.options) {
      if (!row.bare.empty() && word == row.names) word += '=' + row.bare;
    }
  }
  return words;
}

void fill_in(const Command& command, const std::vector<std::string>& typed_words) {
  std::vector<std::string> words = with_bare_values(command, typed_words);
  CLI::App app("", "warpath " + command.name);
  for (const OptionRow& row : command.options) add_option(app, row);
  for (const OptionRow& row : command.options) {
    if (row.not_with.empty()) continue;
    CLI::Option* option = app.get_option(names_of(row).back());
    for (const std::string& other : split(row.not_with, ',')) option->excludes(other);
  }
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(words);
  } catch (const CLI::CallForHelp&) {
    throw;
  } catch (const CLI::ParseError& error) {
    check_options(command, typed_words);
    const bool too_many = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const std::string remedy = too_many ? quoting(command, app.remaining()) : "";
    throw Error(ErrorCode::usage, wording(error),
                remedy.empty() ? fmt::format("see warpath {} --help", command.name) : remedy);
  }
}

const Command& find_command(const std::vector<Command>& commands, std::string_view word) {
  Vocabulary known{"subcommand"};
  for (const Command& command : commands) {
    if (command.name == word) return command;
    if (!command.hidden) known.words.push_back(command.name);
  }
  if (word.starts_with('-')) unknown_option(word, {"-h", "--help", "-V", "--version"}, "warpath");
  unknown_word(word, known);
}

}  // namespace

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
  } else {
    const Command& command = find_command(commands, word);
    try {
      fill_in(command, rest);
      return &command;
    } catch (const CLI::CallForHelp&) {
      text = command_help(command);
    }
  }
  fmt::print("{}", text);
  return nullptr;
}

}  // namespace warpath::cli
