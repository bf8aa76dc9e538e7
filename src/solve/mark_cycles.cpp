#include "solve/mark_cycles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/messages.hpp"
#include "warpath/error.hpp"
#include "warpath/solve.hpp"

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

  Graph graph(const Graph& whole) const;
  template <class T>
  Matrix<T> matrix(MatrixView<const T> whole) const;

  // Of these, those that are left, as the rest counts them.
  std::vector<Index> sources(std::span<const Index> whole) const {
    std::vector<Index> some;
    for (const Index v : whole) {
      if (keeps(v)) some.push_back(place_[at(v)]);
    }
    return some;
  }

  // The row of `source`: from that of the rest, which has none (null) for vertices on a cycle.
  template <class T>
  void spread(Index source, const T* row, T* to);
  void spread_predecessors(Index source, const std::int32_t* row, std::int32_t* to);

 private:
  UnboundedPairs pairs_;
  std::vector<Index> place_;
  std::vector<Index> kept_;
};

Graph Rest::graph(const Graph& whole) const {
  const auto take = [&]<class T>(std::span<const T> weights) {
    detail::GraphBuilder<T> builder(static_cast<Index>(kept_.size()));
    for (const Index u : kept_) {
      for (Index a = whole.offsets()[at(u)]; a < whole.offsets()[at(u) + 1]; ++a) {
        const Index v = whole.targets()[at(a)];
        if (keeps(v)) builder.append(place_[at(u)], place_[at(v)], weights[at(a)]);
      }
    }
    return std::move(builder).finish(whole.direction());
  };
  switch (whole.weight_type()) {
    case WeightType::float32: return take(whole.weights<float>());
    case WeightType::float64: return take(whole.weights<double>());
    case WeightType::int32: return take(whole.weights<std::int32_t>());
    default: return take(whole.weights<std::int16_t>());
  }
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
void Rest::spread(Index source, const T* row, T* to) {
  std::fill_n(to, vertices(), no_path<T>());
  for (std::size_t j = 0; row != nullptr && j < kept_.size(); ++j) to[kept_[j]] = row[j];
  for (const routes::Vertex v : pairs_.from(source)) to[v] = unbounded<T>();
}

void Rest::spread_predecessors(Index source, const std::int32_t* row, std::int32_t* to) {
  std::fill_n(to, vertices(), -1);
  for (std::size_t j = 0; row != nullptr && j < kept_.size(); ++j) {
    if (row[j] >= 0) to[kept_[j]] = static_cast<std::int32_t>(kept_[at(row[j])]);
  }
  for (const routes::Vertex v : pairs_.from(source)) to[v] = -1;
}

// A plan is for the arcs of the whole.
Options for_rest(Options options) {
  options.sparse_plan = {};
  return options;
}

// The rest's distances stay until they are spread, which no plan has thought of.
void check_memory(const Options& options, WeightType weight, Index rows, const Rest& rest) {
  const auto cells = static_cast<double>(rows) * (static_cast<double>(rest.vertices()) +
                                                  static_cast<double>(rest.kept().size()));
  const double bytes = cells * size_of(weight);
  if (options.memory_limit == 0 || bytes <= static_cast<double>(options.memory_limit)) return;
  throw Error(ErrorCode::does_not_fit,
              fmt::format("to mark negative cycles takes {}, and {} are allowed",
                          format_bytes(static_cast<std::size_t>(bytes)),
                          format_bytes(options.memory_limit)),
              "raise the memory limit, or stream the rows");
}

Statistics of_whole(Statistics statistics, const Rest& rest, Index rows) {
  Problem& problem = statistics.plan.problem;
  problem.n = rest.vertices();
  problem.rows = rows == problem.n ? -1 : rows;
  return statistics;
}

std::vector<Index> all_of(Index n) {
  std::vector<Index> all(at(n));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

// Rows of `sources` from a result that has those of the vertices that are left, in the same order.
template <class T, class To>
void spread_rows(const Result& found, Rest& rest, std::span<const Index> sources, const To& to) {
  const MatrixView<const T> cells = found.distances<T>();
  Index next = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const T* row = rest.keeps(sources[i]) ? cells.data() + next++ * cells.row_stride() : nullptr;
    rest.spread(sources[i], row, to(static_cast<Index>(i)));
  }
}

Matrix<std::int32_t> spread_predecessors(const Result& found, Rest& rest,
                                         std::span<const Index> sources) {
  const MatrixView<const std::int32_t> cells = found.predecessors();
  Matrix<std::int32_t> whole(static_cast<Index>(sources.size()), rest.vertices());
  Index next = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto* row = rest.keeps(sources[i]) ? cells.data() + next++ * cells.row_stride() : nullptr;
    rest.spread_predecessors(sources[i], row,
                             whole.data() + static_cast<Index>(i) * whole.leading_dimension());
  }
  return whole;
}

