#include "cuda/sparse/sweeper.hpp"

#include <algorithm>

#include "cuda/sparse/panel_steps.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Factor;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

}  // namespace

template <class T>
Sweeper<T>::Sweeper(const Tree& tree, const Factor<T>& factor, std::span<const ClosedRoot<T>> roots,
                    Columns columns, const Variant& variant, T no_path, std::size_t leaf_bytes,
                    Crew& crew, cudaStream_t stream)
    : tree_(tree),
      columns_(columns),
      variant_(variant),
      no_path_(no_path),
      leaf_cells_(static_cast<long long>(leaf_bytes / sizeof(T))) {
  lay_out();
  upload(factor, roots, crew, stream);
  find_trunks(device_inner_tiles_, inner_tiles_, inner_groups_, stream);
}

template <class T>
long long Sweeper<T>::link_cells(const Tile& tile) const {
  return padded_depth(tile.boundary, variant_.pivots) * variant_.pivots * padded_rows(tile.rows);
}

// Tiles of about the same height.
template <class T>
std::vector<Tile> Sweeper<T>::tiles_of(Vertex j) const {
  const Node& node = tree_.nodes[at(j)];
  const int count = (node.width + variant_.rows - 1) / variant_.rows;
  const int rows = padded_rows((node.width + count - 1) / count);
  std::vector<Tile> tiles;
  long long links = links_begin_[at(j)];
  for (int row = 0; row < node.width; row += rows) {
    tiles.push_back({.node_first = node.first,
                     .node_end = node.end,
                     .above = node.above,
                     .boundary = node.boundary,
                     .row = row,
                     .rows = std::min(rows, node.width - row),
                     .first_boundary = node.first_boundary,
                     .links = links});
    links += link_cells(tiles.back());
  }
  return tiles;
}

// One after the other, from `next` on.
template <class T>
void Sweeper<T>::place_trunks(const Node& node, long long& next) {
  for (Vertex i = 0; i < node.width; ++i) {
    trunk_at_[at(node.first + i)] = next;
    next += trunk_stride(node, sizeof(T));
  }
}

// Sorted by level and rows; those of the same are one group.
template <class T>
auto Sweeper<T>::grouped(std::vector<Tile>& tiles) const -> std::vector<Group> {
  const auto level = [&](const Tile& tile) {
    return tree_.nodes[at(tree_.owner[at(tile.node_first)])].level;
  };
  std::stable_sort(tiles.begin(), tiles.end(), [&](const Tile& a, const Tile& b) {
    if (level(a) != level(b)) return level(a) < level(b);
    return padded_rows(a.rows) > padded_rows(b.rows);
  });
  std::vector<Group> groups;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const int rows = padded_rows(tiles[i].rows);
    if (i == 0 || level(tiles[i]) != level(tiles[i - 1]) || groups.back().rows != rows) {
      groups.push_back({i, i, rows, 0});
    }
    groups.back().end = i + 1;
    groups.back().longest = std::max(groups.back().longest, tiles[i].above);
  }
  return groups;
}

template <class T>
void Sweeper<T>::lay_out() {
  trunk_at_.assign(at(tree_.vertices()), 0);
  links_begin_.push_back(0);
  for (std::size_t j = 0; j < tree_.nodes.size(); ++j) {
    const std::vector<Tile> mine = tiles_of(static_cast<Vertex>(j));
    links_begin_.push_back(mine.back().links + link_cells(mine.back()));
    tiles_.insert(tiles_.end(), mine.begin(), mine.end());
    if (tree_.nodes[j].height == 0) continue;
    inner_tiles_.insert(inner_tiles_.end(), mine.begin(), mine.end());
    place_trunks(tree_.nodes[j], inner_cells_);
  }
  groups_ = grouped(tiles_);
  inner_groups_ = grouped(inner_tiles_);
}

