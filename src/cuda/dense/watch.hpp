// The host beside a solve: progress, cancel, and rows that can come home early.
#pragma once

#include "base/progress_meter.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/dense/transfer.hpp"

namespace warpath::cuda::dense {

class Watch {
 public:
  // `copies` is another stream than the solve's. Without a transfer the matrix stays where it is.
  Watch(Solver& solver, ProgressMeter& meter, Transfer* transfer, cudaStream_t copies)
      : solver_(solver), meter_(meter), transfer_(transfer), copies_(copies) {}

  // Until `end`: reports progress, passes on a cancel, and brings home rows that are final.
  void until(const Event& end);

  // After it: throws what there is to throw, and brings home the rest.
  void finish();

 private:
  void look();
  void report(double fraction);

  Solver& solver_;
  ProgressMeter& meter_;
  Transfer* transfer_;
  cudaStream_t copies_;
  Index home_ = 0;  // rows that are on their way back
  double reported_ = 0;
  bool stopped_ = false;
};

}  // namespace warpath::cuda::dense
