// The suite "sparse-cuda": what the sparse engine must reach on a device, measured in one run. It needs
// 72 GB of device memory.
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/suite.hpp"
#include "bench/suites/predictions.hpp"
#include "bench/timing.hpp"
#include "cuda/memory.hpp"
#include "verify/sample.hpp"
#include "warpath/cuda.hpp"
#include "warpath/measure.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

// An n x n matrix of float32 in the memory of the first device.
class OnDevice {
 public:
  explicit OnDevice(Index n)
      : n_(n),
        ld_((n + 63) / 64 * 64),
        memory_(cuda::device_memory(static_cast<std::size_t>(n_ * ld_) * kCell)) {}

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

// A graph in host memory becomes all distances in device memory: order, elimination, sweep, and the memory
// itself, which is taken while the order is found, in a process that has opened the device.
double cold(const SuiteRun& run, GraphKind kind, const Graph& graph) {
  std::optional<OnDevice> matrix;
  Statistics last;
  const auto once = [&](int) {
    // Giving back is no part of it, nor what the device does with the memory afterwards.
    matrix.reset();
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    return seconds_of([&] {
      auto memory = std::async(std::launch::async, [n = graph.vertices()] { return OnDevice(n); });
      Options options;
      const double order =
          seconds_of([&] { options.sparse_plan = SparsePlan(graph, Backend::cuda); });
      matrix.emplace(memory.get());
      last = solve_on_device<float>(graph, matrix->view(), options);
      last.order_seconds = order;
    });
  };
  const auto check = [&](int) { matrix->prove_rows(graph); };
  const double seconds = medians_in_turns(run.times(7), 1, once, check).front();
  run.found("cold: graph to distances in device memory, which is taken meanwhile", to_string(kind),
            graph.vertices(), seconds, &last);
  return seconds;
}

struct Parts {
  double order = 0;
  double factor = 0;
  double sweep = 0;
};

// The same by its parts, again and again into the same memory.
Parts parts(const SuiteRun& run, GraphKind kind, const Graph& graph) {
  const Index n = graph.vertices();
  Options options;
  const double order =
      median_seconds(3, [&] { options.sparse_plan = SparsePlan(graph, Backend::cuda); });
  const OnDevice matrix(n);
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
  run.found("sweep, the whole matrix in device memory", to_string(kind), n, medians[1], &last);
  return {order, medians[0], medians[1]};
}

void whole_matrices(const SuiteRun& run) {
  const Graph road = generate(GraphKind::road, 131'044);
  run.goal("road, n=131044: cold", "ms", {150, 100}, cold(run, GraphKind::road, road) * 1e3);
  const Parts of_road = parts(run, GraphKind::road, road);
  run.goal("road, n=131044: sweep", "ms", {40, 28}, of_road.sweep * 1e3);
  run.goal("road, n=131044: factor", "ms", {150, 40}, of_road.factor * 1e3);
  run.goal("road, n=131044: order", "ms", {80, 50}, of_road.order * 1e3);

  const Graph streets = generate(GraphKind::streets, 114'688);
  run.goal("streets, n=114688: cold", "ms", {60, 40}, cold(run, GraphKind::streets, streets) * 1e3);
  const Parts of_streets = parts(run, GraphKind::streets, streets);
  run.goal("streets, n=114688: sweep", "ms", {18, 14}, of_streets.sweep * 1e3);
}

// What the device is kept busy with counts of the dense method, its matrix in place; of the sparse one
// this as well, and then all of a cold call.
void auto_against_dense_on_cuda(const SuiteRun& run) {
  const Graph graph = generate(GraphKind::scale_free, 16384);
  const Index n = graph.vertices();
  const Result solved = solve(graph, {.method = Method::dense, .device = Backend::cuda});
  prove(claim_of(solved), graph);
  const double dense = solved.statistics().kernel_seconds;
  Options options{.device = Backend::cuda};
  options.sparse_plan = SparsePlan(graph, Backend::cuda);
  if (plan_solve(graph, options).method() != Method::sparse) {
    throw Error(ErrorCode::internal, "auto takes the dense method for a scale-free graph");
  }
  const OnDevice matrix(n);
  Statistics last;
  const auto once = [&](int) {
    last = solve_on_device<float>(graph, matrix.view(), options);
    return last.kernel_seconds;
  };
  const auto check = [&](int) { matrix.prove_rows(graph); };
  const double seconds = medians_in_turns(run.times(7), 1, once, check).front();
  run.found("auto", "scale-free", n, seconds, &last);
  run.found("dense", "scale-free", n, dense, &solved.statistics());
  run.goal("scale-free, n=16384: auto over dense on cuda", "x", {5, 12}, dense / seconds);
  run.goal("scale-free, n=16384: cold over dense on cuda", "x", {1.6, 3},
           dense / cold(run, GraphKind::scale_free, graph));
}

Statistics measures(const SuiteRun& run, GraphKind kind, Index n, Predictions& predictions) {
  const Graph graph = generate(kind, n);
  Measures found;
  const double seconds = seconds_of([&] { found = measure(graph, {.device = Backend::cuda}); });
  prove_measures(found, graph);
  found.statistics.seconds = seconds;
  run.found("measures of all pairs", to_string(kind), n, seconds, &found.statistics);
  predictions.add(found.statistics.plan, seconds);
  return found.statistics;
}

void all_measures(const SuiteRun& run) {
  Predictions predictions(run);
  run.goal("road, n=1048576: measures of all pairs", "s", {8, 4},
           measures(run, GraphKind::road, 1 << 20, predictions).seconds);
  const auto rate = [](Index n, const Statistics& took) {
    return static_cast<double>(n) * static_cast<double>(n) / took.sweep_seconds;
  };
  constexpr Index some = 800'000;
  run.goal("streets, n=800000: measures, 10⁹ distances/s", "", {400, 800},
           rate(some, measures(run, GraphKind::streets, some, predictions)) * 1e-9);
  // All of that would take minutes: what grows with the vertices, and the sweep, which does with the pairs.
  constexpr double roads_of_a_country = 11.5e6;
  constexpr Index part = 2'000'000;
  const double larger = roads_of_a_country / static_cast<double>(part);
  const Statistics took = measures(run, GraphKind::streets, part, predictions);
  const double whole =
      (took.seconds - took.sweep_seconds) * larger + took.sweep_seconds * larger * larger;
  run.goal("streets, n=11500000: measures, from n=2000000", "min", {12, 5}, whole / 60);
  predictions.report();
}

}  // namespace

void run_sparse_cuda(const SuiteRun& run) {
  whole_matrices(run);
  auto_against_dense_on_cuda(run);
  all_measures(run);
}

}  // namespace warpath::bench
