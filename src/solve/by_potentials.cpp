// Shortest paths with negative weights. The arcs are searched before anything is solved: a negative
// cycle is refused with itself, or marked, and where there is none the search leaves potentials.
//
// Mostly that is all: integers are exact, and where all cycles are well above 0, floats do no harm
// (clear_cycles.hpp). A cycle of about 0 comes out below it in some kernel, goes round again and again
// and doubles each time. There, what is solved are weights that potentials have made nonnegative, and
// potentials are taken off the distances again.

#include <algorithm>
#include <optional>
#include <utility>

#include "base/crew.hpp"
#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/stopwatch.hpp"
#include "kernels/kernel.hpp"
#include "numerics/fill.hpp"
#include "numerics/potentials.hpp"
#include "routes/clear_cycles.hpp"
#include "routes/dense_potentials.hpp"
#include "routes/unbounded.hpp"
#include "solve/arc_bytes.hpp"
#include "solve/run.hpp"
#include "sparse/arcs.hpp"

namespace warpath {
namespace {

using routes::UnboundedPairs;

template <class T>
class ByPotentials {
 public:
  ByPotentials(const Request& request, const Facts& facts)
      : request_(request),
        facts_(facts),
        n_(request.vertices()),
        rest_(request),
        meter_(request.options.progress, 0),
        crew_(n_ < kThreads ? 1 : threads_of(request.options)) {
    crew_.listen(&meter_);
  }

  Outcome outcome() {
    Outcome outcome = request_.graph != nullptr ? of_graph()
                      : request_.on_device      ? of_device_matrix()
                                                : of_matrix();
    outcome.statistics.seconds += seconds_;
    return outcome;
  }

 private:
  static constexpr Index kThreads = 512;  // vertices from which on these pay
  static constexpr Index kBandBytes = Index{64} << 20;

  // The pairs that can use a negative cycle, if there are any and these are to be marked. Else there
  // are potentials, if they are needed. Error negative_cycle with the cycle.
  template <class Arcs>
  std::optional<UnboundedPairs> search(const Arcs& arcs, const InputFacts& weights,
                                       std::optional<std::vector<Potential<T>>> heights) {
    const Stopwatch watch;
    if (!heights) {
      heights.emplace();
      routes::CycleSearch<Arcs> search(arcs, request_.options);
      Cycle cycle = search.find_potentials(*heights);
      if (!cycle.vertices.empty()) {
        if (request_.options.on_negative_cycle == OnNegativeCycle::refuse) {
          throw_cycle(std::move(cycle));
        }
        UnboundedPairs pairs(arcs, search);
        if (pairs.any()) return pairs;
        search.find_potentials(*heights, true);
      }
    }
    if (!routes::has_clear_cycles(arcs, *heights, weights, crew_)) {
      if (facts_.symmetric) {
        // Where all arcs lead both ways, those below 0 are so by rounding.
        std::fill(heights->begin(), heights->end(), Potential<T>{});
      } else {
        // Those there are may leave arcs below 0 where no cycle is.
        routes::CycleSearch<Arcs>(arcs, request_.options).find_potentials(*heights, true);
      }
      potentials_.emplace(std::move(*heights));
    }
    crew_.listen(nullptr);  // the solve has its own meter
    seconds_ += watch.seconds();
    return {};
  }

  // No kernel will meet a negative cycle.
  Outcome answer_rest() {
    if (potentials_) {
      rest_.options.on_negative_cycle = OnNegativeCycle::refuse;  // as nobody can ask for marks
      Outcome outcome = answer(rest_);
      outcome.statistics.plan.problem.nonnegative = false;
      return outcome;
    }
    return run(rest_, facts_, plan_of(rest_, facts_));
  }

