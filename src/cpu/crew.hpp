// The threads of one solve.
#pragma once

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "warpath/types.hpp"

namespace warpath::cpu {

// Runs numbered pieces of work, lowest number first, on up to `threads` threads of which the
// caller is one. One thread costs nothing: no arena is made.
class Crew {
 public:
  // More threads than the machine has are not made: oneTBB would complain on stderr.
  explicit Crew(int threads) : threads_(threads) {
    if (threads > 1) threads_ = std::min(threads, tbb::info::default_concurrency());
    if (threads_ > 1) arena_.emplace(threads_);
  }

  // Calls work(i) for i in [0, count), each once, and returns when all are done; pieces not yet
  // begun are dropped as soon as stop() says so. `work` must not throw.
  template <class Work, class Stop>
  void run(Index count, const Work& work, const Stop& stop) {
    if (threads_ == 1 || count == 1) {
      for (Index i = 0; i < count && !stop(); ++i) work(i);
      return;
    }
    std::atomic<Index> next{0};
    const auto member = [&](int) {
      for (;;) {
        const Index i = next.fetch_add(1, std::memory_order_relaxed);
        if (i >= count || stop()) return;
        work(i);
      }
    };
    const int members = static_cast<int>(std::min<Index>(threads_, count));
    arena_->execute([&] { tbb::parallel_for(0, members, member, tbb::simple_partitioner()); });
  }

 private:
  int threads_;
  std::optional<tbb::task_arena> arena_;
};

}  // namespace warpath::cpu
