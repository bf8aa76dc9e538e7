// Makes every public call that answers with distances, and brings what comes back into one form.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "attack/call.hpp"
#include "attack/device/there.hpp"
#include "attack/truth.hpp"
#include "routes/search.hpp"
#include "support/ways.hpp"
#include "warpath/warpath.hpp"

namespace attack {

// Rows of distances, those of `sources`.
template <class T>
struct Answer {
  std::vector<T> cells = {};
  std::vector<Index> sources = {};
  std::optional<warpath::Result> result = {};      // where the call gives one
  std::optional<warpath::Measures> measures = {};  // instead of cells
};

// Random sources of a graph, some of them twice.
std::vector<Index> some_sources(Index n, Random& random);

// Makes a call with the arcs of a graph; a matrix has the best of each pair.
template <class S>
class Caller {
 public:
  using T = typename S::Weight;
  using View = warpath::MatrixView<T>;
  static constexpr bool kReachability = S::kind == warpath::SemiringKind::reachability;
  // Reachability looks at no weights: any type will do for the arcs.
  using ArcT = std::conditional_t<kReachability, std::int16_t, T>;
  // Another type that holds all weights.
  using WideT = std::conditional_t<std::is_floating_point_v<ArcT>, double, std::int64_t>;

  Caller(const Graph& graph, warpath::Options options, Random& random)
      : graph_(graph), options_(std::move(options)), random_(random), n_(graph.n) {
    minus_zero_ = random.chance(0.2);
  }

  template <class W = ArcT>
  warpath::Graph graph() const {
    std::vector<warpath::Arc<W>> arcs;
    for (const auto& arc : graph_.arcs) arcs.push_back({arc.from, arc.to, as<W>(arc.weight)});
    return warpath::Graph::from_arcs<W>(n_, arcs);
  }

  Answer<T> make(Call call) {
    switch (call) {
      case Call::graph: return of_result(warpath::solve(graph(), options_));
      case Call::rows:
      case Call::columns:
      case Call::strides: {
        choose_strides(call == Call::columns, call == Call::strides);
        const auto cells = laid_out<T>();
        return of_result(warpath::solve(view(cells), options_));
      }
      case Call::in_rows:
      case Call::in_columns:
      case Call::in_strides:
        choose_strides(call == Call::in_columns, call == Call::in_strides);
        return in_place([&](std::vector<T>& cells) {
          warpath::solve_in_place(View(cells.data(), n_, n_, row_, column_), options_);
        });
      case Call::into_by_graph: {
        warpath::Matrix<T> into(n_, n_);
        warpath::solve_into(graph(), into.view(), options_);
        return {rows_of<T>(into.view(), n_), all()};
      }
      case Call::into_by_matrix: {
        choose_strides(random_.chance(0.5), false);
        const auto cells = laid_out<T>();
        warpath::Matrix<T> into(n_, n_);
        warpath::solve_into(view(cells), into.view(), options_);
        return {rows_of<T>(into.view(), n_), all()};
      }
      case Call::from: {
        const auto sources = some_sources(n_, random_);
        auto answer = of_result(warpath::solve_from(graph(), sources, options_));
        if (answer.sources != sources) found("other sources than were asked for");
        return answer;
      }
      case Call::streamed: return by_stream();
      case Call::router: return by_router();
      case Call::kept_plan: {
        // Made when the arcs had other weights.
        Graph before = graph_;
        for (auto& arc : before.arcs) arc.weight = 1;
        const auto backend = options_.device.value_or(warpath::Backend::cpu);
        options_.sparse_plan =
            warpath::SparsePlan(Caller(before, options_, random_).graph(), backend);
        return of_result(warpath::solve(graph(), options_));
      }
      case Call::converted_graph:
        if (!kReachability) options_.weights = warpath::weight_type_of<T>;
        return of_result(warpath::solve(graph<WideT>(), options_));
      case Call::converted_matrix: {
        if (kReachability) return make(Call::rows);
        options_.weights = warpath::weight_type_of<T>;
        choose_strides(random_.chance(0.5), false);
        const auto cells = laid_out<WideT>();
        return of_result(warpath::solve(view(cells), options_));
      }
      case Call::measures: {
        Answer<T> answer;
        answer.measures = warpath::measure(graph(), options_);
        return answer;
      }
      case Call::searched: return by_search();
      case Call::there_rows:
      case Call::there_columns:
        choose_strides(call == Call::there_columns, false);
        return in_place(
            [&](std::vector<T>& cells) { solve_there(cells, n_, row_, column_, options_); });
      case Call::there_graph:
        // Rows at multiples of 16 bytes.
        row_ = (n_ + 15) / 16 * 16 + 16 * static_cast<Index>(random_.below(2));
        column_ = 1;
        return in_place(
            [&](std::vector<T>& cells) { solve_there(graph(), cells, n_, row_, options_); });
    }
    return {};
  }

 private:
  template <class W>
  W as(Real weight) const {
    const W held = static_cast<W>(weight);
    return std::is_floating_point_v<W> && weight == 0 && minus_zero_ ? static_cast<W>(-held) : held;
  }

  std::vector<Index> all() const {
    std::vector<Index> sources(static_cast<std::size_t>(n_));
    for (std::size_t v = 0; v < sources.size(); ++v) sources[v] = static_cast<Index>(v);
    return sources;
  }

  void choose_strides(bool columns, bool apart) {
    const Index wide = n_ + static_cast<Index>(random_.below(5)) + (n_ == 0 ? 1 : 0);
    row_ = columns ? 1 : apart ? 2 * wide + 1 : wide;
    column_ = columns ? wide : apart ? 2 : 1;
  }

