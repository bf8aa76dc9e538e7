// The quick way to prove rows of shortest paths: many of them side by side, each arc looked at once for all.
//
// A row holds if every finite D[v] but the source's equals the least D[u] + w over *strict* arcs, within a few units where sums are
// rounded, and no other arc makes it shorter. An arc is strict if its weight is so far above 0 that D[u] must be smaller than
// D[v] (with negative weights: seen from heights at which no weight is negative). Following such arcs back, distances only fall, and the
// one vertex where that can end is the source. Where the best arc is not strict, vertices may lean on each other by the others,
// as long as a chain of a few leads to one that does not.
//
// Nothing is refused here: a row that does not hold in this way is left to RowCheck.
#pragma once

#include <mutex>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "verify/cycles.hpp"
#include "verify/lanes.hpp"
#include "verify/links.hpp"
#include "verify/pool.hpp"
#include "warpath/matrix.hpp"

namespace warpath::verify {

template <class S>
class Sweep {
 public:
  using T = typename S::Weight;
  static constexpr Index kRows = 64;    // at a time
  static constexpr Index kPiece = 64;   // vertices that a thread takes
  static constexpr double kUnits = 10;  // accepted
  static constexpr int kChain = 32;     // arcs that are not strict, one after the other

  struct Outcome {
    bool holds = false;
    double units = 0;   // at most; rounding of this pass included
    Index target = -1;  // where
  };

  Sweep(const Links<S>& links, const Cycles& cycles, bool exact);

  // Up to kRows rows.
  std::vector<Outcome> run(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew);

 private:
  struct LooseArc {
    Index head;
    Index tail;
    T weight;
  };
  struct Piece {
    Matrix<T> tile;             // n x kLanes weights
    std::vector<Index> cursor;  // into the arcs of each vertex
    std::vector<LooseArc> loose;
    std::vector<T> best;  // kLanes x kLanes
    std::vector<T>
        known;  // kRows: largest ratio so far; integers: whether the row is still looked at
    std::vector<Index> worst_at;
    std::vector<std::uint8_t> doubtful;
    std::vector<std::pair<Index, Index>> pending;  // row, vertex
    std::vector<LooseArc> pending_arcs;
  };
  // Numbers of a batch.
  struct Frame {
    T none;         // what a panel has where there is no path
    T absent;       // a weight that no sum survives
    T limit;        // sums from here on are no path
    double strict;  // a weight above this, at its heights, is strict
  };

  void build_lists();
  bool prepare(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew);
  void transpose(MatrixView<const T> rows, Index panel);
  double height(Index u, Index v) const {
    return cycles_.height.empty() ? 0 : cycles_.height[at(u)] - cycles_.height[at(v)];
  }
  bool is_strict(Index u, Index v, T weight) const {
    return static_cast<double>(weight) + height(u, v) > frame_.strict;
  }
  // The same where no weight is negative, as a weight; rounded up.
  T least_strict() const {
    return std::is_floating_point_v<T> ? static_cast<T>(frame_.strict * 1.000001) : T{0};
  }
  const T* panel(Index p) const { return panels_.data() + p * n_ * kLanes; }
  T distance(Index row, Index v) const { return panel(row / kLanes)[v * kLanes + row % kLanes]; }

  void pack_cells(Piece& piece, Index first, Index count) const;
  void pack_lists(Piece& piece, Index first, Index count) const;
  void start_cursors(Piece& piece, Index first) const;
  template <int Bytes>
  void work(Piece& piece, Index first, Index end);
  void work_by_avx2(Piece& piece, Index first, Index end);
  template <int Bytes>
  void judge(Piece& piece, Index p, Index v, T* best, bool has_loose, bool only_relaxes);
  void note(Piece& piece, Index p, Index v, const T* best, bool has_loose);
  void take(Piece& piece);
  void resolve();

  const Links<S>& links_;
  const Cycles& cycles_;
  bool exact_;
  Index n_;
  bool tiles_;  // arcs are so many that they are laid out as a matrix, a tile at a time

  // Arcs by the vertex they lead to, the weightiest first; where tiles are not used.
  std::vector<Index> in_offsets_;
  std::vector<Graph::Target> tails_;
  std::vector<T> weights_;

  Frame frame_{};
  Index count_ = 0;
  std::span<const Index> sources_;
  std::vector<std::uint8_t> is_source_;
  Matrix<T> panels_;

  Pool<Piece> pool_;
  std::mutex mutex_;
  T floor_{};  // ratios up to this one have been seen and need no record
  std::vector<T> known_;
  std::vector<Index> worst_at_;
  std::vector<std::uint8_t> doubtful_;
  std::vector<std::pair<Index, Index>> pending_;
  std::vector<LooseArc> pending_arcs_;
};

}  // namespace warpath::verify
