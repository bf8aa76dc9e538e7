// Shortest paths with negative weights. The arcs are searched before anything is solved: a negative
// cycle is refused with itself, or marked, and where there is none the search leaves potentials.
// What is left to solve has no negative weights; its distances get the potentials taken off.

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/messages.hpp"
#include "base/stopwatch.hpp"
#include "numerics/fill.hpp"
#include "numerics/potentials.hpp"
#include "routes/dense_potentials.hpp"
#include "routes/unbounded.hpp"
#include "solve/run.hpp"
#include "sparse/arcs.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

using routes::UnboundedPairs;

template <class T>
class ByPotentials {
 public:
  ByPotentials(const Request& request, const Facts& facts)
      : request_(request),
        symmetric_(facts.symmetric),
        tolerance_(tolerance_of(request.options, request.weight(), facts.weights)),
        n_(request.vertices()),
        rest_(request),
        crew_(n_ < kThreads ? 1 : threads_of(request.options)) {
    rest_.options.on_negative_cycle = OnNegativeCycle::refuse;  // there are none left
  }

  Outcome outcome() {
    Outcome outcome = request_.graph != nullptr ? of_graph() : of_matrix();
    outcome.statistics.seconds += seconds_;
    outcome.statistics.plan.problem.nonnegative = false;
    return outcome;
  }

 private:
  static constexpr Index kThreads = 512;  // vertices from which on these pay

  // The pairs that can use a negative cycle, if there are any and these are to be marked; else none,
  // and there are potentials. Error negative_cycle with the cycle.
  template <class Arcs>
  std::optional<UnboundedPairs> search(const Arcs& arcs) {
    const Stopwatch watch;
    routes::CycleSearch<Arcs> search(arcs, request_.options);
    std::vector<Potential<T>> heights;
    Cycle cycle = search.find_potentials(heights);
    if (!cycle.vertices.empty()) {
      if (request_.options.on_negative_cycle == OnNegativeCycle::refuse) {
        throw_cycle(std::move(cycle));
      }
      UnboundedPairs pairs(arcs, search);
      if (pairs.any()) return pairs;
      search.find_potentials(heights, true);
    }
    take(std::move(heights));
    seconds_ += watch.seconds();
    return {};
  }

  // Mostly a few looks at all arcs, by all threads, are enough. False: there may be a cycle.
  bool by_rounds(MatrixView<const T> weights) {
    const Stopwatch watch;
    const double margin =
        std::integral<T> ? 0 : routes::first_margin(tolerance_, static_cast<std::size_t>(n_));
    auto heights = routes::dense_potentials<T>(weights, static_cast<Potential<T>>(margin), crew_);
    if (heights) take(std::move(*heights));
    seconds_ += watch.seconds();
    return heights.has_value();
  }

  void take(std::vector<Potential<T>> heights) {
    // Where all arcs lead both ways, those below 0 are so by rounding.
    if (symmetric_) std::fill(heights.begin(), heights.end(), Potential<T>{});
    potentials_.emplace(std::move(heights));
  }

  Outcome of_graph() {
    const Graph& whole = *request_.graph;
    const bool undirected = request_.options.undirected;
    // Refuses weights that no solve could take.
    (void)sparse::facts_of(sparse::arcs_of(whole, rules_of<ShortestPath<T>>, undirected),
                           rules_of<ShortestPath<T>>);
    {
      const routes::ListedArcs<T> arcs(whole, undirected);
      if (auto pairs = search(arcs)) return answer_without_cycles(request_, std::move(*pairs));
    }
    detail::GraphBuilder<T> builder(whole.vertices());
    builder.reserve(static_cast<std::size_t>(whole.arcs()));
    std::vector<T> buffer;
    for (Index u = 0; u < n_; ++u) {
      const Graph::Target* target = whole.targets().data() + whole.offsets()[at(u)];
      for (const T weight : arc_weights(whole, u, rules_of<ShortestPath<T>>, buffer)) {
        const Index v = *target++;
        builder.append(u, v, potentials_->reduced(weight, u, v));
      }
    }
    const Graph graph = std::move(builder).finish(whole.direction());
    rest_.graph = &graph;
    if (request_.into == Into::measures) return measured();
    rest_.sink = [&](Rows& rows) {
      restore(std::get<Matrix<T>>(rows.distances).view(), rows.first, rows.count);
      request_.sink(rows);
    };
    Outcome outcome = answer(rest_);
    switch (request_.into) {
      case Into::matrix:
        restore(std::get<Matrix<T>>(outcome.distances).view(), 0, request_.rows());
        break;
      case Into::memory: restore(request_.memory.as<T>(), 0, n_); break;
      case Into::router: outcome.router = restoring_router<T>(outcome.router, *potentials_); break;
      case Into::rows:
      case Into::measures: break;
    }
    return outcome;
  }

