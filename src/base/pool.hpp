// Things that threads borrow one at a time, so that no piece of work makes its own.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warpath {

template <class Thing>
class Pool {
 public:
  // Calls use(thing) with one that nobody else has; where none is free, it is made of `with`.
  template <class Use, class... With>
  void lend(const Use& use, const With&... with) {
    std::unique_ptr<Thing> mine = take();
    if (!mine) mine = std::make_unique<Thing>(with...);
    use(*mine);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(mine));
  }

 private:
  std::unique_ptr<Thing> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return nullptr;
    std::unique_ptr<Thing> thing = std::move(free_.back());
    free_.pop_back();
    return thing;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> free_;
};

}  // namespace warpath
