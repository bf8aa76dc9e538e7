// From the command line to a subcommand with its options filled in.
#pragma once

#include <vector>

#include "cli/shell/command.hpp"

namespace warpath::cli {

// The subcommand that is asked for, ready to run. Null where only help or the version was wanted,
// which is printed. Error usage for anything else, with a suggestion where a word is misspelt.
const Command* parse(const std::vector<Command>& commands, int argc, const char* const* argv);

}  // namespace warpath::cli