  template <class W>
  warpath::MatrixView<const W> view(const std::vector<W>& cells) const {
    return {cells.data(), n_, n_, row_, column_};
  }

  // A matrix with these strides, in memory that is larger than it and full of ones.
  template <class W>
  std::vector<W> laid_out() const {
    std::vector<W> cells(static_cast<std::size_t>(n_ * std::max(row_, column_) + 1), W{1});
    const warpath::MatrixView<W> view(cells.data(), n_, n_, row_, column_);
    const W none = warpath::no_path<W>(S::kind);
    for (Index i = 0; i < n_; ++i) {
      for (Index j = 0; j < n_; ++j) view(i, j) = none;
    }
    for (const auto& arc : graph_.arcs) {
      const W weight = kReachability ? W{1} : as<W>(arc.weight);
      W& cell = view(arc.from, arc.to);
      const bool better = S::keeps == warpath::Better::greater ? weight > cell : weight < cell;
      if (better) cell = weight;
    }
    return cells;
  }

  template <class W>
  std::vector<W> rows_of(warpath::MatrixView<const W> view, Index count) const {
    std::vector<W> rows;
    rows.reserve(static_cast<std::size_t>(count * n_));
    for (Index i = 0; i < count; ++i) {
      for (Index j = 0; j < n_; ++j) rows.push_back(view(i, j));
    }
    return rows;
  }

  Answer<T> of_result(warpath::Result result) const {
    const auto distances = result.distances<T>();
    Answer<T> answer{rows_of<T>(distances, distances.rows()), all()};
    if (!result.sources().empty() || distances.rows() != n_) {
      answer.sources.assign(result.sources().begin(), result.sources().end());
    }
    answer.result.emplace(std::move(result));
    return answer;
  }

  // Nothing beside the matrix may be written.
  template <class Solve>
  Answer<T> in_place(const Solve& solve) const {
    std::vector<T> cells = laid_out<T>();
    solve(cells);
    Answer<T> answer{rows_of<T>(view(cells), n_), all()};
    const View inside(cells.data(), n_, n_, row_, column_);
    for (Index i = 0; i < n_; ++i) {
      for (Index j = 0; j < n_; ++j) inside(i, j) = 1;
    }
    if (std::any_of(cells.begin(), cells.end(), [](T cell) { return cell != T{1}; })) {
      found("written beside the matrix");
    }
    return answer;
  }

  Answer<T> by_stream() {
    const auto sources = some_sources(n_, random_);
    options_.batch = static_cast<Index>(random_.below(4));
    Answer<T> answer{{}, sources};
    warpath::stream_rows(graph(), sources, options_, [&](warpath::Rows& rows) {
      if (rows.first != static_cast<Index>(answer.cells.size()) / n_) found("rows out of order");
      const auto& cells = std::get<warpath::Matrix<T>>(rows.distances);
      const auto some = rows_of<T>(cells.view(), rows.count);
      answer.cells.insert(answer.cells.end(), some.begin(), some.end());
    });
    return answer;
  }

  Answer<T> by_router() {
    const warpath::Graph arcs = graph();
    warpath::Router router(arcs, options_);
    Answer<T> answer{{}, some_sources(n_, random_)};
    std::vector<std::pair<Index, Index>> pairs;
    for (const Index u : answer.sources) {
      for (Index v = 0; v < n_; ++v) pairs.emplace_back(u, v);
    }
    const std::vector<double> distances = router.distances(pairs);
    const auto none = static_cast<double>(warpath::no_path<double>(S::kind));
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      // Integers have no infinity, which is what Router calls the empty path by.
      const bool same = pairs[k].first == pairs[k].second;
      answer.cells.push_back(same                   ? S::empty_path()
                             : distances[k] == none ? S::no_path()
                                                    : static_cast<T>(distances[k]));
    }
    return answer;
  }

  // What the arcs along a route make, from one source to all vertices.
  Answer<T> by_search() {
    if (n_ == 0) return {};
    const auto source = static_cast<Index>(random_.below(static_cast<std::size_t>(n_)));
    Answer<T> answer{{}, {source}};
    const auto targets = all();
    const warpath::Graph arcs = graph();
    const auto best = [&](Index u, Index v) {
      std::optional<ArcT> least;
      const auto weights = arcs.template weights<ArcT>();
      const auto end = static_cast<std::size_t>(arcs.offsets()[static_cast<std::size_t>(u) + 1]);
      for (auto a = static_cast<std::size_t>(arcs.offsets()[static_cast<std::size_t>(u)]); a < end;
           ++a) {
        const bool better = S::keeps == warpath::Better::greater ? least < weights[a]
                                                                 : !least || weights[a] < *least;
        if (arcs.targets()[a] == v && better) least = weights[a];
      }
      if (!least) found("a route along no arc");
      return *least;
    };
    const auto routes = warpath::routes::find_routes(arcs, source, targets, S::kind);
    for (const auto& route : routes) {
      Real sum = 0;
      T worst = S::empty_path();
      for (std::size_t k = 1; k < route.size(); ++k) {
        const ArcT weight = best(route[k - 1], route[k]);
        sum += static_cast<Real>(weight);
        worst = kReachability ? T{1} : S::extend(worst, static_cast<T>(weight));
      }
      // Weights may be -0, and were added as they are.
      const T made = S::adds ? static_cast<T>(sum) : worst;
      answer.cells.push_back(route.empty() ? S::no_path() : made == 0 ? T{0} : made);
    }
    return answer;
  }

  const Graph& graph_;
  warpath::Options options_;
  Random& random_;
  const Index n_;
  Index row_ = 1;
  Index column_ = 1;
  bool minus_zero_ = false;
};

}  // namespace attack
