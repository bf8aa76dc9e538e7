// A heap with four children per entry: half as deep as a binary one, and siblings share a cache
// line, which is what large searches wait for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace warpath::cli {

// `Before` says which of two entries comes out first.
template <class Entry, class Before>
class Heap {
 public:
  bool empty() const { return entries_.empty(); }
  const Entry& top() const { return entries_.front(); }

  void push(const Entry& entry) {
    std::size_t at = entries_.size();
    entries_.push_back(entry);
    for (; at > 0; at = parent(at)) {
      if (!Before{}(entry, entries_[parent(at)])) break;
      entries_[at] = entries_[parent(at)];
    }
    entries_[at] = entry;
  }

  Entry pop() {
    const Entry first = entries_.front();
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sink(last);
    return first;
  }

 private:
  static constexpr std::size_t kChildren = 4;
  static std::size_t parent(std::size_t at) { return (at - 1) / kChildren; }

  void sink(const Entry& entry) {
    std::size_t at = 0;
    for (;;) {
      const std::size_t begin = kChildren * at + 1;
      if (begin >= entries_.size()) break;
      const std::size_t end = std::min(begin + kChildren, entries_.size());
      std::size_t best = begin;
      for (std::size_t child = begin + 1; child < end; ++child) {
        if (Before{}(entries_[child], entries_[best])) best = child;
      }
      if (!Before{}(entries_[best], entry)) break;
      entries_[at] = entries_[best];
      at = best;
    }
    entries_[at] = entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace warpath::cli
