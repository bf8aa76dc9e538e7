#include "io/dictionary.hpp"

#include <algorithm>
#include <utility>

#include "io/fields.hpp"

namespace warpath::io {

Dictionary::Dictionary(std::size_t bytes)
    : limit_((1 << 20) + static_cast<std::int64_t>(bytes / 2)) {}

std::size_t Dictionary::NumberHash::operator()(std::int64_t value) const {
  // The finaliser of MurmurHash3.
  auto x = static_cast<std::uint64_t>(value);
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdU;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53U;
  return static_cast<std::size_t>(x ^ (x >> 33));
}

void Dictionary::use_words() {
  numbers_ = false;
  by_value_.clear();
  others_.clear();
}

bool Dictionary::enter(std::string_view name, bool& is_new) {
  is_new = false;
  if (!numbers_) {
    if (words_.find(name) != words_.end()) return true;
    words_.emplace(name, static_cast<Graph::Target>(words_.size()));
    is_new = true;
    return true;
  }
  std::int64_t value = 0;
  if (!is_plain_number(name, value)) return false;
  if (value < 0 || value >= limit_) {
    others_.emplace(value, 0);
    return true;
  }
  const auto at = static_cast<std::size_t>(value);
  if (at >= by_value_.size()) {
    const std::size_t room = std::max(at + 1, by_value_.size() * 2);
    by_value_.resize(std::min(room, static_cast<std::size_t>(limit_)), kNone);
  }
  by_value_[at] = 0;
  return true;
}

Index Dictionary::number() {
  if (!numbers_) return static_cast<Index>(words_.size());
  std::vector<std::int64_t> outside;
  for (const auto& [value, index] : others_) outside.push_back(value);
  std::sort(outside.begin(), outside.end());
  Graph::Target next = 0;
  auto at = outside.begin();
  for (; at != outside.end() && *at < 0; ++at) others_[*at] = next++;
  for (Graph::Target& index : by_value_) {
    if (index != kNone) index = next++;
  }
  for (; at != outside.end(); ++at) others_[*at] = next++;
  return next;
}

Graph::Target Dictionary::find(std::string_view name) const {
  if (!numbers_) {
    const auto found = words_.find(name);
    return found == words_.end() ? kNone : found->second;
  }
  std::int64_t value = 0;
  if (!is_plain_number(name, value)) return kNone;
  if (value >= 0 && value < limit_) {
    const auto at = static_cast<std::size_t>(value);
    return at < by_value_.size() ? by_value_[at] : kNone;
  }
  const auto found = others_.find(value);
  return found == others_.end() ? kNone : found->second;
}

std::vector<std::string> Dictionary::take_labels(Index n) {
  std::vector<std::string> labels(static_cast<std::size_t>(n));
  if (!numbers_) {
    while (!words_.empty()) {
      auto node = words_.extract(words_.begin());
      labels[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
    }
    return labels;
  }
  const auto last = static_cast<std::size_t>(n) - 1;
  const bool plain = n == 0 || (last < by_value_.size() && by_value_[last] == n - 1);
  if (others_.empty() && plain) return {};
  for (std::size_t value = 0; value < by_value_.size(); ++value) {
    if (by_value_[value] == kNone) continue;
    labels[static_cast<std::size_t>(by_value_[value])] = std::to_string(value);
  }
  for (const auto& [value, index] : others_) {
    labels[static_cast<std::size_t>(index)] = std::to_string(value);
  }
  return labels;
}

}  // namespace warpath::io
