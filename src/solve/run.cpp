#include "solve/run.hpp"

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/crew.hpp"
#include "base/pages.hpp"
#include "kernels/kernel.hpp"
#include "numerics/panel_look.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

// By a kernel that has no measures of its own: those of its rows.
Outcome measure_rows(const Request& request, const Facts& facts, const Plan& plan) {
  MeasureBuilder builder(request.vertices(), request.extent, plan.problem.symmetric);
  const bool long_sums = needs_long_sums(*request.graph);
  Crew crew(threads_of(request.options));
  Request by_rows = request;
  by_rows.into = Into::rows;
  by_rows.sink = [&](Rows& rows) { add_rows(builder, rows, long_sums, crew); };
  Outcome outcome = run(by_rows, facts, plan);
  outcome.measures = builder.finish();
  return outcome;
}

// The rows of a piece, one by one: each on its own, so that it does not matter how many come at once.
template <class T>
PanelSums sums_of_rows(const MeasureBuilder& builder, MatrixView<const T> cells, bool long_sums) {
  PanelSums sums;
  sums.rows.resize(static_cast<std::size_t>(cells.rows()));
  PanelLook<T> look(builder.extent(), 0, no_path<T>(), long_sums);
  for (Index i = 0; i < cells.rows(); ++i) {
    const T* const row = &cells(i, 0);
    look.look_at({&row, 1}, cells.columns(), &sums.rows[static_cast<std::size_t>(i)],
                 sums.histogram);
  }
  return sums;
}

}  // namespace

bool needs_long_sums(const Graph& graph) {
  bool needs = false;
  graph.visit_weights([&](const auto& weights) {
    needs = needs_long_sums(std::span(std::as_const(weights)), graph.vertices());
  });
  return needs;
}

void add_rows(MeasureBuilder& builder, Rows& rows, bool long_sums, Crew& crew) {
  constexpr Index kRows = 64;      // at a time, on a thread
  constexpr Index kColumns = 256;  // the same of the way in
  const auto add = [&]<class T>(Matrix<T>& cells) {
    for (Index i = 0; i < rows.count; ++i) cells(i, rows.first + i) = no_path<T>();
    const MatrixView<const T> view = std::as_const(cells).view();
    std::vector<PanelSums> sums(static_cast<std::size_t>((rows.count + kRows - 1) / kRows));
    crew.run(static_cast<Index>(sums.size()), [&](Index piece) {
      const Index begin = piece * kRows;
      const Index count = std::min(kRows, rows.count - begin);
      PanelSums& mine = sums[static_cast<std::size_t>(piece)];
      mine = sums_of_rows<T>(builder, view.block(begin, 0, count, view.columns()), long_sums);
      mine.first_row = rows.first + begin;
    });
    for (const PanelSums& piece : sums) builder.add(piece);
    const std::span<VertexSums> in = builder.in();
    const auto columns = static_cast<Index>(in.size());
    crew.run((columns + kColumns - 1) / kColumns, [&](Index piece) {
      const Index begin = piece * kColumns;
      const Index count = std::min(kColumns, columns - begin);
      const auto mine =
          in.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
      PanelLook<T> look(builder.extent(), count, no_path<T>(), long_sums);
      look.resume(mine);
      for (Index i = 0; i < rows.count; ++i) look.look_at_columns(&view(i, begin));
      std::ranges::copy(look.columns(), mine.begin());
    });
  };
  std::visit(
      [&]<class T>(Matrix<T>& cells) {
        if constexpr (!std::is_same_v<T, std::uint8_t>) add(cells);
      },
      rows.distances);
}

Outcome run(const Request& request, const Facts& facts, const Plan& plan) {
  Outcome outcome;
  if (request.into == Into::router) {
    outcome.router = make_router(request, plan);
  } else if (request.into == Into::measures && !kernel_of(plan).gives_measures) {
    outcome = measure_rows(request, facts, plan);
  } else if (plan.method() == Method::dense) {
    outcome = run_on_matrix(request, facts, plan);
  } else {
    outcome = run_on_arcs(request, plan);
  }
  outcome.measures.statistics = outcome.statistics;
  return outcome;
}

Matrix<std::int32_t> fresh_predecessors(Index n, const Options& options) {
  Matrix<std::int32_t> matrix(n, n);
  Crew crew(threads_of(options));
  detail::touch_pages(matrix.data(), Matrix<std::int32_t>::bytes_needed(n, n), crew);
  return matrix;
}

}  // namespace warpath
