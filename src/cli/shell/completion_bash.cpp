#include <cstddef>

#include <fmt/format.h>

#include "cli/shell/completion.hpp"

namespace warpath::cli {
namespace {

constexpr std::string_view kHelpers =
    R"(# bash completion for warpath, made by: warpath completion bash

# Completes $current out of words.
_warpath_words() {
  COMPREPLY=($(compgen -W "$*" -- "$current"))
}

# The same for a list: only what follows the last comma is completed.
_warpath_list() {
  local before=
  [[ $current == *,* ]] && before=${current%,*},
  COMPREPLY=($(compgen -P "$before" -W "$*" -- "${current##*,}"))
  compopt -o nospace 2>/dev/null
}

# Nothing of ours: bash completes names of files.
_warpath_files() {
  compopt -o default 2>/dev/null
}

# Prints how many positionals stand before the cursor; $1: the options that take a value.
_warpath_positionals() {
  local i count=0
  for ((i = 2; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      -?*)
        [[ ${COMP_WORDS[i + 1]} == = ]] && ((++i))
        [[ " $1 " == *" ${COMP_WORDS[i]} "* || ${COMP_WORDS[i]} == = ]] && ((++i))
        ;;
      *) ((++count)) ;;
    esac
  done
  printf '%s' "$count"
}

)";

std::string action(const OptionRow& row) {
  switch (completes(row)) {
    case Completes::words:
      return fmt::format("{} {}", is_list(row) ? "_warpath_list" : "_warpath_words",
                         joined(row.words));
    case Completes::files: return "_warpath_files";
    case Completes::nothing: break;
  }
  return ":";
}

// The values of one subcommand's options, as cases of "subcommand option".
std::string values_of(const Command& command) {
  std::string text;
  for (const OptionRow& row : shown_options(command)) {
    if (is_positional(row) || is_flag(row)) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : names_of(row)) {
      patterns.push_back(fmt::format("'{} {}'", command.name, name));
    }
    // Where the value can be left out, an option may follow as well.
    const std::string body =
        row.value_optional ? fmt::format("[[ $current == -* ]] || {{ {}; return; }}", action(row))
                           : fmt::format("{}; return", action(row));
    text += fmt::format("    {}) {} ;;\n", joined(patterns, " | "), body);
  }
  return text;
}

std::string case_of(const Command& command) {
  std::vector<std::string> options;
  for (const OptionRow& row : shown_options(command)) {
    if (is_positional(row)) continue;
    for (std::string& name : names_of(row)) options.push_back(std::move(name));
  }
  std::string text = fmt::format("    {})\n      options='{}'\n", command.name, joined(options));
  const auto positionals = shown_positionals(command);
  if (!positionals.empty()) {
    text += fmt::format("      valued='{}'\n", valued_names(command));
    text += "      [[ $current == -* ]] || case $(_warpath_positionals \"$valued\") in\n";
    for (std::size_t i = 0; i < positionals.size(); ++i) {
      const std::string at = is_list(positionals[i]) ? "*" : fmt::format("{}", i);
      text += fmt::format("        {}) {}; return ;;\n", at, action(positionals[i]));
    }
    text += "      esac\n";
  }
  return text + "      ;;\n";
}

}  // namespace

std::string bash_completion(const std::vector<Command>& commands) {
  std::vector<std::string> first;
  std::string values;
  std::string cases;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    first.push_back(command.name);
    values += values_of(command);
    cases += case_of(command);
  }
  return fmt::format(R"({}_warpath() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command=${{COMP_WORDS[1]}} options= valued=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _warpath_words {}
    [[ $current == -* ]] && _warpath_words -h --help -V --version
    return
  fi
  # bash cuts --option=value in three.
  [[ $previous == = ]] && previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  [[ $current == = ]] && current=
  case "$command $previous" in
{}  esac
  case $command in
{}  esac
  _warpath_words "$options"
}}

complete -F _warpath warpath
)",
                     kHelpers, joined(first), values, cases);
}

}  // namespace warpath::cli
