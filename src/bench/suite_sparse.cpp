// The suites "sparse" and "sparse-cuda": what the sparse engine must reach, measured in one run.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "cuda/memory.hpp"
#include "verify/rows.hpp"

namespace warpath::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Sampled rows against a search that shares nothing with the solvers.
void check(const Graph& graph, const Result& result, Index rows) {
  const auto sources = result.sources().empty()
                           ? verify::sample_sources(graph.vertices(), rows)
                           : std::vector<Index>(result.sources().begin(), result.sources().end());
  const auto report = verify::check_rows(graph, result, sources);
  if (!report.ok()) throw Error(ErrorCode::verification_failed, report.to_string());
}

class SparseSuite {
 public:
  SparseSuite(const SuiteListener& listener, const Repeats& repeats, std::string device)
      : listener_(listener), repeats_(repeats), device_(std::move(device)) {}

  void on_cpu() const {
    road_against_searches();
    choice();
    auto_against_dense(Backend::cpu);
  }

  void on_cuda() const {
    large_road();
    auto_against_dense(Backend::cuda);
    all_pairs_of_a_million();
  }

 private:
  int times(int usual) const { return repeats_.fixed > 0 ? repeats_.fixed : usual; }

  // A record for the results file, and for people.
  void found(std::string_view what, const Plan& plan, std::string_view graph, double seconds,
             const Statistics& parts) const {
    nlohmann::ordered_json json;
    json["what"] = what;
    json["method"] = to_string(plan.method());
    json["kernel"] = plan.kernel->name;
    json["family"] = to_string(plan.kernel->family);
    json["backend"] = to_string(plan.kernel->backend);
    json["device"] = device_;
    json["weight"] = to_string(plan.problem.weight);
    json["graph"] = graph;
    json["n"] = plan.problem.n;
    json["threads"] = plan.threads;
    json["seconds"] = seconds;
    if (plan.sparse) {
      const SparseFacts& facts = plan.sparse.facts();
      json["order_seconds"] = parts.order_seconds;
      json["factor_seconds"] = parts.factor_seconds;
      json["sweep_seconds"] = parts.sweep_seconds;
      json["supernodes"] = facts.supernodes;
      json["levels"] = facts.levels;
      json["front_tasks"] = facts.front_tasks;
      json["sweep_tasks"] = facts.sweep_tasks;
    }
    json["verified"] = true;
    json["version"] = version();
    json["date"] = now_text();
    listener_.on_finding(json);
    listener_.on_text(fmt::format("{:<12} {:<11} n = {:>7}  {}: {:.4g} s\n", plan.kernel->name,
                                  graph, plan.problem.n, what, seconds));
  }

  void goal(std::string row, std::string unit, double must, double aim, double reached,
            bool smaller_is_better = false) const {
    listener_.on_goal(
        {std::move(row), std::move(unit), must, aim, reached, smaller_is_better, device_});
  }

