#include <cstddef>

#include <fmt/format.h>

#include "cli/shell/completion.hpp"

namespace warpath::cli {
namespace {

std::string quoted(const std::string& text) {
  return fmt::format("'{}'", replaced(text, "'", "'\\''"));
}

// Text in the brackets of a specification.
std::string bracketed(std::string text) {
  text = replaced(replaced(std::move(text), "\\", "\\\\"), "[", "\\[");
  return fmt::format("[{}]", replaced(std::move(text), "]", "\\]"));
}

std::string action(const OptionRow& row) {
  switch (completes(row)) {
    case Completes::words:
      if (!is_list(row)) return fmt::format("({})", joined(row.words));
      return fmt::format("_values -s , \"{}\" {}", noun_of(row), joined(row.words));
    case Completes::files: return "_files";
    case Completes::nothing: break;
  }
  return "";
}

// "(-o --output)"{-o+,--output=}"[help]:FILE:_files", as _arguments wants it.
std::string specification(const OptionRow& row) {
  const auto names = names_of(row);
  std::string rest = bracketed(row.help);
  if (!is_flag(row)) {
    rest += fmt::format("{}{}:{}", row.value_optional ? "::" : ":", row.value, action(row));
  }
  std::vector<std::string> marked;  // how the value may be attached
  for (const std::string& name : names) {
    marked.push_back(name + (is_flag(row) ? "" : name.starts_with("--") ? "=" : "+"));
  }
  if (names.size() == 1) return quoted(marked.front() + rest);
  return fmt::format("'({})'{{{}}}{}", joined(names), joined(marked, ","), quoted(rest));
}

std::string case_of(const Command& command) {
  std::string text = fmt::format("    {})\n      _arguments -s -S", command.name);
  std::size_t position = 0;
  for (const OptionRow& row : shown_options(command)) {
    std::string specified;
    if (is_positional(row)) {
      const std::string where = is_list(row) ? "*" : fmt::format("{}", ++position);
      specified = quoted(
          fmt::format("{}{}{}:{}", where, row.required ? ":" : "::", row.names, action(row)));
    } else {
      specified = specification(row);
    }
    text += " \\\n        " + specified;
  }
  return text + "\n      ;;\n";
}

}  // namespace

std::string zsh_completion(const std::vector<Command>& commands) {
  std::string described;
  std::string cases;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    described += fmt::format("    {}\n", quoted(command.name + ":" + command.brief));
    cases += case_of(command);
  }
  return fmt::format(R"(#compdef warpath
# zsh completion for warpath, made by: warpath completion zsh

_warpath() {{
  local -a commands options
  commands=(
{}  )
  options=('--help:Print the help and exit' '--version:Print the version and exit')
  if ((CURRENT == 2)); then
    _describe -t commands subcommand commands
    [[ $PREFIX == -* ]] && _describe -o -t options option options
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{}  esac
}}

# Both as a file of $fpath and by source <(warpath completion zsh).
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _warpath "$@"
else
  compdef _warpath warpath
fi
)",
                     described, cases);
}

}  // namespace warpath::cli
