// The suites "routes" and "routes-cuda": what predecessors and proofs cost beside the distances.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/suite.hpp"
#include "bench/timing.hpp"
#include "verify/sample.hpp"
#include "warpath/router.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

// Medians in turns; on a device, of its own work.
struct DenseSeconds {
  double plain = 0;
  double with_predecessors = 0;
  double proof = 0;  // of 64 rows of distances; on the CPU
};

DenseSeconds dense(const SuiteRun& run, const std::string& kernel, Index n) {
  const DenseMatrix weights = weights_of({.n = n});
  std::optional<Result> result;
  const auto prove_result = [&](int = 0) { prove(claim_of(*result), weights); };
  const auto medians = medians_in_turns(
      run.times(7), 3,
      [&](int what) {
        const bool on_device = result && result->statistics().plan.device >= 0;
        if (what == 1) return on_device ? 0 : seconds_of(prove_result);
        result.reset();
        const Options options{.predecessors = what == 2, .kernel = kernel};
        result.emplace(solve<float>(std::get<Matrix<float>>(weights).view(), options));
        const Statistics& took = result->statistics();
        return took.plan.device >= 0 ? took.kernel_seconds : took.seconds;
      },
      prove_result);
  run.found(fmt::format("kernel {}, distances", kernel), "random", n, medians[0]);
  run.found(fmt::format("kernel {}, distances and predecessors", kernel), "random", n, medians[2]);
  return {medians[0], medians[2], medians[1]};
}

// Both into memory that nobody has touched, in turns.
void sparse(const SuiteRun& run) {
  constexpr Index n = 16384;
  for (const GraphKind kind : {GraphKind::road, GraphKind::streets}) {
    const Graph graph = generate(kind, n);
    std::optional<Result> result;
    const auto medians = medians_in_turns(
        run.times(7), 2,
        [&](int what) {
          result.reset();
          return seconds_of([&] {
            result.emplace(solve(graph, {.predecessors = what == 1, .method = Method::sparse}));
          });
        },
        [&](int) { prove(claim_of(*result), graph); });
    run.found("kernel sparse, distances", to_string(kind), n, medians[0]);
    run.found("kernel sparse, distances and predecessors", to_string(kind), n, medians[1]);
    run.goal(fmt::format("predecessors, {}, n={}: over distances alone", to_string(kind), n), "",
             {1.4, 1.2}, medians[1] / medians[0]);
  }
}

void full_proof(const SuiteRun& run) {
  constexpr Index n = 16384;
  const Graph graph = generate(GraphKind::road, n);
  const Result result = solve(graph, {.predecessors = true});
  const auto all = verify::sample_sources(n, n);
  Claim claim = claim_of(result);
  claim.sources = all;
  const double seconds = median_seconds(run.times(5), [&] { prove(claim, graph); });
  run.found("proof of all distances and predecessors", "road", n, seconds);
  run.goal("proof of every row, road, n=16384", "s", {2, 1}, seconds);
}

// Routes between random places, from what elimination leaves.
void router(const SuiteRun& run) {
  constexpr Index n = 131044;
  constexpr Index count = 1000;
  const Graph graph = generate(GraphKind::road, n);
  std::optional<Router> router;
  run.found("Router: order and elimination", "road", n, seconds_of([&] { router.emplace(graph); }));
  const auto from = verify::sample_sources(n, count, 1);
  auto to = verify::sample_sources(n, count, 2);
  std::reverse(to.begin(), to.end());
  std::vector<std::pair<Index, Index>> pairs;
  for (std::size_t k = 0; k < from.size(); ++k) pairs.emplace_back(from[k], to[k]);
  run.found("Router: one route", "road", n,
            seconds_of([&] { (void)router->path(from.front(), to.front()); }));
  run.found("Router: each of 1,000 routes", "road", n,
            seconds_of([&] { (void)router->paths(pairs); }) / static_cast<double>(count));
}

}  // namespace

void run_routes(const SuiteRun& run) {
  constexpr Index n = 4096;
  const DenseSeconds seconds = dense(run, "cpu", n);
  run.found("proof of 64 rows", "random", n, seconds.proof);
  run.goal("proof of 64 rows, dense float32, n=4096: over the solve", "", {0.15, 0.1},
           seconds.proof / seconds.plain);
  run.goal("predecessors, dense float32, n=4096: over distances alone", "", {1.5, 1.25},
           seconds.with_predecessors / seconds.plain);
  sparse(run);
  full_proof(run);
  router(run);
}

void run_routes_cuda(const SuiteRun& run) {
  const DenseSeconds seconds = dense(run, "cuda", 16384);
  run.goal("predecessors, dense float32, n=16384", "ms", {450, 350},
           seconds.with_predecessors * 1e3);
  run.goal("predecessors, dense float32, n=16384: over distances alone", "", {1.5, 1.25},
           seconds.with_predecessors / seconds.plain);
}

}  // namespace warpath::bench
