// All functions on vectors are inlined: none is passed by a convention that depends on the machine.
// To the end of the file, where templates are instantiated.
#pragma GCC diagnostic ignored "-Wpsabi"

#include "routes/predecessors.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "base/dispatch.hpp"
#include "base/pool.hpp"
#include "routes/choose.hpp"
#include "routes/tree.hpp"

namespace warpath::routes {
namespace {

template <class S>
class RowFinder {
 public:
  using T = typename S::Weight;

  explicit RowFinder(const Links<T>& links) : panel_{links}, n_(links.vertices()) {}

  // Rows [begin, end). False as find_predecessors().
  bool run(const Rows<T>& rows, Index begin, Index end) {
    for (Index l = 0; l < kLanes; ++l) {
      const Index row = std::min(begin + l, end - 1);  // beyond the end, the last once more
      lanes_[at(l)] = {rows.source(row), &rows.distances(row, 0), &rows.predecessors(row, 0)};
    }
    read();
    std::uint32_t bent = 0;  // rows whose predecessors might lead round in circles
    for (Index v = 0; v < n_; ++v) {
      const std::uint32_t no_nearer = choose(panel_, v);
      for (Index l = 0; no_nearer >> l != 0; ++l) {
        if ((no_nearer >> l & 1) != 0 && !leads_on(v, l)) bent |= 1U << l;
      }
    }
    write(end - begin);
    for (Index l = 0; l < end - begin; ++l) {
      const auto& [source, distances, predecessors] = lanes_[at(l)];
      if ((bent >> l & 1) == 0) continue;
      if (!make_tree<S>(panel_.links, source, distances, predecessors)) return false;
    }
    return true;
  }

 private:
  struct Lane {
    Vertex source;
    const T* distances;
    Vertex* predecessors;
  };

  auto& distance(Index v, Index l) { return panel_.distances[at(v * kLanes + l)]; }
  Vertex& before(Index v, Index l) { return panel_.before[at(v * kLanes + l)]; }

  void read() {
    panel_.nearest.fill(S::no_path());
    for (Index v = 0; v < n_; ++v) {
      for (Index l = 0; l < kLanes; ++l) {
        const Wide<T> here = lanes_[at(l)].distances[v];
        distance(v, l) = here;
        panel_.nearest[at(l)] = std::min(panel_.nearest[at(l)], here);
      }
    }
    std::fill(panel_.before.begin(), panel_.before.end(), Vertex{-1});
    for (Index l = 0; l < kLanes; ++l) {
      const auto& [source, distances, predecessors] = lanes_[at(l)];
      for (const auto& link : panel_.links.out_of(source)) {
        if (is_best_path(S::kind, link.weight, distances[link.vertex]))
          before(link.vertex, l) = source;
      }
      before(source, l) = source;  // for now: nothing is to be found
    }
  }

  // Whether it is by an arc of weight 0 that v has a predecessor no nearer. Without cycles of them
  // they cannot lead back.
  bool leads_on(Index v, Index l) {
    const Vertex from = before(v, l);
    if (!S::adds || from < 0 || panel_.links.has_zero_cycle()) return false;
    if (distance(from, l) != distance(v, l)) return false;
    const auto links = panel_.links.into(v);
    return std::any_of(links.begin(), links.end(), [&](const Link<T>& link) {
      return link.vertex == from && link.weight == T{0};
    });
  }

  void write(Index rows) {
    for (Index l = 0; l < rows; ++l) before(lanes_[at(l)].source, l) = -1;
    for (Index v = 0; v < n_; ++v) {
      for (Index l = 0; l < rows; ++l) lanes_[at(l)].predecessors[v] = before(v, l);
    }
  }

  Panel<S> panel_;
  const Index n_;
  std::array<Lane, kLanes> lanes_{};
};

}  // namespace

template <class S>
bool make_tree(const Links<typename S::Weight>& links, Vertex source,
               const typename S::Weight* distances, Vertex* predecessors) {
  TreeBuilder<S> tree(source, links.vertices(), distances, predecessors);
  if (tree.loose() == 0) return true;
  for (Vertex v = 0; v < links.vertices(); ++v) {
    if (!tree.is_loose(v)) continue;
    for (const auto& link : links.into(v)) {
      if (tree.is_in_tree(link.vertex)) tree.offer(link.vertex, v, link.weight);
    }
  }
  return tree.grow([&](Vertex u, const auto& visit) {
    for (const auto& link : links.out_of(u)) visit(link.vertex, link.weight);
  });
}

template <class T>
bool find_predecessors(const Links<T>& links, const Rows<T>& rows, Crew& crew,
                       const std::function<bool()>& stop) {
  const Index count = rows.distances.rows();
  if (count == 0 || links.vertices() == 0) return true;
  std::atomic<bool> explained{true};
  visit_semiring(links.kind(), weight_type_of<T>, [&]<class S>(S) {
    if constexpr (std::is_same_v<typename S::Weight, T>) {
      Pool<RowFinder<S>> finders;
      crew.run((count + kLanes - 1) / kLanes,
               [&](Index piece) {
                 const Index end = std::min(count, (piece + 1) * kLanes);
                 finders.lend(
                     [&](RowFinder<S>& finder) {
                       if (!finder.run(rows, piece * kLanes, end)) explained = false;
                     },
                     links);
               },
               [&] { return !explained || stop(); });
    }
  });
  return explained;
}

#define WARPATH_INSTANTIATE(S)                                                                    \
  template bool make_tree<S>(const Links<typename S::Weight>&, Vertex, const typename S::Weight*, \
                             Vertex*);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

#define WARPATH_FIND(T, name)                                             \
  template bool find_predecessors(const Links<T>&, const Rows<T>&, Crew&, \
                                  const std::function<bool()>&);
WARPATH_EACH_WEIGHT(WARPATH_FIND)

}  // namespace warpath::routes
