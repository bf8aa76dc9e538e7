// Builds a Graph in its own memory, without a list of arcs beside it.
#pragma once

#include <utility>

#include "warpath/graph.hpp"

namespace warpath::detail {

// Either append() every arc, in order of their sources; or count() every arc, start_placing(), and
// place() the same arcs again, in any order. Vertices are the caller's to check; weights must not
// be NaN.
template <class T>
class GraphBuilder {
 public:
  // Error bad_input when there are too many vertices for a Graph; std::bad_alloc.
  explicit GraphBuilder(Index vertices);

  // Room for so many arcs, at once.
  void reserve(std::size_t arcs);

  // False, and nothing happens, when an arc with a later source was there before.
  bool append(Index from, Index to, T weight) {
    if (from < last_) return false;
    const auto target = static_cast<Graph::Target>(to);
    // Most files have their arcs sorted altogether, and then there is nothing left to do.
    if (from == last_ && target <= last_target_) sorted_ = false;
    last_ = from;
    last_target_ = target;
    ++graph_.offsets_[static_cast<std::size_t>(from) + 1];
    graph_.targets_.push_back(target);
    weights_.push_back(weight);
    return true;
  }

  void count(Index from) { ++graph_.offsets_[static_cast<std::size_t>(from) + 1]; }
  void start_placing();
  // False when there were not so many arcs to count.
  bool place(Index from, Index to, T weight) {
    const auto at = static_cast<std::size_t>(graph_.offsets_[static_cast<std::size_t>(from) + 1]++);
    if (at >= weights_.size()) return false;
    ++placed_;
    graph_.targets_[at] = static_cast<Graph::Target>(to);
    weights_[at] = weight;
    return true;
  }

  // Error bad_input when fewer arcs were placed than counted.
  Graph finish(Direction direction) &&;

  Index vertices() const { return graph_.vertices(); }

 private:
  void sort_targets();

  Graph graph_;
  std::vector<T> weights_;
  Index last_ = 0;
  Graph::Target last_target_ = -1;
  bool placing_ = false;
  std::size_t placed_ = 0;
  bool sorted_ = true;  // what was appended
};

// The graph of the arcs that each(visit) goes over, as visit(from, to, weight). It is called twice, to
// count and to place, and must visit the same arcs; weight() is asked for at the second time only.
// Undirected arcs are stored both ways, self-loops once.
template <class T, class Each>
Graph build_graph(Index vertices, Direction direction, const Each& each) {
  const bool both_ways = direction == Direction::undirected;
  GraphBuilder<T> builder(vertices);
  each([&](Index from, Index to, const auto&) {
    builder.count(from);
    if (both_ways && from != to) builder.count(to);
  });
  builder.start_placing();
  each([&](Index from, Index to, const auto& weight_of) {
    const T weight = weight_of();
    builder.place(from, to, weight);
    if (both_ways && from != to) builder.place(to, from, weight);
  });
  return std::move(builder).finish(direction);
}

}  // namespace warpath::detail
