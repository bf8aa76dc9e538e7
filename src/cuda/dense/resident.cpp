// solve_on_device(): what core does around a kernel for matrices in host memory (prepare.cpp, symmetry.cpp), done
// on the device for one that lies there.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/plan.hpp"
#include "cuda/dense/resident_steps.hpp"
#include "cuda/dense/watch.hpp"
#include "kernels/host.hpp"
#include "kernels/resident.hpp"
#include "numerics/prepare.hpp"
#include "numerics/reach_check.hpp"
#include "warpath/error.hpp"
#include "warpath/result.hpp"

namespace warpath::cuda::dense {
namespace {

template <class S>
class Resident {
  using T = typename S::Weight;

 public:
  explicit Resident(const ResidentCall& call)
      : call_(call),
        stream_(static_cast<cudaStream_t>(call.stream)),
        given_{static_cast<T*>(call.data), call.ld, static_cast<int>(call.n)} {}

  Statistics solve(int device) {
    if (call_.n == 0) return {.plan = plan({}, device)};
    Event begin, start, end, done;
    begin.record(stream_);
    InputFacts facts = look();
    if (call_.options.undirected) {
      // Ranges are those of arcs that count both ways.
      make_symmetric_there<S>(given_, stream_);
      facts = look();
    }
    Statistics statistics;
    statistics.plan = plan(facts, device);
    const Plan& plan = statistics.plan;
    set_diagonal_there<S>(given_, true, stream_);

    ProgressMeter meter(call_.options.progress, plan.tasks);
    meter.begin();
    Solver solver(plan);
    const Layout layout = layout_of(plan);
    const bool where_it_lies = layout.lies_there &&
                               reinterpret_cast<std::uintptr_t>(call_.data) % 16 == 0 &&
                               call_.ld * static_cast<Index>(sizeof(T)) % 16 == 0;
    const DeviceArray<T> padded(where_it_lies ? 0 : layout.matrix / sizeof(T));
    T* working = where_it_lies ? given_.cells : padded.get();
    const Index ld = where_it_lies ? call_.ld : layout.side;
    solver.prepare(working, ld, stream_);
    if (!where_it_lies) copy(working, ld, given_.cells, call_.ld);
    start.record(stream_);
    solver.start(tolerance_of(call_.options, call_.weight, facts), stream_);
    end.record(stream_);
    const Stream copies;
    Watch watch(solver, meter, nullptr, copies);
    watch.until(end);
    watch.finish();
    if (!where_it_lies) copy(given_.cells, call_.ld, working, ld);
    finish(facts);
    done.record(stream_);
    done.wait();
    statistics.kernel_seconds = end.seconds_since(start);
    statistics.seconds = done.seconds_since(begin);
    const double n = static_cast<double>(call_.n);
    statistics.tasks_per_second = n * n * n / statistics.seconds;
    meter.finish();
    return statistics;
  }

 private:
  void copy(T* to, Index to_ld, const T* from, Index from_ld) const {
    const auto width = static_cast<std::size_t>(call_.n) * sizeof(T);
    CUDA_CHECK(cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_ld) * sizeof(T), from,
                                 static_cast<std::size_t>(from_ld) * sizeof(T), width,
                                 static_cast<std::size_t>(call_.n), cudaMemcpyDeviceToDevice,
                                 stream_));
  }

