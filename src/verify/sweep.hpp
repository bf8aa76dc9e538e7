// The quick way to prove rows of shortest paths: many of them side by side, each arc looked at once
// for all.
//
// A row holds if every finite D[v] but the source's equals the least D[u] + w over *strict* arcs,
// within a few units where sums are rounded, and no other arc makes it shorter. An arc is strict if
// its weight is so far above 0 that D[u] must be smaller than D[v] (with negative weights: seen
// from heights at which no weight is negative). Following such arcs back, distances only fall, and
// the one vertex where that can end is the source. Where the best arc is not strict, vertices may
// lean on each other by the others, as long as a chain of a few leads to one that does not.
//
// Nothing is refused here: a row that does not hold in this way is left to RowCheck.
#pragma once

#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/crew.hpp"
#include "base/pool.hpp"
#include "verify/arcs.hpp"
#include "verify/cycles.hpp"
#include "verify/lanes.hpp"

namespace warpath::verify {

template <class T>
class Sweep {
 public:
  static constexpr Index kRows = 64;  // at a time

  struct Outcome {
    bool holds = false;
    double units = 0;   // at most; rounding of this pass included
    Index target = -1;  // where
  };

  Sweep(const GivenArcs<T>& arcs, const Cycles& cycles);

  // Up to kRows rows.
  std::vector<Outcome> run(MatrixView<const T> rows, std::span<const Index> sources, Crew& crew);

 private:
  static constexpr Index kPiece = 64;   // vertices that a thread takes
  static constexpr double kUnits = 10;  // accepted
  static constexpr int kChain = 32;     // arcs that are not strict, one after the other
  static constexpr bool kRounds = std::is_floating_point_v<T>;

  struct LooseArc {  // that is not strict
    Index head;
    Index tail = 0;
    T weight = {};
    bool operator<(const LooseArc& other) const { return head < other.head; }
  };
  struct Findings {
    std::vector<T> known;  // of each row: the largest ratio so far; integers: 1
    std::vector<Index> worst_at;
    std::vector<std::uint8_t> doubtful;            // rows that are not looked at any more
    std::vector<std::pair<Index, Index>> pending;  // row, vertex
    std::vector<LooseArc> pending_arcs;
  };
  static constexpr T kDoubtful =
      kRounds ? std::numeric_limits<T>::infinity() : T{0};  // what is known of such a row

  // What a thread works with: the arcs to kLanes vertices at a time, and what it has found.
  struct Piece {
    Matrix<T> tile;        // n x kLanes weights
    Index strict[kLanes];  // arcs of lists
    std::vector<LooseArc> loose;
    Findings found;
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
  const T* panel(Index p) const { return panels_.data() + p * n_ * kLanes; }
  T distance(Index row, Index v) const { return panel(row / kLanes)[v * kLanes + row % kLanes]; }

  void split_lists(Piece& piece, Index first, Index count) const;
  void fill_tile(Piece& piece, Index first, Index count) const;
  bool copy_strict(Index u, Index first, T* to) const;
  void work(Piece& piece, Index first, Index end);
  template <int Bytes>
  void work_by(Piece& piece, Index first, Index end);
  void work_by_avx2(Piece& piece, Index first, Index end);
  template <int Bytes>
  void judge(Piece& piece, Index p, Index v, T* best);
  template <int Bytes>
  void compare(Findings& found, Index p, Index v, T* best, std::span<const LooseArc> loose);
  void note(Findings& found, Index p, Index v, const T* best, std::span<const LooseArc> loose);
  void take(const Findings& found);
  bool leans(Index row, Index v) const;
  void resolve();

  const GivenArcs<T>& arcs_;
  const Cycles& cycles_;
  bool exact_;
  Index n_;
  bool tiles_;  // arcs are cells of a matrix, and laid out a tile at a time

  // Arcs by the vertex they lead to, the weightiest first; where tiles are not used.
  struct InArc {
    Graph::Target tail;
    T weight;
  };
  std::vector<Index> in_offsets_;
  std::vector<InArc> in_arcs_;

  Frame frame_{};
  Index count_ = 0;
  std::span<const Index> sources_;
  std::vector<std::uint8_t> is_source_;
  Matrix<T> panels_;

  Pool<Piece> pieces_;
  std::mutex mutex_;
  T floor_{};  // ratios up to this one have been seen and need no record
  Findings found_;
};

}  // namespace warpath::verify
