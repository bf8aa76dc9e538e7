// Small graphs of whole weights as a line of text.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "warpath/graph.hpp"

namespace warpath::test {

// "a>b:3 b>c:4 [d]": arcs in order by name, then the vertices without any.
inline std::string told(const Graph& graph) {
  const auto name = [&](Index v) {
    return graph.labels().empty() ? std::to_string(v) : graph.labels()[static_cast<std::size_t>(v)];
  };
  std::string text;
  const auto add = [&](const std::string& word) {
    if (!text.empty()) text += ' ';
    text += word;
  };
  std::vector<bool> used(static_cast<std::size_t>(graph.vertices()));
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (Index a = graph.offsets()[u]; a < graph.offsets()[u + 1]; ++a) {
      const Index v = graph.targets()[a];
      add(fmt::format("{}>{}:{}", name(u), name(v), graph.weights<std::int32_t>()[a]));
      used[static_cast<std::size_t>(u)] = used[static_cast<std::size_t>(v)] = true;
    }
  }
  for (Index v = 0; v < graph.vertices(); ++v) {
    if (!used[static_cast<std::size_t>(v)]) add(fmt::format("[{}]", name(v)));
  }
  return text;
}

}  // namespace warpath::test
