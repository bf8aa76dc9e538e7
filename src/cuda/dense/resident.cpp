// What a solve does around a kernel for matrices in host memory (src/numerics), done on the device
// for one that lies there.

#include "cuda/dense/resident.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/plan.hpp"
#include "cuda/dense/resident_steps.hpp"
#include "cuda/dense/watch.hpp"
#include "kernels/host.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::dense {
namespace {

template <class S>
class Look {
  using T = typename S::Weight;

 public:
  explicit Look(const DeviceMatrix& matrix)
      : matrix_(matrix),
        stream_(static_cast<cudaStream_t>(matrix.stream)),
        given_{static_cast<T*>(matrix.data), matrix.ld, static_cast<int>(matrix.n)} {}

  MatrixFacts all() const {
    MatrixFacts facts;
    facts.weights = weights();
    if (matrix_.undirected) {
      // Ranges are those of arcs that count both ways.
      make_symmetric_there<S>(given_, stream_);
      facts.weights = weights();
    }
    facts.symmetric = matrix_.undirected || is_symmetric();
    return facts;
  }

 private:
  // Looks at every weight; throws for the first that must be refused.
  InputFacts weights() const {
    const auto n = static_cast<std::size_t>(matrix_.n);
    const DeviceArray<RowFacts<T>> there(n);
    std::vector<RowFacts<T>> rows(n);
    look_at_rows<S>(given_, there.get(), stream_);
    CUDA_CHECK(cudaMemcpyAsync(rows.data(), there.get(), n * sizeof(RowFacts<T>),
                               cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    InputFacts facts;
    for (std::size_t i = 0; i < n; ++i) {
      if (rows[i].bad < matrix_.n) refuse(static_cast<Index>(i), rows[i].bad);
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
    CUDA_CHECK(cudaMemcpyAsync(&cell, given_.cells + i * matrix_.ld + j, sizeof(T),
                               cudaMemcpyDeviceToHost, stream_));
    CUDA_CHECK(cudaStreamSynchronize(stream_));
    check_cell<S>(cell, i, j, matrix_.orientation);
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

  const DeviceMatrix& matrix_;
  cudaStream_t stream_;
  Given<T> given_;
};

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
    set_diagonal_there<S>(given_, true, stream_);
    Solver solver(work_.plan);
    const Layout layout = layout_of(work_.plan);
    const bool where_it_lies = layout.lies_there &&
                               reinterpret_cast<std::uintptr_t>(given_.cells) % 16 == 0 &&
                               ld_ * static_cast<Index>(sizeof(T)) % 16 == 0;
    const DeviceArray<T> padded(where_it_lies ? 0 : layout.matrix / sizeof(T));
    T* working = where_it_lies ? given_.cells : padded.get();
    const Index ld = where_it_lies ? ld_ : layout.side;
    solver.prepare(working, ld, stream_);
    if (!where_it_lies) copy(working, ld, given_.cells, ld_);
    start.record(stream_);
    solver.start(work_.tolerance, stream_);
    end.record(stream_);
    const Stream copies;
    Watch watch(solver, work_.meter, nullptr, copies);
    watch.until(end);
    watch.finish();
    if (!where_it_lies) copy(given_.cells, ld_, working, ld);
    finish();
    done.record(stream_);
    done.wait();
    work_.kernel_seconds = end.seconds_since(start);
    work_.resident_seconds = done.seconds_since(begin);
  }

 private:
  void copy(T* to, Index to_ld, const T* from, Index from_ld) const {
    const auto width = static_cast<std::size_t>(n_) * sizeof(T);
    CUDA_CHECK(cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_ld) * sizeof(T), from,
                                 static_cast<std::size_t>(from_ld) * sizeof(T), width,
                                 static_cast<std::size_t>(n_), cudaMemcpyDeviceToDevice, stream_));
  }

  void finish() const {
    set_diagonal_there<S>(given_, false, stream_);
    if constexpr (S::kind == SemiringKind::shortest_path) {
      if (std::is_integral_v<T> && !work_.facts.nonnegative) {
        restore_no_path<S>(given_, least_no_path<S>(work_.facts), stream_);
      }
      if (work_.facts.may_overflow) check_reach_there();
    }
  }

  // A distance may have outgrown the type. That is rare, and looking is slow: on the host, as for
  // others.
  void check_reach_there() const {
    const auto n = static_cast<std::size_t>(n_);
    std::vector<T> cells(n * n);
    CUDA_CHECK(cudaMemcpy2DAsync(cells.data(), n * sizeof(T), given_.cells,
                                 static_cast<std::size_t>(ld_) * sizeof(T), n * sizeof(T), n,
                                 cudaMemcpyDeviceToHost, stream_));
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

int device_of(const void* memory) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    (void)cudaGetLastError();
    return -1;
  }
  const bool there =
      attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged;
  return there ? attributes.device : -1;
}

MatrixFacts look(const DeviceMatrix& matrix, int device) {
  const CurrentDevice current(device);
  MatrixFacts facts;
  if (matrix.n == 0) return facts;
  visit_semiring(matrix.semiring, matrix.weight,
                 [&]<class S>(S) { facts = Look<S>(matrix).all(); });
  return facts;
}

void run_resident(Work& work) {
  const CurrentDevice device(work.plan.device);
  visit_semiring(work.plan.problem.semiring, work.plan.problem.weight,
                 [&]<class S>(S) { Resident<S>(work).solve(); });
}

}  // namespace warpath::cuda::dense
