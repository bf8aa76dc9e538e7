// Solves matrices in device memory: what a solve needs beside its matrix, made once and used often.
#pragma once

#include "cuda/dense/plan.hpp"
#include "cuda/dense/variant.hpp"
#include "cuda/device/owned.hpp"
#include "warpath/plan.hpp"

namespace warpath {
class ProgressMeter;
}

namespace warpath::cuda::dense {

class Transfer;

Variant variant_of(const Plan& plan);

class Solver {
 public:
  // Takes the workspace on the current device, which is the plan's. Error does_not_fit.
  explicit Solver(const Plan& plan);

  const Plan& plan() const { return plan_; }

  // The matrix of the next start(): layout_of(plan).side rows and columns, rows at multiples of 16
  // bytes. Writes its padding. From here on nothing is final: ask() may come before start() has
  // begun.
  void prepare(void* matrix, Index ld, cudaStream_t stream);

  // Starts to close the matrix, whose diagonal is prepared, and returns. One at a time. No cycle is
  // better than the empty path.
  void start(cudaStream_t stream);

  // How far it is, when the copy that this starts on another stream has been waited for.
  void ask(cudaStream_t stream);
  double fraction() const;  // of all tasks
  // Whether a row of the matrix has its final values. Never in symmetric problems.
  bool has_final(Index row) const;

  // Has the solve end soon, undone; by a copy on another stream.
  void stop(cudaStream_t stream);

 private:
  void clear_flags(cudaStream_t stream);

  Plan plan_;
  Layout layout_;
  Variant variant_;
  Launch launch_;
  DeviceArray<char> workspace_;
  // Host copies: the head of the flags, final tiles by row of tiles, and the word that stops.
  PinnedArray<char> seen_;
  std::size_t seen_bytes_;
  bool used_ = false;  // the flags are those of a solve
};

// The host beside a solve that has been started: until `end` reports progress, passes on a cancel,
// and brings home rows that are final; then throws what there is to throw, and brings home the
// rest. `copies` is another stream than the solve's. Without a transfer the matrix stays where it
// is.
void watch(Solver& solver, const Event& end, ProgressMeter& meter, Transfer* transfer,
           cudaStream_t copies);

}  // namespace warpath::cuda::dense
