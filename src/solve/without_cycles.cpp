#include "solve/without_cycles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/graph_builder.hpp"
#include "base/messages.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

using routes::at;
using routes::UnboundedPairs;

// What is left without the vertices on negative cycles, and the way back.
class Rest {
 public:
  Rest(Index n, UnboundedPairs pairs) : pairs_(std::move(pairs)), place_(at(n), -1) {
    for (Index v = 0; v < n; ++v) {
      if (pairs_.on_cycle(v)) continue;
      place_[at(v)] = static_cast<Index>(kept_.size());
      kept_.push_back(v);
    }
  }

  Index vertices() const { return static_cast<Index>(place_.size()); }
  std::span<const Index> kept() const { return kept_; }
  bool keeps(Index v) const { return place_[at(v)] >= 0; }
  Index place(Index v) const { return place_[at(v)]; }

  Graph graph(const Graph& whole) const;
  template <class T>
  Matrix<T> matrix(MatrixView<const T> whole) const;

  // The row of `source`: from that of the rest, which has none (null) for vertices on a cycle.
  template <class T>
  void expand(Index source, const T* row, T* to);
  void expand_predecessors(Index source, const std::int32_t* row, std::int32_t* to);

 private:
  UnboundedPairs pairs_;
  std::vector<Index> place_;
  std::vector<Index> kept_;
};

Graph Rest::graph(const Graph& whole) const {
  return whole.visit_weights([&]<class T>(std::span<const T> weights) {
    detail::GraphBuilder<T> builder(static_cast<Index>(kept_.size()));
    for (const Index u : kept_) {
      for (Index a = whole.offsets()[at(u)]; a < whole.offsets()[at(u) + 1]; ++a) {
        const Index v = whole.targets()[at(a)];
        if (keeps(v)) builder.append(place_[at(u)], place_[at(v)], weights[at(a)]);
      }
    }
    return std::move(builder).finish(whole.direction());
  });
}

template <class T>
Matrix<T> Rest::matrix(MatrixView<const T> whole) const {
  const auto n = static_cast<Index>(kept_.size());
  Matrix<T> rest(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) rest(i, j) = whole(kept_[at(i)], kept_[at(j)]);
  }
  return rest;
}

template <class T>
void Rest::expand(Index source, const T* row, T* to) {
  std::fill_n(to, vertices(), no_path<T>());
  for (std::size_t j = 0; row != nullptr && j < kept_.size(); ++j) to[kept_[j]] = row[j];
  for (const routes::Vertex v : pairs_.from(source)) to[v] = unbounded<T>();
}

void Rest::expand_predecessors(Index source, const std::int32_t* row, std::int32_t* to) {
  std::fill_n(to, vertices(), -1);
  for (std::size_t j = 0; row != nullptr && j < kept_.size(); ++j) {
    if (row[j] >= 0) to[kept_[j]] = static_cast<std::int32_t>(kept_[at(row[j])]);
  }
  for (const routes::Vertex v : pairs_.from(source)) to[v] = -1;
}

// Rows of the rest as they come, with those of vertices on cycles between them, in the order that
// was asked for, to where they were asked for.
template <class T>
class Expand {
 public:
  Expand(const Request& request, Rest& rest) : request_(request), rest_(rest) {
    const Index n = rest.vertices();
    if (request.into == Into::matrix) {
      whole_.distances = Matrix<T>(request.rows(), n);
      matrix_ = std::get<Matrix<T>>(whole_.distances).view();
      if (request.options.predecessors) whole_.predecessors = {request.rows(), n};
      predecessors_ = whole_.predecessors.view();
    } else if (request.into == Into::memory) {
      matrix_ = request.memory.as<T>();
    }
  }

  // Of the sources, those that the rest has, as it counts them.
  std::vector<Index> sources() const {
    std::vector<Index> some;
    for (Index i = 0; i < request_.rows(); ++i) {
      if (rest_.keeps(source(i))) some.push_back(rest_.place(source(i)));
    }
    return some;
  }

  void take(const Rows& rows) {
    std::vector<Index> places;  // in the rest's batch
    for (Index i = 0; i < rows.count; ++i) {
      pass_cycles(places);
      places.push_back(i);
    }
    hand_on(places, &rows);
  }

