// The plan of a request: method, kernel and backend, as far as the options leave them open.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/crew.hpp"
#include "base/resources.hpp"
#include "kernels/host.hpp"
#include "kernels/kernel.hpp"
#include "solve/arc_bytes.hpp"
#include "solve/run.hpp"
#include "sparse/plan.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

// Dense solves of so few vertices are over before anything else has begun.
constexpr Index kSmall = 128;

// Looking for an order pays only where it takes a part of a dense solve: if it was in vain, no more
// than that is lost.
constexpr double kOrderSeconds = 0.15e-6;   // per vertex with three arcs or more, and per arc of it
constexpr double kOrderStart = 0.04e-3;     // threads and memory, where there are such vertices
constexpr double kReduceSeconds = 0.05e-6;  // per vertex and arc, of any
constexpr double kOrderAlone = 0.35;        // what one thread does of it
constexpr double kOrderPart = 0.25;

// A dense solve has to write its matrix, and look it through, before it can begin.
constexpr double kFillBytesPerSecond = 4e9;

// What it takes to open a device; no shorter solve looks for one.
constexpr double kOpenSeconds = 0.3;

// Smaller problems fit into what was free when the process started.
constexpr double kAskAgain = 64e6;

constexpr std::string_view kWalks = "whatever walks along the arcs";

double order_seconds(const Graph& graph, int threads) {
  double parts = 0;
  for (Index v = 0; v < graph.vertices(); ++v) {
    const Index degree =
        graph.offsets()[warpath::sparse::at(v) + 1] - graph.offsets()[warpath::sparse::at(v)];
    if (degree > 2) parts += static_cast<double>(degree + 1);
  }
  const double all = static_cast<double>(graph.vertices()) + static_cast<double>(graph.arcs());
  return (parts > 0 ? kOrderStart : 0) + (kOrderSeconds * parts + kReduceSeconds * all) *
                                             (kOrderAlone + (1 - kOrderAlone) / threads);
}

// Predecessors are found by looking at the links into each vertex, of which far ones are left out.
double route_seconds(const Problem& problem, double links, int threads) {
  constexpr double kSecondsPerCell = 0.3e-9;
  constexpr double kSecondsPerLink = 0.17e-9;
  constexpr double kMostLinks = 100;
  const double n = static_cast<double>(problem.n);
  const double rows = problem.rows < 0 ? n : static_cast<double>(problem.rows);
  const double looked_at = std::min(links / std::max(n, 1.0), kMostLinks);
  return n * rows * (kSecondsPerCell + looked_at * kSecondsPerLink) / threads;
}

class Planner {
 public:
  Planner(const Request& request, const Facts& facts)
      : request_(request),
        facts_(facts),
        problem_(problem_of(request, facts)),
        machine_(host_machine()) {
    const double n = static_cast<double>(problem_.n);
    if (n * n * size_of(problem_.weight) >= kAskAgain) {
      machine_.memory_available = available_memory();
    }
  }

  Plan plan() {
    const Options& options = request_.options;
    const KernelInfo* named = find_kernel(options.kernel);
    if (request_.on_device || options.device == Backend::cuda ||
        (named != nullptr && named->backend == Backend::cuda)) {
      find_device();
      return on(Backend::cuda);
    }
    if (options.device || named != nullptr || options.kernel != "auto") return on(Backend::cpu);
    return on_the_faster();
  }

 private:
  void find_device() {
    if (facts_.device < 0) {
      find_devices(machine_, true);
      return;
    }
    find_devices(machine_, false);
    std::erase_if(machine_.devices,
                  [&](const Device& one) { return one.ordinal != facts_.device; });
  }

