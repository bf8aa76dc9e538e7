// The suite "sparse": what the sparse engine must reach on the CPU, measured in one run.
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/resources.hpp"
#include "bench/proof.hpp"
#include "bench/suite.hpp"
#include "bench/suites/predictions.hpp"
#include "bench/timing.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

void road_against_searches(const SuiteRun& run) {
  const Graph graph = generate(GraphKind::road, 16384);
  const Options all[] = {{.method = Method::sparse}, {.kernel = "dijkstra"}, {.kernel = "buckets"}};
  Statistics last[3];
  // Into the same memory: what the system needs to clear fresh memory is no part of any method.
  Matrix<float> matrix(graph.vertices(), graph.vertices());
  const auto medians = medians_in_turns(
      run.times(5), 3,
      [&](int i) {
        last[i] = solve_into<float>(graph, matrix.view(), all[i]);
        return last[i].seconds;
      },
      [&](int) {
        prove({SemiringKind::shortest_path, std::as_const(matrix).view()}, graph);
      });
  for (std::size_t i = 0; i < 3; ++i) {
    run.found("from the graph to the last distance", "road", graph.vertices(), medians[i],
              &last[i]);
  }
  run.goal("road, n=16384: sparse over dijkstra", "x", {45, 60}, medians[1] / medians[0]);
  run.text(fmt::format("sparse over buckets: {:.3g}x\n", medians[2] / medians[0]));
}

// From a graph to a matrix that nobody has touched, as most callers have it.
void cold(const SuiteRun& run, Predictions& predictions) {
  constexpr Index n = 16384;
  for (const GraphKind kind : {GraphKind::road, GraphKind::streets}) {
    const Graph graph = generate(kind, n);
    std::optional<Result> result;
    const auto once = [&](int) {
      result.reset();
      return seconds_of([&] { result.emplace(solve(graph)); });
    };
    const auto check = [&](int) { prove(claim_of(*result), graph); };
    const double seconds = medians_in_turns(run.times(5), 1, once, check).front();
    run.found("cold: graph to distances in fresh memory", to_string(kind), n, seconds,
              &result->statistics());
    predictions.add(result->statistics().plan, seconds);
  }
}

// The same with predecessors.
void with_predecessors(const SuiteRun& run, Predictions& predictions) {
  const Graph graph = generate(GraphKind::road, 16384);
  std::optional<Result> result;
  const auto once = [&](int paths) {
    result.reset();
    return seconds_of([&] { result.emplace(solve(graph, {.predecessors = paths != 0})); });
  };
  const auto check = [&](int) { prove(claim_of(*result), graph); };
  const auto medians = medians_in_turns(run.times(5), 2, once, check);
  run.found("cold: graph to distances and predecessors in fresh memory", "road", graph.vertices(),
            medians[1], &result->statistics());
  predictions.add(result->statistics().plan, medians[1]);
  run.goal("road, n=16384: predecessors, over distances alone", "x", {1.4, 1.2},
           medians[1] / medians[0]);
}

// Rows that somebody takes, batch after batch.
void streamed_rows(const SuiteRun& run, Predictions& predictions) {
  const Graph graph = generate(GraphKind::road, 65536);
  std::vector<Index> sources(static_cast<std::size_t>(graph.vertices()));
  std::iota(sources.begin(), sources.end(), Index{0});
  Statistics last;
  const auto once = [&](int) {
    return seconds_of([&] { last = stream_rows(graph, sources, {}, [](Rows&) {}); });
  };
  const double seconds = medians_in_turns(run.times(3), 1, once, [](int) {}).front();
  run.found("rows of all, streamed", "road", graph.vertices(), seconds, &last);
  predictions.add(last.plan, seconds);
}

