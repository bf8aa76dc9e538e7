#include "warpath/router.hpp"

#include <algorithm>
#include <functional>

#include "solve/arc_solve.hpp"
#include "solve/plain.hpp"
#include "solve/solve_sparse.hpp"

namespace warpath {

// Rows of some vertices: the distances, and the predecessors if these are wanted.
class Router::State {
 public:
  explicit State(Index n) : n_(n) {}
  virtual ~State() = default;

  Index vertices() const { return n_; }

  // Visits row i of the sources, for each of them in order.
  using Visit = std::function<void(Index i, const Result& row)>;
  virtual void rows(std::span<const routes::Vertex> sources, bool routes, const Visit& visit) = 0;

 private:
  Index n_;
};

namespace {

using routes::Vertex;

// Rows that are swept and walked along at a time.
constexpr Index kRows = 64;

template <class S>
class Rows final : public Router::State {
 public:
  using T = typename S::Weight;

  Rows(const Graph& graph, const Plan& plan, const Options& options)
      : State(graph.vertices()),
        options_(options),
        solve_(graph, plan, options_),
        routes_(graph, options_, solve_.meter()) {
    solve_.call->kept = &kept_;
    solve_.call->batch = kRows;
    rows({}, false, {});  // eliminates
  }

  void rows(std::span<const Vertex> sources, bool routes, const Visit& visit) override {
    ReachedRows<T> reached(solve_.arcs());
    solve_.call->sources = sources;
    solve_.call->sink = [&](Index first, const Result::Storage& storage, Index count) {
      const auto& cells = std::get<Matrix<T>>(storage);
      const auto some = sources.subspan(sparse::at(first), sparse::at(count));
      if constexpr (S::kind == SemiringKind::shortest_path) {
        for (Index i = 0; solve_.call->facts.may_overflow && i < count; ++i) {
          reached.check(some[sparse::at(i)], &cells(i, 0));
        }
      }
      const Matrix<Vertex>* before = nullptr;
      if (routes) before = &routes_.find(cells.view().block(0, 0, count, cells.columns()), some);
      for (Index i = 0; i < count; ++i) {
        visit(first + i, one_row(cells, before, i, some[sparse::at(i)]));
      }
    };
    solve_.run();
  }

 private:
  // A result of its own, which knows how to answer.
  Result one_row(const Matrix<T>& cells, const Matrix<Vertex>* before, Index i, Index source) {
    Matrix<T> row(1, cells.columns());
    std::copy_n(&cells(i, 0), cells.columns(), row.data());
    Matrix<Vertex> tree;
    if (before != nullptr) {
      tree = Matrix<Vertex>(1, cells.columns());
      std::copy_n(&(*before)(i, 0), cells.columns(), tree.data());
    }
    Statistics statistics;
    statistics.plan = solve_.call->plan;
    return Result(std::move(row), std::move(statistics), {source}, std::move(tree));
  }

  const Options options_;
  std::shared_ptr<void> kept_;
  ArcSolve<S> solve_;
  RowRoutes<S> routes_;
};

// The different vertices that pairs start from, and calls answer(row, k) for every pair k.
template <class Answer>
void each_pair(Router::State& state, std::span<const std::pair<Index, Index>> pairs, bool routes,
               const Answer& answer) {
  const Index n = state.vertices();
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
  std::vector<Vertex> sources;
  std::vector<std::size_t> begin;  // of each source's pairs in the order
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto from = static_cast<Vertex>(pairs[order[k]].first);
    if (!sources.empty() && sources.back() == from) continue;
    sources.push_back(from);
    begin.push_back(k);
  }
  begin.push_back(order.size());
  if (sources.empty()) return;
  state.rows(sources, routes, [&](Index i, const Result& row) {
    for (std::size_t k = begin[sparse::at(i)]; k < begin[sparse::at(i) + 1]; ++k) {
      answer(row, order[k]);
    }
  });
}

}  // namespace

std::shared_ptr<Router::State> plain_router(const Graph& graph, const Options& given) {
  Options options = complete(given);
  options.method = Method::sparse;
  options.kernel = "sparse";
  options.device = Backend::cpu;
  options.predecessors = false;  // are found where they are asked for
  Problem problem = problem_of(graph, options);
  problem.streamed = true;
  const Plan plan = plan_graph(graph, problem, options);
  std::shared_ptr<Router::State> state;
  with_semiring(plan.problem,
                [&]<class S>(S) { state = std::make_shared<Rows<S>>(graph, plan, options); });
  return state;
}

Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

Index Router::vertices() const {
  return state_->vertices();
}

std::vector<double> Router::distances(std::span<const std::pair<Index, Index>> pairs) {
  std::vector<double> found(pairs.size());
  each_pair(*state_, pairs, false, [&](const Result& row, std::size_t k) {
    found[k] = row.distance(pairs[k].first, pairs[k].second);
  });
  return found;
}

std::vector<std::vector<Index>> Router::paths(std::span<const std::pair<Index, Index>> pairs) {
  std::vector<std::vector<Index>> found(pairs.size());
  each_pair(*state_, pairs, true, [&](const Result& row, std::size_t k) {
    found[k] = row.path(pairs[k].first, pairs[k].second);
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

}  // namespace warpath
