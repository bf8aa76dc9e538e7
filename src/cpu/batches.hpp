// Rows that are computed some at a time, while those before are taken.
#pragma once

#include <algorithm>
#include <chrono>
#include <future>

#include "base/stopwatch.hpp"
#include "kernels/work.hpp"

namespace warpath::cpu {

// Calls compute(first, count, cells) for plan.batch rows of the work at a time, and hands each batch over while
// another thread computes the next: whoever takes rows mostly waits for a disk. One thread, if no more were asked for.
template <class Compute>
void each_batch(Work& work, const Compute& compute) {
  using std::chrono_literals::operator""ms;
  RowTarget& rows = *work.rows;
  const auto total = static_cast<Index>(work.sources.size());
  const auto when =
      work.plan.threads > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
  // Few to begin with, so that there soon is something to take.
  const Index few =
      work.plan.problem.streamed ? std::min<Index>(512, work.plan.batch) : work.plan.batch;
  const auto count_at = [&](Index first) {
    return std::min(first == 0 ? few : work.plan.batch, total - first);
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
    if (next < total) computing = std::async(when, batch_at(next));
    const Stopwatch watch;
    double taken = 0;
    try {
      taken = rows.done(first, count);
    } catch (...) {
      work.meter.cancel();  // and the next is waited for
      throw;
    }
    const double seconds = watch.seconds();
    double meanwhile = 0;
    if (computing.valid()) {
      std::future_status status{};
      while ((status = computing.wait_for(10ms)) == std::future_status::timeout) work.meter.add(0);
      const double computed = computing.get();
      if (status == std::future_status::ready) meanwhile = computed;
    }
    work.waited_seconds += std::clamp(seconds - meanwhile, 0.0, taken);
    first = next;
  }
}

}  // namespace warpath::cpu
