#include "cli/shell/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/console.hpp"
#include "cli/shell/vocabulary.hpp"

namespace warpath::cli {

SemiringKind InputArguments::kind() const { return warpath::parse<SemiringKind>(semiring).value(); }

std::optional<WeightType> InputArguments::weight_type() const {
  if (weights.empty()) return std::nullopt;
  return warpath::parse<WeightType>(weights).value();
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
      {"GRAPH", "", texts.graph, &a.graph},
      {"--format", "NAME", "Format of GRAPH, if neither name nor content tells", &a.format,
       format_words()},
      column_option(&a.column),
      weights_option(&a.weights, texts.weights),
      semiring_option(&a.semiring, "shortest-path, widest-path, minimax-path, reachability"),
      {"--undirected", "", texts.undirected, &a.undirected},
  };
}

OptionRow column_option(std::string* target) {
  return {"--column", "NAME", "Column of weights, if the header of a table does not tell", target};
}

OptionRow weights_option(std::string* target, const std::string& help) {
  const Vocabulary types = weight_words();
  return {"--weights", "TYPE", fmt::format("{} {}", help, fmt::join(types.words, ", ")), target,
          types};
}

OptionRow semiring_option(std::string* target, const std::string& help) {
  return {"--semiring", "NAME", help, target, semiring_words()};
}

OptionRow threads_option(int* target, const std::string& help) {
  return {"--threads", "N", help, target, {}, 0};
}

OptionRow json_option(bool* target, const std::string& help) {
  return {"--json", "", help, target};
}

OptionRow force_option(bool* target, const std::string& what) {
  return {"--force", "", "Replace " + what + " if it exists", target};
}

OptionRow quiet_option(bool* target, const std::string& help) {
  return {"-q,--quiet", "", help, target};
}

}  // namespace warpath::cli
