#include "cli/shell/command.hpp"

#include <algorithm>

#include "cli/shell/console.hpp"

namespace warpath::cli {

bool Vocabulary::knows(std::string_view word) const {
  return std::ranges::any_of(words, [&](const std::string& known) {
    const std::size_t begin = known.find(':') + 1;
    return begin == 0 ? word == known : word.starts_with(known.substr(0, begin));
  });
}

std::vector<std::string> OptionRow::all_names() const { return split(names, ','); }

bool OptionRow::names_file() const {
  if (is_positional()) return !vertex && vocabulary.words.empty();
  return value.find("FILE") != value.npos;
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
}

const OptionRow* find_option(const Command& command, std::string_view name) {
  for (const OptionRow& row : command.options) {
    if (!row.is_positional() && std::ranges::count(row.all_names(), name) > 0) return &row;
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
