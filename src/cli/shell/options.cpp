#include "cli/shell/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/console.hpp"
#include "cli/shell/vocabulary.hpp"

namespace warpath::cli {

SemiringKind InputArguments::kind() const { return to_semiring(semiring); }

std::optional<WeightType> InputArguments::weight_type() const {
  if (weights.empty()) return std::nullopt;
  return to_weight_type(weights);
}

io::ReadOptions InputArguments::read_options() const {
  io::ReadOptions read;
  read.format = format;
  read.weights = weight_type();
  read.undirected = undirected;
  read.column = column;
  read.semiring = kind();
  return read;
}

std::vector<OptionRow> input_options(InputArguments& a, const InputTexts& texts) {
  return {
      {.names = "GRAPH", .help = texts.graph, .target = &a.graph, .required = true},
      {"--format", "NAME", "Format of GRAPH, if neither name nor content tells", &a.format,
       format_words()},
      column_option(&a.column),
      weights_option(&a.weights, texts.weights),
      {"--semiring", "NAME", "shortest-path, widest-path, minimax-path, reachability", &a.semiring,
       semiring_words()},
      {"--undirected", "", texts.undirected, &a.undirected},
  };
}

OptionRow column_option(std::string* target) {
  return {"--column", "NAME", "Column of weights, if the header of a table does not tell", target};
}

OptionRow weights_option(std::string* target, const std::string& help) {
  return {.names = "--weights",
          .value = "TYPE",
          .help = fmt::format("{} {}", help, fmt::join(weight_words(), ", ")),
          .target = target,
          .words = weight_words(),
          .noun = "weight type"};
}

OptionRow output_format_option(const std::string& name, std::string* target,
                               const std::string& help) {
  return {.names = name,
          .value = "NAME",
          .help = help,
          .target = target,
          .words = graph_format_words(),
          .noun = "format for written graphs"};
}

OptionRow threads_option(int* target) {
  return {"--threads", "N", "On the CPU; 0: all there are", target, {}, 0};
}

OptionRow force_option(bool* target, const std::string& what) {
  return {"--force", "", "Replace " + what + " if it exists", target};
}

OptionRow quiet_option(bool* target, const std::string& help) {
  return {"-q,--quiet", "", help, target};
}

}  // namespace warpath::cli
