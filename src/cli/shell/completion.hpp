// Completion scripts for shells, made from the table of options. They contain everything and never
// call the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/command.hpp"

namespace warpath::cli {

std::string bash_completion(const std::vector<Command>& commands);
std::string zsh_completion(const std::vector<Command>& commands);
std::string fish_completion(const std::vector<Command>& commands);

// What is shown for the value of an option, or for a positional.
enum class Completes { words, files, nothing };
Completes completes(const OptionRow& row);

// The names of all options that a value follows, separated by blanks.
std::string valued_names(const Command& command);

std::vector<OptionRow> shown_positionals(const Command& command);

std::string joined(const std::vector<std::string>& words, std::string_view separator = " ");
std::string replaced(std::string text, std::string_view what, std::string_view by);

}  // namespace warpath::cli
