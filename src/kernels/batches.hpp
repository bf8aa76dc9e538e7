// Rows that are computed some at a time, while those before are taken: for kernels on the CPU.
#pragma once

#include <algorithm>
#include <chrono>
#include <future>
#include <system_error>

#include "base/stopwatch.hpp"
#include "kernels/work.hpp"

namespace warpath {

// Calls compute(first, count, cells) for plan.batch rows of the work at a time, and hands each batch over while
// another thread computes the next: whoever takes rows mostly waits for a disk.
template <class Compute>
void each_batch(Work& work, const Compute& compute) {
  RowTarget& rows = *work.rows;
  const auto total = static_cast<Index>(work.sources.size());
  constexpr Index few = 512;  // to begin with, so that there soon is something to take
  const auto count_at = [&](Index first) {
    const Index most = first == 0 ? std::min(few, work.plan.batch) : work.plan.batch;
    return std::min(most, total - first);
  };
  const auto batch_at = [&](Index first) {
    const Index count = count_at(first);
    return [&, first, count, cells = rows.place(first, count)] {
      const Stopwatch watch;
      compute(first, count, cells);
      return watch.seconds();
    };
  };
  if (total > 0) batch_at(0)();
  for (Index first = 0; first < total;) {
    const Index count = count_at(first);
    const Index next = first + count;
    std::future<double> computing;
    if (next < total) {
      const auto batch = batch_at(next);
      try {
        computing = std::async(std::launch::async, batch);
      } catch (const std::system_error&) {
        computing = std::async(std::launch::deferred, batch);  // no thread for it: afterwards
      }
    }
    const Stopwatch watch;
    const double taken = rows.taken_seconds();
    try {
      rows.done(first, count);
    } catch (...) {
      work.meter.cancel();  // and the next is waited for
      throw;
    }
    const double seconds = watch.seconds();
    const double taking = rows.taken_seconds() - taken;
    double computed = 0;
    if (computing.valid()) {
      using std::chrono_literals::operator""ms;
      while (computing.wait_for(10ms) == std::future_status::timeout) work.meter.add(0);
      computed = computing.get();
    }
    work.waited_seconds += std::clamp(seconds - computed, 0.0, taking);
    first = next;
  }
}

}  // namespace warpath
