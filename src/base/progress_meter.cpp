#include "base/progress_meter.hpp"

#include <algorithm>

#include "warpath/error.hpp"

namespace warpath {

namespace {
constexpr std::chrono::milliseconds kInterval{50};
}

ProgressMeter::ProgressMeter(const Progress& progress, double total)
    : progress_(progress), total_(total), next_(std::chrono::steady_clock::now() + kInterval) {}

void ProgressMeter::begin() {
  cancelled_ = false;  // what ended the solve before, if a Router is asked again
  thrown_ = nullptr;
  if (!progress_) return;
  report(0);
  check();
}

void ProgressMeter::add(double tasks) noexcept {
  if (!progress_) return;
  const auto mine = static_cast<std::int64_t>(tasks);
  const std::int64_t done = done_.fetch_add(mine, std::memory_order_relaxed) + mine;
  if (std::this_thread::get_id() != caller_ || cancelled() || reporting_) return;
  if (std::chrono::steady_clock::now() < next_) return;
  report(std::min(static_cast<double>(done), total_));
}

void ProgressMeter::check() const {
  if (!cancelled()) return;
  if (thrown_) std::rethrow_exception(thrown_);
  throw Error(ErrorCode::cancelled, "the solve was cancelled by its progress callback");
}

void ProgressMeter::finish() {
  if (!progress_) return;
  check();
  report(total_);
  check();
}

void ProgressMeter::report(double done) noexcept {
  reporting_ = true;
  try {
    if (progress_({done, total_}) == ProgressAnswer::cancel) cancelled_ = true;
  } catch (...) {
    thrown_ = std::current_exception();
    cancelled_ = true;
  }
  reporting_ = false;
  next_ = std::chrono::steady_clock::now() + kInterval;
}

}  // namespace warpath
