// What came out how often, by call, by kernel and by family, so that one sees that none is starved.
#pragma once

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

namespace attack {

class Tally {
 public:
  // One case has ended as `outcome`; by what, and on what.
  void add(const std::string& outcome, const std::string& call, const std::string& kernel,
           const std::string& family) {
    ++all_[outcome];
    ++by_call_[call][outcome];
    ++by_kernel_[kernel][outcome];
    ++by_family_[family][outcome];
  }

  // Why something was not offered.
  void reason(const std::string& text) { ++reasons_[text]; }

  // The largest of what part of the slack was used.
  void used(double part) { most_used_ = std::max(most_used_, part); }
  double most_used() const { return most_used_; }

  long of(const std::string& outcome) const {
    const auto at = all_.find(outcome);
    return at == all_.end() ? 0 : at->second;
  }

  void print() const {
    print("calls", by_call_);
    print("kernels", by_kernel_);
    print("families", by_family_);
    for (const auto& [text, times] : reasons_) {
      std::printf("  not offered, %ld: %s\n", times, text.c_str());
    }
    std::printf("all:");
    for (const auto& [outcome, times] : all_) std::printf(" %ld %s,", times, outcome.c_str());
    std::printf(" %.2g of the slack used\n", most_used_);
  }

 private:
  using Counts = std::map<std::string, long>;

  // "calls: measure 60 right 2 cancelled; ..."
  static void print(const char* title, const std::map<std::string, Counts>& rows) {
    std::printf("%s (", title);
    std::printf("%zu):", rows.size());
    const char* before = "";
    for (const auto& [name, counts] : rows) {
      std::printf("%s %s", before, name.c_str());
      for (const auto& [outcome, times] : counts) std::printf(" %ld %s", times, outcome.c_str());
      before = ";";
    }
    std::printf("\n");
  }

  Counts all_, reasons_;
  std::map<std::string, Counts> by_call_, by_kernel_, by_family_;
  double most_used_ = 0;
};

}  // namespace attack
