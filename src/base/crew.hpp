// The threads of one solve.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <type_traits>

#include "base/progress_meter.hpp"
#include "warpath/types.hpp"

namespace warpath {

// value <- min(value, candidate), from any thread.
inline void lower(std::atomic<Index>& value, Index candidate) {
  Index seen = value;
  while (candidate < seen && !value.compare_exchange_weak(seen, candidate)) {
  }
}

// The threads of a crew that is asked for: more than the machine has are not made. 0: all that the
// process may use.
int crew_size(int threads);

// Runs numbered pieces of work, lowest number first, on up to `threads` threads of which the
// caller is one. One thread costs nothing: no arena is made.
class Crew {
 public:
  // So many as crew_size() says, and none but the caller where the system refuses them.
  explicit Crew(int threads);
  ~Crew();

  int threads() const { return threads_; }

  // From here on pieces are dropped, and run() throws, when the meter is told so. Null: no longer.
  void listen(ProgressMeter* meter) { meter_ = meter; }

  // Calls work(i) for i in [0, count), each once, and returns when all are done; pieces not yet
  // begun are dropped as soon as stop() says so, or one has thrown: what it threw reaches the caller
  // when all threads have come back.
  template <class Work, class Stop = std::false_type>
  void run(Index count, const Work& work, const Stop& stop = {}) {
    const auto is_over = [&] {
      if (meter_ != nullptr) meter_->add(0);
      return stop() || (meter_ != nullptr && meter_->cancelled());
    };
    if (threads_ == 1 || count == 1) {
      for (Index i = 0; i < count && !is_over(); ++i) work(i);
      if (meter_ != nullptr) meter_->check();
      return;
    }
    std::atomic<Index> next{0};
    std::atomic<bool> failed{false};
    std::exception_ptr thrown;
    const auto member = [&](int) noexcept {
      for (;;) {
        const Index i = next.fetch_add(1, std::memory_order_relaxed);
        if (i >= count || failed.load(std::memory_order_relaxed) || is_over()) return;
        try {
          work(i);
        } catch (...) {
          if (!failed.exchange(true)) thrown = std::current_exception();
        }
      }
    };
    together(static_cast<int>(std::min<Index>(threads_, count)), std::ref(member));
    if (thrown) std::rethrow_exception(thrown);
    if (meter_ != nullptr) meter_->check();
  }

  // The same for many small pieces: takes kNeighbours of them at a time.
  template <class Work>
  void run_each(Index count, const Work& work) {
    run_each_with<Nothing>(count, [&](Index i, Nothing) { work(i); });
  }

  // The same for rows that may be refused: throws what the first of those that threw did.
  template <class Work>
  void run_rows(Index count, const Work& work) {
    run_rows_with<Nothing>(count, [&](Index i, Nothing) { work(i); });
  }

  // The same with something to work on, which neighbouring rows share: work(i, scratch).
  template <class Scratch, class Work>
  void run_rows_with(Index count, const Work& work) {
    std::atomic<Index> failed{count};
    std::mutex mutex;
    std::exception_ptr thrown;
    run_each_with<Scratch>(count, [&](Index i, Scratch& scratch) {
      if (i > failed) return;
      try {
        work(i, scratch);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (i > failed) return;
        failed = i;
        thrown = std::current_exception();
      }
    });
    if (thrown) std::rethrow_exception(thrown);
  }

 private:
  static constexpr Index kNeighbours = 32;

  struct Nothing {};

  template <class Scratch, class Work>
  void run_each_with(Index count, const Work& work) {
    run((count + kNeighbours - 1) / kNeighbours, [&](Index piece) {
      Scratch scratch;
      const Index end = std::min(count, (piece + 1) * kNeighbours);
      for (Index i = piece * kNeighbours; i < end; ++i) work(i, scratch);
    });
  }

  struct Arena;

  // Calls member(0) .. member(members - 1), at the same time as far as there are threads.
  void together(int members, const std::function<void(int)>& member);

  int threads_;
  ProgressMeter* meter_ = nullptr;
  std::unique_ptr<Arena> arena_;
};

}  // namespace warpath
