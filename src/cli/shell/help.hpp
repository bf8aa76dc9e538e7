// Help texts, made from the table of options. All fit 80 columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/shell/command.hpp"

namespace warpath::cli {

// What is said about the program as a whole.
extern const std::string_view kProgramBrief;
std::vector<Example> program_examples();

struct ExitStatus {
  int code;
  std::string_view meaning;
};
std::vector<ExitStatus> exit_statuses();

std::string program_help(const std::vector<Command>& commands);
std::string command_help(const Command& command);

// "-o,--output FILE"
std::string typed(const OptionRow& row);

// "warpath solve [OPTIONS] GRAPH"
std::string usage_line(const Command& command);

}  // namespace warpath::cli
