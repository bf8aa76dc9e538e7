// The input: an immutable weighted graph.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "warpath/types.hpp"

namespace warpath {

namespace detail {
template <class T>
class GraphBuilder;
}

template <class T>
struct Arc {
  Index from = 0;
  Index to = 0;
  T weight{};
  friend bool operator==(const Arc&, const Arc&) = default;
};

struct Coordinate {
  double x = 0;
  double y = 0;
};

enum class Direction : std::uint8_t { directed, undirected };

// Vertices 0 .. n-1 and weighted arcs, stored by source (CSR), sorted by source and target.
// Zero-weight arcs are arcs. Parallel arcs are all kept; which of them is best depends on the
// semiring, so the solver chooses. An undirected graph stores every edge as two arcs (a
// self-loop as one). One that was moved from has no vertices.
class Graph {
 public:
  using Target = std::int32_t;

  // The graph with no vertices.
  Graph() = default;

  // Copies the arcs. Error bad_input, naming the arc by its position in `arcs`, when an endpoint
  // is not in [0, vertices) or a weight is NaN; when `vertices` is negative or above 2^31 - 1.
  // T is a type of WARPATH_EACH_ARC_WEIGHT (types.hpp). Time and memory O(vertices + arcs).
  template <class T>
  static Graph from_arcs(Index vertices, std::span<const Arc<T>> arcs,
                         Direction direction = Direction::directed);

  Index vertices() const { return offsets_.empty() ? 0 : static_cast<Index>(offsets_.size()) - 1; }
  Index arcs() const { return static_cast<Index>(targets_.size()); }
  Direction direction() const { return direction_; }
  WeightType weight_type() const;

  // Arc a, for offsets()[u] <= a < offsets()[u + 1], runs from u to targets()[a] at weights()[a].
  // offsets() has vertices() + 1 entries; it is empty for a default-constructed graph.
  std::span<const Index> offsets() const { return offsets_; }
  std::span<const Target> targets() const { return targets_; }

  // T must be the C++ type of weight_type(); Error usage otherwise.
  template <class T>
  std::span<const T> weights() const {
    const auto* weights = std::get_if<std::vector<T>>(&weights_);
    if (weights == nullptr) detail::refuse_weight_type(weight_type(), weight_type_of<T>);
    return *weights;
  }

  // visit(std::span<const T>) with the weights in their own type; returns what it returns.
  template <class Visitor>
  decltype(auto) visit_weights(Visitor&& visit) const {
    return std::visit(
        [&]<class T>(const std::vector<T>& weights) -> decltype(auto) {
          return visit(std::span<const T>(weights));
        },
        weights_);
  }

  // Names and places of the vertices; empty when the graph has none. The setters want exactly one
  // per vertex (Error usage otherwise) and are part of building a graph.
  std::span<const std::string> labels() const { return labels_; }
  std::span<const Coordinate> coordinates() const { return coordinates_; }
  Graph&& with_labels(std::vector<std::string> labels) &&;
  Graph&& with_coordinates(std::vector<Coordinate> coordinates) &&;

 private:
  template <class T>
  friend class detail::GraphBuilder;

  Direction direction_ = Direction::directed;
  std::vector<Index> offsets_;
  std::vector<Target> targets_;
  detail::ArcWeights::OneOf<std::vector> weights_;
  std::vector<std::string> labels_;
  std::vector<Coordinate> coordinates_;
};

}  // namespace warpath
