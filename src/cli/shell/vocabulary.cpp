#include "cli/shell/vocabulary.hpp"

#include "base/dispatch.hpp"
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

}  // namespace warpath::cli