  // Looks at every weight; throws for the first that must be refused.
  InputFacts look() const {
    const auto n = static_cast<std::size_t>(call_.n);
    const DeviceArray<RowFacts<T>> there(n);
    std::vector<RowFacts<T>> rows(n);
    look_at_rows<S>(given_, there.get(), stream_);
    CUDA_CHECK(cudaMemcpyAsync(rows.data(), there.get(), n * sizeof(RowFacts<T>),
                               cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    InputFacts facts;
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i].bad < call_.n) refuse(static_cast<Index>(i), rows[i].bad);
      facts.nonnegative = facts.nonnegative && rows[i].negative == 0;
      facts.add(rows[i].low, rows[i].high);
    }
    if constexpr (S::kind == SemiringKind::shortest_path) {
      check_range<S>(facts);
    } else {
      facts = {.nonnegative = false};
    }
    return facts;
  }

  void refuse(Index i, Index j) const {
    T cell;
    CUDA_CHECK(cudaMemcpyAsync(&cell, given_.cells + i * call_.ld + j, sizeof(T),
                               cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    check_cell<S>(cell, i, j, call_.orientation);
  }

  bool is_symmetric() const {
    const DeviceArray<int> different(1);
    int seen = 0;
    CUDA_CHECK(cudaMemsetAsync(different.get(), 0, sizeof(int), stream_));
    compare_directions<S>(given_, different.get(), stream_);
    CUDA_CHECK(
        cudaMemcpyAsync(&seen, different.get(), sizeof(int), cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    return seen == 0;
  }

  Plan plan(const InputFacts& facts, int device) const {
    Machine machine = host_machine();
    machine.memory_available = available_memory();
    find_devices(machine, false);
    std::erase_if(machine.devices, [&](const Device& one) { return one.ordinal != device; });
    Options options = call_.options;
    options.device = Backend::cuda;
    options.kernel = "cuda";
    Problem problem;
    problem.n = call_.n;
    problem.semiring = S::kind;
    problem.weight = call_.weight;
    problem.nonnegative = facts.nonnegative && S::kind == SemiringKind::shortest_path;
    problem.symmetric = call_.options.undirected || (call_.n > 0 && is_symmetric());
    problem.in_place = problem.resident = true;
    return make_plan(problem, options, machine);
  }

  void finish(const InputFacts& facts) const {
    set_diagonal_there<S>(given_, false, stream_);
    if constexpr (S::kind == SemiringKind::shortest_path) {
      if (std::is_integral_v<T> && !facts.nonnegative) {
        restore_no_path<S>(given_, least_no_path<S>(facts), stream_);
      }
      if (facts.may_overflow) check_reach_there();
    }
  }

  // A distance may have outgrown the type. That is rare, and looking is slow: on the host, as for others.
  void check_reach_there() const {
    const auto n = static_cast<std::size_t>(call_.n);
    std::vector<T> cells(n * n);
    CUDA_CHECK(cudaMemcpy2DAsync(cells.data(), n * sizeof(T), given_.cells,
                                 static_cast<std::size_t>(call_.ld) * sizeof(T), n * sizeof(T), n,
                                 cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    Crew crew(host_machine().cores);
    check_reach(cells.data(), call_.n, call_.n, S::no_path(), call_.orientation, crew);
  }

  const ResidentCall& call_;
  cudaStream_t stream_;
  Given<T> given_;
};

}  // namespace

Statistics solve_resident(const ResidentCall& call) {
  Machine machine = host_machine();
  find_devices(machine, true);
  if (machine.devices.empty()) {
    throw Error(ErrorCode::device_unavailable,
                fmt::format("a matrix in device memory, but CUDA is {}", machine.cuda),
                "use solve_in_place for matrices in host memory");
  }
  cudaPointerAttributes attributes{};
  attributes.device = machine.devices.front().ordinal;
  if (call.n > 0) {
    const cudaError_t status = cudaPointerGetAttributes(&attributes, call.data);
    if (status != cudaSuccess) (void)cudaGetLastError();
    if (status != cudaSuccess ||
        (attributes.type != cudaMemoryTypeDevice && attributes.type != cudaMemoryTypeManaged)) {
      throw Error(ErrorCode::usage,
                  fmt::format("a matrix of {} vertices at {}, which is not device memory", call.n,
                              fmt::ptr(call.data)),
                  "use solve_in_place for matrices in host memory");
    }
  }
  const CurrentDevice device(attributes.device);
  Statistics statistics;
  const bool offered = visit_semiring(call.options.semiring, call.weight, [&]<class S>(S) {
    statistics = Resident<S>(call).solve(attributes.device);
  });
  if (!offered) {
    throw Error(ErrorCode::unsupported,
                fmt::format("{} with {} weights", to_string(call.options.semiring),
                            to_string(call.weight)));
  }
  return statistics;
}

}  // namespace warpath::cuda::dense
