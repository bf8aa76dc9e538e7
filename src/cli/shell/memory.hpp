// --memory: what the process may take, all of it: the program, its input, the solve and its files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpath::cli {

class MemoryLimit {
 public:
  MemoryLimit() = default;  // none

  // From now on the system refuses to give more, which ends in an Error does_not_fit, but for pages of
  // files and for what a driver of CUDA takes: where `host_only` is false, nothing is refused. Error
  // does_not_fit where the program alone takes as much.
  MemoryLimit(std::size_t bytes, int threads, bool host_only);

  explicit operator bool() const { return bytes_ != 0; }
  std::size_t bytes() const { return bytes_; }

  // What is left to take, now that `aside` is set aside: never 0. 0: there is no limit. Error
  // does_not_fit, since `what`, which is there or set aside, takes all.
  std::size_t left(std::string_view what, std::size_t aside = 0) const;

  // Error does_not_fit, with what would do, where `what` takes more than is left.
  void check(std::size_t bytes, const std::string& what, std::size_t left) const;

  // "allow --memory 95M": so many bytes more, rounded up.
  std::string with_more(std::size_t more) const;

  // A complaint about what was left, with the whole of it.
  std::string explained(const std::string& complaint) const;

 private:
  std::size_t bytes_ = 0;
  std::size_t reserve_ = 0;  // for stacks, and what is too little to be counted
};

}  // namespace warpath::cli
