// warpath completion SHELL: a script that lets the shell complete subcommands, options and words. The
// scripts hand what was typed to "warpath __complete", which answers by the table of options.
#include <memory>

#include <fmt/format.h>

#include "cli/shell/console.hpp"
#include "cli/shell/help.hpp"

namespace warpath::cli {
namespace {

constexpr std::string_view kBash =
    R"(# bash completion for warpath, made by: warpath completion bash

_warpath() {
  local word about
  COMPREPLY=()
  while IFS=$'\t' read -r word about; do
    case $word in
      :files) compopt -o default 2>/dev/null ;;  # bash completes names of files
      :list) compopt -o nospace 2>/dev/null ;;
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _warpath warpath
)";

constexpr std::string_view kZsh = R"(#compdef warpath
# zsh completion for warpath, made by: warpath completion zsh

_warpath() {
  local -a answer
  answer=("${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" \
    2>/dev/null)}")
  answer=("${(@)answer/$'\t'/:}")
  case $answer[-1] in
    :files) compset -P '--*='; _files ;;
    :list) answer[-1]=(); _describe word answer -S '' ;;
    ?*) _describe word answer ;;
  esac
}

# Both as a file of $fpath and by source <(warpath completion zsh).
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _warpath "$@"
else
  compdef _warpath warpath
fi
)";

constexpr std::string_view kFish =
    R"(# fish completion for warpath, made by: warpath completion fish

function __warpath
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    for line in (eval $words[1] __complete (string escape -- $words[2..-1] "$token") 2>/dev/null)
        switch $line
            case :files
                set -l option (string match -r '^--[^=]*=' -- "$token")
                printf '%s\n' "$option"(__fish_complete_path (string replace -- "$option" '' "$token"))
            case ':*'
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c warpath -f -a '(__warpath)'
)";

// Those of some words, each with what it is, that begin as typed. `before` belongs to the same word.
using Words = std::vector<std::pair<std::string, std::string>>;
std::string lines(const Words& words, std::string_view typed, std::string_view before = {}) {
  std::string text;
  for (const auto& [word, about] : words) {
    if (word.starts_with(typed)) text += fmt::format("{}{}\t{}\n", before, word, about);
  }
  return text;
}

std::string first_words(const std::vector<Command>& commands, std::string_view typed) {
  Words words;
  for (const Command& command : commands) {
    if (!command.hidden) words.emplace_back(command.name, command.brief);
  }
  if (typed.starts_with('-')) {
    words = {{"-h", "Print the help and exit"},
             {"--help", "Print the help and exit"},
             {"-V", "Print the version and exit"},
             {"--version", "Print the version and exit"}};
  }
  return lines(words, typed);
}

// What can stand for the value of an option, or for a positional.
std::string values(const OptionRow& row, std::string_view typed, std::string before = {}) {
  if (row.vocabulary.words.empty()) return row.names_file() ? ":files\n" : "";
  if (row.is_list()) {  // only what follows the last comma is completed
    const std::size_t done = typed.rfind(',') + 1;
    before += typed.substr(0, done);
    typed.remove_prefix(done);
  }
  Words words;
  for (const std::string& word : row.vocabulary.words) {
    const std::size_t colon = word.find(':');  // what follows it is not a word
    words.emplace_back(word.substr(0, colon == word.npos ? colon : colon + 1), "");
  }
  return lines(words, typed, before) + (row.is_list() ? ":list\n" : "");
}

// The option of that name, if it takes a value.
const OptionRow* valued_option(const Command& command, std::string_view name) {
  const OptionRow* row = find_option(command, name);
  return row != nullptr && !row->value.empty() ? row : nullptr;
}

// The words of a subcommand; bash cuts --option=value in three of them.
std::string in_command(const Command& command, const std::vector<std::string>& words) {
  const std::string typed = words.back() == "=" ? "" : words.back();
  std::size_t positionals = 0;
  const OptionRow* waiting = nullptr;  // for its value
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "=") continue;
    if (is_option(words[i])) {
      waiting = valued_option(command, words[i]);
    } else {
      const bool optional = waiting != nullptr && !waiting->bare.empty();
      const bool value = optional ? waiting->vocabulary.knows(words[i]) : waiting != nullptr;
      positionals += value ? 0 : 1;
      waiting = nullptr;
    }
  }
  std::string text;
  if (waiting != nullptr && !waiting->bare.empty()) {
    text = values(*waiting, typed);
  } else if (waiting != nullptr && !(is_option(typed) && waiting->has_optional_value())) {
    return values(*waiting, typed);
  }
  if (const std::size_t end = typed.find('='); typed.starts_with("--") && end != typed.npos) {
    const OptionRow* row = valued_option(command, typed.substr(0, end));
    if (row == nullptr) return {};
    return values(*row, std::string_view(typed).substr(end + 1), typed.substr(0, end + 1));
  }
  Words options;
  for (const OptionRow& row : shown_options(command)) {
    if (row.is_positional()) {
      if (!typed.starts_with('-') && positionals-- == 0) return text + values(row, typed);
    } else {
      for (const std::string& name : row.all_names()) options.emplace_back(name, row.help);
    }
  }
  return text + lines(options, typed);
}

}  // namespace

std::string candidates(const std::vector<Command>& commands,
                       const std::vector<std::string>& words) {
  if (words.size() < 2) return first_words(commands, words.empty() ? "" : words.front());
  for (const Command& command : commands) {
    if (command.name == words.front()) return in_command(command, {words.begin() + 1, words.end()});
  }
  return {};
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
  const Vocabulary shells{"completion for the shell", {"bash", "zsh", "fish"}};
  command.options = {{"SHELL", "", "bash, zsh or fish", shell.get(), shells}};
  command.run = [shell] { print(*shell == "bash" ? kBash : *shell == "zsh" ? kZsh : kFish); };
  return command;
}

}  // namespace warpath::cli
