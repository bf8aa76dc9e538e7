// What is made from the table of options for people (all fits 80 columns) and for their shells.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/command.hpp"

namespace warpath::cli {

// What is said about the program as a whole.
extern const std::string_view kProgramBrief;
std::vector<Example> program_examples();

std::string program_help(const std::vector<Command>& commands);
std::string command_help(const Command& command);

// How words are set off from others.
struct Markup {
  std::string (*literal)(std::string_view);      // is typed as it stands
  std::string (*placeholder)(std::string_view);  // stands for what is typed
  std::string_view comma;                        // between names
};
extern const Markup kPlain;

// "-o,--output FILE"
std::string typed(const OptionRow& row, const Markup& markup = kPlain);

// "warpath solve [OPTIONS] GRAPH"
std::string usage_line(const Command& command, const Markup& markup = kPlain);

// What the last of these words of a command line, without "warpath", can become: a line each, and
// behind a tab what it is. A last line ":files" says that names of files can follow, ":list" that more
// of the word can. For the scripts that completion_command() prints.
std::string candidates(const std::vector<Command>& commands, const std::vector<std::string>& words);

}  // namespace warpath::cli