// `all`: sources are all vertices, and the result need not name them.
Result whole_of(const Result& found, Rest& rest, const Options& options,
                std::span<const Index> sources, bool all) {
  const auto rows = static_cast<Index>(sources.size());
  Result::Storage storage;
  std::visit(
      [&]<class T>(const Matrix<T>&) {
        if constexpr (!std::is_same_v<T, std::uint8_t>) {
          Matrix<T> whole(rows, rest.vertices());
          spread_rows<T>(found, rest, sources,
                         [&](Index i) { return whole.data() + i * whole.leading_dimension(); });
          storage = std::move(whole);
        }
      },
      found.storage());
  Matrix<std::int32_t> predecessors;
  const auto left = static_cast<Index>(rest.sources(sources).size());
  if (options.predecessors && found.predecessors().rows() == left) {
    predecessors = spread_predecessors(found, rest, sources);
  }
  return Result(std::move(storage), of_whole(found.statistics(), rest, rows),
                all ? std::vector<Index>() : std::vector<Index>(sources.begin(), sources.end()),
                std::move(predecessors));
}

// Rows of the rest as they come, with those of vertices on cycles between them, in the order that was asked for.
template <class T>
class Spreading {
 public:
  Spreading(Rest& rest, std::span<const Index> sources, const RowSink& sink,
            const PredecessorSink& predecessors)
      : rest_(rest), sources_(sources), sink_(sink), predecessors_(predecessors) {}

  void take(const Matrix<T>& rows, Index count) {
    places_.clear();
    for (Index i = 0; i < count; ++i) {
      pass_cycles();
      places_.push_back(i);
    }
    spread(&rows);
  }

  // Those of the rows that were taken last.
  void take(const Matrix<std::int32_t>& predecessors) { spread_predecessors(&predecessors); }

  // What is left stands on cycles.
  void finish() {
    places_.clear();
    pass_cycles();
    spread(nullptr);
    spread_predecessors(nullptr);
  }

 private:
  static constexpr Index kOnCycle = -1;

  // So many cycles that stand before the next row, or at the end.
  void pass_cycles() {
    while (next_ + places_.size() < sources_.size() &&
           !rest_.keeps(sources_[next_ + places_.size()])) {
      places_.push_back(kOnCycle);
    }
  }

  void spread(const Matrix<T>* rows) {
    first_ = next_;
    next_ += places_.size();
    if (places_.empty()) return;
    Matrix<T> whole(static_cast<Index>(places_.size()), rest_.vertices());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const T* from = places_[i] < 0 ? nullptr : row_of(*rows, places_[i]);
      rest_.spread<T>(sources_[first_ + i], from,
                      whole.data() + static_cast<Index>(i) * whole.leading_dimension());
    }
    const Index count = whole.rows();
    rows_ = std::move(whole);
    sink_(static_cast<Index>(first_), rows_, count);
  }

  void spread_predecessors(const Matrix<std::int32_t>* rows) {
    if (!predecessors_ || places_.empty()) return;
    Matrix<std::int32_t> whole(static_cast<Index>(places_.size()), rest_.vertices());
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const std::int32_t* from = places_[i] < 0 ? nullptr : row_of(*rows, places_[i]);
      rest_.spread_predecessors(sources_[first_ + i], from,
                                whole.data() + static_cast<Index>(i) * whole.leading_dimension());
    }
    predecessors_(static_cast<Index>(first_), whole, whole.rows());
  }

  template <class Cell>
  static const Cell* row_of(const Matrix<Cell>& rows, Index i) {
    return rows.data() + i * rows.leading_dimension();
  }

  Rest& rest_;
  std::span<const Index> sources_;
  const RowSink& sink_;
  const PredecessorSink& predecessors_;
  std::size_t first_ = 0;  // of the rows that were handed on last,
  std::size_t next_ = 0;   // and behind them
  Result::Storage rows_;
  std::vector<Index> places_;  // of the same rows in the rest's batch
};

}  // namespace

