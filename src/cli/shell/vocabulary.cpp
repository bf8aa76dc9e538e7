#include "cli/shell/vocabulary.hpp"

#include "base/dispatch.hpp"

#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

std::vector<std::string> kernel_words() {
  std::vector<std::string> words{"auto"};
  for (const KernelInfo& kernel : kernels()) words.emplace_back(kernel.name);
  return words;
}

std::vector<std::string> weight_words() {
  std::vector<std::string> words;
  for (const WeightType type : kArcWeightTypes) words.emplace_back(to_string(type));
  return words;
}

std::vector<std::string> cell_type_words() {
  std::vector<std::string> words = weight_words();
  words.emplace_back(to_string(WeightType::boolean));
  return words;
}

std::vector<std::string> semiring_words() {
  std::vector<std::string> words;
  for (const auto kind : {SemiringKind::shortest_path, SemiringKind::widest_path,
                          SemiringKind::minimax_path, SemiringKind::reachability}) {
    words.emplace_back(to_string(kind));
  }
  return words;
}

std::vector<std::string> graph_kind_words() {
  std::vector<std::string> words;
  for (const GraphKind kind : graph_kinds()) words.emplace_back(to_string(kind));
  return words;
}

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const io::Format& format : io::formats()) words.emplace_back(format.name);
  return words;
}

std::vector<std::string> graph_format_words() {
  std::vector<std::string> words;
  for (const io::Format& format : io::formats()) {
    if (format.write != nullptr) words.emplace_back(format.name);
  }
  return words;
}

}  // namespace warpath::cli
