// The suites "sparse" and "sparse-cuda": what the sparse engine must reach, measured in one run.
// On CUDA it needs 72 GB of device memory.
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/suite.hpp"
#include "bench/timing.hpp"
#include "cuda/memory.hpp"
#include "verify/sample.hpp"
#include "warpath/cuda.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

// An n x n matrix of float32 in the memory of the first device.
class OnDevice {
 public:
  OnDevice(Index n, Index ld)
      : n_(n), ld_(ld), memory_(cuda::device_memory(static_cast<std::size_t>(n * ld) * kCell)) {}

  MatrixView<float> view() const {
    return MatrixView<float>::row_major(static_cast<float*>(memory_.get()), n_, n_, ld_);
  }

  void prove_rows(const Graph& graph) const {
    const auto sources = verify::sample_sources(n_, 64);
    Matrix<float> rows(static_cast<Index>(sources.size()), n_);
    for (Index i = 0; i < rows.rows(); ++i) {
      cuda::copy_home(&rows(i, 0), view().data() + sources[static_cast<std::size_t>(i)] * ld_,
                      static_cast<std::size_t>(n_) * kCell);
    }
    prove({SemiringKind::shortest_path, std::as_const(rows).view(), {}, sources}, graph);
  }

 private:
  static constexpr std::size_t kCell = sizeof(float);
  Index n_;
  Index ld_;
  std::shared_ptr<void> memory_;
};

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
  run.goal("road, n=16384: sparse over dijkstra", "x", {25, 60}, medians[1] / medians[0]);
  run.text(fmt::format("sparse over buckets: {:.3g}x\n", medians[2] / medians[0]));
}

// The dense method is so slow that one solve says enough. On a device, what it is kept busy with
// counts, the matrix in its memory and the order known: factor and sweep against the kernel.
void auto_against_dense(const SuiteRun& run, Backend backend) {
  const bool on_device = backend == Backend::cuda;
  const auto seconds_of_solve = [&](const Statistics& solve) {
    return on_device ? solve.kernel_seconds : solve.seconds;
  };
  const Graph graph = generate(GraphKind::scale_free, 16384);
  const Index n = graph.vertices();
  const Result dense = solve(graph, {.method = Method::dense, .device = backend});
  prove(claim_of(dense), graph);
  Options options{.device = backend};
  std::optional<OnDevice> matrix;
  if (on_device) {
    options.sparse_plan = SparsePlan(graph, backend);
    if (plan_solve(graph, options).method() != Method::sparse) {
      throw Error(ErrorCode::internal, "auto takes the dense method for a scale-free graph");
    }
    matrix.emplace(n, n);
  }
  std::optional<Result> result;
  Statistics last;
  const auto once = [&](int) {
    result.reset();
    if (!on_device) result.emplace(solve(graph, options));
    last =
        on_device ? solve_on_device<float>(graph, matrix->view(), options) : result->statistics();
    return seconds_of_solve(last);
  };
  const auto check = [&](int) {
    on_device ? matrix->prove_rows(graph) : prove(claim_of(*result), graph);
  };
  const double seconds = medians_in_turns(run.times(on_device ? 7 : 3), 1, once, check).front();
  const double dense_seconds = seconds_of_solve(dense.statistics());
  run.found("auto", "scale-free", n, seconds, &last);
  run.found("dense", "scale-free", n, dense_seconds, &dense.statistics());
  run.goal(fmt::format("scale-free, n=16384: auto over dense on {}", to_string(backend)), "x",
           {5, 12}, dense_seconds / seconds);
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

void large_road(const SuiteRun& run) {
  constexpr Index n = 131'044;
  const Graph graph = generate(GraphKind::road, n);
  Options options;
  const double order =
      median_seconds(3, [&] { options.sparse_plan = SparsePlan(graph, Backend::cuda); });
  const OnDevice matrix(n, (n + 63) / 64 * 64);
  Statistics last;
  const auto medians = medians_in_turns(
      run.times(7), 2,
      [&](int part) {  // of one solve
        if (part == 0) last = solve_on_device<float>(graph, matrix.view(), options);
        return part == 0 ? last.factor_seconds : last.sweep_seconds;
      },
      [&](int part) {
        if (part == 0) matrix.prove_rows(graph);
      });
  last.order_seconds = order;
  run.found("sweep, the whole matrix in device memory", "road", n, medians[1], &last);
  run.goal("road, n=131044: sweep", "ms", {100, 50}, medians[1] * 1e3);
  run.goal("road, n=131044: factor", "ms", {150, 40}, medians[0] * 1e3);
  run.goal("road, n=131044: order", "s", {1.2, 0.7}, order);
}

// Eccentricities of sampled vertices, from rows that are proved themselves.
void check_measures(const Graph& graph, const Measures& measures) {
  const auto sources = verify::sample_sources(graph.vertices(), 8);
  const Result rows = solve_from(graph, sources, {.kernel = "dijkstra"});
  prove(claim_of(rows), graph);
  for (const Index v : sources) {
    double farthest = 0;
    for (Index u = 0; u < graph.vertices(); ++u) farthest = std::max(farthest, rows.distance(v, u));
    const double found = measures.eccentricity[static_cast<std::size_t>(v)];
    if (std::abs(found - farthest) <= 1e-4 * farthest) continue;
    throw Error(ErrorCode::verification_failed,
                fmt::format("the eccentricity of {} is {}, expected {}", v, found, farthest));
  }
}

void all_pairs_of_a_million(const SuiteRun& run) {
  const Graph graph = generate(GraphKind::road, 1 << 20);
  Measures measures;
  const double seconds =
      seconds_of([&] { measures = warpath::measure(graph, {.device = Backend::cuda}); });
  check_measures(graph, measures);
  run.found("measures of all pairs", "road", graph.vertices(), seconds, &measures.statistics);
  run.goal("road, n=1048576: measures of all pairs", "s", {60, 20}, seconds);
}

}  // namespace

void run_sparse(const SuiteRun& run) {
  road_against_searches(run);
  choice(run);
  auto_against_dense(run, Backend::cpu);
}

void run_sparse_cuda(const SuiteRun& run) {
  large_road(run);
  auto_against_dense(run, Backend::cuda);
  all_pairs_of_a_million(run);
}

}  // namespace warpath::bench
