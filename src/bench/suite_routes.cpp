// The suites "routes" and "routes-cuda": what predecessors and proofs cost beside the distances, in one run.
#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "cli/solve/proof.hpp"
#include "verify/certificate.hpp"
#include "verify/rows.hpp"

namespace warpath::cli {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Proves rows of a result; says how long that took.
double prove(const DenseMatrix& weights, const Result& result, std::span<const Index> rows) {
  const auto start = Clock::now();
  verify::CertificateOptions options;
  options.threads = proof_threads(0);
  verify::Certifier certifier(weights, result.weight_type(), options);
  std::visit(
      [&]<class T>(const Matrix<T>& cells) {
        Matrix<T> some(static_cast<Index>(rows.size()), cells.columns());
        Matrix<std::int32_t> trees(result.has_predecessors() ? some.rows() : 0, cells.columns());
        for (Index i = 0; i < some.rows(); ++i) {
          const Index row = rows[static_cast<std::size_t>(i)];
          std::copy_n(&cells(row, 0), cells.columns(), &some(i, 0));
          for (Index j = 0; j < cells.columns() && trees.rows() > 0; ++j) {
            trees(i, j) = result.predecessors()(row, j);
          }
        }
        certifier.check(std::as_const(some).view(), rows, std::as_const(trees).view());
      },
      result.storage());
  const verify::Certificate& certificate = certifier.certificate();
  if (!certificate.ok()) {
    throw Error(ErrorCode::verification_failed,
                verify::to_string(*certificate.failure, result.semiring()));
  }
  return seconds_since(start);
}

class RoutesSuite {
 public:
  RoutesSuite(const SuiteListener& listener, const Repeats& repeats, std::string device)
      : listener_(listener), repeats_(repeats), device_(std::move(device)) {}

  void on_cpu() const {
    const auto [plain, with] = dense("cpu", 4096, true);
    goal("predecessors, dense float32, n=4096: over distances alone", "", 1.5, 1.25, with / plain);
    full_proof();
    router();
  }

  void on_cuda() const {
    const auto [plain, with] = dense("cuda", 16384, false);
    goal("predecessors, dense float32, n=16384", "ms", 450, 350, with * 1e3);
    goal("predecessors, dense float32, n=16384: over distances alone", "", 1.5, 1.25, with / plain);
  }

 private:
  int times(int usual) const { return repeats_.fixed > 0 ? repeats_.fixed : usual; }

  void found(std::string_view what, std::string_view graph, Index n, double seconds) const {
    nlohmann::ordered_json json;
    json["what"] = what;
    json["device"] = device_;
    json["graph"] = graph;
    json["n"] = n;
    json["seconds"] = seconds;
    json["verified"] = true;
    json["version"] = version();
    json["date"] = now_text();
    listener_.on_finding(json);
    listener_.on_text(fmt::format("{:<11} n = {:>7}  {}: {:.4g} s\n", graph, n, what, seconds));
  }

  void goal(std::string row, std::string unit, double must, double aim, double reached) const {
    listener_.on_goal({std::move(row), std::move(unit), must, aim, reached, true, device_});
  }

  // Medians, without predecessors and with them, in turns; on a device, of its own work.
  std::pair<double, double> dense(const std::string& kernel, Index n, bool proofs) const {
    Matrix<float> weights(n, n);
    fill_random<float>(weights.view(), 1, 1, 100, false);
    const DenseMatrix input = std::move(weights);
    const auto view = std::get<Matrix<float>>(input).view();
    std::vector<double> seconds[2];
    std::vector<double> proving;
    const auto sample = verify::sample_sources(n, 64);
    for (int round = -1; round < times(7); ++round) {
      for (const bool routes : {false, true}) {
        Options options;
        options.kernel = kernel;
        options.predecessors = routes;
        const Result result = solve<float>(view, options);
        if (round < 0) {
          prove(input, result, sample);
          continue;
        }
        const Statistics& took = result.statistics();
        seconds[routes].push_back(took.plan.device >= 0 ? took.kernel_seconds : took.seconds);
        if (proofs && !routes) proving.push_back(prove(input, result, sample));
      }
    }
    const double plain = median(seconds[0]);
    const double with = median(seconds[1]);
    found(fmt::format("kernel {}, distances", kernel), "random", n, plain);
    found(fmt::format("kernel {}, distances and predecessors", kernel), "random", n, with);
    if (proofs) {
      found("proof of 64 rows", "random", n, median(proving));
      goal("proof of 64 rows, dense float32, n=4096: over the solve", "", 0.15, 0.1,
           median(proving) / plain);
    }
    return {plain, with};
  }

  void full_proof() const {
    constexpr Index n = 16384;
    const Graph graph = generate(GraphKind::road, n);
    const Result result = solve(graph, {.predecessors = true});
    verify::CertificateOptions options;
    options.threads = proof_threads(0);
    std::vector<double> seconds;
    for (int round = 0; round < times(5); ++round) {
      const auto start = Clock::now();
      const verify::Certificate certificate = verify::certify(graph, result, options);
      if (!certificate.ok()) {
        throw Error(ErrorCode::verification_failed,
                    verify::to_string(*certificate.failure, result.semiring()));
      }
      seconds.push_back(seconds_since(start));
    }
    found("proof of all distances and predecessors", "road", n, median(seconds));
    goal("proof of every row, road, n=16384", "s", 2, 1, median(seconds));
  }

  // Routes between random places, from what elimination leaves.
  void router() const {
    constexpr Index n = 131044;
    constexpr Index count = 1000;
    const Graph graph = generate(GraphKind::road, n);
    const auto start = Clock::now();
    Router router(graph);
    found("Router: order and elimination", "road", n, seconds_since(start));
    const auto from = verify::sample_sources(n, count, 1);
    auto to = verify::sample_sources(n, count, 2);
    std::reverse(to.begin(), to.end());
    std::vector<std::pair<Index, Index>> pairs;
    for (std::size_t k = 0; k < from.size(); ++k) pairs.emplace_back(from[k], to[k]);
    const auto one = Clock::now();
    (void)router.path(pairs.front().first, pairs.front().second);
    found("Router: one route", "road", n, seconds_since(one));
    const auto many = Clock::now();
    (void)router.paths(pairs);
    found("Router: each of 1,000 routes", "road", n,
          seconds_since(many) / static_cast<double>(count));
  }

  const SuiteListener& listener_;
  const Repeats& repeats_;
  const std::string device_;
};

}  // namespace

void run_routes_suite(const SuiteListener& listener, const Repeats& repeats) {
  RoutesSuite(listener, repeats, Machine::detect().cpu).on_cpu();
}

void run_routes_cuda_suite(const SuiteListener& listener, const Repeats& repeats) {
  const Machine machine = Machine::detect();
  if (machine.devices.empty()) {
    throw Error(ErrorCode::device_unavailable, "the suite routes-cuda needs a CUDA device");
  }
  RoutesSuite(listener, repeats, machine.devices.front().name).on_cuda();
}

}  // namespace warpath::cli
