// The kernel `cuda`: a matrix in host memory is brought to the device, closed there, and brought back. Rows
// that have their final values come back while the last ones are still being computed.

#include "core/kernel_call.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/dense/transfer.hpp"
#include "cuda/dense/watch.hpp"

namespace warpath::cuda::dense {
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
  Watch watch(solver, call.meter, &transfer, copies);
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
  return {variant.threads, attributes.numRegs,
          attributes.sharedSizeBytes + variant.bytes_for(order_of(plan))};
}

}  // namespace warpath::cuda::dense
