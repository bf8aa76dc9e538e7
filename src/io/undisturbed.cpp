#include "io/undisturbed.hpp"

#include <cerrno>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>

#ifdef __linux__
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// Sanitizers keep books of stacks and threads, in which this one would be missing.
#if !defined(__linux__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kCanShare = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kCanShare = false;
#else
constexpr bool kCanShare = true;
#endif
#else
constexpr bool kCanShare = true;
#endif

struct Task {
  const std::function<void()>& work;
  std::exception_ptr error = nullptr;
  bool over = false;
};

int run_task(void* argument) {
  Task& task = *static_cast<Task*>(argument);
#ifdef __linux__
  (void)::setpgid(0, 0);  // whoever kills a job kills its group
#endif
  try {
    task.work();
  } catch (...) {
    task.error = std::current_exception();
  }
  task.over = true;
  return 0;
}

// Whether it was done. As vfork() has it: this thread waits in the system, and its thread-local things
// are the other's meanwhile. No signal tells of its end: programs may count their children.
bool run_beside(Task& task) {
#ifdef __linux__
  constexpr std::size_t kStack = std::size_t{256} << 10;
  const std::unique_ptr<std::byte[]> stack(new (std::nothrow) std::byte[kStack]);
  if (stack == nullptr) return false;
  // What it opens must be open here as well.
  const pid_t child =
      ::clone(run_task, stack.get() + kStack - 64, CLONE_VM | CLONE_VFORK | CLONE_FILES, &task);
  if (child < 0) return false;
  while (::waitpid(child, nullptr, __WALL) < 0 && errno == EINTR) {
  }
  return true;
#else
  (void)task;
  return false;
#endif
}

}  // namespace

void run_undisturbed(const std::function<void()>& work) {
  Task task{work};
  if (!kCanShare || !run_beside(task)) return work();
  if (!task.over) {
    throw Error(ErrorCode::io, "the process that gives outputs their names was killed",
                "look at what is there, and run it once more");
  }
  if (task.error) std::rethrow_exception(task.error);
}

}  // namespace warpath::io
