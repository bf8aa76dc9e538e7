// warpath man: the manual page, in roff, made from the table of options.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
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
    {"OMP_NUM_THREADS",
     "The most threads that are used where --threads says nothing; of a list the first number."},
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

constexpr Markup kRoff{bold, italic, ", "};

constexpr std::string_view kShapeBegins = ".PP\n.RS 2\n.nf\n";
constexpr std::string_view kShapeEnds = ".fi\n.RE\n";

// Paragraphs, where lines that begin with a blank keep their shape.
std::string paragraphs(const std::string& text) {
  std::string result;
  bool shaped = false;
  bool fresh = true;
  for (const std::string& line : split(text + "\n", '\n')) {
    const bool shape = line.starts_with("  ");
    if (shape != shaped) result += shape ? kShapeBegins : kShapeEnds;
    shaped = shape;
    if (shape) {
      result += escaped(line.substr(2)) + "\n";
    } else if (!line.empty()) {
      result += fmt::format("{}{}\n", fresh ? ".PP\n" : "", escaped(line));
    }
    fresh = shape || line.empty();
  }
  return result;
}

std::string examples_of(const std::vector<Example>& examples) {
  if (examples.empty()) return {};
  std::string lines;
  for (const Example& example : examples) {
    if (!example.comment.empty()) lines += fmt::format("# {}\n", example.comment);
    lines += fmt::format("warpath {}\n", example.line);
  }
  return fmt::format("{}{}{}", kShapeBegins, escaped(lines), kShapeEnds);
}

// Whether the help of an option says already which words there are.
bool names_words(const OptionRow& row) {
  const auto& words = row.vocabulary.words;
  const auto named = std::count_if(words.begin(), words.end(), [&](const auto& word) {
    return row.help.find(word) != std::string::npos;
  });
  return 2 * static_cast<std::size_t>(named) >= words.size();
}

std::string options_of(const Command& command) {
  std::string text;
  for (const OptionRow& row : command.options) {
    text += fmt::format(".TP\n{}\n{}\n", typed(row, kRoff), escaped(row.help));
    if (!names_words(row)) {
      text += fmt::format(".br\nOne of {}.\n",
                          escaped(fmt::format("{}", fmt::join(row.vocabulary.words, ", "))));
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
    text += fmt::format("{}\n.br\n", usage_line(command, kRoff));
    sections += section_of(command);
  }
  text += fmt::format("{} | {}\n.SH DESCRIPTION\n{}\n{}\n", bold("warpath --help"),
                      bold("--version"), escaped(kProgramBrief), escaped(kDescription));
  text += ".SH EXAMPLES\n" + examples_of(program_examples());
  text += ".SH SUBCOMMANDS\n" + sections + formats_text();
  text += ".SH EXIT STATUS\n.PD 0\n";
  for (const ExitStatus& each : exit_statuses()) {
    text += fmt::format(".TP 6\n{}\n{}\n", each.status, escaped(each.meaning));
  }
  return text + ".PD\n.SH FILES\n" + list_of(kFiles) + ".SH ENVIRONMENT\n" + list_of(kEnvironment);
}

}  // namespace

Command man_command() {
  Command command{"man", "Print the manual page, for man -l -."};
  command.run = [] { print(man_page(commands())); };
  command.hidden = true;
  return command;
}

}  // namespace warpath::cli