Result solve_marked(const Graph& graph, const Options& options, UnboundedPairs pairs) {
  Rest rest(graph.vertices(), std::move(pairs));
  check_memory(options, options.weights.value_or(graph.weight_type()), graph.vertices(), rest);
  return whole_of(solve(rest.graph(graph), for_rest(options)), rest, options,
                  all_of(graph.vertices()), true);
}

template <class T>
Result solve_marked(MatrixView<const T> weights, const Options& options, UnboundedPairs pairs) {
  Rest rest(weights.rows(), std::move(pairs));
  check_memory(options, options.weights.value_or(weight_type_of<T>), weights.rows(), rest);
  const Matrix<T> left = rest.matrix(weights);
  return whole_of(solve<T>(left.view(), for_rest(options)), rest, options, all_of(weights.rows()),
                  true);
}

template <class T>
Statistics solve_into_marked(const Graph& graph, MatrixView<T> distances, const Options& options,
                             UnboundedPairs pairs) {
  const Index n = graph.vertices();
  Rest rest(n, std::move(pairs));
  const Result found = solve(rest.graph(graph), for_rest(options));
  if constexpr (!std::is_same_v<T, std::uint8_t>) {
    spread_rows<T>(found, rest, all_of(n), [&](Index i) { return &distances(i, 0); });
  }
  return of_whole(found.statistics(), rest, n);
}

Result solve_from_marked(const Graph& graph, std::span<const Index> sources, const Options& options,
                         UnboundedPairs pairs) {
  Rest rest(graph.vertices(), std::move(pairs));
  check_memory(options, options.weights.value_or(graph.weight_type()),
               static_cast<Index>(sources.size()), rest);
  const Result found = solve_from(rest.graph(graph), rest.sources(sources), for_rest(options));
  return whole_of(found, rest, options, sources, false);
}

Statistics stream_rows_marked(const Graph& graph, std::span<const Index> sources,
                              const Options& options, const RowSink& sink,
                              const PredecessorSink& predecessors, UnboundedPairs pairs) {
  const auto rows = static_cast<Index>(sources.size());
  Rest rest(graph.vertices(), std::move(pairs));
  Statistics statistics;
  const WeightType weight = options.weights.value_or(graph.weight_type());
  const PredecessorSink wanted = options.predecessors ? predecessors : PredecessorSink();
  visit_semiring(SemiringKind::shortest_path, weight, [&]<class S>(S) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      using T = typename S::Weight;
      Spreading<T> spreading(rest, sources, sink, wanted);
      statistics = stream_rows(
          rest.graph(graph), rest.sources(sources), for_rest(options),
          [&](Index, const Result::Storage& some, Index count) {
            spreading.take(std::get<Matrix<T>>(some), count);
          },
          [&](Index, const Matrix<std::int32_t>& some, Index) { spreading.take(some); });
      spreading.finish();
    }
  });
  return of_whole(std::move(statistics), rest, rows);
}

#define WARPATH_INSTANTIATE(T)                                                       \
  template Result solve_marked(MatrixView<const T>, const Options&, UnboundedPairs); \
  template Statistics solve_into_marked(const Graph&, MatrixView<T>, const Options&, \
                                        UnboundedPairs);
WARPATH_INSTANTIATE(float)
WARPATH_INSTANTIATE(double)
WARPATH_INSTANTIATE(std::int32_t)
WARPATH_INSTANTIATE(std::int16_t)
WARPATH_INSTANTIATE(std::uint8_t)

}  // namespace warpath
