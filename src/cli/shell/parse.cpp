// The table of options as CLI11 wants it. No other file knows CLI11, which is slow to compile.
#include "cli/shell/parse.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/completion.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/help.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

constexpr int kLargest = std::numeric_limits<int>::max();  // of vertices, threads and the like

std::vector<std::string_view> views(const std::vector<std::string>& words) {
  return {words.begin(), words.end()};
}

// What is wrong with a number; empty when nothing is.
template <class Number>
std::string objection(const std::string& text, Number least, Number most) {
  Number number{};
  if (CLI::detail::lexical_cast(text, number) && number >= least && number <= most) return {};
  const std::size_t digits = text.starts_with('-') ? 1 : 0;
  if (text.find_first_not_of("0123456789", digits) != std::string::npos || text.size() == digits) {
    return fmt::format("'{}' is not a whole number", text);
  }
  return fmt::format("{} is not in the range {} to {}", text, least, most);
}

CLI::Option* add_option(CLI::App& app, const OptionRow& row) {
  const auto add = [&](auto* target) -> CLI::Option* {
    using Target = std::remove_pointer_t<decltype(target)>;
    if constexpr (std::is_same_v<Target, bool>) {
      return app.add_flag(row.names, *target);
    } else {
      CLI::Option* option = app.add_option(row.names, *target);
      // Lists are separated by commas, so that what follows a blank can be a positional.
      if (is_list(row)) option->delimiter(',')->allow_extra_args(is_positional(row));
      if (!row.value.empty()) option->type_name(row.value);
      if (row.value_optional) option->expected(0, 1);
      if constexpr (std::is_same_v<Target, double>) {
        if (row.at_least) {
          option->check(
              CLI::Range(static_cast<double>(*row.at_least), std::numeric_limits<double>::max()));
        }
      } else if constexpr (std::is_same_v<Target, std::uint64_t>) {
        option->check([](const std::string& text) {
          return objection<std::uint64_t>(text, 0, std::numeric_limits<std::uint64_t>::max());
        });
      } else if (row.at_least) {
        option->check([least = *row.at_least](const std::string& text) {
          return objection<Index>(text, least, kLargest);
        });
      }
      return option;
    }
  };
  CLI::Option* option = std::visit(add, row.target);
  option->required(row.required);
  return option;
}

void check_words(const OptionRow& row) {
  const auto check = [&](const std::string& word) {
    if (std::find(row.words.begin(), row.words.end(), word) != row.words.end()) return;
    unknown_word(noun_of(row), word, views(row.words));
  };
  if (const auto* word = std::get_if<std::string*>(&row.target)) check(**word);
  if (const auto* list = std::get_if<std::vector<std::string>*>(&row.target)) {
    std::for_each((*list)->begin(), (*list)->end(), check);
  }
}

[[noreturn]] void unknown_option(std::string_view word, const std::vector<std::string>& known,
                                 std::string_view program) {
  const std::string_view meant = closest(word, views(known));
  const std::string question = meant.empty() ? "" : fmt::format("did you mean '{}'? ", meant);
  throw Error(ErrorCode::usage, fmt::format("there is no option '{}'", word),
              fmt::format("{}see {} --help", question, program));
}

// CLI11 complains about what is missing before it looks at what is misspelt; we do not.
void check_options(const Command& command, const std::vector<std::string_view>& words) {
  std::vector<std::string> known;
  for (const OptionRow& row : shown_options(command)) {
    for (std::string& name : names_of(row)) known.push_back(std::move(name));
  }
  for (const std::string_view word : words) {
    if (word == "--") return;
    if (!word.starts_with("--")) continue;
    const std::string name(word.substr(0, word.find('=')));
    const bool exists =
        std::any_of(command.options.begin(), command.options.end(), [&](const OptionRow& row) {
          const auto names = names_of(row);
          return std::find(names.begin(), names.end(), name) != names.end();
        });
    if (!exists && name != "--help") unknown_option(name, known, "warpath " + command.name);
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
  const bool options = std::any_of(extras.begin(), extras.end(),
                                   [](const auto& word) { return word.starts_with('-'); });
  if (options) return {};
  std::string remedy;
  for (const OptionRow& row : command.options) {
    if (row.vertex) return "quote names with spaces: \"Porto Alegre\"";
    if (completes(row) == Completes::files && is_positional(row)) {
      remedy = "quote names with spaces: \"my graph.csv\"";
    }
  }
  return remedy;
}

// Options that stand for something alone are given it, and so never take the word that follows.
std::vector<std::string> with_bare_values(const Command& command, int argc,
                                          const char* const* argv) {
  std::vector<std::string> words(argv, argv + argc);
  for (std::string& word : words) {
    if (word == "--") break;
    for (const OptionRow& row : command.options) {
      if (!row.bare.empty() && word == row.names) word += '=' + row.bare;
    }
  }
  return words;
}

void fill_in(const Command& command, int argc, const char* const* typed_words) {
  const std::vector<std::string> words = with_bare_values(command, argc, typed_words);
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  CLI::App app("", "warpath " + command.name);
  std::vector<CLI::Option*> options;
  for (const OptionRow& row : command.options) options.push_back(add_option(app, row));
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionRow others{command.options[i].not_with, "", "", static_cast<bool*>(nullptr)};
    for (const std::string& name : names_of(others)) options[i]->excludes(app.get_option(name));
  }
  try {
    app.parse(argc, argv.data());
  } catch (const CLI::CallForHelp&) {
    throw;
  } catch (const CLI::ParseError& error) {
    check_options(command, {argv.begin() + 1, argv.end()});
    std::string remedy;
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
      remedy = quoting(command, app.remaining());
    }
    if (remedy.empty()) remedy = fmt::format("see warpath {} --help", command.name);
    throw Error(ErrorCode::usage, wording(error), remedy);
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    const OptionRow& row = command.options[i];
    const bool given = options[i]->count() > 0;
    if (row.given != nullptr) *row.given = given;
    if (given && !row.words.empty()) check_words(row);
  }
}

[[noreturn]] void unknown_command(const std::vector<Command>& commands, std::string_view word) {
  if (word.starts_with('-')) unknown_option(word, {"-h", "--help", "-V", "--version"}, "warpath");
  std::vector<std::string_view> known;
  for (const Command& command : commands) {
    if (!command.hidden) known.push_back(command.name);
  }
  unknown_word("subcommand", word, known);
}

const Command& find_command(const std::vector<Command>& commands, std::string_view word) {
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const Command& each) { return each.name == word; });
  if (command == commands.end()) unknown_command(commands, word);
  return *command;
}

}  // namespace

const Command* parse(const std::vector<Command>& commands, int argc, const char* const* argv) {
  const std::string_view word = argc < 2 ? "--help" : argv[1];
  // What many try first: "warpath help", "warpath help solve".
  if (word == "help" && argc > 2) {
    fmt::print("{}", command_help(find_command(commands, argv[2])));
    return nullptr;
  }
  if (word == "-h" || word == "--help" || word == "help") {
    fmt::print("{}", program_help(commands));
    return nullptr;
  }
  if (word == "-V" || word == "--version") {
    fmt::print("warpath {}\n", version());
    return nullptr;
  }
  const Command& command = find_command(commands, word);
  try {
    fill_in(command, argc - 1, argv + 1);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", command_help(command));
    return nullptr;
  }
  return &command;
}

}  // namespace warpath::cli
