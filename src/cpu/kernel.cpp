#include "cpu/kernel.hpp"

#include <algorithm>

#include "base/dispatch.hpp"
#include "cpu/closure.hpp"
#include "cpu/isa.hpp"
#include "kernels/work.hpp"
#include "warpath/matrix.hpp"

namespace warpath::cpu {
namespace {

// Below this many tasks, waking other threads costs more than they help.
constexpr double kSerialTasks = 4e6;

// Nominal tasks per second of all threads, for predictions only: a vector in a cycle of 2.6 GHz, and more where n is large. That
// lies between machines that were measured: 0.6 and 1.9 of it. Further threads help the more, the larger n is.
double nominal_rate(const Plan& plan, int cores) {
  const std::string_view isa = plan.isa;
  const double bytes = isa == "avx512" ? 64 : isa == "avx2" ? 32 : isa == "scalar" ? 4 : 16;
  const double n = static_cast<double>(plan.problem.n);
  const double one = 2.6e9 * bytes / size_of(plan.problem.weight) * (1 + 0.3 * n / (n + 2000));
  return one * (1 + (std::min(plan.threads, cores) - 1) * n / (n + 1500));
}

// Wide blocks touch the matrix less often; narrow ones waste less on the pivot, which is closed
// at a fraction of the speed. In wide ones a column strip and a row strip must fit L1 together:
// rows of 1 KiB do.
Index choose_block(Index n, WeightType weight) {
  return n <= 1024 ? kBaseBlock : 1024 / std::max<Index>(4, size_of(weight));
}

// Visits S and its tiles.
template <class Visitor>
void visit_tiles(const Problem& problem, std::string_view isa, Visitor&& visit) {
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    visit(*find_tiles<typename S::Weight>(problem.semiring, problem.nonnegative, isa));
  });
}

}  // namespace

std::string_view unsupported(const Problem& problem) {
  return is_compiled(problem.semiring, problem.weight) ? "" : "this combination is not built in";
}

void configure(Plan& plan, const Machine& machine) {
  const Problem& problem = plan.problem;
  plan.isa = resolve_isa(plan.isa, machine.isa);
  plan.block = std::max<Index>(
      1, std::min(plan.block ? plan.block : choose_block(problem.n, problem.weight), problem.n));
  if (plan.threads == 0) plan.threads = plan.tasks < kSerialTasks ? 1 : machine.cores;
  visit_tiles(problem, plan.isa, [&]<class T>(const Tiles<T>& tiles) {
    plan.workspace_bytes =
        static_cast<std::size_t>(closure_workspace(tiles, problem.n, plan.block)) * sizeof(T);
  });
  plan.predicted_seconds = plan.tasks / nominal_rate(plan, machine.cores);
}

void run(Work& work) {
  const Problem& problem = work.plan.problem;
  visit_tiles(problem, work.plan.isa, [&]<class T>(const Tiles<T>& tiles) {
    const auto workspace = detail::allocate_cells(work.plan.workspace_bytes);
    Crew crew(work.plan.threads);
    const ClosureJob<T> job{.tiles = &tiles,
                            .matrix = work.cells<T>(),
                            .n = problem.n,
                            .ld = work.matrix.ld,
                            .block = work.plan.block,
                            .symmetric = problem.symmetric};
    close_matrix(job, static_cast<T*>(workspace.get()), crew, &work.meter);
  });
}

}  // namespace warpath::cpu
