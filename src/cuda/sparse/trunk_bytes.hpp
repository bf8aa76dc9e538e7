// What a sweep takes in device memory: host arithmetic, in every build.
#pragma once

#include "sparse/tree.hpp"

namespace warpath::cuda::sparse {

// Cells from one trunk of a node to the next: rows begin at multiples of 16 bytes.
constexpr long long trunk_stride(const warpath::sparse::Node& node, std::size_t cell) {
  const auto multiple = static_cast<long long>(16 / cell);
  const long long length = static_cast<long long>(node.above) + node.width;
  return (length + multiple - 1) / multiple * multiple;
}

// What trunks take: those of vertices that are not in leaves are always there, those of leaves while columns of the leaf
// are being swept.
struct TrunkBytes {
  std::size_t inner = 0;
  std::size_t leaves = 0;
};
inline TrunkBytes trunk_bytes(const warpath::sparse::Tree& tree, std::size_t cell) {
  TrunkBytes bytes;
  for (const warpath::sparse::Node& node : tree.nodes) {
    std::size_t& sum = node.height > 0 ? bytes.inner : bytes.leaves;
    sum += static_cast<std::size_t>(node.width * trunk_stride(node, cell)) * cell;
  }
  return bytes;
}

// The rest: the factor and the tree.
inline std::size_t factor_bytes(const warpath::sparse::Tree& tree, std::size_t cell,
                                bool symmetric) {
  constexpr std::size_t kPerVertex = 64;
  constexpr std::size_t kPerNode = 96;
  Index cells = 0;
  for (const warpath::sparse::Node& node : tree.nodes) {
    cells += Index{node.width} * (Index{node.boundary} * (symmetric ? 1 : 2) + node.width);
  }
  return static_cast<std::size_t>(cells) * cell + tree.boundaries.size() * sizeof(int) +
         tree.vertex.size() * kPerVertex + tree.nodes.size() * kPerNode;
}

}  // namespace warpath::cuda::sparse
