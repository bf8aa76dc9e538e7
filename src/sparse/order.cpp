#include "sparse/order.hpp"

#include <amd.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "warpath/error.hpp"

namespace warpath::sparse {
namespace {

// AMD counts in ints, with a fifth more room.
constexpr std::size_t kMostNeighbours = std::size_t{1} << 30;

// Vertices with so many links, and with more than the square root of n, go last without having been
// looked at. They would be in the root at any rate, and to keep count of theirs takes longest.
constexpr double kMany = 64;

}  // namespace

// Approximate minimum degree (Amestoy, Davis and Duff 1996).
std::vector<Vertex> by_degree(const Pattern& pattern) {
  const Vertex n = pattern.vertices();
  std::vector<Vertex> order(at(n));
  if (n == 0) return order;
  if (pattern.neighbours.size() > kMostNeighbours) {
    throw Error(ErrorCode::unsupported,
                fmt::format("the sparse method with {} links", pattern.neighbours.size() / 2),
                "it takes fewer than 2^29; use the dense method");
  }
  const std::vector<int> offsets(pattern.offsets.begin(), pattern.offsets.end());
  double control[AMD_CONTROL];
  amd_defaults(control);
  control[AMD_DENSE] = std::max(1.0, kMany / std::sqrt(n));
  const int status =
      amd_order(n, offsets.data(), pattern.neighbours.data(), order.data(), control, nullptr);
  if (status == AMD_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status != AMD_OK) {
    throw Error(ErrorCode::internal, fmt::format("AMD could not order {} vertices", n));
  }
  return order;
}

}  // namespace warpath::sparse
