#include "cli/shell/command.hpp"

#include <algorithm>

#include "cli/shell/console.hpp"

namespace warpath::cli {

bool is_positional(const OptionRow& row) { return !row.names.starts_with('-'); }

bool is_flag(const OptionRow& row) {
  return std::holds_alternative<bool*>(row.target) || !row.bare.empty();
}

bool is_list(const OptionRow& row) {
  return std::holds_alternative<std::vector<std::string>*>(row.target) ||
         std::holds_alternative<std::vector<Index>*>(row.target) ||
         std::holds_alternative<std::vector<WeightType>*>(row.target);
}

bool is_required(const OptionRow& row) {
  return row.required ||
         (is_positional(row) && !std::holds_alternative<std::optional<std::string>*>(row.target));
}

bool value_is_optional(const OptionRow& row) { return row.value.starts_with('['); }

std::vector<std::string> names_of(const OptionRow& row) { return split(row.names, ','); }

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

const OptionRow* find_option(const Command& command, std::string_view name) {
  for (const OptionRow& row : command.options) {
    if (!is_positional(row) && std::ranges::count(names_of(row), name) > 0) return &row;
  }
  return nullptr;
}

std::vector<OptionRow> shown_options(const Command& command) {
  std::vector<OptionRow> rows = command.options;
  rows.push_back({"-h,--help", "", "Print this help and exit", static_cast<bool*>(nullptr)});
  return rows;
}

// A new subcommand is one new file and one line here.
std::vector<Command> commands() {
  return {
      solve_command(),       //
      path_command(),        //
      verify_command(),      //
      generate_command(),    //
      convert_command(),     //
      bench_command(),       //
      info_command(),        //
      completion_command(),  //
      man_command(),
  };
}

}  // namespace warpath::cli
