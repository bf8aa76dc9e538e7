// How the rows (or columns) outside the pivot are cut into pieces for the threads.
#pragma once

#include <algorithm>

#include "warpath/types.hpp"

namespace warpath::cpu {

// The rows [0, n) without the pivot's [k0, k1), in pieces of at most `piece` rows, none across
// the pivot. Packed strips of `tile` rows are numbered along with them: `piece` is a multiple of
// `tile`, and the part behind the pivot starts a strip of its own.
class Cuts {
 public:
  struct Cut {
    Index begin;  // first row
    Index end;    // one past the last
    Index strip;  // number of the strip that starts at `begin`
  };

  Cuts(Index n, Index k0, Index k1, Index piece, Index tile)
      : n_(n), k0_(k0), k1_(k1), piece_(piece), tile_(tile) {}

  Index before() const { return pieces(k0_); }
  Index behind() const { return pieces(n_ - k1_); }
  Index count() const { return before() + behind(); }

  Cut operator[](Index i) const {
    const Index first = before();
    if (i < first) return {i * piece_, std::min((i + 1) * piece_, k0_), i * (piece_ / tile_)};
    i -= first;
    return {k1_ + i * piece_, std::min(k1_ + (i + 1) * piece_, n_),
            strips_before() + i * (piece_ / tile_)};
  }

  // Strips in front of the pivot.
  Index strips_before() const { return (k0_ + tile_ - 1) / tile_; }

 private:
  Index pieces(Index rows) const { return (rows + piece_ - 1) / piece_; }

  Index n_, k0_, k1_, piece_, tile_;
};

}  // namespace warpath::cpu
