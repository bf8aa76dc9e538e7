// The words that options take, each list from the table that knows it.
#pragma once

#include <string>
#include <vector>

namespace warpath::cli {

std::vector<std::string> kernel_words();  // "auto" and all kernels
std::vector<std::string> device_words();
std::vector<std::string> method_words();
std::vector<std::string> weight_words();
std::vector<std::string> semiring_words();
std::vector<std::string> graph_kind_words();
std::vector<std::string> format_words();

}  // namespace warpath::cli
