#include "routes/links.hpp"

#include <algorithm>
#include <numeric>

#include "base/dispatch.hpp"
#include "numerics/fill.hpp"

namespace warpath::routes {
namespace {

// Rows that one thread looks through at a time.
constexpr Index kRows = 64;

// each(u, visit) calls visit(v, weight) for every arc out of u.
template <class S, class Each>
Links<typename S::Weight> gather(Index n, bool both_ways, const Wanted<S>& wanted, Crew& crew,
                                 const Each& each) {
  using Arc = typename Links<typename S::Weight>::Arc;
  std::vector<std::vector<Arc>> pieces(at((n + kRows - 1) / kRows));
  crew.run(
      static_cast<Index>(pieces.size()),
      [&](Index piece) {
        std::vector<Arc>& arcs = pieces[at(piece)];
        const Index end = std::min(n, (piece + 1) * kRows);
        for (Index u = piece * kRows; u < end; ++u) {
          each(u, [&](Index v, typename S::Weight weight) {
            const auto from = static_cast<Vertex>(u);
            const auto to = static_cast<Vertex>(v);
            if (wanted(u, v, weight)) arcs.push_back({from, to, weight});
            if (both_ways && wanted(v, u, weight)) arcs.push_back({to, from, weight});
          });
        }
      },
      [] { return false; });
  return {n, pieces, S::kind, wanted.distances.data() != nullptr, crew};
}

// Whether every other vertex of n is among them.
template <class T>
bool come_from_all(std::span<const Link<T>> links, Index n) {
  if (static_cast<Index>(links.size()) < n - 1) return false;
  std::vector<bool> seen(at(n));
  Index sources = 0;
  for (const Link<T>& link : links) {
    if (!seen[at(link.vertex)]) ++sources;
    seen[at(link.vertex)] = true;
  }
  return sources == n - 1;
}

// Whether arcs of weight 0 lead round in a circle: vertices that no arc leads to any more are taken
// away until none is left.
template <class T>
bool lead_round(const Links<T>& links, std::span<const Vertex> targets_of_zero) {
  std::vector<Index> left(at(links.vertices()));
  for (const Vertex v : targets_of_zero) ++left[at(v)];
  std::vector<Vertex> free;
  for (Vertex v = 0; v < links.vertices(); ++v) {
    if (left[at(v)] == 0) free.push_back(v);
  }
  std::size_t passed = 0;
  while (!free.empty()) {
    const Vertex u = free.back();
    free.pop_back();
    for (const Link<T>& link : links.out_of(u)) {
      if (link.weight != T{0}) continue;
      ++passed;
      if (--left[at(link.vertex)] == 0) free.push_back(link.vertex);
    }
  }
  return passed != targets_of_zero.size();
}

}  // namespace

template <class T>
Links<T>::Links(Index n, std::span<const std::vector<Arc>> pieces, SemiringKind kind,
                bool best_paths, Crew& crew)
    : into_(at(n) + 1), out_of_(at(n) + 1), longer_(at(n)), sorted_(at(n)) {
  std::size_t arcs = 0;
  for (const auto& piece : pieces) {
    arcs += piece.size();
    for (const Arc& arc : piece) {
      ++into_[at(arc.to) + 1];
      ++out_of_[at(arc.from) + 1];
    }
  }
  std::partial_sum(into_.begin(), into_.end(), into_.begin());
  std::partial_sum(out_of_.begin(), out_of_.end(), out_of_.begin());
  sources_.resize(arcs);
  targets_.resize(arcs);
  std::vector<Index> next_into(into_.begin(), into_.end() - 1);
  std::vector<Index> next_out(out_of_.begin(), out_of_.end() - 1);
  std::vector<Vertex> zero;
  for (const auto& piece : pieces) {
    for (const Arc& arc : piece) {
      sources_[at(next_into[at(arc.to)]++)] = {arc.from, arc.weight};
      targets_[at(next_out[at(arc.from)]++)] = {arc.to, arc.weight};
      if (arc.weight == T{0}) zero.push_back(arc.to);
    }
  }
  crew.run_each(n, [&](Index v) {
    const std::span<Link<T>> links(sources_.data() + into_[at(v)], into(v).size());
    longer_[at(v)] = static_cast<Index>(links.size());
    if (best_paths && come_from_all<T>(links, n)) return;
    std::sort(links.begin(), links.end(), [kind](const Link<T>& a, const Link<T>& b) {
      return comes_first(kind, a.weight, a.vertex, b.weight, b.vertex);
    });
    if (kind != SemiringKind::shortest_path) return;
    sorted_[at(v)] = 1;
    longer_[at(v)] = std::partition_point(links.begin(), links.end(),
                                          [](const Link<T>& link) { return link.weight > T{0}; }) -
                     links.begin();
  });
  zero_cycle_ = kind == SemiringKind::shortest_path && !zero.empty() && lead_round(*this, zero);
}

template <class S>
Links<typename S::Weight> links_of(const Graph& graph, bool both_ways, const Wanted<S>& wanted,
                                   Crew& crew) {
  return gather<S>(graph.vertices(), both_ways, wanted, crew, [&](Index u, const auto& visit) {
    std::vector<typename S::Weight> buffer;
    Index arc = graph.offsets()[at(u)];
    for (const auto weight : arc_weights(graph, u, rules_of<S>, buffer)) {
      visit(graph.targets()[at(arc++)], weight);
    }
  });
}

template <class S>
Links<typename S::Weight> links_of(const AnyMatrixView& weights, bool both_ways,
                                   const Wanted<S>& wanted, Crew& crew) {
  const AnyInput cells = weights;
  return gather<S>(cells.rows, both_ways, wanted, crew, [&](Index u, const auto& visit) {
    std::vector<typename S::Weight> buffer;
    const auto* const row = row_of(cells, u, rules_of<S>, buffer);
    for (Index v = 0; v < cells.columns; ++v) visit(v, tidied(row[v]));
  });
}

#define WARPATH_LINKS(T, name) template class Links<T>;
WARPATH_EACH_WEIGHT(WARPATH_LINKS)

#define WARPATH_LINKS_OF(S)                                                                    \
  template Links<typename S::Weight> links_of<S>(const Graph&, bool, const Wanted<S>&, Crew&); \
  template Links<typename S::Weight> links_of<S>(const AnyMatrixView&, bool, const Wanted<S>&, \
                                                 Crew&);
WARPATH_EACH_SEMIRING(WARPATH_LINKS_OF)

}  // namespace warpath::routes
