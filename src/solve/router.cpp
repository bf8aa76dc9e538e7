#include "warpath/router.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/dispatch.hpp"
#include "solve/arc_run.hpp"
#include "solve/run.hpp"

namespace warpath {

class Router::State {
 public:
  State(Index n, SemiringKind kind) : vertices(n), semiring(kind) {}
  virtual ~State() = default;

  // The rows of these vertices, in order; with predecessors where there are `routes` to tell.
  virtual void rows(std::span<const routes::Vertex> sources, bool routes, const RowSink& sink) = 0;

  const Index vertices;
  const SemiringKind semiring;
};

namespace {

using routes::Vertex;

// Rows that are swept and walked along at a time.
constexpr Index kRows = 64;

template <class T>
class KeptFactor final : public Router::State {
 public:
  KeptFactor(const Request& request, const Plan& plan, const Rules<T>& rules)
      : State(request.vertices(), rules.kind),
        request_(request),
        plan_(plan),
        run_(request_, plan_, rules) {
    plan_.batch = kRows;
    run_.link(*request.graph, request.options.undirected, {rules});
    rows({}, false, {});  // eliminates
  }

  void rows(std::span<const Vertex> sources, bool routes, const RowSink& sink) override {
    FinishedRows<T> target(run_, sources, vertices, routes, sink);
    Work work = run_.work();
    work.sources = sources;
    work.rows = &target;
    work.kept = &kept_;
    run_.run(work);
  }

 private:
  const Request request_;  // whose progress is told of every sweep
  Plan plan_;
  std::shared_ptr<void> kept_;
  ArcRun<T> run_;
};

template <class T>
class RestoringRouter final : public Router::State {
 public:
  RestoringRouter(std::shared_ptr<State> router, Potentials<T> potentials)
      : State(router->vertices, router->semiring),
        router_(std::move(router)),
        potentials_(std::move(potentials)) {}

  void rows(std::span<const Vertex> sources, bool routes, const RowSink& sink) override {
    router_->rows(sources, routes, [&](Rows& rows) {
      auto& cells = std::get<Matrix<T>>(rows.distances);
      for (Index i = 0; i < rows.count; ++i) {
        potentials_.restore_row(&cells(i, 0), sources[sparse::at(rows.first + i)], vertices);
      }
      sink(rows);
    });
  }

 private:
  std::shared_ptr<State> router_;
  Potentials<T> potentials_;
};

// Calls answer(result, k) for every pair k, with a result that has the row of the pair. A router that
// was moved from has no state, and no vertices.
template <class Answer>
void each_pair(Router::State* state, std::span<const std::pair<Index, Index>> pairs, bool routes,
               const Answer& answer) {
  const Index n = state != nullptr ? state->vertices : 0;
  std::vector<std::size_t> order(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    order[k] = k;
    for (const Index v : {pairs[k].first, pairs[k].second}) {
      if (v >= 0 && v < n) continue;
      throw Error(ErrorCode::usage, fmt::format("vertex {} in a graph of {} vertices", v, n),
                  "vertices are numbered from 0");
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return pairs[a].first < pairs[b].first; });
  std::vector<Vertex> sources;     // each once
  std::vector<std::size_t> begin;  // of each source's pairs in the order
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto from = static_cast<Vertex>(pairs[order[k]].first);
    if (!sources.empty() && sources.back() == from) continue;
    sources.push_back(from);
    begin.push_back(k);
  }
  begin.push_back(order.size());
  if (sources.empty()) return;
  state->rows(sources, routes, [&](Rows& rows) {
    const auto first = sources.begin() + rows.first;
    const Result result(std::move(rows.distances), state->semiring, {}, {first, first + rows.count},
                        std::move(rows.predecessors));
    for (std::size_t k = begin[sparse::at(rows.first)];
         k < begin[sparse::at(rows.first + rows.count)]; ++k) {
      answer(result, order[k]);
    }
  });
}

}  // namespace

std::shared_ptr<Router::State> make_router(const Request& request, const Plan& plan) {
  std::shared_ptr<Router::State> state;
  visit_semiring(plan.problem.semiring, plan.problem.weight, [&]<class S>(S) {
    state = std::make_shared<KeptFactor<typename S::Weight>>(request, plan, rules_of<S>);
  });
  return state;
}

template <class T>
std::shared_ptr<Router::State> restoring_router(std::shared_ptr<Router::State> router,
                                                Potentials<T> potentials) {
  return std::make_shared<RestoringRouter<T>>(std::move(router), std::move(potentials));
}

Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

Index Router::vertices() const { return state_ ? state_->vertices : 0; }

std::vector<double> Router::distances(std::span<const std::pair<Index, Index>> pairs) {
  std::vector<double> found(pairs.size());
  each_pair(state_.get(), pairs, false, [&](const Result& result, std::size_t k) {
    found[k] = result.distance(pairs[k].first, pairs[k].second);
  });
  return found;
}

std::vector<std::vector<Index>> Router::paths(std::span<const std::pair<Index, Index>> pairs) {
  std::vector<std::vector<Index>> found(pairs.size());
  each_pair(state_.get(), pairs, true, [&](const Result& result, std::size_t k) {
    found[k] = result.path(pairs[k].first, pairs[k].second);
  });
  return found;
}

double Router::distance(Index from, Index to) {
  const std::pair<Index, Index> pair(from, to);
  return distances({&pair, 1}).front();
}

std::vector<Index> Router::path(Index from, Index to) {
  const std::pair<Index, Index> pair(from, to);
  return paths({&pair, 1}).front();
}

#define WARPATH_INSTANTIATE(T, name)                                                       \
  template std::shared_ptr<Router::State> restoring_router(std::shared_ptr<Router::State>, \
                                                           Potentials<T>);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