  Outcome of_graph() {
    const bool undirected = request_.options.undirected;
    const ArcBytes bytes(request_);
    if (request_.options.memory_limit != 0) {
      (void)left_of_limit(
          request_.options,
          std::max({bytes.cycle_search(), bytes.near_cycles(), bytes.arcs() + bytes.making_arcs()}),
          "the search for negative cycles");
    }
    // Refuses weights that no solve could take.
    Crew crew(threads_of(request_.options));
    const auto& rules = rules_of<ShortestPath<T>>;
    const InputFacts weights =
        sparse::facts_of(sparse::arcs_of(*request_.graph, rules, undirected, crew), rules);
    auto pairs = search(routes::ListedArcs<T>(*request_.graph, undirected), weights, {});
    if (pairs) return answer_without_cycles(request_, std::move(*pairs));
    if (!potentials_) return answer_rest();
    rest_.options.memory_limit =
        left_of_limit(request_.options, bytes.graph(), "a graph of weights that are not negative");
    const Graph graph = reduced(*request_.graph);
    rest_.graph = &graph;
    if (request_.into == Into::measures) return measured();
    rest_.sink = [&](Rows& rows) {
      restore(std::get<Matrix<T>>(rows.distances).view(), rows.first, rows.count);
      request_.sink(rows);
    };
    Outcome outcome = answer_rest();
    switch (request_.into) {
      case Into::matrix:
        restore(std::get<Matrix<T>>(outcome.distances).view(), 0, request_.rows());
        break;
      case Into::memory:
        request_.on_device ? restore_on_device() : restore(request_.memory.as<T>(), 0, n_);
        break;
      case Into::router: outcome.router = restoring_router<T>(outcome.router, *potentials_); break;
      case Into::rows:
      case Into::measures: break;
    }
    return outcome;
  }

  Graph reduced(const Graph& whole) const {
    detail::GraphBuilder<T> builder(n_);
    builder.reserve(static_cast<std::size_t>(whole.arcs()));
    std::vector<T> buffer;
    for (Index u = 0; u < n_; ++u) {
      const Graph::Target* target = whole.targets().data() + whole.offsets()[at(u)];
      for (const T weight : arc_weights(whole, u, rules_of<ShortestPath<T>>, buffer)) {
        const Index v = *target++;
        builder.append(u, v, potentials_->reduced(weight, u, v));
      }
    }
    return std::move(builder).finish(whole.direction());
  }

  // Rows [first, first + count) of what was asked for.
  void restore(MatrixView<T> cells, Index first, Index count) {
    crew_.run_rows(count, [&](Index i) {
      const Index source = request_.sources ? (*request_.sources)[at(first + i)] : first + i;
      potentials_->restore_row(&cells(i, 0), source, n_);
    });
  }

  // A band of rows at a time, by way of the host.
  void restore_on_device() {
    const Index most = std::max<Index>(1, kBandBytes / (n_ * static_cast<Index>(sizeof(T))));
    Matrix<T> band(std::min(most, n_), n_);
    for (Index first = 0; first < n_; first += most) {
      const Index count = std::min(most, n_ - first);
      copy_rows(first, count, band, CopyWay::to_host);
      restore(band.view(), first, count);
      copy_rows(first, count, band, CopyWay::to_device);
    }
  }

  void copy_rows(Index first, Index count, Matrix<T>& host, CopyWay way) const {
    device_kernel().copy_rows(device_matrix(request_), facts_.device, first, count, host.data(),
                              host.leading_dimension(), way);
  }

  // Mostly a few looks at all arcs on the device are enough. Else they are looked at on the host, in
  // a copy, and where potentials are needed, these are put on and taken off there, too.
  Outcome of_device_matrix() {
    if (is_clear_on_device()) return answer_rest();
    (void)left_of_limit(request_.options, Matrix<T>::bytes_needed(n_, n_));
    Matrix<T> copy(n_, n_);
    const bool rows_lie = request_.memory.is_row_major();
    const Index ld = copy.leading_dimension();
    const MatrixView<T> view(copy.data(), n_, n_, rows_lie ? ld : 1, rows_lie ? 1 : ld);
    copy_rows(0, n_, copy, CopyWay::to_host);
    search(routes::MatrixArcs<T>{view}, facts_.weights, by_rounds(view));
    if (!potentials_) {
      copy = Matrix<T>();
      return answer_rest();
    }
    potentials_->reduce(view, crew_);
    copy_rows(0, n_, copy, CopyWay::to_device);
    Outcome outcome = answer_rest();
    copy_rows(0, n_, copy, CopyWay::to_host);
    potentials_->restore(view, crew_);
    copy_rows(0, n_, copy, CopyWay::to_device);
    return outcome;
  }

  bool is_clear_on_device() {
    const Stopwatch watch;
    // What is close to what counts as negative is for the host to say.
    const CycleTolerance tolerance =
        tolerance_of(request_.options, weight_type_of<T>, facts_.weights);
    const double margin = std::integral<T> ? 0 : routes::first_margin(tolerance, at(n_));
    const bool clear = device_kernel().has_clear_cycles(device_matrix(request_), facts_.device,
                                                        facts_.weights, margin);
    seconds_ += watch.seconds();
    return clear;
  }

