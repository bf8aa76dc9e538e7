// What is left of a pattern when vertices that are linked with few have been eliminated.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "sparse/pattern.hpp"

namespace warpath::sparse {

// Memory for lists, which threads take piece by piece, and which is given back all at once.
class ListRoom {
 public:
  Vertex* take(std::size_t count);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Vertex[]>> chunks_;
  Vertex* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t taken_ = 0;
};

struct Reduced {
  std::vector<Vertex> eliminated;  // in this order
  std::vector<Vertex> kept;        // the others, in the order of the pattern
  Pattern core;                    // of these, so counted, with the fill of those that are gone

  // What an eliminated vertex was linked with when its turn came.
  std::span<const Vertex> structure(Vertex v) const { return {links[at(v)], at(degree[at(v)])}; }

  // Of each vertex of the pattern, as it was seen last.
  std::vector<Vertex*> links;
  std::vector<Vertex> degree;
  std::unique_ptr<ListRoom> room;
};

// The same for any number of threads.
Reduced reduce(const Pattern& pattern, Crew& crew);

}  // namespace warpath::sparse
