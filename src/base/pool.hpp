// What threads use one after the other.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace warpath {

template <class T>
class Pool {
 public:
  // One that no other thread has: given back by another, else what make() returns.
  template <class Make>
  T take(const Make& make) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        T taken = std::move(free_.back());
        free_.pop_back();
        return taken;
      }
    }
    return make();
  }

  void give(T used) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(used));
  }

 private:
  std::mutex mutex_;
  std::vector<T> free_;
};

}  // namespace warpath
