// The kernel `cuda`: a matrix in host memory is brought to the device, closed there, and brought
// back. Rows that have their final values come back while the last ones are still being computed.

#include "cuda/dense/solver.hpp"
#include "cuda/dense/transfer.hpp"
#include "cuda/routes/predecessors.hpp"
#include "kernels/work.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::dense {
namespace {

void find_routes(Work& work, const void* weights, const void* distances, Index ld,
                 cudaStream_t stream) {
  const Index n = work.plan.problem.n;
  const auto size = static_cast<std::size_t>(n);
  PredecessorWork& wanted = work.predecessors;
  try {
    const DeviceArray<std::int32_t> predecessors(size * size);
    Event start;
    Event end;
    start.record(stream);
    wanted.doubts = routes::find_predecessors({weights, distances, ld, predecessors.get()},
                                              work.plan.problem, work.facts, stream);
    end.record(stream);
    end.wait();
    work.kernel_seconds += end.seconds_since(start);
    const std::size_t row = size * sizeof(std::int32_t);
    Transfer transfer({wanted.data, static_cast<std::size_t>(wanted.ld) * sizeof(std::int32_t)},
                      {predecessors.get(), row}, row, n);
    transfer.down(0, n, stream);
    transfer.wait(stream);
    wanted.found = true;
  } catch (const Error& error) {
    // The host has the distances, and more room.
    if (error.code() != ErrorCode::does_not_fit) throw;
  }
}

}  // namespace

void run(Work& work) {
  if (work.plan.problem.resident) return run_resident(work);
  const Plan& plan = work.plan;
  const CurrentDevice device(plan.device);
  const Layout layout = layout_of(plan);
  const auto size = static_cast<std::size_t>(size_of(plan.problem.weight));
  const DeviceArray<char> matrix(layout.matrix);
  Solver solver(plan);
  Transfer transfer({work.matrix.data, static_cast<std::size_t>(work.matrix.ld) * size},
                    {matrix.get(), static_cast<std::size_t>(layout.side) * size},
                    static_cast<std::size_t>(plan.problem.n) * size, plan.problem.n);
  Event start;
  Event end;
  DeviceArray<char> weights;
  const Stream copies;
  const Stream stream;  // last, so that its work is over before anything goes
  solver.prepare(matrix.get(), layout.side, stream);
  transfer.up(0, plan.problem.n, stream);
  if (plan.routes_on_device) {
    weights = DeviceArray<char>(layout.matrix);
    CUDA_CHECK(cudaMemcpyAsync(weights.get(), matrix.get(), layout.matrix, cudaMemcpyDeviceToDevice,
                               stream));
  }
  start.record(stream);
  solver.start(stream);
  end.record(stream);
  watch(solver, end, work.meter, &transfer, copies);
  work.kernel_seconds = end.seconds_since(start);
  if (plan.routes_on_device) find_routes(work, weights.get(), matrix.get(), layout.side, stream);
}

double peak(const Plan& plan) {
  const CurrentDevice device(plan.device);
  return variant_of(plan).peak(multiprocessors_of(plan.device));
}

}  // namespace warpath::cuda::dense
