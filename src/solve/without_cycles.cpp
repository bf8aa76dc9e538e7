// OnNegativeCycle::mark, once the search has met a cycle: the vertices on negative cycles lose their
// arcs, what is left is solved as anything else is, and every pair that can use a cycle gets
// unbounded().

#include <utility>

#include "base/graph_builder.hpp"
#include "routes/unbounded.hpp"
#include "solve/arc_bytes.hpp"
#include "solve/run.hpp"

namespace warpath {
namespace {

using routes::at;
using routes::UnboundedPairs;

Graph without_cycles(const Graph& whole, const UnboundedPairs& pairs) {
  return whole.visit_weights([&]<class T>(std::span<const T> weights) {
    detail::GraphBuilder<T> builder(whole.vertices());
    builder.reserve(at(whole.arcs()));
    for (Index u = 0; u < whole.vertices(); ++u) {
      for (Index a = whole.offsets()[at(u)]; a < whole.offsets()[at(u) + 1]; ++a) {
        const Index v = whole.targets()[at(a)];
        if (!pairs.on_cycle(u) && !pairs.on_cycle(v)) builder.append(u, v, weights[at(a)]);
      }
    }
    return std::move(builder).finish(whole.direction());
  });
}

template <class T>
Matrix<T> without_cycles(MatrixView<const T> whole, const UnboundedPairs& pairs) {
  const Index n = whole.rows();
  Matrix<T> rest(n, n);
  for (Index u = 0; u < n; ++u) {
    for (Index v = 0; v < n; ++v) {
      rest(u, v) = pairs.on_cycle(u) || pairs.on_cycle(v) ? no_path<T>() : whole(u, v);
    }
  }
  return rest;
}

AnyMatrix cells_of(DenseMatrix& matrix) {
  return std::visit([](auto& cells) { return AnyMatrix(cells.view()); }, matrix);
}

// Rows [first, first + count) of what was asked for.
void mark(const Request& request, UnboundedPairs& pairs, Index first, Index count,
          const AnyMatrix& distances, MatrixView<std::int32_t> predecessors) {
  distances.visit([&]<class T>(MatrixView<T> cells) {
    for (Index i = 0; i < count; ++i) {
      const Index source = request.sources ? (*request.sources)[at(first + i)] : first + i;
      for (const routes::Vertex v : pairs.from(source)) {
        cells(i, v) = unbounded<T>();
        if (predecessors.rows() > 0) predecessors(i, v) = -1;
      }
    }
  });
}

}  // namespace

Outcome answer_without_cycles(const Request& request, UnboundedPairs pairs) {
  Request rest = request;
  rest.options.sparse_plan = {};  // was for the arcs of the whole
  Graph graph;
  DenseMatrix matrix;
  if (request.graph != nullptr) {
    const ArcBytes bytes(request);
    rest.options.memory_limit = left_of_limit(request.options, bytes.marking() + bytes.graph(),
                                              "the graph without its negative cycles");
    graph = without_cycles(*request.graph, pairs);
    rest.graph = &graph;
  } else {
    const std::size_t cells = at(request.vertices()) * at(request.vertices());
    rest.options.memory_limit =
        left_of_limit(request.options, cells * at(size_of(request.weights.weight)));
    matrix = request.weights.visit(
        [&](auto whole) -> DenseMatrix { return without_cycles(whole, pairs); });
    rest.weights = view_of(matrix);
  }
  rest.sink = [&](Rows& rows) {
    mark(request, pairs, rows.first, rows.count, cells_of(rows.distances),
         rows.predecessors.view());
    request.sink(rows);
  };
  Outcome outcome = answer(rest);
  if (request.into != Into::rows) {
    mark(request, pairs, 0, request.rows(),
         request.into == Into::memory ? request.memory : cells_of(outcome.distances),
         outcome.predecessors.view());
  }
  return outcome;
}

}  // namespace warpath
