#include "cuda/dense/watch.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace warpath::cuda::dense {
namespace {

using std::chrono::microseconds;

// Nobody looks at a solve that is over so soon.
constexpr double kTooShort = 0.005;

// Looking costs a copy of some bytes: not more often than this, and less where nothing happens.
constexpr microseconds kFirstWait{100};
constexpr microseconds kLongestWait{500};

}  // namespace

void Watch::until(const Event& end) {
  if (solver_.plan().predicted_seconds < kTooShort) end.wait();
  microseconds wait = kFirstWait;
  while (!end.has_come()) {
    std::this_thread::sleep_for(wait);
    wait = std::min(2 * wait, kLongestWait);
    try {
      look();
    } catch (...) {  // out of the caller's callback: nobody wants the rest any more
      solver_.stop(copies_);
      throw;
    }
    if (meter_.cancelled() && !stopped_) solver_.stop(copies_);
    stopped_ = meter_.cancelled();
  }
}

void Watch::finish() {
  look();
  solver_.check();
  report(1);
  meter_.check();
  if (transfer_ == nullptr) return;
  transfer_->down(home_, solver_.plan().problem.n, copies_);
  transfer_->wait(copies_);
}

void Watch::look() {
  solver_.ask(copies_);
  CUDA_CHECK(cudaStreamSynchronize(copies_));
  report(solver_.fraction());
  if (transfer_ == nullptr || stopped_) return;
  const Index n = solver_.plan().problem.n;
  const Index before = home_;
  while (home_ < n && solver_.has_final(home_)) home_ = std::min(n, home_ + solver_.plan().block);
  transfer_->down(before, home_, copies_);
}

void Watch::report(double fraction) {
  meter_.add((fraction - reported_) * solver_.plan().tasks);
  reported_ = fraction;
}

}  // namespace warpath::cuda::dense
