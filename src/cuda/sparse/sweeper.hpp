// The factor in device memory, and sweeps over it: some columns at a time, first the rows of the stem, which are kept,
// then those of the branches, which go where they are wanted.
#pragma once

#include <span>
#include <vector>

#include "cuda/device/owned.hpp"
#include "cuda/device/parts.hpp"
#include "cuda/sparse/branches.hpp"
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

  struct Job {
    const warpath::sparse::Tree& tree;
    bool symmetric;  // the factor will be
    Columns kind;
    std::span<const Vertex> columns;  // that will be swept: vertices of the graph, in this order
    std::span<const Vertex> number;   // of each place: how rows are counted where they go
    bool half;       // columns are counted like rows, and only rows from there on are wanted
    bool to_matrix;  // columns are written to a matrix that is known when they are started
    const Variant& variant;
    T no_path;
    std::size_t leaf_bytes;  // of trunks of leaves can be there at a time
    Index most_columns;      // at a time
  };

  // Takes all memory that it needs on the current device, and brings there what the tree alone decides.
  Sweeper(const Job& job, cudaStream_t stream);

  // Brings the factor, of which the device may have some roots, and starts to compute the trunks of vertices that
  // are not in leaves, and those of leaves if all of them can be there. Comes before anything else.
  void bring(const warpath::sparse::Factor<T>& factor, std::span<const ClosedRoot<T>> roots,
             cudaStream_t stream);

  void restore_from(T least_no_path) {
    sweep_.restore = branch_sweep_.restore = true;
    sweep_.least_no_path = branch_sweep_.least_no_path = least_no_path;
  }

  // How many of the columns from `first` on, up to `most`, can be swept at once: trunks must fit. A multiple of 16 if
  // not all.
  Index fitting(Index first, Index most) const;

  // Columns of a panel in memory.
  Index room() const { return sweep_.ld; }

  // Whether columns can be started before those that were started last are done with.
  bool looks_ahead() const { return all_trunks_; }

  // Starts to compute these columns of the stem, beside whatever is done with those before. Returns what to call them
  // by; they are there until the next but one have been started. `to_matrix`, as in the job: the rows are written to x.
  int start(Index first, Index count, T* x = nullptr, Index ld = 0);

  // And from them, all rows: cells (v, c) of `x`, a matrix of so many rows. `half`, as in the job: of a square
  // matrix, whose cells (c, v) get the same. Those of the stem are there.
  void write_columns(int panel, T* x, Index ld, Index n, Index first_column, cudaStream_t stream);
  // Cells (c, v) of `x` instead. `turning` has room for n rows of all columns that are swept at once.
  void write_rows(int panel, T* x, Index n, T* turning, cudaStream_t stream);
  void measure(int panel, const MeasureTarget<T>& target, cudaStream_t stream);

 private:
  // Tiles of one level and one number of rows, which are one launch.
  struct Group {
    std::size_t begin = 0;
    std::size_t end = 0;
    int rows = 0;
    int longest = 0;  // of the trunks, without their own parts
  };

  std::vector<Tile> tiles_of(Vertex j, Vertex own_rows) const;
  void place_trunks(const warpath::sparse::Node& node, long long& next);
  std::vector<Group> grouped(std::vector<Tile>& tiles) const;
  void lay_out();
  void take_memory(const Job& job, cudaStream_t stream);
  void bring_owns(const T* owns, std::span<const ClosedRoot<T>> roots, cudaStream_t stream);
  void bring_links(const T* links, T* packed, cudaStream_t stream);
  void launch(Sweep<T> sweep, bool trunk, const Tile* tiles, const std::vector<Group>& groups,
              cudaStream_t stream) const;
  void find_trunks(const Tile* device_tiles, const std::vector<Tile>& tiles,
                   const std::vector<Group>& groups, cudaStream_t stream) const;
  void find_leaf_trunks(Index first, Index count, cudaStream_t stream);
  void write(int panel, MatrixTarget<T> target, cudaStream_t stream);

  static constexpr int kPanel = panel_of_branch(sizeof(T));
  static std::size_t done_words(Index ld) { return at(1 + ld / kPanel * WorkOfPanels::kParts); }

  // Columns of the stem, of which there are two: while one is read, the next are computed.
  struct Panel {
    T* stem = nullptr;
    int* places = nullptr;  // of the columns
    PanelList* lists = nullptr;
    Piece* pieces = nullptr;  // see MatrixTarget
    int* done = nullptr;      // the next piece, and branches of each panel and part
    int columns = 0;
    Event computed;
    Event read;
  };
  template <class Launch>
  void read(int panel, cudaStream_t stream, const Launch& launch);

  const warpath::sparse::Tree& tree_;
  const Columns kind_;
  const bool half_;
  const std::vector<Vertex> columns_;  // by their places
  const Variant variant_;
  const T no_path_;
  const Branches branches_;
  const warpath::sparse::FactorLayout layout_;
  Sweep<T> sweep_;
  BranchSweep<T> branch_sweep_;
  std::vector<Tile> tiles_;  // of the stem, by level and rows
  std::vector<Group> groups_;
  std::vector<Tile> inner_tiles_;  // of nodes that are no leaves
  std::vector<Group> inner_groups_;
  std::vector<long long> trunk_at_;  // by vertex
  std::size_t leaf_tile_count_ = 0;
  long long inner_cells_ = 0;
  long long leaf_cells_ = 0;  // that there is room for
  bool all_trunks_ = false;   // all leaves have theirs

  // In device memory.
  DeviceParts memory_;
  const long long* own_begin_ = nullptr;  // by vertex: the ways inside of its node
  const int* own_width_ = nullptr;
  T* links_ = nullptr;        // ways that rows need, in the layout of tiles and strips,
  T* trunk_links_ = nullptr;  // and those that trunks need: the same, where they lead both ways
  T* owns_ = nullptr;
  const Tile* device_tiles_ = nullptr;
  const Tile* device_inner_tiles_ = nullptr;
  Tile* leaf_tiles_ = nullptr;
  long long* device_trunk_at_ = nullptr;
  const int* places_ = nullptr;

  Panel panels_[2];
  int last_ = 0;  // that was started
  const Stream stem_stream_ = Stream::urgent();
};

}  // namespace warpath::cuda::sparse
