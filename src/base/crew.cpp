// No other file knows oneTBB, which is slow to compile.
#include "base/crew.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/resources.hpp"
#include "warpath/error.hpp"

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
namespace {

std::ptrdiff_t living_threads() {
  std::error_code error;
  std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return error ? 0 : std::distance(begin(tasks), end(tasks));
}

// Whether the system lets us start so many: limits on processes, memory and containers all count, so
// that trying is how to know. Those that have ended count until they are buried, which is waited for.
bool can_start(int threads) {
  const std::ptrdiff_t before = living_threads();
  std::vector<std::thread> started;
  std::atomic<bool> over = false;
  bool all = true;
  try {
    while (static_cast<int>(started.size()) < threads) {
      started.emplace_back([&over] { over.wait(false); });
    }
  } catch (const std::exception&) {  // no thread, or no memory for it
    all = false;
  }
  over = true;
  over.notify_all();
  for (std::thread& thread : started) thread.join();
  for (int i = 0; i < 1000 && living_threads() > before; ++i) {
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return all;
}

// As many as are wanted, or one where they cannot be started: oneTBB would fail half-way.
int startable(int threads) {
  static std::mutex mutex;
  static int known = 1;
  const std::lock_guard lock(mutex);
  // One more than the others of the crew, for whoever else needs one meanwhile.
  if (threads > known && !can_start(threads)) return 1;
  known = std::max(known, threads);
  return threads;
}

}  // namespace

struct Crew::Arena : tbb::task_arena {
  using tbb::task_arena::task_arena;
};

// oneTBB would complain about too many on stderr.
int crew_size(int threads) {
  if (threads == 0) return available_cores();
  return threads > 1 ? std::min(threads, tbb::info::default_concurrency()) : threads;
}

Crew::Crew(int threads) : threads_(threads == 1 ? 1 : startable(crew_size(threads))) {
  if (threads_ > 1) arena_ = std::make_unique<Arena>(threads_);
}

Crew::~Crew() = default;

void Crew::together(int members, const std::function<void(int)>& member) {
#ifdef WARPATH_PLAIN_THREADS
  std::vector<std::jthread> others;
  for (int i = 1; i < members; ++i) others.emplace_back(std::ref(member), i);
  member(0);
#else
  // What members throw stays with them.
  try {
    arena_->execute([&] { tbb::parallel_for(0, members, member, tbb::simple_partitioner()); });
  } catch (const std::exception& error) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refuses {} threads: {}", threads_, error.what()),
                "ask for fewer threads, or raise the limit (ulimit -u)");
  }
#endif
}

}  // namespace warpath