// width x boundary becomes, tile by tile, words x padded rows.
template <class T>
std::vector<T> Sweeper<T>::packed(const T* links, const Factor<T>& factor, Crew& crew) const {
  std::vector<T> result(static_cast<std::size_t>(links_begin_.back()), no_path_);
  crew.run_each(static_cast<Index>(tree_.nodes.size()), [&](Index j) {
    const Node& node = tree_.nodes[at(j)];
    const T* from = links + factor.link_begin(static_cast<Vertex>(j));
    for (const Tile& tile : tiles_of(static_cast<Vertex>(j))) {
      T* to = result.data() + tile.links;
      const Index pivots = variant_.pivots;
      const Index rows = padded_rows(tile.rows);
      for (Index i = 0; i < tile.rows; ++i) {
        const T* row = from + (tile.row + i) * Index{node.boundary};
        for (Index k = 0; k < node.boundary; ++k) {
          to[(k / pivots * rows + i) * pivots + k % pivots] = row[k];
        }
      }
    }
  });
  return result;
}

template <class T>
void Sweeper<T>::bring_owns(const Factor<T>& factor, std::span<const ClosedRoot<T>> roots,
                            cudaStream_t stream) {
  const auto count = static_cast<Vertex>(tree_.nodes.size());
  T* owns = take<T>(at(factor.own_begin(count)));
  std::vector<bool> there(tree_.nodes.size());
  for (const ClosedRoot<T>& root : roots) {
    there[at(root.node)] = true;
    const std::size_t width = at(root.size) * sizeof(T);
    CUDA_CHECK(cudaMemcpy2DAsync(owns + factor.own_begin(root.node), width, root.cells.get(),
                                 at(root.ld) * sizeof(T), width, at(root.size),
                                 cudaMemcpyDeviceToDevice, stream));
  }
  // The others in runs.
  for (Vertex j = 0; j < count;) {
    Vertex end = j;
    while (end < count && !there[at(end)]) ++end;
    const Index begin = factor.own_begin(j);
    to_device(owns + begin, factor.owns() + begin, at(factor.own_begin(end) - begin), stream);
    j = end + 1;
  }
  owns_ = owns;
}

