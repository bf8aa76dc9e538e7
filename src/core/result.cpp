#include "warpath/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/combinations.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

// Calls visit(S(), cell) with the cell in the result's own type and algebra.
template <class Visitor>
void visit_cell(const Result& result, Index from, Index to, Visitor&& visit) {
  const Index n = result.vertices();
  for (const Index vertex : {from, to}) {
    if (vertex >= 0 && vertex < n) continue;
    throw Error(ErrorCode::usage,
                fmt::format("vertex {} is not in a result of {} vertices", vertex, n),
                "vertices are numbered from 0");
  }
  Index row = from;
  if (const std::span<const Index> sources = result.sources(); !sources.empty()) {
    const auto found = std::find(sources.begin(), sources.end(), from);
    if (found == sources.end()) {
      throw Error(ErrorCode::usage,
                  fmt::format("vertex {} is none of the {} sources that were asked for", from,
                              sources.size()));
    }
    row = found - sources.begin();
  }
  visit_semiring(result.semiring(), result.weight_type(), [&]<class S>(S semiring) {
    const auto cells = result.distances<typename S::Weight>();
    if (row >= cells.rows()) {
      throw Error(ErrorCode::usage,
                  fmt::format("vertex {} is no source: none was asked for", from));
    }
    visit(semiring, cells(row, to));
  });
}

}  // namespace

bool Result::reachable(Index from, Index to) const {
  bool answer = false;
  visit_cell(*this, from, to,
             [&]<class S>(S, typename S::Weight cell) { answer = cell != S::no_path(); });
  return answer;
}

double Result::distance(Index from, Index to) const {
  double answer = 0;
  visit_cell(*this, from, to, [&]<class S>(S, typename S::Weight cell) {
    answer = static_cast<double>(cell);
    // Integers stand in for the infinities that doubles have.
    if constexpr (S::kind != SemiringKind::reachability && std::is_integral_v<decltype(cell)>) {
      constexpr double infinity = std::numeric_limits<double>::infinity();
      constexpr bool widest = S::kind == SemiringKind::widest_path;
      if (cell == S::no_path()) answer = widest ? -infinity : infinity;
      if (S::kind != SemiringKind::shortest_path && cell == S::empty_path()) {
        answer = widest ? infinity : -infinity;
      }
    }
  });
  return answer;
}

}  // namespace warpath