  // What is left stands on cycles.
  Outcome finish(Statistics statistics) {
    std::vector<Index> places;
    pass_cycles(places);
    hand_on(places, nullptr);
    whole_.statistics = std::move(statistics);
    return std::move(whole_);
  }

 private:
  static constexpr Index kOnCycle = -1;

  Index source(Index row) const { return request_.sources ? (*request_.sources)[at(row)] : row; }

  // So many cycles that stand before the next row, or at the end.
  void pass_cycles(std::vector<Index>& places) const {
    for (Index row = next_ + static_cast<Index>(places.size());
         row < request_.rows() && !rest_.keeps(source(row)); ++row) {
      places.push_back(kOnCycle);
    }
  }

  template <class Cell>
  static const Cell* row_of(const Matrix<Cell>& rows, Index i) {
    return i == kOnCycle ? nullptr : rows.data() + i * rows.leading_dimension();
  }

  void hand_on(std::span<const Index> places, const Rows* rest) {
    if (places.empty()) return;
    const auto count = static_cast<Index>(places.size());
    const Index n = rest_.vertices();
    Rows out{next_, count, {}, {}};
    MatrixView<T> cells;
    MatrixView<std::int32_t> predecessors;
    if (request_.into == Into::rows) {
      out.distances = Matrix<T>(count, n);
      cells = std::get<Matrix<T>>(out.distances).view();
      if (request_.options.predecessors) out.predecessors = {count, n};
      predecessors = out.predecessors.view();
    } else {
      cells = matrix_.block(next_, 0, count, n);
      if (predecessors_.rows() > 0) predecessors = predecessors_.block(next_, 0, count, n);
    }
    for (Index i = 0; i < count; ++i) {
      const Index from = source(next_ + i);
      const Index place = places[at(i)];
      rest_.expand<T>(from, rest ? row_of(std::get<Matrix<T>>(rest->distances), place) : nullptr,
                      cells.data() + i * cells.row_stride());
      if (predecessors.rows() == 0) continue;
      rest_.expand_predecessors(from, rest ? row_of(rest->predecessors, place) : nullptr,
                                predecessors.data() + i * predecessors.row_stride());
    }
    next_ += count;
    if (request_.into == Into::rows) request_.sink(out);
  }

  const Request& request_;
  Rest& rest_;
  Outcome whole_;
  MatrixView<T> matrix_;
  MatrixView<std::int32_t> predecessors_;
  Index next_ = 0;
};

// The rest's distances stay until they are expanded, which no plan has thought of.
void check_memory(const Request& request, const Rest& rest) {
  const std::size_t limit = request.options.memory_limit;
  const auto cells =
      static_cast<double>(request.rows()) *
      (static_cast<double>(rest.vertices()) + static_cast<double>(rest.kept().size()));
  const double bytes = cells * size_of(request.weight());
  if (request.into != Into::matrix || limit == 0 || bytes <= static_cast<double>(limit)) return;
  throw Error(ErrorCode::does_not_fit,
              fmt::format("to mark negative cycles takes {}, and {} are allowed",
                          format_bytes(static_cast<std::size_t>(bytes)), format_bytes(limit)),
              "raise the memory limit, or stream the rows");
}

}  // namespace

Outcome answer_without_cycles(const Request& request, UnboundedPairs pairs) {
  Rest rest(request.vertices(), std::move(pairs));
  check_memory(request, rest);
  Request smaller;
  smaller.options = request.options;
  smaller.options.sparse_plan = {};  // was for the arcs of the whole
  smaller.into = Into::rows;
  Graph graph;
  DenseMatrix matrix;
  if (request.graph != nullptr) {
    graph = rest.graph(*request.graph);
    smaller.graph = &graph;
  } else {
    request.weights.visit([&]<class T>(MatrixView<const T> whole) {
      matrix = rest.matrix(whole);
      smaller.weights = std::as_const(std::get<Matrix<T>>(matrix)).view();
    });
  }
  return visit_arc_weight(request.weight(), [&]<class T>(std::type_identity<T>) {
    Expand<T> expand(request, rest);
    const std::vector<Index> sources = expand.sources();
    smaller.sources = sources;
    smaller.sink = [&](Rows& rows) { expand.take(rows); };
    Statistics statistics = answer(smaller).statistics;
    return expand.finish(std::move(statistics));
  });
}

}  // namespace warpath
