// Memory that threads borrow, so that no piece of work allocates its own.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace warpath::verify {

template <class Thing>
class Pool {
 public:
  // Calls use(thing) with one that nobody else has.
  template <class Use>
  decltype(auto) with(const Use& use) {
    std::unique_ptr<Thing> mine;
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        mine = std::move(free_.back());
        free_.pop_back();
      }
    }
    if (!mine) mine = std::make_unique<Thing>();
    const Back back{*this, mine};
    return use(*mine);
  }

 private:
  struct Back {
    Pool& pool;
    std::unique_ptr<Thing>& thing;
    ~Back() {
      const std::lock_guard lock(pool.mutex_);
      pool.free_.push_back(std::move(thing));
    }
  };
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> free_;
};

}  // namespace warpath::verify
