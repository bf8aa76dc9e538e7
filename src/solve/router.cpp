#include "warpath/router.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/dispatch.hpp"
#include "solve/arc_run.hpp"
#include "solve/run.hpp"

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
class KeptFactor final : public Router::State {
 public:
  using T = typename S::Weight;

  KeptFactor(const Request& request, const Plan& plan)
      : State(request.vertices()),
        request_(request),
        plan_(plan),
        run_(request_, plan_),
        finish_(request_, run_, true) {
    plan_.batch = kRows;
    rows({}, false, {});  // eliminates
  }

  void rows(std::span<const Vertex> sources, bool routes, const Visit& visit) override {
    Batch batch(*this, sources, routes, visit);
    Work work = run_.work();
    work.sources = sources;
    work.rows = &batch;
    work.kept = &kept_;
    run_.run(work);
  }

 private:
  // Some rows, each of which becomes a result of its own, which knows how to answer.
  class Batch final : public RowTarget {
   public:
    Batch(KeptFactor& factor, std::span<const Vertex> sources, bool routes, const Visit& visit)
        : factor_(factor), sources_(sources), routes_(routes), visit_(visit) {}

    Cells place(Index, Index count) override {
      if (cells_.rows() < count) cells_ = Matrix<T>(count, factor_.vertices());
      if (routes_ && before_.rows() < count) before_ = Matrix<Vertex>(count, factor_.vertices());
      return {cells_.data(), cells_.leading_dimension()};
    }

    void done(Index first, Index count) override {
      const auto some = sources_.subspan(sparse::at(first), sparse::at(count));
      const Index n = factor_.vertices();
      const MatrixView<const T> cells = cells_.view().block(0, 0, count, n);
      factor_.finish_.check(cells, some);
      if (routes_) {
        factor_.finish_.find_predecessors(cells, some, before_.view().block(0, 0, count, n));
      }
      for (Index i = 0; i < count; ++i) {
        visit_(first + i, Result(one_row(cells_, i), S::kind, {}, {some[sparse::at(i)]},
                                 routes_ ? one_row(before_, i) : Matrix<Vertex>()));
      }
    }

   private:
    template <class Cell>
    static Matrix<Cell> one_row(const Matrix<Cell>& rows, Index i) {
      Matrix<Cell> row(1, rows.columns());
      std::copy_n(&rows(i, 0), rows.columns(), row.data());
      return row;
    }

    KeptFactor& factor_;
    std::span<const Vertex> sources_;
    bool routes_;
    const Visit& visit_;
    Matrix<T> cells_;
    Matrix<Vertex> before_;
  };

  const Request request_;
  Plan plan_;
  std::shared_ptr<void> kept_;
  ArcRun<S> run_;
  RowFinish<S> finish_;
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

std::shared_ptr<Router::State> make_router(const Request& request, const Plan& plan) {
  std::shared_ptr<Router::State> state;
  visit_semiring(plan.problem.semiring, plan.problem.weight,
                 [&]<class S>(S) { state = std::make_shared<KeptFactor<S>>(request, plan); });
  return state;
}

Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

Index Router::vertices() const { return state_->vertices(); }

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