  // Solves in turns, from the graph to the last distance; returns the medians.
  std::vector<double> in_turns(const Graph& graph, std::string_view name,
                               const std::vector<Options>& all, int rounds) const {
    std::vector<std::vector<double>> seconds(all.size());
    std::vector<Statistics> last(all.size());
    // Into the same memory: what the system needs to clear fresh memory is no part of either method.
    Matrix<float> matrix(graph.vertices(), graph.vertices());
    for (int round = -1; round < rounds; ++round) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        last[i] = solve_into<float>(graph, matrix.view(), all[i]);
        if (round < 0) {  // warms up
          const Result result(std::move(matrix), last[i]);
          check(graph, result, 16);
          matrix = std::move(std::get<Matrix<float>>(const_cast<DenseMatrix&>(result.storage())));
        } else {
          seconds[i].push_back(last[i].seconds);
        }
        // What takes long is measured once.
        if (round < 0 && last[i].seconds > 8) seconds[i].push_back(last[i].seconds);
      }
    }
    std::vector<double> medians;
    for (std::size_t i = 0; i < all.size(); ++i) {
      medians.push_back(median(seconds[i]));
      found("from the graph to the last distance", last[i].plan, name, medians.back(), last[i]);
    }
    return medians;
  }

  void road_against_searches() const {
    const Graph graph = generate(GraphKind::road, 16384);
    Options sparse;
    sparse.method = Method::sparse;
    Options heap;
    heap.kernel = "dijkstra";
    Options buckets;
    buckets.kernel = "buckets";
    const auto seconds = in_turns(graph, "road", {sparse, heap, buckets}, times(5));
    goal("road, n=16384: sparse over dijkstra", "x", 25, 60, seconds[1] / seconds[0]);
    listener_.on_text(fmt::format("sparse over buckets: {:.3g}x\n", seconds[2] / seconds[0]));
  }

  void auto_against_dense(Backend backend) const {
    const Graph graph = generate(GraphKind::scale_free, 16384);
    Options chosen;
    chosen.device = backend;
    Options dense = chosen;
    dense.method = Method::dense;
    const Result slow = solve(graph, dense);
    check(graph, slow, 4);
    const Statistics& all = slow.statistics();
    double slow_seconds = all.seconds;
    std::vector<double> fast;
    Statistics last;
    if (backend == Backend::cpu) {
      for (int i = -1; i < times(3); ++i) {
        const Result result = solve(graph, chosen);
        last = result.statistics();
        if (i < 0) check(graph, result, 16);
        if (i >= 0) fast.push_back(last.seconds);
      }
    } else {
      // What the device is kept busy with, the matrix in its memory and the order known: factor and sweep against the kernel.
      slow_seconds = all.kernel_seconds;
      chosen.sparse_plan = SparsePlan(graph, backend);
      if (plan_solve(graph, chosen).method() != Method::sparse) {
        throw Error(ErrorCode::internal, "auto takes the dense method for a scale-free graph");
      }
      const Index n = graph.vertices();
      const cuda::DeviceMemory matrix(static_cast<std::size_t>(n * n) * sizeof(float));
      const auto view = MatrixView<float>::row_major(static_cast<float*>(matrix.get()), n, n);
      for (int i = -1; i < times(7); ++i) {
        last = solve_on_device<float>(graph, view, chosen);
        if (i < 0) check_on_device(graph, matrix, n, last);
        if (i >= 0) fast.push_back(last.kernel_seconds);
      }
    }
    found("auto", last.plan, "scale-free", median(fast), last);
    found("dense", all.plan, "scale-free", slow_seconds, all);
    goal(fmt::format("scale-free, n=16384: auto over dense on {}", to_string(backend)), "x", 5, 12,
         slow_seconds / median(fast));
  }

  // Whether `auto` chooses well, with all that it takes to choose.
  void choice() const {
    struct Kind {
      GraphKind kind;
      double degree;
    };
    constexpr Kind kinds[] = {{GraphKind::road, 0},        {GraphKind::grid, 0},
                              {GraphKind::chain, 0},       {GraphKind::scale_free, 4},
                              {GraphKind::scale_free, 16}, {GraphKind::gnp, 2},
                              {GraphKind::gnp, 8},         {GraphKind::gnp, 32},
                              {GraphKind::gnp, 128},       {GraphKind::random, 0}};
    double worst = 0;
    for (const Kind& kind : kinds) {
      for (const Index n : {200, 400, 800, 1600, 3200}) {
        if (kind.kind == GraphKind::random && n > 800) continue;
        GenerateOptions made;
        if (kind.degree > 0) made.degree = kind.degree;
        const Graph graph = generate(kind.kind, n, made);
        double seconds[3] = {1e9, 1e9, 1e9};
        std::string_view chosen;
        for (int round = 0; round < 3; ++round) {
          for (const Method method : {Method::automatic, Method::dense, Method::sparse}) {
            Options options;
            options.method = method;
            const auto start = Clock::now();
            const Result result = solve(graph, options);
            double& best = seconds[static_cast<int>(method)];
            best = std::min(best, seconds_since(start));
            if (method == Method::automatic) chosen = to_string(result.statistics().plan.method());
          }
        }
        const double ratio = seconds[0] / std::min(seconds[1], seconds[2]);
        worst = std::max(worst, ratio);
        listener_.on_text(
            fmt::format("{:<11} degree {:>3} n = {:>4}: dense {:>8.3f} ms, sparse {:>8.3f} ms, "
                        "auto {:>8.3f} ms ({}) {:.2f}\n",
                        to_string(kind.kind), kind.degree, n, seconds[1] * 1e3, seconds[2] * 1e3,
                        seconds[0] * 1e3, chosen, ratio));
      }
    }
    goal("auto over the better of the two, at worst", "", 1.5, 1.2, worst, true);
  }

  void large_road() const {
    constexpr Index n = 131'044;
    const Graph graph = generate(GraphKind::road, n);
    std::vector<double> order;
    Options options;
    for (int i = 0; i < 3; ++i) {
      const auto start = Clock::now();
      options.sparse_plan = SparsePlan(graph, Backend::cuda);
      order.push_back(seconds_since(start));
    }
    const Index ld = (n + 63) / 64 * 64;
    const cuda::DeviceMemory matrix(static_cast<std::size_t>(n) * static_cast<std::size_t>(ld) *
                                    sizeof(float));
    const auto view = MatrixView<float>::row_major(static_cast<float*>(matrix.get()), n, n, ld);
    std::vector<double> factor;
    std::vector<double> sweep;
    Statistics last;
    for (int i = -1; i < times(7); ++i) {
      last = solve_on_device<float>(graph, view, options);
      if (i < 0) check_on_device(graph, matrix, ld, last);
      if (i < 0) continue;
      factor.push_back(last.factor_seconds);
      sweep.push_back(last.sweep_seconds);
    }
    last.order_seconds = median(order);
    found("sweep, the whole matrix in device memory", last.plan, "road", median(sweep), last);
    goal("road, n=131044: sweep", "ms", 100, 50, median(sweep) * 1e3, true);
    goal("road, n=131044: factor", "ms", 150, 40, median(factor) * 1e3, true);
    goal("road, n=131044: order", "s", 1.2, 0.7, median(order), true);
  }

  static void check_on_device(const Graph& graph, const cuda::DeviceMemory& matrix, Index ld,
                              const Statistics& statistics) {
    const Index n = graph.vertices();
    const auto sources = verify::sample_sources(n, 16);
    Matrix<float> rows(static_cast<Index>(sources.size()), n);
    for (Index i = 0; i < rows.rows(); ++i) {
      const auto from = static_cast<std::size_t>(sources[static_cast<std::size_t>(i)] * ld);
      matrix.copy_home(&rows(i, 0), from * sizeof(float),
                       static_cast<std::size_t>(n) * sizeof(float));
    }
    check(graph, Result(std::move(rows), statistics, sources), 16);
  }

  void all_pairs_of_a_million() const {
    const Graph graph = generate(GraphKind::road, 1 << 20);
    Options options;
    options.device = Backend::cuda;
    const auto start = Clock::now();
    const Measures measures = warpath::measure(graph, options);
    const double seconds = seconds_since(start);
    check_measures(graph, measures);
    found("measures of all pairs", measures.statistics.plan, "road", seconds, measures.statistics);
    goal("road, n=1048576: measures of all pairs", "s", 60, 20, seconds, true);
  }

  // Eccentricity and closeness of sampled vertices, from rows that are checked themselves.
  static void check_measures(const Graph& graph, const Measures& measures) {
    const auto sources = verify::sample_sources(graph.vertices(), 8);
    Options options;
    options.kernel = "dijkstra";
    const Result rows = solve_from(graph, sources, options);
    check(graph, rows, 8);
    for (const Index v : sources) {
      double farthest = 0;
      for (Index u = 0; u < graph.vertices(); ++u)
        farthest = std::max(farthest, rows.distance(v, u));
      const double found = measures.eccentricity[static_cast<std::size_t>(v)];
      if (std::abs(found - farthest) <= 1e-4 * farthest) continue;
      throw Error(ErrorCode::verification_failed,
                  fmt::format("the eccentricity of {} is {}, expected {}", v, found, farthest));
    }
  }

  const SuiteListener& listener_;
  const Repeats& repeats_;
  const std::string device_;
};

}  // namespace

void run_sparse_suite(const SuiteListener& listener, const Repeats& repeats) {
  SparseSuite(listener, repeats, Machine::detect().cpu).on_cpu();
}

void run_sparse_cuda_suite(const SuiteListener& listener, const Repeats& repeats) {
  const Machine machine = Machine::detect();
  if (machine.devices.empty()) {
    throw Error(ErrorCode::device_unavailable, "the suite sparse-cuda needs a CUDA device");
  }
  SparseSuite(listener, repeats, machine.devices.front().name).on_cuda();
}

}  // namespace warpath::cli
