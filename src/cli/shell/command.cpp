#include "cli/shell/command.hpp"

#include <algorithm>
#include <cstddef>

namespace warpath::cli {

bool is_positional(const OptionRow& row) { return !row.names.starts_with('-'); }

bool is_flag(const OptionRow& row) {
  return std::holds_alternative<bool*>(row.target) || !row.bare.empty();
}

bool is_list(const OptionRow& row) {
  return std::holds_alternative<std::vector<std::string>*>(row.target) ||
         std::holds_alternative<std::vector<Index>*>(row.target);
}

std::vector<std::string> names_of(const OptionRow& row) {
  std::vector<std::string> names;
  for (std::size_t start = 0; start < row.names.size();) {
    const std::size_t end = std::min(row.names.find(',', start), row.names.size());
    names.push_back(row.names.substr(start, end - start));
    start = end + 1;
  }
  return names;
}

std::string noun_of(const OptionRow& row) {
  if (!row.noun.empty()) return row.noun;
  std::string name = names_of(row).back();
  name.erase(0, name.find_first_not_of('-'));
  if (is_list(row) && name.ends_with('s')) name.pop_back();
  return name;
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
