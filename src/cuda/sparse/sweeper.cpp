#include "cuda/sparse/sweeper.hpp"

#include <algorithm>

#include "cuda/sparse/panel_steps.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Factor;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

std::vector<Vertex> places_of(const Tree& tree, std::span<const Vertex> vertices) {
  std::vector<Vertex> places;
  places.reserve(vertices.size());
  for (const Vertex v : vertices) places.push_back(tree.place[at(v)]);
  return places;
}

// Few sizes, so that there are few launches: each ends with most of the device waiting.
int rows_of_launch(int rows) { return rows <= 16 ? 16 : rows <= 32 ? 32 : 64; }

}  // namespace

template <class T>
Sweeper<T>::Sweeper(const Job& job, cudaStream_t stream)
    : tree_(job.tree),
      kind_(job.kind),
      half_(job.half),
      columns_(places_of(job.tree, job.columns)),
      variant_(job.variant),
      no_path_(job.no_path),
      branches_(job.tree, job.number, !job.to_matrix),
      layout_(job.tree),
      leaf_cells_(static_cast<long long>(job.leaf_bytes / sizeof(T))) {
  lay_out();
  take_memory(job, stream);
}

template <class T>
void Sweeper<T>::bring(const Factor<T>& factor, std::span<const ClosedRoot<T>> roots,
                       cudaStream_t stream) {
  const bool targets = kind_ == Columns::targets;
  bring_links(targets ? factor.ups() : factor.downs(), links_, stream);
  if (!factor.symmetric()) {
    bring_links(targets ? factor.downs() : factor.ups(), trunk_links_, stream);
  }
  bring_owns(factor.owns(), roots, stream);
  find_trunks(device_inner_tiles_, inner_tiles_, inner_groups_, stream);
  const auto columns = static_cast<Index>(columns_.size());
  if (fitting(0, columns) == columns) {
    find_leaf_trunks(0, columns, stream);
    all_trunks_ = true;
  }
  panels_[1].computed.record(stream);
  CUDA_CHECK(cudaStreamWaitEvent(stem_stream_, panels_[1].computed.get()));  // for the trunks
}

// Of the first of a node's own rows, of about the same height.
template <class T>
std::vector<Tile> Sweeper<T>::tiles_of(Vertex j, Vertex own_rows) const {
  if (own_rows == 0) return {};
  const Node& node = tree_.nodes[at(j)];
  const int count = (own_rows + variant_.rows - 1) / variant_.rows;
  const int rows = padded_rows((own_rows + count - 1) / count);
  std::vector<Tile> tiles;
  for (int row = 0; row < own_rows; row += rows) {
    tiles.push_back({.node_first = node.first,
                     .node_end = node.end,
                     .above = node.above,
                     .boundary = node.boundary,
                     .row = row,
                     .rows = std::min(rows, own_rows - row),
                     .last = branches_.last[at(j)],
                     .first_boundary = node.first_boundary,
                     .links = branches_.links[at(j)] +
                              static_cast<long long>(row) * padded_links(node.boundary)});
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
    return rows_of_launch(a.rows) > rows_of_launch(b.rows);
  });
  std::vector<Group> groups;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const int rows = rows_of_launch(tiles[i].rows);
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
  for (std::size_t j = 0; j < tree_.nodes.size(); ++j) {
    const Node& node = tree_.nodes[j];
    const std::vector<Tile> kept = tiles_of(static_cast<Vertex>(j), rows_in_stem(node));
    tiles_.insert(tiles_.end(), kept.begin(), kept.end());
    const std::vector<Tile> mine = tiles_of(static_cast<Vertex>(j), node.width);
    if (node.height == 0) {
      leaf_tile_count_ += mine.size();
      continue;
    }
    inner_tiles_.insert(inner_tiles_.end(), mine.begin(), mine.end());
    place_trunks(node, inner_cells_);
  }
  groups_ = grouped(tiles_);
  inner_groups_ = grouped(inner_tiles_);
}

