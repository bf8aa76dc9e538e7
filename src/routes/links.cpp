#include "routes/links.hpp"

#include <algorithm>
#include <atomic>

#include "base/dispatch.hpp"
#include "numerics/fill.hpp"

namespace warpath::routes {
namespace {

// Rows that one thread looks through at a time.
constexpr Index kRows = 64;

// each(u, visit) calls visit(v, weight) for every arc out of u.
template <class T, class Each>
Links<T> gather(Index n, bool both_ways, const Wanted<T>& wanted, Crew& crew, const Each& each) {
  using Arc = typename Links<T>::Arc;
  std::vector<std::vector<Arc>> pieces(at((n + kRows - 1) / kRows));
  crew.run(static_cast<Index>(pieces.size()), [&](Index piece) {
    std::vector<Arc>& arcs = pieces[at(piece)];
    const Index end = std::min(n, (piece + 1) * kRows);
    for (Index u = piece * kRows; u < end; ++u) {
      each(u, [&](Index v, T weight) {
        const auto from = static_cast<Vertex>(u);
        const auto to = static_cast<Vertex>(v);
        if (wanted(u, v, weight)) arcs.push_back({from, to, weight});
        if (both_ways && wanted(v, u, weight)) arcs.push_back({to, from, weight});
      });
    }
  });
  return {n, pieces, wanted.rules.kind, wanted.distances.data() != nullptr, crew};
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
bool lead_round(const Links<T>& links) {
  std::vector<Index> left(at(links.vertices()));
  Index arcs = 0;
  for (Vertex v = 0; v < links.vertices(); ++v) {
    const auto into = links.into(v);
    left[at(v)] = std::count_if(into.begin(), into.end(),
                                [](const Link<T>& link) { return link.weight == T{0}; });
    arcs += left[at(v)];
  }
  if (arcs == 0) return false;
  std::vector<Vertex> free;
  for (Vertex v = 0; v < links.vertices(); ++v) {
    if (left[at(v)] == 0) free.push_back(v);
  }
  while (!free.empty()) {
    const Vertex u = free.back();
    free.pop_back();
    for (const Link<T>& link : links.out_of(u)) {
      if (link.weight != T{0}) continue;
      --arcs;
      if (--left[at(link.vertex)] == 0) free.push_back(link.vertex);
    }
  }
  return arcs > 0;
}

}  // namespace

template <class T>
Links<T>::Links(Index n, std::span<const std::vector<Arc>> pieces, SemiringKind kind,
                bool best_paths, Crew& crew)
    : kind_(kind),
      into_(n,
            [&](const auto& visit) {
              for (const auto& piece : pieces) {
                for (const Arc& arc : piece) visit(arc.to, {arc.from, arc.weight});
              }
            }),
      out_of_(n,
              [&](const auto& visit) {
                for (const auto& piece : pieces) {
                  for (const Arc& arc : piece) visit(arc.from, {arc.to, arc.weight});
                }
              }),
      longer_(at(n)),
      sorted_(at(n)),
      few_(at(n)) {
  crew.run_each(n, [&](Index v) {
    const std::span<Link<T>> out = out_of_.of(v);
    const auto before = [](const Link<T>& a, const Link<T>& b) { return a.vertex < b.vertex; };
    if (!std::is_sorted(out.begin(), out.end(), before)) std::sort(out.begin(), out.end(), before);
    const std::span<Link<T>> links = into_.of(v);
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
    if (links.size() <= kFew && longer(v) == links.size()) {
      few_[at(v)] = static_cast<std::uint8_t>(links.size());
    }
  });
  zero_cycle_ = kind == SemiringKind::shortest_path && lead_round(*this);
}

namespace {

template <class T, class Each>
std::size_t count(Index n, bool both_ways, const Wanted<T>& wanted, Crew& crew, const Each& each) {
  std::atomic<std::size_t> total{0};
  crew.run_rows(n, [&](Index u) {
    std::size_t here = 0;
    each(u, [&](Index v, T weight) {
      here += wanted(u, v, weight) ? 1 : 0;
      here += both_ways && wanted(v, u, weight) ? 1 : 0;
    });
    total += here;
  });
  return total;
}

template <class T>
auto arcs_out_of(const Graph& graph, const Rules<T>& rules) {
  return [&](Index u, const auto& visit) {
    std::vector<T> buffer;
    Index arc = graph.offsets()[at(u)];
    for (const T weight : arc_weights(graph, u, rules, buffer)) {
      visit(graph.targets()[at(arc++)], weight);
    }
  };
}

template <class T>
auto arcs_out_of(const AnyInput& weights, const Rules<T>& rules) {
  return [&](Index u, const auto& visit) {
    std::vector<T> buffer;
    const T* const row = row_of(weights, u, rules, buffer);
    for (Index v = 0; v < weights.columns; ++v) visit(v, tidied(row[v]));
  };
}

}  // namespace

template <class T>
Links<T> links_of(const Graph& graph, bool both_ways, const Wanted<T>& wanted, Crew& crew) {
  return gather(graph.vertices(), both_ways, wanted, crew, arcs_out_of(graph, wanted.rules));
}

template <class T>
Links<T> links_of(const AnyInput& weights, bool both_ways, const Wanted<T>& wanted, Crew& crew) {
  return gather(weights.rows, both_ways, wanted, crew, arcs_out_of(weights, wanted.rules));
}

template <class T>
std::size_t count_links(const Graph& graph, bool both_ways, const Wanted<T>& wanted, Crew& crew) {
  return count(graph.vertices(), both_ways, wanted, crew, arcs_out_of(graph, wanted.rules));
}

template <class T>
std::size_t count_links(const AnyInput& weights, bool both_ways, const Wanted<T>& wanted,
                        Crew& crew) {
  return count(weights.rows, both_ways, wanted, crew, arcs_out_of(weights, wanted.rules));
}

#define WARPATH_INSTANTIATE(T, name)                                             \
  template class Links<T>;                                                       \
  template Links<T> links_of(const Graph&, bool, const Wanted<T>&, Crew&);       \
  template Links<T> links_of(const AnyInput&, bool, const Wanted<T>&, Crew&);    \
  template std::size_t count_links(const Graph&, bool, const Wanted<T>&, Crew&); \
  template std::size_t count_links(const AnyInput&, bool, const Wanted<T>&, Crew&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
