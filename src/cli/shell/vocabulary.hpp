// The words that options take, each list from the table that knows it.
#pragma once

#include <string>
#include <vector>

namespace warpath::cli {

std::vector<std::string> kernel_words();     // "auto" and all kernels
std::vector<std::string> weight_words();     // that the arcs of a graph can have
std::vector<std::string> cell_type_words();  // and boolean, which only matrices have
std::vector<std::string> semiring_words();
std::vector<std::string> graph_kind_words();
std::vector<std::string> format_words();        // to read
std::vector<std::string> graph_format_words();  // to write graphs in

}  // namespace warpath::cli
