// warpath man: the manual page, in roff, made from the table of options.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/shell/command.hpp"
#include "cli/shell/completion.hpp"
#include "cli/shell/help.hpp"
#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

struct Named {
  std::string_view name;
  std::string_view meaning;
};

// What is found beside graphs and results.
constexpr Named kFiles[] = {
    {"dist.labels.txt",
     "Written beside dist.npy by solve when the vertices have names: line i names row i and "
     "column i."},
    {"dist.sources.txt",
     "Written beside dist.npy by solve --sources: line i names row i, and dist.labels.txt the "
     "columns only. --sources reads it, too."},
    {"city.co",
     "Where the vertices of city.gr lie. generate writes it for kinds of graphs that have places; "
     "path --svg draws by it."},
};

constexpr Named kEnvironment[] = {
    {"WARPATH_ISA", "The instruction set for the CPU, such as avx2; the best there is by default."},
    {"TMPDIR",
     "Where large inputs that come through a pipe are laid down while they are read, and where "
     "bench --suite io makes its files."},
};

constexpr std::string_view kDescription =
    "Graphs come from files or from standard input (-).\n"
    "Every subcommand explains itself by --help.";

// Text as roff must see it: no line is a request, and what is typed can be copied.
std::string escaped(std::string_view text) {
  std::string result;
  bool line_starts = true;
  for (const char c : text) {
    if (line_starts && (c == '.' || c == '\'')) result += "\\&";
    line_starts = c == '\n';
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '`': result += "\\(ga"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      default: result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", escaped(text)); }

std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", escaped(text)); }

// Lines as they are.
std::string verbatim(std::string_view text) {
  return fmt::format(".PP\n.RS 2\n.nf\n{}\n.fi\n.RE\n", escaped(text));
}

// Paragraphs, where lines that begin with a blank keep their shape.
std::string paragraphs(std::string_view text) {
  std::string result;
  std::string shaped;
  bool fresh = true;
  const auto end_shaped = [&] {
    if (!shaped.empty()) result += verbatim(shaped.substr(0, shaped.size() - 1));
    fresh = fresh || !shaped.empty();
    shaped.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with("  ")) {
      shaped += fmt::format("{}\n", line.substr(2));
      continue;
    }
    end_shaped();
    if (line.empty()) {
      fresh = true;
      continue;
    }
    result += fmt::format("{}{}\n", fresh ? ".PP\n" : "", escaped(line));
    fresh = false;
  }
  end_shaped();
  return result;
}

std::string examples_of(const std::vector<Example>& examples) {
  if (examples.empty()) return {};
  std::string lines;
  for (const Example& example : examples) {
    if (!lines.empty()) lines += "\n";
    if (!example.comment.empty()) lines += fmt::format("# {}\n", example.comment);
    lines += "warpath " + example.line;
  }
  return verbatim(lines);
}

std::string typed_in_man(const OptionRow& row) {
  if (is_positional(row)) return italic(row.names);
  std::string text;
  for (const std::string& name : names_of(row)) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", bold(name));
  }
  if (row.value.empty()) return text;
  const std::string value = italic(row.value);
  if (!row.bare.empty()) return text + fmt::format("[={}]", value);
  return text + (row.value_optional ? fmt::format(" [{}]", value) : fmt::format(" {}", value));
}

std::string synopsis_of(const Command& command) {
  std::string text = fmt::format("{} [{}]", bold("warpath " + command.name), italic("OPTIONS"));
  for (const OptionRow& row : shown_positionals(command)) {
    const std::string what = italic(row.names) + (is_list(row) ? "..." : "");
    text += row.required ? fmt::format(" {}", what) : fmt::format(" [{}]", what);
  }
  return text;
}

// Whether the help of an option says already which words there are.
bool names_words(const OptionRow& row) {
  const auto named = std::count_if(row.words.begin(), row.words.end(), [&](const auto& word) {
    return row.help.find(word) != std::string::npos;
  });
  return 2 * static_cast<std::size_t>(named) >= row.words.size();
}

std::string options_of(const Command& command) {
  std::string text;
  for (const OptionRow& row : command.options) {
    text += fmt::format(".TP\n{}\n{}\n", typed_in_man(row), escaped(row.help));
    if (!names_words(row)) {
      text += fmt::format(".br\nOne of {}.\n", escaped(joined(row.words, ", ")));
    }
  }
  return text;
}

std::string section_of(const Command& command) {
  return fmt::format(".SS {}\n{}\n{}{}{}", escaped("warpath " + command.name),
                     escaped(command.brief), examples_of(command.examples),
                     paragraphs(command.text), options_of(command));
}

std::string formats_text() {
  std::string text =
      ".SH FORMATS\nA format is known by the name of the file, else by its content, and can be "
      "named by\n\\fB\\-\\-format\\fR.\n"
      "Distances are written as a NumPy matrix (.npy) or as a table (.csv).\n"
      "All of them may be gzipped: inputs of any name, outputs whose name ends in .gz.\n";
  for (const io::Format& format : io::formats()) {
    text += fmt::format(".TP\n{} ({})\n{}; {}.\n", bold(format.name), escaped(format.extensions),
                        escaped(format.title), format.write != nullptr ? "read, write" : "read");
  }
  return text;
}

std::string list_of(std::span<const Named> entries) {
  std::string text;
  for (const auto& [name, meaning] : entries) {
    text += fmt::format(".TP\n{}\n{}\n", bold(name), escaped(meaning));
  }
  return text;
}

std::string man_page(const std::vector<Command>& commands) {
  // No date: the same sources make the same page.
  std::string text = fmt::format(
      ".\\\" Made by: warpath man\n.TH WARPATH 1 \"\" \"warpath {}\" \"User Commands\"\n"
      ".nh\n.ad l\n.SH NAME\nwarpath \\- all\\-pairs shortest paths of a weighted graph\n"
      ".SH SYNOPSIS\n",
      version());
  std::string sections;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    text += fmt::format("{}\n.br\n", synopsis_of(command));
    sections += section_of(command);
  }
  text += fmt::format("{} | {}\n.SH DESCRIPTION\n{}\n{}\n", bold("warpath --help"),
                      bold("--version"), escaped(kProgramBrief), escaped(kDescription));
  text += ".SH EXAMPLES\n" + examples_of(program_examples());
  text += ".SH SUBCOMMANDS\n" + sections + formats_text();
  text += ".SH EXIT STATUS\n.PD 0\n";
  for (const auto& [code, meaning] : exit_statuses()) {
    text += fmt::format(".TP 6\n{}\n{}\n", code, escaped(meaning));
  }
  return text + ".PD\n.SH FILES\n" + list_of(kFiles) + ".SH ENVIRONMENT\n" + list_of(kEnvironment);
}

}  // namespace

Command man_command() {
  Command command{"man", "Print the manual page, for man -l -."};
  command.run = [] { fmt::print("{}", man_page(commands())); };
  command.hidden = true;
  return command;
}

}  // namespace warpath::cli
