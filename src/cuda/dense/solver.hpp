// Solves matrices in device memory: what a solve needs beside its matrix, made once and used often.
#pragma once

#include <vector>

#include "cuda/dense/plan.hpp"
#include "cuda/dense/variant.hpp"
#include "cuda/device/owned.hpp"
#include "warpath/plan.hpp"

namespace warpath::cuda::dense {

Variant variant_of(const Plan& plan);

class Solver {
 public:
  // Takes the workspace on the current device, which is the plan's. Error does_not_fit.
  explicit Solver(const Plan& plan);

  const Plan& plan() const { return plan_; }

  // The matrix of the next start(): layout_of(plan).side rows and columns, rows at multiples of 16 bytes.
  // Writes its padding. From here on nothing is final: ask() may come before start() has begun.
  void prepare(void* matrix, Index ld, cudaStream_t stream);

  // Starts to close the matrix, whose diagonal is prepared, and returns. One at a time.
  void start(const CycleTolerance& tolerance, cudaStream_t stream);

  // How far it is, when the copy that this starts on another stream has been waited for.
  void ask(cudaStream_t stream);
  double fraction() const;  // of all tasks
  // Whether a row of the matrix has its final values. Never in symmetric problems.
  bool has_final(Index row) const;
  // Throws Error negative_cycle if one was found.
  void check() const;

  // Has the solve end soon, undone; by a copy on another stream.
  void stop(cudaStream_t stream);

 private:
  void clear_flags(cudaStream_t stream);

  Plan plan_;
  Layout layout_;
  Variant variant_;
  Launch launch_;
  DeviceArray<char> workspace_;
  // Host copies: the head of the flags, tiles that are final by row of tiles, and the word that stops.
  PinnedArray<char> seen_;
  std::size_t seen_bytes_;
  bool used_ = false;  // the flags are those of a solve
};

}  // namespace warpath::cuda::dense
