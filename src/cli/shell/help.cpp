#include "cli/shell/help.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/console.hpp"

namespace warpath::cli {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kColumn = 24;  // where explanations start

// Words in lines that fit; all but the first begin `indent` columns in, where the first is already.
std::string filled(std::string_view text, std::size_t indent) {
  std::string result;
  std::size_t column = indent;
  for (const std::string& word : split(text, ' ')) {
    if (column > indent && column + 1 + word.size() > kColumns) {
      result += fmt::format("\n{:{}}", "", indent);
      column = indent;
    }
    if (column > indent) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result + "\n";
}

// "  --threads N           On the CPU; 0: all there are"
std::string explained(std::string_view what, std::string_view explanation) {
  std::string text = fmt::format("  {:<{}}", what, kColumn - 2);
  if (what.size() + 4 > kColumn) text += fmt::format("\n{:{}}", "", kColumn);
  return text + filled(explanation, kColumn);
}

std::string examples_text(const std::vector<Example>& examples) {
  if (examples.empty()) return {};
  std::size_t width = 33;  // the same in most help texts
  for (const Example& example : examples) {
    if (!example.comment.empty()) width = std::max(width, example.line.size());
  }
  std::string text = "\nExamples:\n";
  for (const Example& example : examples) {
    text += "  warpath " + example.line;
    if (!example.comment.empty()) {
      text += fmt::format("{:{}}  {}", "", width - example.line.size(), example.comment);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

const std::string_view kProgramBrief =
    "Warpath computes all-pairs shortest paths: every distance of a weighted graph.";

const Markup kPlain{[](std::string_view text) { return std::string(text); },
                    [](std::string_view text) { return std::string(text); }, ","};

std::vector<Example> program_examples() {
  return {
      {"solve flights.csv", "a summary of all distances"},
      {"solve flights.csv -o dist.npy", "all of them, for numpy.load"},
      {"path flights.csv Rome Oslo", "the best route between two"},
      {"generate road -n 4096 -o city.gr", "a road-like graph to try"},
      {"solve big.gr --dry-run", "the plan, its bytes, its time"},
      {"bench --sizes 1024,4096", "how fast it is here"},
      {"info", "machine, kernels, formats"},
  };
}

std::string typed(const OptionRow& row, const Markup& markup) {
  if (row.is_positional()) return markup.placeholder(row.names);
  std::vector<std::string> names = row.all_names();
  for (std::string& name : names) name = markup.literal(name);
  const std::string text = fmt::format("{}", fmt::join(names, markup.comma));
  if (row.value.empty()) return text;
  const std::string value = markup.placeholder(row.value);
  return row.bare.empty() ? fmt::format("{} {}", text, value) : fmt::format("{} [{}]", text, value);
}

std::string usage_line(const Command& command, const Markup& markup) {
  std::string text = fmt::format("{} [{}]", markup.literal("warpath " + command.name),
                                 markup.placeholder("OPTIONS"));
  for (const OptionRow& row : command.options) {
    if (!row.is_positional()) continue;
    const std::string name = markup.placeholder(row.names);
    text += row.is_required() ? " " + name : fmt::format(" [{}]", name);
  }
  return text;
}

std::string program_help(const std::vector<Command>& commands) {
  std::string text = fmt::format("{}\n", kProgramBrief);
  text += examples_text(program_examples());
  text += "\nUsage: warpath SUBCOMMAND [OPTIONS]\n\nSubcommands:\n";
  for (const Command& command : commands) {
    if (!command.hidden) text += explained(command.name, command.brief);
  }
  text += "\nOptions:\n";
  text += explained("-h,--help", "Print this help and exit");
  text += explained("-V,--version", "Print the version and exit");
  std::string codes = "Exit codes:";
  for (const ExitStatus& each : exit_statuses()) {
    codes += fmt::format("{} {} {}", each.status == 0 ? "" : ",", each.status, each.meaning);
  }
  return text +
         fmt::format("\n{}Help for one subcommand: warpath solve --help\n", filled(codes + ".", 0));
}

std::string command_help(const Command& command) {
  std::string text = command.brief + "\n" + examples_text(command.examples);
  if (!command.text.empty()) text += "\n" + command.text;
  if (!text.ends_with('\n')) text += "\n";
  text += fmt::format("\nUsage: {}\n", usage_line(command));
  std::string positionals;
  std::string options;
  for (const OptionRow& row : shown_options(command)) {
    (row.is_positional() ? positionals : options) += explained(typed(row), row.help);
  }
  if (!positionals.empty()) text += "\nArguments:\n" + positionals;
  return text + "\nOptions:\n" + options;
}

}  // namespace warpath::cli
