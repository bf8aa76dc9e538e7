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

// Rows of the same panel, tile by tile of vertices.
template <class S>
class RowFinder {
 public:
  using T = typename S::Weight;

  explicit RowFinder(const Links<T>& links) : panel_(links), n_(links.vertices()) {}

  // Up to kLanes rows [begin, end). False as find_predecessors().
  bool run(const Rows<T>& rows, Index begin, Index end) {
    for (Index l = 0; l < kLanes; ++l) {
      const Index row = std::min(begin + l, end - 1);  // beyond the end, the last once more
      lanes_[at(l)] = {rows.source(row), &rows.distances(row, 0), &rows.predecessors(row, 0)};
    }
    bent_ = 0;
    next_known_ = 0;
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    has_avx2 ? choose_by_avx2() : choose_by<16>();
#else
    choose_by<16>();
#endif
    for (Index l = 0; l < end - begin; ++l) {
      const auto& [source, distances, predecessors, known] = lanes_[at(l)];
      predecessors[source] = -1;
      if ((bent_ >> l & 1) == 0) continue;
      if (!make_tree<S>(panel_.links, source, distances, predecessors)) return false;
    }
    return true;
  }

 private:
  struct Lane {
    Vertex source;
    const T* distances;
    Vertex* predecessors;
    std::size_t known = 0;  // links out of the source that have been looked at
  };

  T distance(Index v, Index l) const {
    return static_cast<T>(panel_.distances[at(v * kLanes + l)]);
  }
  std::size_t few(Index v) const { return below_0_ ? 0 : panel_.links.few(v); }
  Vertex* before(Index v) { return &panel_.before[at(v % kTile * kLanes)]; }

#if defined(__x86_64__)
  [[gnu::target("avx2")]] void choose_by_avx2() { choose_by<32>(); }
#endif

  template <int kBytes>
  [[gnu::always_inline]] void choose_by() {
    const T* from[kLanes];
    Vertex* to[kLanes];
    for (Index l = 0; l < kLanes; ++l) {
      from[l] = lanes_[at(l)].distances;
      to[l] = lanes_[at(l)].predecessors;
    }
    Turner<S, kBytes>::read(from, panel_);
    below_0_ = *std::min_element(panel_.nearest.begin(), panel_.nearest.end()) < 0;
    for (Index first = 0; first < n_; first += kTile) {
      choose_tile<kBytes>(first, std::min(n_, first + kTile));
      Turner<S, kBytes>::write(panel_, first, to);
    }
  }

  // Vertices with few links all at once, without a look at each; then the others.
  template <int kBytes>
  [[gnu::always_inline]] void choose_tile(Index first, Index end) {
    using C = Chooser<S, kBytes>;
    typename C::Mask doubts[C::kParts]{};
    const Links<T>& links = panel_.links;
    const auto* const distances = panel_.distances.data();
    const Link<T>* link = links.into(first).data();
    bool all_have_few = true;
    for (Index v = first; v < end; ++v) {
      const std::size_t count = few(v);
      if (count > 0) {
        C::choose_of_few({link, count}, distances, v, before(v), doubts);
        link += count;
      } else {
        std::fill_n(before(v), kLanes, Vertex{-1});
        all_have_few = false;
        link += links.into(v).size();
      }
    }
    if (next_known_ < end) fill_in_known(first, end);
    for (int p = 1; p < C::kParts; ++p) doubts[0] |= doubts[p];
    const bool doubt = C::L::any(doubts[0]);
    if (all_have_few && !doubt) return;
    for (Index v = first; v < end; ++v) {
      if (few(v) > 0 ? doubt : C::choose(panel_, v, before(v))) look_at(v);
    }
  }

  // Where the arc from the source is a best path, and the source itself: nothing is to be found.
  void fill_in_known(Index first, Index end) {
    next_known_ = n_;
    for (Index l = 0; l < kLanes; ++l) {
      auto& [source, distances, predecessors, known] = lanes_[at(l)];
      const auto links = panel_.links.out_of(source);
      for (; known < links.size() && links[known].vertex < end; ++known) {
        const Vertex v = links[known].vertex;
        if (is_best_path(S::kind, links[known].weight, distances[v])) before(v)[l] = source;
      }
      if (known < links.size()) next_known_ = std::min<Index>(next_known_, links[known].vertex);
      if (source >= first && source < end) before(source)[l] = source;
      if (source >= end) next_known_ = std::min<Index>(next_known_, source);
    }
  }

  // Predecessors that are no nearer than v might lead round in circles.
  void look_at(Index v) {
    for (Index l = 0; l < kLanes; ++l) {
      const Vertex from = before(v)[l];
      if (from == lanes_[at(l)].source || !S::is_better(distance(v, l), S::no_path())) continue;
      if (from >= 0 && S::is_better(distance(from, l), distance(v, l))) continue;
      if (!leads_on(v, l)) bent_ |= 1U << l;
    }
  }

  // Whether it is by an arc of weight 0 that v has a predecessor no nearer. Without cycles of them
  // they cannot lead back.
  bool leads_on(Index v, Index l) {
    const Vertex from = before(v)[l];
    if (!S::adds || from < 0 || panel_.links.has_zero_cycle()) return false;
    if (distance(from, l) != distance(v, l)) return false;
    const auto links = panel_.links.into(v);
    return std::any_of(links.begin(), links.end(), [&](const Link<T>& link) {
      return link.vertex == from && link.weight == T{0};
    });
  }

  Panel<S> panel_;
  const Index n_;
  std::array<Lane, kLanes> lanes_{};
  bool below_0_ = false;    // there are distances below 0
  Index next_known_ = 0;    // of the vertices that are known, the first in a tile to come
  std::uint32_t bent_ = 0;  // rows whose predecessors might lead round in circles
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
