// No other file knows oneTBB, which is slow to compile.
#include "base/crew.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <thread>
#include <vector>

// ThreadSanitizer does not see the synchronisation inside a oneTBB that was built without it, and
// would report every hand-over as a race; plain threads it understands.
#if defined(__SANITIZE_THREAD__)
#define WARPATH_PLAIN_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define WARPATH_PLAIN_THREADS 1
#endif
#endif

namespace warpath {

struct Crew::Arena : tbb::task_arena {
  using tbb::task_arena::task_arena;
};

// oneTBB would complain about too many on stderr.
Crew::Crew(int threads)
    : threads_(threads > 1 ? std::min(threads, tbb::info::default_concurrency()) : threads) {
  if (threads_ > 1) arena_ = std::make_unique<Arena>(threads_);
}

Crew::~Crew() = default;

void Crew::together(int members, const std::function<void(int)>& member) {
#ifdef WARPATH_PLAIN_THREADS
  std::vector<std::jthread> others;
  for (int i = 1; i < members; ++i) others.emplace_back(std::ref(member), i);
  member(0);
#else
  arena_->execute([&] { tbb::parallel_for(0, members, member, tbb::simple_partitioner()); });
#endif
}

}  // namespace warpath
