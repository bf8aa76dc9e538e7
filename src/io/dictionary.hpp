// The vertices of a table by name.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/name_hash.hpp"
#include "io/fields.hpp"
#include "warpath/graph.hpp"

namespace warpath::io {

// First enter() all names, then number() them, then find(). Where all are whole numbers they are ordered
// by value, else by when they came first.
class Dictionary {
 public:
  // `bytes` is the size of the input: a table of small numbers may take that much memory.
  explicit Dictionary(std::size_t bytes)
      : limit_((1 << 20) + static_cast<std::int64_t>(bytes / 2)) {}

  // True for a word that was not met before and is no whole number.
  bool enter(std::string_view name) {
    std::int64_t value = 0;
    const bool is_number = is_plain_number(name, value);
    if (is_number && is_small(value)) {
      const auto at = static_cast<std::size_t>(value);
      if (at >= small_.size()) small_.resize(at + 1, kNone);
      if (small_[at] == kNone) small_[at] = names_++;
      return false;
    }
    if (others_.find(name) != others_.end()) return false;
    others_.emplace(name, names_++);
    bytes_ += kBytesPerName + name.size();
    only_numbers_ = only_numbers_ && is_number;
    return !is_number;
  }

  bool only_numbers() const { return only_numbers_; }

  // About what it takes in memory.
  std::size_t bytes() const { return bytes_ + small_.capacity() * sizeof(Graph::Target); }

  // Returns how many there are.
  Index number() {
    if (!only_numbers_) return names_;
    std::vector<std::pair<std::int64_t, Graph::Target*>> others;
    for (auto& [name, vertex] : others_) {
      is_plain_number(name, others.emplace_back(0, &vertex).first);
    }
    std::sort(others.begin(), others.end());
    Graph::Target next = 0;
    auto other = others.begin();
    for (; other != others.end() && other->first < 0; ++other) *other->second = next++;
    for (Graph::Target& vertex : small_) {
      if (vertex != kNone) vertex = next++;
    }
    for (; other != others.end(); ++other) *other->second = next++;
    return names_;
  }

  // Negative for a name that was not entered.
  Graph::Target find(std::string_view name) const {
    std::int64_t value = 0;
    if (is_plain_number(name, value) && is_small(value)) {
      const auto at = static_cast<std::size_t>(value);
      return at < small_.size() ? small_[at] : kNone;
    }
    const auto found = others_.find(name);
    return found == others_.end() ? kNone : found->second;
  }

  // In the order of the vertices; empty when they are 0 .. n-1. Call once, at the end.
  std::vector<std::string> take_labels() {
    const auto n = static_cast<std::size_t>(names_);
    const bool counted = n == 0 || (n <= small_.size() && small_[n - 1] == names_ - 1);
    if (only_numbers_ && others_.empty() && counted) return {};
    std::vector<std::string> labels(n);
    for (std::size_t value = 0; value < small_.size(); ++value) {
      const Graph::Target vertex = small_[value];
      if (vertex != kNone) labels[static_cast<std::size_t>(vertex)] = std::to_string(value);
    }
    while (!others_.empty()) {
      auto node = others_.extract(others_.begin());
      labels[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
    }
    return labels;
  }

 private:
  static constexpr Graph::Target kNone = -1;
  static constexpr std::size_t kBytesPerName = 72;  // a node, and its place in a bucket

  bool is_small(std::int64_t value) const { return value >= 0 && value < limit_; }

  Graph::Target names_ = 0;
  bool only_numbers_ = true;
  std::size_t bytes_ = 0;             // of names in others_
  std::int64_t limit_;                // of small numbers
  std::vector<Graph::Target> small_;  // by their value
  std::unordered_map<std::string, Graph::Target, NameHash, std::equal_to<>> others_;
};

}  // namespace warpath::io
