#include "cli/shell/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/dispatch.hpp"
#include "cli/shell/console.hpp"
#include "generate/kinds.hpp"
#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

template <class Enums>
Vocabulary spelled(const std::string& noun, const Enums& enums) {
  Vocabulary all{noun};
  for (const auto each : enums) all.words.emplace_back(to_string(each));
  return all;
}

}  // namespace

io::ReadOptions InputArguments::read_options() const {
  refuse_if(columns.size() == 1, "one column is named for the arcs",
            "name two, from and to, or three, from, to and weight");
  io::ReadOptions read;
  read.format = format;
  read.weights = options.weights;
  read.undirected = options.undirected;
  read.column = column;
  read.columns = columns;
  read.semiring = options.semiring;
  return read;
}

std::vector<OptionRow> input_options(InputArguments& a, const InputTexts& texts) {
  return {
      {"GRAPH", "", texts.graph, &a.graph},
      {"--format", "NAME", "Format of GRAPH, if neither name nor content tells", &a.format,
       format_words()},
      column_option(&a.column),
      columns_option(&a.columns),
      weights_option(&a.options.weights, texts.weights),
      semiring_option(&a.options.semiring,
                      "shortest-path, widest-path, minimax-path, reachability"),
      {"--undirected", "", texts.undirected, &a.options.undirected},
  };
}

Vocabulary kernel_words() {
  Vocabulary all{"kernel", {"auto"}};
  for (const KernelInfo& kernel : kernels()) all.words.emplace_back(kernel.name);
  return all;
}

Vocabulary weight_words() { return spelled("weight type", kArcWeightTypes); }
Vocabulary cell_type_words() { return spelled("weight type", kWeightTypes); }
Vocabulary semiring_words() { return spelled("semiring", kSemiringKinds); }
Vocabulary graph_kind_words() { return spelled("kind of graph", graph_kinds()); }

Vocabulary format_words() {
  Vocabulary all{"format"};
  for (const io::Format& format : io::formats()) all.words.emplace_back(format.name);
  return all;
}

Vocabulary graph_format_words() {
  Vocabulary all{"format for written graphs"};
  for (const io::Format& format : io::formats()) {
    if (format.write != nullptr) all.words.emplace_back(format.name);
  }
  return all;
}

OptionRow column_option(std::string* target) {
  return {"--column", "NAME", "Column of weights, if the header of a table does not tell", target};
}

OptionRow columns_option(std::vector<std::string>* target) {
  OptionRow row{"--columns", "LIST",
                "Columns from,to[,weight] of a table, by name or by place: 2,3,4", target};
  row.not_with = "--column";
  return row;
}

OptionRow weights_option(OptionRow::Target target, const std::string& help) {
  const Vocabulary types = weight_words();
  return {"--weights", "TYPE", fmt::format("{} {}", help, fmt::join(types.words, ", ")), target,
          types};
}

OptionRow semiring_option(SemiringKind* target, const std::string& help) {
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
