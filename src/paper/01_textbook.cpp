// 01 textbook: the paper's figure 1 and the CPU column of its table.
//
// Idea       for k, for i, for j: w_ij <- min(w_ij, w_ik + w_kj)
// Threads    one
// Bound by   the branch and the load of each task; the matrix passes through the caches n times
// Source     Floyd 1962, Warshall 1962; Lund and Smith, figure 1

#include "base/dispatch.hpp"
#include "paper/kernels.hpp"
#include "paper/relax_cell.hpp"

namespace warpath::paper {
namespace {

template <class S>
void textbook(typename S::Weight* w, Index n, Index ld, ProgressMeter& meter) {
  for (Index k = 0; k < n; ++k) {
    for (Index i = 0; i < n; ++i) {
      const typename S::Weight w_ik = w[i * ld + k];
      for (Index j = 0; j < n; ++j) relax_cell<S>(w[i * ld + j], w_ik, w[k * ld + j]);
      meter.add(static_cast<double>(n));
      if (meter.cancelled()) meter.check();
    }
  }
}

}  // namespace

std::string_view cpu_unsupported(const Problem& problem) {
  return is_compiled(problem.semiring, problem.weight) ? "" : "this combination is not built in";
}

void configure_textbook(Plan& plan, const Machine&) {
  plan.block = 1;
  plan.threads = 1;
  plan.isa = {};
  const double n = static_cast<double>(plan.problem.n);
  plan.tasks = n * n * n;  // symmetry is not made use of
  plan.predicted_seconds = plan.tasks / 1e9;
}

void run_textbook(Work& work) {
  const Problem& problem = work.plan.problem;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    textbook<S>(work.cells<typename S::Weight>(), problem.n, work.matrix.ld, work.meter);
  });
}

}  // namespace warpath::paper
