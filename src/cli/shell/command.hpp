// The subcommands as data. Parsing, help, man page and shell completion are made from it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "warpath/generate.hpp"
#include "warpath/types.hpp"

namespace warpath::cli {

struct Vocabulary {
  std::string noun = {};                // what one of the words is, for messages: "weight type"
  std::vector<std::string> words = {};  // "sample:K" is any word that begins with "sample:"

  bool knows(std::string_view word) const;
};

// One row of a subcommand's options.
struct OptionRow {
  std::string names;       // "-o,--output"; or "GRAPH", for what is given without a dash
  std::string value = {};  // what follows: "FILE", "N", "[FILE]" where it may be left out
  std::string help = {};   // one line

  // Where the answer goes. A vector takes a list separated by commas. An optional is left empty where
  // nothing is given; what is given without a dash must be, unless its target is one.
  using Target =
      std::variant<bool*, int*, Index*, std::uint64_t*, double*, std::string*, SemiringKind*,
                   WeightType*, GraphKind*, Method*, std::vector<std::string>*, std::vector<Index>*,
                   std::vector<WeightType>*, std::optional<std::string>*, std::optional<double>*,
                   std::optional<WeightType>*>;
  Target target;

  // Where only some words make sense: anything else is an Error usage with a suggestion, and shells
  // complete them.
  Vocabulary vocabulary = {};

  std::optional<Index> at_least = {};  // for numbers
  bool required = false;

  // "--verify [HOW]": what it stands for alone. What follows a blank is its value only if the
  // vocabulary knows it: "--verify dist.npy" must not lose the file.
  std::string bare = {};
  bool vertex = false;        // names a vertex, where a positional usually names a file
  std::string not_with = {};  // names, separated by commas, that it cannot be combined with

  bool is_positional() const { return !names.starts_with('-'); }
  bool is_flag() const { return std::holds_alternative<bool*>(target) || !bare.empty(); }
  bool is_list() const {
    return std::holds_alternative<std::vector<std::string>*>(target) ||
           std::holds_alternative<std::vector<Index>*>(target) ||
           std::holds_alternative<std::vector<WeightType>*>(target);
  }
  bool is_required() const {
    return required ||
           (is_positional() && !std::holds_alternative<std::optional<std::string>*>(target));
  }
  bool has_optional_value() const { return value.starts_with('['); }
  bool names_file() const;                     // shells complete those that there are
  std::vector<std::string> all_names() const;  // {"-o", "--output"}
};

// Whether a word names an option: "-" is stdin or stdout, and "-1" a number.
bool is_option(std::string_view word);

struct Example {
  std::string line;  // without "warpath "
  std::string comment = {};
};

struct Command {
  std::string name;
  std::string brief;  // one line
  std::string text = {};
  std::vector<Example> examples = {};
  std::vector<OptionRow> options = {};
  std::function<void()> run = {};
  bool hidden = false;  // works, but is not shown

  void add(const std::vector<OptionRow>& rows) {
    options.insert(options.end(), rows.begin(), rows.end());
  }
};

// The option of that name, or null.
const OptionRow* find_option(const Command& command, std::string_view name);

// What help and completion show: all, and --help at the end.
std::vector<OptionRow> shown_options(const Command& command);

// Each in its own file.
Command solve_command();
Command path_command();
Command verify_command();
Command generate_command();
Command convert_command();
Command bench_command();
Command info_command();
Command completion_command();
Command man_command();

// All of them, in the order of the help.
std::vector<Command> commands();

// The subcommand that the words after "warpath", one at least, ask for, ready to run. Null where only
// help or the like was wanted, which is printed. Error usage for anything else, with a suggestion
// where a word is misspelt.
const Command* parse(const std::vector<Command>& commands, const std::vector<std::string>& words);

// Whether these words ask for JSON on stdout, whatever else is wrong with them.
bool wants_json(const std::vector<Command>& commands, const std::vector<std::string>& words);

}  // namespace warpath::cli
