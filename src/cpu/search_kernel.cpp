// The rows `buckets` and `dijkstra` of the kernel table: what everybody did before, and still the
// best where sources are few.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/dispatch.hpp"
#include "base/stopwatch.hpp"
#include "cpu/batches.hpp"
#include "cpu/kernel.hpp"
#include "cpu/search.hpp"
#include "sparse/arcs.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Arcs;
using warpath::sparse::Vertex;

void run(Work& work, Queue queue) {
  const Problem& problem = work.plan.problem;
  const Stopwatch watch;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      using T = typename S::Weight;
      const auto& arcs = *static_cast<const Arcs<T>*>(work.arcs);
      Crew crew(work.plan.threads);
      if (work.rows == nullptr) {
        std::vector<Vertex> all(at(arcs.vertices()));
        std::iota(all.begin(), all.end(), 0);
        search_rows<T>(arcs, all, work.cells<T>(), work.matrix.ld, queue, crew, &work.meter);
        return;
      }
      each_batch(work, [&](Index first, Index count, const Cells& cells) {
        search_rows<T>(arcs, work.sources.subspan(at(first), at(count)),
                       static_cast<T*>(cells.data), cells.ld, queue, crew, &work.meter);
      });
    }
  });
  work.kernel_seconds = work.sweep_seconds = watch.seconds();
}

}  // namespace

std::string_view search_unsupported(const Problem& problem) {
  if (problem.semiring != SemiringKind::shortest_path) return "it knows shortest paths only";
  if (!problem.nonnegative) return "it needs weights that are not negative";
  return "";
}

void configure_dijkstra(Plan& plan, const Machine& machine) {
  constexpr double kSecondsPerStep = 2.5e-9;  // a vertex, and the depth of the heap, measured
  const double n = static_cast<double>(plan.problem.n);
  const double rows = plan.problem.rows < 0 ? n : static_cast<double>(plan.problem.rows);
  plan.isa = {};
  plan.block = 0;
  plan.tasks = n * rows;
  if (plan.threads == 0) plan.threads = rows < 2 ? 1 : machine.cores;
  plan.predicted_seconds =
      kSecondsPerStep * n * rows * std::log2(n + 2) / std::min(plan.threads, machine.cores);
}

void configure_buckets(Plan& plan, const Machine& machine) {
  configure_dijkstra(plan, machine);
  plan.predicted_seconds /= 2;
}

void run_buckets(Work& work) { run(work, Queue::buckets); }
void run_dijkstra(Work& work) { run(work, Queue::heap); }

}  // namespace warpath::cpu
