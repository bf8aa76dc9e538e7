#include "solve/run.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "base/crew.hpp"
#include "base/pages.hpp"
#include "kernels/kernel.hpp"
#include "numerics/measure_builder.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

// By a kernel that has no measures of its own: those of its rows.
Outcome measure_rows(const Request& request, const Facts& facts, const Plan& plan) {
  MeasureBuilder builder(request.vertices());
  Crew crew(threads_of(request.options));
  Request by_rows = request;
  by_rows.into = Into::rows;
  by_rows.sink = [&](Rows& rows) { add_rows(builder, rows, crew); };
  Outcome outcome = run(by_rows, facts, plan);
  outcome.measures = builder.finish();
  return outcome;
}

}  // namespace

void add_rows(MeasureBuilder& builder, Rows& rows, Crew& crew) {
  constexpr Index kRows = 64;  // at a time, on a thread
  const Index pieces = (rows.count + kRows - 1) / kRows;
  std::vector<PanelSums> sums(static_cast<std::size_t>(pieces));
  std::visit(
      [&]<class T>(Matrix<T>& cells) {
        if constexpr (!std::is_same_v<T, std::uint8_t>) {
          const auto look = [&](Index piece) {
            const Index begin = piece * kRows;
            const Index end = std::min(rows.count, begin + kRows);
            PanelSums& mine = sums[static_cast<std::size_t>(piece)];
            mine.rows.resize(static_cast<std::size_t>(end - begin));
            for (Index i = begin; i < end; ++i) {
              cells(i, rows.first + i) = no_path<T>();
              mine.look_at(i - begin, &cells(i, 0), cells.columns(), no_path<T>());
            }
          };
          crew.run(pieces, look);
        }
      },
      rows.distances);
  // In order: sums are rounded.
  for (Index piece = 0; piece < pieces; ++piece) {
    builder.add(sums[static_cast<std::size_t>(piece)], rows.first + piece * kRows);
  }
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
