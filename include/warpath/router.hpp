// Routes of a graph, one by one, without a matrix of all of them.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "warpath/graph.hpp"
#include "warpath/options.hpp"

namespace warpath {

// Keeps what the sparse method leaves of a graph after elimination: far less than a matrix for graphs with small separators, such as
// roads. Every question is then answered from it, in one sweep for each source that is asked about: about as long as a search for
// one, far less for each of many that are asked together (docs/routes.md). Works on the CPU, for all semirings and weight types.
//
// One question at a time; threads that ask at once need a Router each.
class Router {
 public:
  // Orders and eliminates the vertices. The graph must outlive this. Options as for solve(); method and kernel are the sparse
  // ones. Error as solve(), negative_cycle with its cycle; unsupported for OnNegativeCycle::mark.
  explicit Router(const Graph& graph, const Options& options = {});
  ~Router();
  Router(Router&&) noexcept;
  Router& operator=(Router&&) noexcept;

  Index vertices() const;

  // As Result::distance() and Result::path(). Error usage when a vertex is out of range.
  double distance(Index from, Index to);
  std::vector<Index> path(Index from, Index to);

  // The same for many: sources are swept together, so it pays to ask at once.
  std::vector<double> distances(std::span<const std::pair<Index, Index>> pairs);
  std::vector<std::vector<Index>> paths(std::span<const std::pair<Index, Index>> pairs);

  class State;

 private:
  std::shared_ptr<State> state_;
};

}  // namespace warpath
