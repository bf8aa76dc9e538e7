// warpath completion SHELL: a script that lets the shell complete subcommands, options and words.
#include "cli/shell/completion.hpp"

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpath::cli {

Completes completes(const OptionRow& row) {
  if (!row.words.empty()) return Completes::words;
  if (row.vertex) return Completes::nothing;  // a script cannot know what is in the graph
  const bool text = std::holds_alternative<std::string*>(row.target) ||
                    std::holds_alternative<std::vector<std::string>*>(row.target);
  if (is_positional(row) ? text : row.value.ends_with("FILE")) return Completes::files;
  return Completes::nothing;
}

std::string valued_names(const Command& command) {
  std::vector<std::string> valued;
  for (const OptionRow& row : shown_options(command)) {
    if (is_positional(row) || is_flag(row)) continue;
    for (std::string& name : names_of(row)) valued.push_back(std::move(name));
  }
  return joined(valued);
}

std::vector<OptionRow> shown_positionals(const Command& command) {
  std::vector<OptionRow> rows;
  for (OptionRow& row : shown_options(command)) {
    if (is_positional(row)) rows.push_back(std::move(row));
  }
  return rows;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

Command completion_command() {
  auto shell = std::make_shared<std::string>();
  Command command{"completion", "Print a completion script for a shell."};
  command.examples = {
      {"completion bash > ~/.warpath.bash", "to be sourced in ~/.bashrc"},
      {"completion zsh > ~/.zfunc/_warpath", "in a folder of $fpath"},
      {"completion fish > ~/.config/fish/completions/warpath.fish"},
  };
  command.text = "make install puts all three where the shells look.\n";
  command.options = {
      {.names = "SHELL",
       .help = "bash, zsh or fish",
       .target = shell.get(),
       .words = {"bash", "zsh", "fish"},
       .required = true,
       .noun = "completion for the shell"},
  };
  command.run = [shell] {
    const auto all = commands();
    fmt::print("{}", *shell == "bash"  ? bash_completion(all)
                     : *shell == "zsh" ? zsh_completion(all)
                                       : fish_completion(all));
  };
  return command;
}

}  // namespace warpath::cli