void measures(const SuiteRun& run, Predictions& predictions) {
  constexpr std::pair<GraphKind, Index> graphs[] = {{GraphKind::road, 131'044},
                                                    {GraphKind::streets, 114'688}};
  for (const auto& [kind, n] : graphs) {
    const Graph graph = generate(kind, n);
    Measures found;
    const double seconds = seconds_of([&] { found = measure(graph); });
    prove_measures(found, graph);
    run.found("measures of all pairs", to_string(kind), n, seconds, &found.statistics);
    predictions.add(found.statistics.plan, seconds);
    const bool enough = available_cores() >= 16;  // for what is asked of 16
    if (enough && kind == GraphKind::road) {
      run.goal("road, n=131044: measures of all pairs, 16 cores", "s", {2.5, 1.2}, seconds);
    }
  }
}

// The dense method is so slow that one solve says enough.
void auto_against_dense_on_cpu(const SuiteRun& run) {
  const Graph graph = generate(GraphKind::scale_free, 16384);
  const Result dense = solve(graph, {.method = Method::dense});
  prove(claim_of(dense), graph);
  std::optional<Result> result;
  const auto once = [&](int) {
    result.reset();
    result.emplace(solve(graph));
    return result->statistics().seconds;
  };
  const auto check = [&](int) { prove(claim_of(*result), graph); };
  const double seconds = medians_in_turns(run.times(3), 1, once, check).front();
  const Statistics& took = dense.statistics();
  run.found("auto", "scale-free", graph.vertices(), seconds, &result->statistics());
  run.found("dense", "scale-free", graph.vertices(), took.seconds, &took);
  run.goal("scale-free, n=16384: auto over dense on cpu", "x", {5, 12}, took.seconds / seconds);
}

// Whether `auto` chooses well, with all that it takes to choose.
void choice(const SuiteRun& run) {
  constexpr std::pair<GraphKind, double> kinds[] = {
      {GraphKind::road, 0},       {GraphKind::grid, 0},        {GraphKind::chain, 0},
      {GraphKind::scale_free, 4}, {GraphKind::scale_free, 16}, {GraphKind::gnp, 2},
      {GraphKind::gnp, 8},        {GraphKind::gnp, 32},        {GraphKind::gnp, 128},
      {GraphKind::random, 0}};
  double worst = 0;
  for (const auto& [kind, degree] : kinds) {
    for (const Index n : {200, 400, 800, 1600, 3200}) {
      if (kind == GraphKind::random && n > 800) continue;
      const Graph graph = generate(kind, n, {.degree = degree});
      double seconds[3] = {1e9, 1e9, 1e9};
      std::string_view chosen;
      for (int round = 0; round < 3; ++round) {
        for (const Method method : {Method::automatic, Method::dense, Method::sparse}) {
          double& best = seconds[static_cast<int>(method)];
          std::optional<Result> result;
          best =
              std::min(best, seconds_of([&] { result.emplace(solve(graph, {.method = method})); }));
          if (method == Method::automatic) chosen = to_string(result->statistics().plan.method());
        }
      }
      const double ratio = seconds[0] / std::min(seconds[1], seconds[2]);
      worst = std::max(worst, ratio);
      run.text(
          fmt::format("{:<11} degree {:>3} n = {:>4}: dense {:>8.3f} ms, sparse {:>8.3f} ms, "
                      "auto {:>8.3f} ms ({}) {:.2f}\n",
                      to_string(kind), degree, n, seconds[1] * 1e3, seconds[2] * 1e3,
                      seconds[0] * 1e3, chosen, ratio));
    }
  }
  run.goal("auto over the better of the two, at worst", "", {1.5, 1.2}, worst);
}

}  // namespace

void run_sparse(const SuiteRun& run) {
  Predictions predictions(run);
  road_against_searches(run);
  cold(run, predictions);
  with_predecessors(run, predictions);
  streamed_rows(run, predictions);
  choice(run);
  auto_against_dense_on_cpu(run);
  measures(run, predictions);
  predictions.report();
}

}  // namespace warpath::bench