  // Devices are looked for only where the solve takes longer than opening one.
  Plan on_the_faster() {
    std::optional<Plan> here;
    try {
      here = on(Backend::cpu);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::does_not_fit) throw;
      find_device();
      if (machine_.devices.empty()) throw;
    }
    if (here && here->predicted_seconds < 2 * kOpenSeconds) return *here;
    if (here) find_device();
    if (machine_.devices.empty()) return *here;
    std::optional<Plan> there = offered([&] { return on(Backend::cuda); });
    if (!there) return here ? *here : on(Backend::cpu);
    if (here && here->predicted_seconds <= there->predicted_seconds + kOpenSeconds) return *here;
    return *there;
  }

  // What plan() answers; nothing where it does not fit, or is not offered.
  template <class Plan>
  static std::optional<std::invoke_result_t<Plan>> offered(const Plan& plan) {
    try {
      return plan();
    } catch (const Error& error) {
      if (error.code() != ErrorCode::does_not_fit && error.code() != ErrorCode::unsupported) throw;
      return {};
    }
  }

  Plan on(Backend backend) {
    Options options = request_.options;
    if (options.threads != 0) options.threads = crew_size(options.threads);
    const KernelInfo* named = find_kernel(options.kernel);
    if (!options.device && named == nullptr) options.device = backend;
    if (request_.on_device)
      options.method = request_.graph != nullptr ? Method::sparse : Method::dense;
    if (named != nullptr && options.method == Method::automatic) options.method = named->method;
    if (request_.graph == nullptr) return made(whole(), options);
    switch (options.method) {
      case Method::automatic: return choose(options, backend);
      case Method::dense: return made(whole(), options);
      case Method::sparse: return sparse(options, backend);
      case Method::search: break;
    }
    return made(problem_, options);
  }

  // With what is taken beside the matrix and the kernel's own workspace.
  Plan made(const Problem& problem, const Options& options) {
    const ArcBytes bytes(request_);
    const bool on_arcs = options.method != Method::dense && request_.graph != nullptr;
    std::size_t kept = 0;    // while the kernel runs
    std::size_t before = 0;  // with that, before anything else is taken
    if (on_arcs) {
      kept = bytes.arcs();
      if (options.method == Method::search) kept += bytes.searching();
      if (options.sparse_plan) kept += bytes.order(options.sparse_plan);
      before = kept + bytes.making_arcs();
      if (options.method == Method::sparse && !options.sparse_plan) before = bytes.ordering();
    }
    if (problem.predecessors) kept += bytes.finding_routes();
    // Of a dense solve it depends on its distances: run_on_matrix.cpp counts.
    if (problem.predecessors && on_arcs) kept += bytes.links();
    if (kept == 0) return timed(make_plan(problem, options, machine_));
    Options rest = options;
    if (rest.memory_limit != 0) {
      (void)left_of_limit(options, before, kWalks);
      rest.memory_limit = left_of_limit(options, kept, kWalks);
    }
    Machine machine = machine_;
    machine.memory_available -= std::min(machine.memory_available, kept);
    Plan plan = make_plan(problem, rest, machine);
    // Kernels of the dense method take their workspace as they are told.
    (on_arcs ? plan.workspace_bytes : plan.matrix_bytes) += kept;
    return timed(std::move(plan));
  }

  int threads() const {
    const int asked = request_.options.threads;
    return asked == 0 ? machine_.cores : std::clamp(asked, 1, machine_.cores);
  }

  // With the time that arcs take, where there are many, and routes.
  Plan timed(Plan plan) const {
    constexpr double kSecondsPerArc = 35e-9;       // to bring them into order for a search,
    constexpr double kSecondsPerArcAndRow = 1e-9;  // and in it
    constexpr double kRoutesOnDevice = 1.2;        // times what distances take
    const double n = static_cast<double>(problem_.n);
    const double rows = problem_.rows < 0 ? n : static_cast<double>(problem_.rows);
    const double arcs =
        request_.graph != nullptr ? static_cast<double>(request_.graph->arcs()) : n * n;
    if (plan.method() == Method::search) {
      plan.predicted_seconds += arcs * (kSecondsPerArc + kSecondsPerArcAndRow * rows / threads());
    }
    if (plan.routes_on_device) {
      plan.predicted_seconds *= kRoutesOnDevice;
    } else if (plan.problem.predecessors) {
      plan.predicted_seconds += route_seconds(plan.problem, arcs, threads());
    }
    return plan;
  }

  // A dense solve needs all of its matrix.
  Problem whole() const {
    Problem problem = problem_;
    problem.rows = -1;
    problem.streamed = problem.measured = problem.summed = false;
    return problem;
  }

  // By the sparse method, once the order is there.
  Plan sparse(Options options, Backend backend) {
    // What can be refused is refused before it is found.
    if (!options.sparse_plan) (void)made(problem_, options);
    options.sparse_plan = order_for(backend);
    Plan plan = made(problem_, options);
    plan.order_was_kept = static_cast<bool>(request_.options.sparse_plan);
    if (!plan.order_was_kept) plan.predicted_seconds += order_seconds(*request_.graph, threads());
    return plan;
  }

  // One that was kept; else it is found, once for all backends.
  SparsePlan order_for(Backend backend) {
    const SparsePlan& kept = request_.options.sparse_plan;
    if (kept) {
      if (kept.fits(*request_.graph, request_.options.threads)) return kept;
      throw Error(
          ErrorCode::usage,
          fmt::format("a sparse plan of {} vertices for a graph of {} whose arcs are others",
                      kept.vertices(), request_.vertices()),
          "a plan can be kept when weights change, not when arcs do; make another");
    }
    if (!found_) {
      found_ = SparsePlan(*request_.graph, backend, request_.options.threads);
    } else if (backend != found_for_) {
      found_ = warpath::sparse::PlanData::grouped_for(found_, backend, request_.options.threads);
    }
    found_for_ = backend;
    return found_;
  }

  // Few sources: searches are over before an order is found.
  std::optional<Plan> searches(Options options, double order) {
    if (problem_.rows < 0 || options.sparse_plan || options.device == Backend::cuda) return {};
    options.method = Method::search;
    std::optional<Plan> plan = offered([&] { return made(problem_, options); });
    return plan && plan->predicted_seconds < order ? plan : std::nullopt;
  }

  // The method that is predicted to be faster.
  Plan choose(Options options, Backend backend) {
    const Graph& graph = *request_.graph;
    options.method = Method::dense;
    std::optional<Plan> dense = offered([&] { return made(whole(), options); });
    const double n = static_cast<double>(problem_.n);
    if (dense) {
      dense->predicted_seconds += n * n * size_of(problem_.weight) / kFillBytesPerSecond;
    }
    const double order = order_seconds(graph, threads());
    if (std::optional<Plan> plan = searches(options, order)) return *plan;
    const bool worth_a_look =
        problem_.n >= kSmall &&
        (!dense || request_.options.sparse_plan || order < kOrderPart * dense->predicted_seconds);
    if (!worth_a_look) return dense ? *dense : made(whole(), options);
    options.method = Method::sparse;
    if (!dense) return sparse(options, backend);
    std::optional<Plan> ordered = offered([&] { return made(problem_, options); });
    if (!ordered) return *dense;
    (void)order_for(backend);  // a heap that is full is no reason to choose
    ordered = offered([&] { return sparse(options, backend); });
    if (!ordered) return *dense;
    const double dense_seconds = dense->predicted_seconds;
    const double sparse_seconds = ordered->predicted_seconds;
    const double left = sparse_seconds - (ordered->order_was_kept ? 0 : order);  // that is over
    Plan& better = dense_seconds <= left ? *dense : *ordered;
    better.dense_seconds = dense_seconds;
    better.sparse_seconds = sparse_seconds;
    return better;
  }

  const Request& request_;
  const Facts& facts_;
  const Problem problem_;
  Machine machine_;
  SparsePlan found_;
  Backend found_for_ = Backend::cpu;
};

}  // namespace

Plan plan_of(const Request& request, const Facts& facts) { return Planner(request, facts).plan(); }

}  // namespace warpath
