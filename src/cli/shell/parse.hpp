// From the command line to a subcommand with its options filled in.
#pragma once

#include <string>
#include <vector>

#include "cli/shell/command.hpp"

namespace warpath::cli {

// The subcommand that the words after "warpath", one at least, ask for, ready to run. Null where only
// help or the like was wanted, which is printed. Error usage for anything else, with a suggestion where a word is misspelt.
const Command* parse(const std::vector<Command>& commands, const std::vector<std::string>& words);

}  // namespace warpath::cli