template <class T>
void Sweeper<T>::take_memory(const Job& job, cudaStream_t stream) {
  const std::size_t vertices = at(tree_.vertices());
  std::vector<long long> own_begin(vertices);
  std::vector<int> width(vertices);
  std::vector<int> length(vertices);
  for (std::size_t x = 0; x < vertices; ++x) {
    const Node& node = tree_.nodes[at(tree_.owner[x])];
    length[x] = node.above + node.width;
    width[x] = node.width;
    own_begin[x] = layout_.owns[at(tree_.owner[x])];
  }
  std::vector<int> boundary_rows;
  boundary_rows.reserve(tree_.boundaries.size());
  for (const Vertex b : tree_.boundaries) boundary_rows.push_back(branches_.stem_row[at(b)]);

  memory_.want(links_, at(branches_.links.back()));
  if (!job.symmetric) memory_.want(trunk_links_, at(branches_.links.back()));
  memory_.want(owns_, at(layout_.owns.back()));
  memory_.want(sweep_.trunks, static_cast<std::size_t>(inner_cells_ + leaf_cells_));
  memory_.want(leaf_tiles_, leaf_tile_count_);
  const Index ld = (job.most_columns + kWidestTile - 1) / kWidestTile * kWidestTile;
  for (Panel& one : panels_) {
    memory_.want(one.stem, at(branches_.stem_size * ld));
    memory_.want(one.places, at(ld));
    memory_.want(one.lists, at(ld / kPanel * WorkOfPanels::kMostLists));
    memory_.want(one.pieces, at(ld / kPanel * WorkOfPanels::most_pieces(tree_)) + 1);
    memory_.want(one.done, done_words(ld));
  }
  memory_.bring(sweep_.boundaries, tree_.boundaries);
  memory_.bring(sweep_.boundary_rows, boundary_rows);
  memory_.bring(sweep_.row_of, branches_.stem_row);
  memory_.bring(sweep_.number_of, job.number);
  memory_.bring(sweep_.trunk_length, length);
  memory_.bring(own_begin_, own_begin);
  memory_.bring(own_width_, width);
  memory_.bring(device_trunk_at_, trunk_at_);
  memory_.bring(device_tiles_, tiles_);
  memory_.bring(device_inner_tiles_, inner_tiles_);
  memory_.bring(branch_sweep_.branches, branches_.branches);
  memory_.bring(branch_sweep_.strips, branches_.strips);
  memory_.bring(branch_sweep_.slots, branches_.slots);
  memory_.bring(branch_sweep_.loads, branches_.loads);
  memory_.bring(places_, columns_);
  const WorkOfScope work(stream);  // it reads these
  memory_.take(stream);

  if (job.symmetric) trunk_links_ = links_;
  branch_sweep_.links = sweep_.links = links_;
  branch_sweep_.trunks = sweep_.trunks;
  branch_sweep_.trunk_at = sweep_.trunk_at = device_trunk_at_;
  branch_sweep_.count = static_cast<int>(branches_.branches.size());
  branch_sweep_.ld = sweep_.ld = ld;
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

// The device lays them out in tiles and strips.
template <class T>
void Sweeper<T>::bring_links(const T* links, T* packed, cudaStream_t stream) {
  std::vector<LinksOfNode> nodes;
  nodes.reserve(tree_.nodes.size());
  for (std::size_t j = 0; j < tree_.nodes.size(); ++j) {
    const Node& node = tree_.nodes[j];
    nodes.push_back({layout_.links[j], branches_.links[j], node.width, node.boundary});
  }
  const auto cells = at(layout_.links.back());
  const DeviceArray<T> raw(cells);
  const DeviceArray<LinksOfNode> device_nodes(nodes.size());
  const WorkOfScope work(stream);  // it reads these
  to_device(device_nodes.get(), nodes.data(), nodes.size(), stream);
  to_device(raw.get(), links, cells, stream);
  pack_links(raw.get(), device_nodes.get(), static_cast<int>(nodes.size()), variant_.pivots,
             no_path_, packed, stream);
}

template <class T>
void Sweeper<T>::bring_owns(const T* owns, std::span<const ClosedRoot<T>> roots,
                            cudaStream_t stream) {
  std::vector<bool> there(tree_.nodes.size());
  for (const ClosedRoot<T>& root : roots) {
    there[at(root.node)] = true;
    const std::size_t width = at(root.size) * sizeof(T);
    CUDA_CHECK(cudaMemcpy2DAsync(owns_ + layout_.owns[at(root.node)], width, root.cells.get(),
                                 at(root.ld) * sizeof(T), width, at(root.size),
                                 cudaMemcpyDeviceToDevice, stream));
  }
  // The others in runs.
  const auto count = static_cast<Vertex>(tree_.nodes.size());
  for (Vertex j = 0; j < count;) {
    Vertex end = j;
    while (end < count && !there[at(end)]) ++end;
    const Index begin = layout_.owns[at(j)];
    to_device(owns_ + begin, owns + begin, at(layout_.owns[at(end)] - begin), stream);
    j = end + 1;
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));  // host memory may go, and the roots
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
  copy_own_parts(sweep, owns_, own_begin_, own_width_, kind_ == Columns::targets,
                 static_cast<int>(tiles.size()), stream);
  launch(sweep, true, device_tiles, groups, stream);
}

template <class T>
Index Sweeper<T>::fitting(Index first, Index most) const {
  if (all_trunks_) return most;
  std::vector<bool> there(tree_.nodes.size());
  long long cells = 0;
  for (Index c = 0; c < most; ++c) {
    const Vertex j = tree_.owner[at(columns_[at(first + c)])];
    const Node& node = tree_.nodes[at(j)];
    if (node.height > 0 || there[at(j)]) continue;
    there[at(j)] = true;
    cells += node.width * trunk_stride(node, sizeof(T));
    if (cells > leaf_cells_) return c >= 16 ? c / 16 * 16 : c;
  }
  return most;
}

