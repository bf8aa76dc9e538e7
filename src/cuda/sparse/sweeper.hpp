// The factor in device memory, and sweeps over it.
#pragma once

#include <span>
#include <vector>

#include "base/crew.hpp"
#include "cuda/device/owned.hpp"
#include "cuda/sparse/plan.hpp"
#include "cuda/sparse/root.hpp"
#include "cuda/sparse/variant.hpp"
#include "sparse/factor.hpp"

namespace warpath::cuda::sparse {

// As on the CPU: columns are targets, or sources, and then the matrix is transposed.
enum class Columns : std::uint8_t { targets, sources };

template <class T>
class Sweeper {
 public:
  using Vertex = warpath::sparse::Vertex;

  // Brings everything to the current device, and starts to compute the trunks of vertices that are
  // not in leaves. `roots`: what of the factor is there already. `leaf_bytes` of trunks of leaves
  // can be there at a time.
  Sweeper(const warpath::sparse::Tree& tree, const warpath::sparse::Factor<T>& factor,
          std::span<const ClosedRoot<T>> roots, Columns columns, const Variant& variant, T no_path,
          std::size_t leaf_bytes, Crew& crew, cudaStream_t stream);

  void restore_from(T least_no_path) {
    sweep_.restore = true;
    sweep_.least_no_path = least_no_path;
  }

  // How many of these columns, vertices of the graph, can be swept at once: trunks must fit.
  Index fitting(std::span<const Vertex> columns) const;

  // Starts to compute these columns of all rows: x[v * ld + c]. Rows begin at multiples of 16
  // bytes.
  void start(std::span<const Vertex> columns, T* x, Index ld, cudaStream_t stream);

 private:
  // Tiles of one level and one number of rows, which are one launch.
  struct Group {
    std::size_t begin = 0;
    std::size_t end = 0;
    int rows = 0;
    int longest = 0;  // of the trunks, without their own parts
  };

  long long link_cells(const Tile& tile) const;
  std::vector<Tile> tiles_of(Vertex j) const;
  void place_trunks(const warpath::sparse::Node& node, long long& next);
  std::vector<Group> grouped(std::vector<Tile>& tiles) const;
  void lay_out();
  void upload(const warpath::sparse::Factor<T>& factor, std::span<const ClosedRoot<T>> roots,
              Crew& crew, cudaStream_t stream);
  template <class U>
  U* take(std::size_t count) {
    return reinterpret_cast<U*>(memory_.emplace_back(count * sizeof(U)).get());
  }
  void bring_owns(const warpath::sparse::Factor<T>& factor, std::span<const ClosedRoot<T>> roots,
                  cudaStream_t stream);
  std::vector<T> packed(const T* links, const warpath::sparse::Factor<T>& factor, Crew& crew) const;
  void launch(Sweep<T> sweep, bool trunk, const Tile* tiles, const std::vector<Group>& groups,
              cudaStream_t stream) const;
  void find_trunks(const Tile* device_tiles, const std::vector<Tile>& tiles,
                   const std::vector<Group>& groups, cudaStream_t stream) const;
  void find_leaf_trunks(std::span<const Vertex> columns, cudaStream_t stream);

  const warpath::sparse::Tree& tree_;
  const Columns columns_;
  const Variant variant_;
  const T no_path_;
  Sweep<T> sweep_;
  std::vector<long long> links_begin_;  // by node, in cells: its tiles' stand one after the other
  std::vector<Tile> tiles_;             // of all nodes, by level and rows
  std::vector<Group> groups_;
  std::vector<Tile> inner_tiles_;  // of those that are no leaves
  std::vector<Group> inner_groups_;
  std::vector<long long> trunk_at_;  // by vertex
  long long inner_cells_ = 0;
  long long leaf_cells_ = 0;  // that there is room for

  // In device memory.
  std::vector<DeviceArray<char>> memory_;
  const long long* own_begin_ = nullptr;  // by vertex: the ways inside of its node
  const int* own_width_ = nullptr;
  const T* trunk_links_ = nullptr;  // as sweep_.links, for the trunks
  const T* owns_ = nullptr;
  const Tile* device_tiles_ = nullptr;
  const Tile* device_inner_tiles_ = nullptr;
  Tile* leaf_tiles_ = nullptr;
  long long* device_trunk_at_ = nullptr;
  int* places_ = nullptr;
};

}  // namespace warpath::cuda::sparse
