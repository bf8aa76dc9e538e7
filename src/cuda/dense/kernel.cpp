// The kernel `cuda`: a matrix in host memory is brought to the device, closed there, and brought back. Rows
// that have their final values come back while the last ones are still being computed.

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/kernel_call.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/dense/transfer.hpp"

namespace warpath::cuda::dense {
namespace {

using std::chrono::microseconds;

// Looking costs a copy of some bytes: not more often than this, and less where nothing happens.
constexpr microseconds kFirstLook{100};
constexpr microseconds kLongestWait{2000};

class Watch {
 public:
  Watch(KernelCall& call, Solver& solver, Transfer& transfer, cudaStream_t copies)
      : call_(call), solver_(solver), transfer_(transfer), copies_(copies) {}

  // Until `end`: reports progress, passes on a cancel, and brings home rows that are final.
  void until(const Event& end) {
    microseconds wait = kFirstLook;
    while (!end.has_come()) {
      std::this_thread::sleep_for(wait);
      wait = std::min(2 * wait, kLongestWait);
      look();
      if (call_.meter.cancelled() && !stopped_) solver_.stop(copies_);
      stopped_ = call_.meter.cancelled();
    }
  }

  // After it: throws what there is to throw, and brings home the rest.
  void finish() {
    look();
    solver_.check();
    report(1);
    call_.meter.check();
    transfer_.down(home_, n(), copies_);
    transfer_.wait(copies_);
  }

 private:
  Index n() const { return call_.plan.problem.n; }

  void look() {
    solver_.ask(copies_);
    CUDA_CHECK(cudaStreamSynchronize(copies_));
    report(solver_.fraction());
    const Index before = home_;
    while (home_ < n() && !stopped_ && solver_.has_final(home_)) {
      home_ = std::min(n(), home_ + call_.plan.block);
    }
    transfer_.down(before, home_, copies_);
  }

  void report(double fraction) {
    call_.meter.add((fraction - reported_) * call_.plan.tasks);
    reported_ = fraction;
  }

  KernelCall& call_;
  Solver& solver_;
  Transfer& transfer_;
  cudaStream_t copies_;
  Index home_ = 0;  // rows that are on their way back
  double reported_ = 0;
  bool stopped_ = false;
};

}  // namespace

void run(KernelCall& call) {
  const Plan& plan = call.plan;
  const CurrentDevice device(plan.device);
  const Layout layout = layout_of(plan);
  const auto size = static_cast<std::size_t>(size_of(plan.problem.weight));
  const DeviceArray<char> matrix(layout.matrix);
  Solver solver(plan);
  Transfer transfer(call.data, static_cast<std::size_t>(call.ld) * size, matrix.get(),
                    static_cast<std::size_t>(layout.side) * size,
                    static_cast<std::size_t>(plan.problem.n) * size, plan.problem.n);
  Event start;
  Event end;
  const Stream copies;
  const Stream stream;  // last, so that its work is over before anything goes
  solver.prepare(matrix.get(), layout.side, stream);
  transfer.up(0, plan.problem.n, stream);
  start.record(stream);
  solver.start(call.tolerance, stream);
  end.record(stream);
  Watch watch(call, solver, transfer, copies);
  watch.until(end);
  call.device_seconds = end.seconds_since(start);
  watch.finish();
}

double peak(const Plan& plan) {
  const CurrentDevice device(plan.device);
  int multiprocessors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, plan.device));
  return variant_of(plan).peak(multiprocessors);
}

Footprint footprint(const Plan& plan) {
  const CurrentDevice device(plan.device);
  const Variant variant = variant_of(plan);
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, variant.kernel));
  return {variant.threads, attributes.numRegs, attributes.sharedSizeBytes + variant.shared_bytes};
}

}  // namespace warpath::cuda::dense