// All of a leaf, even for one of its columns: a tile of rows costs the same.
template <class T>
void Sweeper<T>::find_leaf_trunks(Index first, Index count, cudaStream_t stream) {
  std::vector<Tile> tiles;
  std::vector<bool> there(tree_.nodes.size());
  long long next = inner_cells_;
  for (Index c = first; c < first + count; ++c) {
    const Vertex j = tree_.owner[at(columns_[at(c)])];
    const Node& node = tree_.nodes[at(j)];
    if (node.height > 0 || there[at(j)]) continue;
    there[at(j)] = true;
    const std::vector<Tile> mine = tiles_of(j, node.width);
    tiles.insert(tiles.end(), mine.begin(), mine.end());
    place_trunks(node, next);
  }
  const std::vector<Group> groups = grouped(tiles);
  to_device(device_trunk_at_, trunk_at_.data(), trunk_at_.size(), stream);
  to_device(leaf_tiles_, tiles.data(), tiles.size(), stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));  // host memory goes
  find_trunks(leaf_tiles_, tiles, groups, stream);
}

template <class T>
int Sweeper<T>::start(Index first, Index count, T* x, Index ld) {
  last_ = 1 - last_;
  Panel& panel = panels_[last_];
  panel.columns = static_cast<int>(count);
  CUDA_CHECK(cudaStreamWaitEvent(stem_stream_, panel.read.get()));
  // To where they begin at 16 bytes; whole tiles of them are read: what is behind the last column is no vertex.
  fill_bytes(panel.places, 0xff, at(sweep_.ld), stem_stream_);
  CUDA_CHECK(cudaMemcpyAsync(panel.places, places_ + first, at(count) * sizeof(int),
                             cudaMemcpyDeviceToDevice, stem_stream_));
  if (!all_trunks_) {
    CUDA_CHECK(cudaStreamWaitEvent(stem_stream_, panels_[1 - last_].read.get()));
    find_leaf_trunks(first, count, stem_stream_);
  }
  sweep_.x = panel.stem;
  sweep_.places = panel.places;
  // To whole panels, so that whoever reads one finds something everywhere.
  sweep_.columns = (panel.columns + kPanel - 1) / kPanel * kPanel;
  sweep_.half = half_;
  sweep_.first_column = static_cast<int>(first);
  sweep_.matrix = x == nullptr ? nullptr : x + first;
  sweep_.matrix_ld = ld;
  sweep_.matrix_columns = panel.columns;
  launch(sweep_, false, device_tiles_, groups_, stem_stream_);
  panel.computed.record(stem_stream_);
  return last_;
}

template <class T>
template <class Launch>
void Sweeper<T>::read(int which, cudaStream_t stream, const Launch& launch) {
  Panel& panel = panels_[which];
  branch_sweep_.stem = panel.stem;
  branch_sweep_.places = panel.places;
  branch_sweep_.columns = panel.columns;
  CUDA_CHECK(cudaStreamWaitEvent(stream, panel.computed.get()));
  launch(panel);
  panel.read.record(stream);
}

template <class T>
void Sweeper<T>::write(int which, MatrixTarget<T> target, cudaStream_t stream) {
  const WorkOfPanels work(branches_.branches, panels_[which].columns, kPanel, target.n,
                          target.first_column, target.half, target.turned != nullptr);
  read(which, stream, [&](const Panel& one) {
    target.pieces = one.pieces;
    target.count = work.pieces;
    target.part = work.part;
    target.next = one.done;
    target.done = one.done + 1;
    // Pageable memory, which has been read when this returns.
    to_device(one.lists, work.lists.data(), work.lists.size(), stream);
    list_pieces(one.lists, static_cast<int>(work.lists.size()), work.pieces, one.pieces, stream);
    fill_bytes(one.done, 0, done_words(room()), stream);
    variant_.write(&branch_sweep_, &target, stream);
  });
}

template <class T>
void Sweeper<T>::write_columns(int panel, T* x, Index ld, Index n, Index first_column,
                               cudaStream_t stream) {
  write(panel,
        {.direct = x + first_column,
         .ld = ld,
         .turned = half_ ? x + first_column * ld : nullptr,
         .turned_ld = ld,
         .n = static_cast<int>(n),
         .first_column = static_cast<int>(first_column),
         .half = half_},
        stream);
}

template <class T>
void Sweeper<T>::write_rows(int panel, T* x, Index n, T* turning, cudaStream_t stream) {
  write(panel,
        {.direct = turning, .ld = room(), .turned = x, .turned_ld = n, .n = static_cast<int>(n)},
        stream);
}

template <class T>
void Sweeper<T>::measure(int panel, const MeasureTarget<T>& target, cudaStream_t stream) {
  read(panel, stream, [&](const Panel&) { variant_.measure(&branch_sweep_, &target, stream); });
}

#define WARPATH_INSTANTIATE(T, name) template class Sweeper<T>;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
