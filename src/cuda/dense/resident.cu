// The kernel `cuda` for a matrix that lies in the device's memory, with what a solve does around it
// (src/numerics) done there, too.

#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/given.cuh"
#include "cuda/dense/plan.hpp"
#include "cuda/dense/solver.hpp"
#include "kernels/host.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"

namespace warpath::cuda::dense {
namespace {

// The empty path from each vertex to itself.
template <class S>
__global__ void set_diagonal_cells(Given<typename S::Weight> w) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < w.n) at(w, i, i) = S::empty_path();
}

// What negative weights have taken from "no path" is given back: all from `least` on are no paths.
template <class T>
__global__ void restore_cells(Given<T> w, T least, T no_path) {
  for (long long i = blockIdx.x; i < w.n; i += gridDim.x) {
    for (long long j = threadIdx.x; j < w.n; j += blockDim.x) {
      if (at(w, i, j) >= least) at(w, i, j) = no_path;
    }
  }
}

template <class S>
class Resident {
  using T = typename S::Weight;

 public:
  explicit Resident(Work& work)
      : work_(work),
        n_(work.plan.problem.n),
        ld_(work.matrix.ld),
        stream_(static_cast<cudaStream_t>(work.stream)),
        given_{work.cells<T>(), work.matrix.ld, static_cast<int>(n_)} {}

  void solve() {
    Event begin, start, end, done;
    begin.record(stream_);
    Solver solver(work_.plan);
    const Layout layout = layout_of(work_.plan);
    const bool where_it_lies = layout.lies_there &&
                               reinterpret_cast<std::uintptr_t>(given_.cells) % 16 == 0 &&
                               ld_ * static_cast<Index>(sizeof(T)) % 16 == 0;
    const DeviceArray<T> padded(where_it_lies ? 0 : layout.matrix / sizeof(T));
    T* working = where_it_lies ? given_.cells : padded.get();
    const Index ld = where_it_lies ? ld_ : layout.side;
    const Stream copies;
    const WorkOfScope work(stream_);  // last: it needs what is above
    set_diagonal();
    solver.prepare(working, ld, stream_);
    if (!where_it_lies) copy(working, ld, given_.cells, ld_, cudaMemcpyDeviceToDevice);
    start.record(stream_);
    solver.start(stream_);
    end.record(stream_);
    watch(solver, end, work_.meter, nullptr, copies);
    if (!where_it_lies) copy(given_.cells, ld_, working, ld, cudaMemcpyDeviceToDevice);
    finish();
    done.record(stream_);
    done.wait();
    work_.kernel_seconds = end.seconds_since(start);
    work_.resident_seconds = done.seconds_since(begin);
  }

 private:
  // All n x n cells.
  void copy(T* to, Index to_ld, const T* from, Index from_ld, cudaMemcpyKind kind) const {
    const auto n = static_cast<std::size_t>(n_);
    CUDA_CHECK(cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_ld) * sizeof(T), from,
                                 static_cast<std::size_t>(from_ld) * sizeof(T), n * sizeof(T), n,
                                 kind, stream_));
  }

  void set_diagonal() const {
    const auto blocks = static_cast<unsigned>((n_ + kRowThreads - 1) / kRowThreads);
    set_diagonal_cells<S><<<blocks, kRowThreads, 0, stream_>>>(given_);
    CUDA_CHECK_LAUNCH(set_diagonal_cells);
  }

  void finish() const {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      if (std::is_integral_v<T> && !work_.facts.nonnegative) {
        restore_cells<<<row_blocks(given_), kRowThreads, 0, stream_>>>(
            given_, least_no_path<S>(work_.facts), S::no_path());
        CUDA_CHECK_LAUNCH(restore_cells);
      }
      if (work_.facts.may_overflow) check_reach_there();
    }
  }

  // A distance may have outgrown the type. That is rare, and looking is slow: on the host, as for
  // others.
  void check_reach_there() const {
    std::vector<T> cells(static_cast<std::size_t>(n_ * n_));
    copy(cells.data(), n_, given_.cells, ld_, cudaMemcpyDeviceToHost);
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    Crew crew(host_machine().cores);
    check_reach(cells.data(), n_, n_, S::no_path(), work_.orientation, crew);
  }

  Work& work_;
  const Index n_;
  const Index ld_;
  cudaStream_t stream_;
  Given<T> given_;
};

}  // namespace

void run_resident(Work& work) {
  const CurrentDevice device(work.plan.device);
  visit_semiring(work.plan.problem.semiring, work.plan.problem.weight,
                 [&]<class S>(S) { Resident<S>(work).solve(); });
}

}  // namespace warpath::cuda::dense