  // Rows [first, first + count) of what was asked for.
  void restore(MatrixView<T> cells, Index first, Index count) {
    crew_.run_rows(count, [&](Index i) {
      const Index source = request_.sources ? (*request_.sources)[at(first + i)] : first + i;
      potentials_->restore_row(&cells(i, 0), source, n_);
    });
  }

  Outcome measured() {
    MeasureBuilder builder(n_);
    rest_.into = Into::rows;
    rest_.sink = [&](Rows& rows) {
      restore(std::get<Matrix<T>>(rows.distances).view(), rows.first, rows.count);
      add_rows(builder, rows, crew_);
    };
    Outcome outcome = answer(rest_);
    outcome.measures = builder.finish();
    outcome.measures.statistics = outcome.statistics;
    return outcome;
  }

  // The matrix is made nonnegative where distances are to be in the end, and solved in place there;
  // where predecessors are wanted, weights must stay.
  Outcome of_matrix() {
    const bool into_memory = request_.into == Into::memory && lies_ready(request_.memory);
    Matrix<T> own;
    if (!into_memory) {
      rest_.options.memory_limit = left_of_limit(request_.options, Matrix<T>::bytes_needed(n_, n_));
      own = Matrix<T>(n_, n_);
    }
    const AnyMatrix cells = into_memory ? request_.memory : AnyMatrix(own.view());
    const MatrixView<T> view = cells.as<T>();
    if (!into_memory || !request_.in_place()) {
      fill(view, request_.weights, rules_of<ShortestPath<T>>, crew_);
    }
    const bool undirected = std::exchange(rest_.options.undirected, false);
    if (undirected) {
      const AnyMatrix rows = cells.is_row_major() ? cells : cells.transposed();
      make_symmetric<ShortestPath<T>>(static_cast<T*>(rows.data), n_, std::max(rows.row_stride, n_),
                                      crew_);
    }
    if (!by_rounds(view)) {
      if (auto pairs = search(routes::MatrixArcs<T>{view})) {
        return answer_without_cycles(request_, std::move(*pairs));
      }
    }
    potentials_->reduce(view, crew_);
    rest_.weights = AnyInput(MatrixView<const T>(view));
    if (request_.options.predecessors) {
      Outcome outcome = answer(rest_);
      potentials_->restore(std::get<Matrix<T>>(outcome.distances).view(), crew_);
      return outcome;
    }
    rest_.into = Into::memory;
    rest_.memory = cells;
    Outcome outcome = answer(rest_);
    potentials_->restore(view, crew_);
    if (into_memory) return outcome;
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

  const Request& request_;
  const bool symmetric_;
  const CycleTolerance tolerance_;  // of a matrix
  const Index n_;
  Request rest_;  // the same about weights that are not negative
  Crew crew_;
  std::optional<Potentials<T>> potentials_;
  double seconds_ = 0;
};

}  // namespace

Outcome answer_by_potentials(const Request& request, Facts facts) {
  facts.weights.nonnegative = true;                             // in what is solved in the end
  if (request.graph == nullptr) (void)plan_of(request, facts);  // refuses before work begins
  return visit_arc_weight(request.weight(), [&]<class T>(std::type_identity<T>) {
    return ByPotentials<T>(request, facts).outcome();
  });
}

}  // namespace warpath
