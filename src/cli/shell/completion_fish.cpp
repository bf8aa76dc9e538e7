#include <cstddef>

#include <fmt/format.h>

#include "cli/shell/completion.hpp"

namespace warpath::cli {
namespace {

constexpr std::string_view kHelpers =
    R"(# fish completion for warpath, made by: warpath completion fish

# Whether the subcommand is $argv[1].
function __warpath_in
    set -l words (commandline -opc)
    test "$words[2]" = $argv[1]
end

# Whether the option before the cursor is one of $argv[2..], in the subcommand $argv[1].
function __warpath_after
    set -l words (commandline -opc)
    __warpath_in $argv[1]; and contains -- $words[-1] $argv[2..-1]
end

# Whether $argv[2] positionals stand before the cursor; $argv[3..]: the options that take a value.
function __warpath_at
    __warpath_in $argv[1]; or return 1
    set -l count 0
    set -l value no
    for word in (commandline -opc)[3..-1]
        if test $value = yes
            set value no
        else if contains -- $word $argv[3..-1]
            set value yes
        else if not string match -q -- '-?*' $word
            set count (math $count + 1)
        end
    end
    test $value = no -a $count -eq $argv[2]
end

# Completes what follows the last comma of a list.
function __warpath_list
    set -l before (string match -r '^.*,' -- (commandline -ct | string replace -r '^--[^=]*=' ''))
    or set before ''
    printf '%s\n' $before$argv
end

complete -c warpath -f
)";

std::string quoted(const std::string& text) {
  return fmt::format("'{}'", replaced(replaced(text, "\\", "\\\\"), "'", "\\'"));
}

std::string line_of(const Command& command, const OptionRow& row) {
  std::string text = fmt::format("complete -c warpath -n '__warpath_in {}'", command.name);
  for (const std::string& name : names_of(row)) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  text += " -d " + quoted(row.help);
  if (is_flag(row)) return text + "\n";
  if (row.value_optional) {
    // To fish, a value that can be left out stands after "=" only; ours may stand apart.
    return text + fmt::format("\ncomplete -c warpath -n '__warpath_after {} {}' -F\n", command.name,
                              joined(names_of(row)));
  }
  switch (completes(row)) {
    case Completes::words:
      text += is_list(row) ? fmt::format(" -x -a '(__warpath_list {})'", joined(row.words))
                           : fmt::format(" -x -a '{}'", joined(row.words));
      break;
    case Completes::files: text += " -r -F"; break;
    case Completes::nothing: text += " -x"; break;
  }
  return text + "\n";
}

std::string positionals_of(const Command& command) {
  std::string text;
  const auto positionals = shown_positionals(command);
  for (std::size_t i = 0; i < positionals.size(); ++i) {
    const OptionRow& row = positionals[i];
    if (completes(row) == Completes::nothing) continue;
    text += fmt::format("complete -c warpath -n '__warpath_at {} {} {}' {}\n", command.name, i,
                        valued_names(command),
                        completes(row) == Completes::files
                            ? "-F"
                            : fmt::format("-a '{}' -d {}", joined(row.words), quoted(row.names)));
  }
  return text;
}

}  // namespace

std::string fish_completion(const std::vector<Command>& commands) {
  std::string text(kHelpers);
  constexpr std::string_view first =
      "complete -c warpath -n 'test (count (commandline -opc)) -eq 1'";
  text += fmt::format("{} -s h -l help -d 'Print the help and exit'\n", first);
  text += fmt::format("{} -s V -l version -d 'Print the version and exit'\n", first);
  for (const Command& command : commands) {
    if (command.hidden) continue;
    text += fmt::format("\n{} -a {} -d {}\n", first, command.name, quoted(command.brief));
    text += positionals_of(command);
    for (const OptionRow& row : shown_options(command)) {
      if (!is_positional(row)) text += line_of(command, row);
    }
  }
  return text;
}

}  // namespace warpath::cli
