// The vertices of a table by name.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "warpath/graph.hpp"

namespace warpath::io {

// First enter() all names, then number() them, then find(). Whole numbers are ordered by value,
// words by when they came first.
class Dictionary {
 public:
  // `bytes` is the size of the input: a table of small numbers may take that much memory.
  explicit Dictionary(std::size_t bytes);

  // Whether all names so far are taken for numbers. Once one is not, start over with words().
  bool numbers() const { return numbers_; }
  void use_words();

  // False when numbers() and this is none. `is_new` tells whether it is a word not met before.
  bool enter(std::string_view name, bool& is_new);

  // Returns how many there are.
  Index number();

  static constexpr Graph::Target kNone = -1;
  Graph::Target find(std::string_view name) const;

  // In the order of the vertices; empty when they are 0 .. n-1. Call once, at the end.
  std::vector<std::string> take_labels(Index n);

 private:
  struct WordHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  // std::hash leaves numbers as they are, and those that have a common factor would pile up.
  struct NumberHash {
    std::size_t operator()(std::int64_t value) const;
  };

  bool numbers_ = true;
  std::int64_t limit_;                   // of numbers in by_value_
  std::vector<Graph::Target> by_value_;  // small numbers
  std::unordered_map<std::int64_t, Graph::Target, NumberHash> others_;
  std::unordered_map<std::string, Graph::Target, WordHash, std::equal_to<>> words_;
};

}  // namespace warpath::io
