#include "solve/run.hpp"

#include "base/crew.hpp"
#include "base/pages.hpp"

namespace warpath {

Outcome run(const Request& request, const Facts& facts, const Plan& plan) {
  Outcome outcome;
  if (request.into == Into::router) {
    outcome.router = make_router(request, plan);
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
