// Counts finished tasks from all threads and talks to the user's callback from one of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <thread>

#include "warpath/progress.hpp"

namespace warpath {

class ProgressMeter {
 public:
  // The constructing thread is the only one that will call `progress`, which must outlive this.
  ProgressMeter(const Progress& progress, double total);

  // Reports the start. Throws what the callback throws, or Error cancelled.
  void begin();

  // Any thread: `tasks` more are done. Never throws; what the callback threw or answered is kept
  // for check().
  void add(double tasks) noexcept;

  // Any thread: stop as soon as it is convenient.
  bool cancelled() const noexcept { return cancelled_.load(std::memory_order_acquire); }

  // Any thread: has it so.
  void cancel() noexcept { cancelled_ = true; }

  // Between steps: throws if the callback threw or cancelled.
  void check() const;

  // Reports that all is done. Throws like begin().
  void finish();

 private:
  void report(double done) noexcept;

  const Progress& progress_;
  const double total_;
  const std::thread::id caller_ = std::this_thread::get_id();
  std::chrono::steady_clock::time_point next_;
  std::atomic<std::int64_t> done_{0};
  std::atomic<bool> cancelled_{false};
  bool reporting_ = false;  // a callback that solves something itself must not re-enter
  std::exception_ptr thrown_;
};

}  // namespace warpath
