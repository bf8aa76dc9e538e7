// Options that several subcommands have, each written once, and the words that they take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/shell/command.hpp"
#include "warpath/io.hpp"
#include "warpath/options.hpp"

namespace warpath::cli {

// A graph or matrix, and how it is read. Subcommands that have one derive their arguments from it.
struct InputArguments {
  std::string graph;
  std::string format;
  std::string column;
  std::vector<std::string> columns;
  Options options;  // semiring, weights and undirected say how it is read
  bool quiet = false;

  io::ReadOptions read_options() const;  // without progress
};

// GRAPH and all that says how it is read; what the texts say where it is not the usual.
struct InputTexts {
  std::string graph = "A graph or matrix; - is stdin";
  std::string weights = "Read weights as";  // the types follow
  std::string undirected = "Travel every arc both ways";
};
std::vector<OptionRow> input_options(InputArguments& arguments, const InputTexts& texts = {});

// The words that options take, each list from the table that knows it.
Vocabulary kernel_words();     // "auto" and all kernels
Vocabulary weight_words();     // that the arcs of a graph can have
Vocabulary cell_type_words();  // and boolean, which only matrices have
Vocabulary semiring_words();
Vocabulary graph_kind_words();
Vocabulary format_words();        // to read
Vocabulary graph_format_words();  // to write graphs in

// Single ones.
OptionRow column_option(std::string* target);
OptionRow columns_option(std::vector<std::string>* target);
OptionRow weights_option(OptionRow::Target target, const std::string& help);  // the types follow
OptionRow semiring_option(SemiringKind* target, const std::string& help);
OptionRow threads_option(int* target, const std::string& help = "On the CPU; 0: all there are");
OptionRow json_option(bool* target, const std::string& help);
OptionRow force_option(bool* target, const std::string& what);  // "Replace OUTPUT if it exists"
OptionRow quiet_option(bool* target, const std::string& help = "Say nothing");

}  // namespace warpath::cli
