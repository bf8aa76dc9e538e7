// Every public call that answers with distances, each brought into one form.
#pragma once

#include <optional>

#include "attack/truth.hpp"
#include "support/ways.hpp"
#include "warpath/warpath.hpp"

namespace attack {

// Rows of distances, those of `sources`, or of all vertices.
template <class T>
struct Answer {
  std::vector<T> cells;
  std::vector<Index> sources;
  std::optional<warpath::Result> result;  // where the call gives one
};

inline constexpr int kCalls = 12;
const char* name_of_call(int call);

// Random sources, some of them twice.
std::vector<Index> some_sources(Index n, Random& random);

// Makes the call with the arcs of `list`, of which a matrix has the best of each pair. Nothing where
// the call does not take such options.
template <class S>
std::optional<Answer<typename S::Weight>> make_call(int call, const ArcList& list,
                                                    warpath::Options options, Random& random) {
  using T = typename S::Weight;
  using View = warpath::MatrixView<T>;
  using ConstView = warpath::MatrixView<const T>;
  // Reachability looks at no weights: any type will do for the arcs.
  using ArcT = std::conditional_t<std::is_same_v<T, std::uint8_t>, std::int16_t, T>;
  const Index n = list.n;
  const auto graph = [&] { return support::graph_of<ArcT>(list); };
  // A matrix with these strides, in memory that is larger than it.
  const auto laid_out = [&](Index row, Index column) {
    std::vector<T> cells(static_cast<std::size_t>(n * std::max(row, column) + 1), T{1});
    const View view(cells.data(), n, n, row, column);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) view(i, j) = S::no_path();
    }
    for (const auto& arc : list.arcs) {
      const T weight =
          S::kind == warpath::SemiringKind::reachability ? T{1} : static_cast<T>(arc.weight);
      T& cell = view(arc.from, arc.to);
      if (S::is_better(weight, cell)) cell = weight;
    }
    return cells;
  };
  const auto rows_of = [&](ConstView view) {
    std::vector<T> rows;
    for (Index i = 0; i < view.rows(); ++i) {
      for (Index j = 0; j < n; ++j) rows.push_back(view(i, j));
    }
    return rows;
  };
  const auto by_result = [&](warpath::Result result) {
    Answer<T> answer{rows_of(result.distances<T>()), {}, {}};
    answer.sources.assign(result.sources().begin(), result.sources().end());
    answer.result.emplace(std::move(result));
    return answer;
  };
  const Index wide = n + static_cast<Index>(random.below(5));
  const bool sparse = options.kernel != "auto" &&
                      warpath::find_kernel(options.kernel)->method != warpath::Method::dense;
  switch (call) {
    case 0: return by_result(warpath::solve(graph(), options));
    case 1:
    case 2:
    case 3: {
      const Index row = call == 1 ? wide : call == 2 ? 1 : 2 * wide + 1;
      const Index column = call == 1 ? 1 : call == 2 ? wide : 2;
      const auto cells = laid_out(row, column);
      return by_result(warpath::solve(ConstView(cells.data(), n, n, row, column), options));
    }
    case 4:
    case 5:
    case 6: {
      if (options.predecessors) return {};
      if (options.on_negative_cycle == warpath::OnNegativeCycle::mark) return {};
      const Index row = call == 4 ? wide : call == 5 ? 1 : 2 * wide + 1;
      const Index column = call == 4 ? 1 : call == 5 ? wide : 2;
      auto cells = laid_out(row, column);
      const View view(cells.data(), n, n, row, column);
      warpath::solve_in_place(view, options);
      return Answer<T>{rows_of(view), {}, {}};
    }
    case 7: {
      if (options.predecessors) return {};
      warpath::Matrix<T> into(n, n);
      warpath::solve_into(graph(), into.view(), options);
      return Answer<T>{rows_of(into.view()), {}, {}};
    }
    case 8: {
      if (options.predecessors) return {};
      const auto cells = laid_out(wide, 1);
      warpath::Matrix<T> into(n, n);
      warpath::solve_into(ConstView(cells.data(), n, n, wide, 1), into.view(), options);
      return Answer<T>{rows_of(into.view()), {}, {}};
    }
    case 9: {
      const auto sources = some_sources(n, random);
      Answer<T> answer = by_result(warpath::solve_from(graph(), sources, options));
      answer.sources = sources;
      return answer;
    }
    case 10: {
      const auto sources = some_sources(n, random);
      options.batch = static_cast<Index>(random.below(4));
      Answer<T> answer{{}, sources, {}};
      warpath::stream_rows(graph(), sources, options, [&](warpath::Rows& rows) {
        const auto& cells = std::get<warpath::Matrix<T>>(rows.distances);
        const auto some = rows_of(cells.view().block(0, 0, rows.count, n));
        answer.cells.insert(answer.cells.end(), some.begin(), some.end());
      });
      return answer;
    }
    default: {
      if (options.on_negative_cycle == warpath::OnNegativeCycle::mark || sparse) return {};
      options.kernel = "auto";
      options.isa = {};
      warpath::Router router(graph(), options);
      const auto sources = some_sources(n, random);
      Answer<T> answer{{}, sources, {}};
      std::vector<std::pair<Index, Index>> pairs;
      for (const Index u : sources) {
        for (Index v = 0; v < n; ++v) pairs.emplace_back(u, v);
      }
      const std::vector<double> distances = router.distances(pairs);
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        const double distance = distances[k];
        // Integers have no infinity, which is what Router calls the empty path by.
        if (pairs[k].first == pairs[k].second) {
          answer.cells.push_back(S::empty_path());
          continue;
        }
        const bool none = distance == static_cast<double>(warpath::no_path<double>(S::kind));
        answer.cells.push_back(none ? S::no_path() : static_cast<T>(distance));
      }
      return answer;
    }
  }
}

}  // namespace attack
