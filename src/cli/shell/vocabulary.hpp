// The words that options take, each list from the table that knows it.
#pragma once

#include <string>
#include <vector>

namespace warpath::cli {

struct Vocabulary {
  std::string noun = {};  // what one of them is, for messages: "weight type"
  std::vector<std::string> words = {};
};

Vocabulary kernel_words();     // "auto" and all kernels
Vocabulary weight_words();     // that the arcs of a graph can have
Vocabulary cell_type_words();  // and boolean, which only matrices have
Vocabulary semiring_words();
Vocabulary graph_kind_words();
Vocabulary format_words();        // to read
Vocabulary graph_format_words();  // to write graphs in

}  // namespace warpath::cli