template <class T>
void Sweeper<T>::upload(const Factor<T>& factor, std::span<const ClosedRoot<T>> roots, Crew& crew,
                        cudaStream_t stream) {
  const bool targets = columns_ == Columns::targets;
  const std::size_t vertices = at(tree_.vertices());
  std::vector<long long> own_begin(vertices);
  std::vector<int> width(vertices);
  std::vector<int> length(vertices);
  for (std::size_t x = 0; x < vertices; ++x) {
    const Node& node = tree_.nodes[at(tree_.owner[x])];
    length[x] = node.above + node.width;
    width[x] = node.width;
    own_begin[x] = factor.own_begin(tree_.owner[x]);
  }
  std::vector<int> boundary_rows;
  boundary_rows.reserve(tree_.boundaries.size());
  for (const Vertex b : tree_.boundaries) boundary_rows.push_back(tree_.vertex[at(b)]);
  std::vector<T> links;
  std::vector<T> trunk_links;
  const WorkOfScope work(stream);  // it reads these
  const auto bring = [&](const auto& from) {
    auto* to = take<typename std::decay_t<decltype(from)>::value_type>(from.size());
    to_device(to, from.data(), from.size(), stream);
    return to;
  };
  links = packed(targets ? factor.ups() : factor.downs(), factor, crew);
  sweep_.links = trunk_links_ = bring(links);
  if (!factor.symmetric()) {
    trunk_links = packed(targets ? factor.downs() : factor.ups(), factor, crew);
    trunk_links_ = bring(trunk_links);
  }
  bring_owns(factor, roots, stream);
  sweep_.boundaries = bring(tree_.boundaries);
  sweep_.boundary_rows = bring(boundary_rows);
  sweep_.row_of = bring(tree_.vertex);
  sweep_.trunk_length = bring(length);
  own_begin_ = bring(own_begin);
  own_width_ = bring(width);
  sweep_.trunk_at = device_trunk_at_ = bring(trunk_at_);
  device_tiles_ = bring(tiles_);
  device_inner_tiles_ = bring(inner_tiles_);
  sweep_.trunks = take<T>(static_cast<std::size_t>(inner_cells_ + leaf_cells_));
  leaf_tiles_ = take<Tile>(tiles_.size());
  // Whole tiles of it are read: what is behind the last column is no vertex.
  const std::size_t places = vertices + static_cast<std::size_t>(variant_.columns);
  sweep_.places = places_ = take<int>(places);
  fill_bytes(places_, 0xff, places, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

template <class T>
void Sweeper<T>::launch(Sweep<T> sweep, bool trunk, const Tile* tiles,
                        const std::vector<Group>& groups, cudaStream_t stream) const {
  for (const Group& group : groups) {
    sweep.tiles = tiles + group.begin;
    variant_.launch(&sweep, trunk, static_cast<int>(group.end - group.begin), group.rows,
                    trunk ? group.longest : sweep.columns, stream);
  }
}

// Of the vertices of some tiles, whose boundaries' trunks are known.
template <class T>
void Sweeper<T>::find_trunks(const Tile* device_tiles, const std::vector<Tile>& tiles,
                             const std::vector<Group>& groups, cudaStream_t stream) const {
  Sweep<T> sweep = sweep_;
  sweep.links = trunk_links_;
  sweep.tiles = device_tiles;
  copy_own_parts(sweep, owns_, own_begin_, own_width_, columns_ == Columns::targets,
                 static_cast<int>(tiles.size()), stream);
  launch(sweep, true, device_tiles, groups, stream);
}

template <class T>
Index Sweeper<T>::fitting(std::span<const Vertex> columns) const {
  std::vector<bool> there(tree_.nodes.size());
  long long cells = 0;
  Index count = 0;
  for (const Vertex v : columns) {
    const Vertex j = tree_.owner[at(tree_.place[at(v)])];
    const Node& node = tree_.nodes[at(j)];
    if (node.height == 0 && !there[at(j)]) {
      there[at(j)] = true;
      cells += node.width * trunk_stride(node, sizeof(T));
      if (cells > leaf_cells_) break;
    }
    ++count;
  }
  return count;
}

// All of a leaf, even for one of its columns: a tile of rows costs the same.
template <class T>
void Sweeper<T>::find_leaf_trunks(std::span<const Vertex> columns, cudaStream_t stream) {
  std::vector<Tile> tiles;
  std::vector<bool> there(tree_.nodes.size());
  std::vector<int> places;
  long long next = inner_cells_;
  for (const Vertex v : columns) {
    places.push_back(tree_.place[at(v)]);
    const Vertex j = tree_.owner[at(places.back())];
    const Node& node = tree_.nodes[at(j)];
    if (node.height > 0 || there[at(j)]) continue;
    there[at(j)] = true;
    const std::vector<Tile> mine = tiles_of(j);
    tiles.insert(tiles.end(), mine.begin(), mine.end());
    place_trunks(node, next);
  }
  const std::vector<Group> groups = grouped(tiles);
  to_device(places_, places.data(), places.size(), stream);
  to_device(device_trunk_at_, trunk_at_.data(), trunk_at_.size(), stream);
  to_device(leaf_tiles_, tiles.data(), tiles.size(), stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));  // host memory goes
  find_trunks(leaf_tiles_, tiles, groups, stream);
}

template <class T>
void Sweeper<T>::start(std::span<const Vertex> columns, T* x, Index ld, cudaStream_t stream) {
  find_leaf_trunks(columns, stream);
  sweep_.x = x;
  sweep_.ld = ld;
  sweep_.columns = static_cast<int>(columns.size());
  launch(sweep_, false, device_tiles_, groups_, stream);
}

#define WARPATH_INSTANTIATE(T, name) template class Sweeper<T>;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