  Outcome measured() {
    MeasureBuilder builder(n_, request_.extent, facts_.symmetric);
    const bool long_sums = needs_long_sums(*request_.graph);
    rest_.into = Into::rows;
    rest_.sink = [&](Rows& rows) {
      restore(std::get<Matrix<T>>(rows.distances).view(), rows.first, rows.count);
      add_rows(builder, rows, long_sums, crew_);
    };
    Outcome outcome = answer_rest();
    outcome.measures = builder.finish();
    outcome.measures.statistics = outcome.statistics;
    return outcome;
  }

  // Weights are laid down where distances are to be in the end, and solved in place there; but for
  // predecessors they must stay.
  Outcome of_matrix() {
    const bool keeps_weights = request_.options.predecessors;
    const bool into_memory = request_.into == Into::memory && lies_ready(request_.memory);
    Matrix<T> own;
    if (!into_memory) {
      const std::size_t bytes = Matrix<T>::bytes_needed(n_, n_);
      rest_.options.memory_limit = left_of_limit(request_.options, bytes);
      own = Matrix<T>(n_, n_);
    }
    const AnyMatrix cells = into_memory ? request_.memory : AnyMatrix(own.view());
    const MatrixView<T> view = cells.as<T>();
    if (!into_memory || !request_.in_place()) {
      fill(view, request_.weights, rules_of<ShortestPath<T>>, crew_);
    }
    if (std::exchange(rest_.options.undirected, false)) {
      const AnyMatrix rows = cells.is_row_major() ? cells : cells.transposed();
      make_symmetric<ShortestPath<T>>(static_cast<T*>(rows.data), n_, std::max(rows.row_stride, n_),
                                      crew_);
    }
    auto pairs = search(routes::MatrixArcs<T>{view}, facts_.weights, by_rounds(view));
    if (pairs) {
      own = {};
      return answer_without_cycles(request_, std::move(*pairs));
    }
    if (potentials_) potentials_->reduce(view, crew_);
    rest_.weights = AnyInput(MatrixView<const T>(view));
    if (!keeps_weights) {
      rest_.into = Into::memory;
      rest_.memory = cells;
    }
    Outcome outcome = answer_rest();
    if (potentials_) {
      potentials_->restore(keeps_weights ? std::get<Matrix<T>>(outcome.distances).view() : view,
                           crew_);
    }
    if (into_memory || keeps_weights) return outcome;
    if (request_.into == Into::memory) {
      const MatrixView<T> to = request_.memory.as<T>();
      crew_.run_each(n_, [&](Index i) {
        for (Index j = 0; j < n_; ++j) to(i, j) = own(i, j);
      });
    } else {
      outcome.distances = std::move(own);
    }
    return outcome;
  }

  // Mostly a few looks at all arcs, by all threads, are enough. Nothing: there may be a cycle.
  std::optional<std::vector<Potential<T>>> by_rounds(MatrixView<const T> weights) {
    const Stopwatch watch;
    double margin = 0;
    if constexpr (std::floating_point<T>) {
      const routes::Sizes sizes = routes::sizes_of(routes::MatrixArcs<T>{weights});
      margin = routes::first_margin(routes::tolerance_of<T>(sizes, request_.options), at(n_));
    }
    auto heights = routes::dense_potentials<T>(weights, static_cast<Potential<T>>(margin), crew_);
    seconds_ += watch.seconds();
    return heights;
  }

  const Request& request_;
  const Facts& facts_;
  const Index n_;
  Request rest_;  // what is left to answer
  ProgressMeter meter_;
  Crew crew_;
  std::optional<Potentials<T>> potentials_;  // that rest_ is made nonnegative by
  double seconds_ = 0;
};

}  // namespace

Outcome answer_by_potentials(const Request& request, const Facts& facts) {
  // Plans that take no time refuse before work begins. Searches take no negative weights, whatever
  // becomes of these.
  const KernelInfo* named = find_kernel(request.options.kernel);
  const Method method = named != nullptr ? named->method : request.options.method;
  if (request.graph == nullptr || method == Method::search) (void)plan_of(request, facts);
  return visit_arc_weight(request.weight(), [&]<class T>(std::type_identity<T>) {
    return ByPotentials<T>(request, facts).outcome();
  });
}

}  // namespace warpath
