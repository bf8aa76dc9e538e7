// The subcommands as data. Parsing, help, man page and shell completion are made from it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "warpath/types.hpp"

namespace warpath::cli {

// One row of a subcommand's options.
struct OptionRow {
  std::string names;       // "-o,--output"; or "GRAPH", for what is given without a dash
  std::string value = {};  // what follows: "FILE", "N", "NAME"; empty for flags and for GRAPH
  std::string help = {};   // one line

  // Where the answer goes. A vector takes a list separated by commas.
  std::variant<bool*, int*, Index*, std::uint64_t*, double*, std::string*,
               std::vector<std::string>*, std::vector<Index>*>
      target;

  // The words that there are, where only some make sense: anything else is an Error usage with a
  // suggestion, and shells complete them. Empty: any.
  std::vector<std::string> words = {};

  std::optional<Index> at_least = {};  // for numbers
  bool required = false;
  bool value_optional = false;  // "--json [FILE]"

  // "--verify[=HOW]": what it stands for alone. A value must then be attached, so that what follows
  // a blank is something else.
  std::string bare = {};
  bool vertex = false;        // names a vertex, where a positional usually names a file
  bool* given = nullptr;      // set when the option stands on the command line
  std::string not_with = {};  // names, separated by commas, that it cannot be combined with

  // What one of the words is, for messages: "weight type". Empty: what the option is called.
  std::string noun = {};
};

bool is_positional(const OptionRow& row);
bool is_flag(const OptionRow& row);
bool is_list(const OptionRow& row);
std::vector<std::string> names_of(const OptionRow& row);  // {"-o", "--output"}
std::string noun_of(const OptionRow& row);

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

}  // namespace warpath::cli
