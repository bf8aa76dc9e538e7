// The rows `buckets` and `dijkstra` of the kernel table: what everybody did before, and still the best
// where sources are few.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/dispatch.hpp"
#include "cpu/buckets.hpp"
#include "cpu/dijkstra.hpp"
#include "cpu/sparse/kernel.hpp"
#include "kernels/kernel_call.hpp"
#include "kernels/sparse_call.hpp"
#include "sparse/arcs.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Arcs;
using warpath::sparse::at;
using warpath::sparse::Vertex;

constexpr auto by_buckets = [](const auto& arcs, auto&&... more) { buckets_rows(arcs, more...); };
constexpr auto by_heap = [](const auto& arcs, auto&&... more) { dijkstra_rows(arcs, more...); };

template <class T, class Search>
void all_rows(const Search& search, const Arcs<T>& arcs, T* matrix, Index ld, Crew& crew,
              ProgressMeter& meter) {
  std::vector<Vertex> sources(at(arcs.vertices()));
  std::iota(sources.begin(), sources.end(), 0);
  search(arcs, sources, matrix, ld, crew, &meter);
}

template <class Search>
void run(KernelCall& call, const Search& search) {
  const Problem& problem = call.plan.problem;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      using T = typename S::Weight;
      using View = MatrixView<const T>;
      const auto arcs = warpath::sparse::arcs_of<S>(
          View::row_major(call.matrix<T>(), problem.n, problem.n, call.ld));
      Crew crew(call.plan.threads);
      all_rows(search, arcs, call.matrix<T>(), call.ld, crew, call.meter);
    }
  });
}

template <class Search>
void solve(SparseCall& call, const Search& search) {
  const Problem& problem = call.plan.problem;
  const auto start = std::chrono::steady_clock::now();
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      using T = typename S::Weight;
      const auto& arcs = *static_cast<const Arcs<T>*>(call.arcs);
      Crew crew(call.plan.threads);
      if (!call.sink) {
        all_rows(search, arcs, static_cast<T*>(call.matrix), call.ld, crew, call.meter);
        return;
      }
      const auto total = static_cast<Index>(call.sources.size());
      Result::Storage storage = Matrix<T>(std::min(call.batch, total), problem.n);
      for (Index first = 0; first < total; first += call.batch) {
        auto& rows = std::get<Matrix<T>>(storage);
        const Index count = std::min(call.batch, total - first);
        search(arcs, call.sources.subspan(at(first), at(count)), rows.data(),
               rows.leading_dimension(), crew, &call.meter);
        call.sink(first, storage, count);
      }
    }
  });
  call.sweep_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::string_view search_unsupported(const Problem& problem) {
  if (problem.semiring != SemiringKind::shortest_path) return "it knows shortest paths only";
  if (!problem.nonnegative) return "it needs a graph, whose weights are not negative";
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

void run_buckets(KernelCall& call) {
  run(call, by_buckets);
}

void run_dijkstra(KernelCall& call) {
  run(call, by_heap);
}

void solve_buckets(SparseCall& call) {
  solve(call, by_buckets);
}

void solve_dijkstra(SparseCall& call) {
  solve(call, by_heap);
}

}  // namespace warpath::cpu
