#include <algorithm>
#include <chrono>
#include <thread>

#include "base/progress_meter.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/dense/transfer.hpp"

namespace warpath::cuda::dense {
namespace {

using std::chrono::microseconds;

// Nobody looks at a solve that is over so soon.
constexpr double kTooShort = 0.005;

// Looking costs a copy of some bytes: not more often than this, and less where nothing happens.
constexpr microseconds kFirstWait{100};
constexpr microseconds kLongestWait{500};

}  // namespace

void watch(Solver& solver, const Event& end, ProgressMeter& meter, Transfer* transfer,
           cudaStream_t copies) {
  const Plan& plan = solver.plan();
  const Index n = plan.problem.n;
  Index home = 0;  // rows that are on their way back
  double reported = 0;
  bool stopped = false;
  const auto report = [&](double fraction) {
    meter.add((fraction - reported) * plan.tasks);
    reported = fraction;
  };
  const auto look = [&] {
    solver.ask(copies);
    CUDA_CHECK(cudaStreamSynchronize(copies));
    report(solver.fraction());
    if (transfer == nullptr || stopped) return;
    const Index before = home;
    while (home < n && solver.has_final(home)) home = std::min(n, home + plan.block);
    transfer->down(before, home, copies);
  };
  if (plan.predicted_seconds < kTooShort) end.wait();
  for (microseconds wait = kFirstWait; !end.has_come(); wait = std::min(2 * wait, kLongestWait)) {
    std::this_thread::sleep_for(wait);
    try {
      look();
    } catch (...) {  // out of the caller's callback: nobody wants the rest any more
      solver.stop(copies);
      throw;
    }
    if (meter.cancelled() && !stopped) solver.stop(copies);
    stopped = meter.cancelled();
  }
  look();
  solver.check();
  report(1);
  meter.check();
  if (transfer == nullptr) return;
  transfer->down(home, n, copies);
  transfer->wait(copies);
}

}  // namespace warpath::cuda::dense
