// Before and after the kernel: what the numerics contract promises about a working matrix. All
// functions work on a row-major matrix, `ld` elements from row to row.
#pragma once

#include "base/crew.hpp"
#include "numerics/facts.hpp"
#include "warpath/options.hpp"

namespace warpath {

// -0 becomes +0, any true becomes 1.
template <class S>
void tidy(typename S::Weight* w, Index n, Index ld, Crew& crew);

// A cycle of floats counts as negative below -max(absolute, relative * the longest way along it).
struct CycleTolerance {
  double absolute = 0;
  double relative = 0;
};
CycleTolerance tolerance_of(const Options& options, WeightType weight, const InputFacts& facts);

// The empty path from each vertex to itself.
template <class S>
void set_diagonal(typename S::Weight* w, Index n, Index ld);

// w_ij <- the better of w_ij and w_ji.
template <class S>
void make_symmetric(typename S::Weight* w, Index n, Index ld, Crew& crew);

// w_ij <- w_ji below the diagonal, i > j.
template <class T>
void mirror_upper(T* w, Index n, Index ld, Crew& crew);

// What stands for "no path" from here on, when negative weights have been added to it. Not less than
// the longest path, nor more than the least such sum: check_range() has made sure of room between.
template <class S>
typename S::Weight least_no_path(const InputFacts& facts);

// Sets every "no path" to its one value. Error bad_input when a distance has outgrown the type.
template <class S>
void finish(typename S::Weight* w, Index n, Index ld, const InputFacts& facts,
            Orientation orientation, Crew& crew);

// Error bad_input, naming a pair, unless the cells of a solved matrix that are not `no_path` are
// transitively closed: from i to k and from k to j, but not from i to j, means that the distance
// from i to j was too large for T. Takes n² reads when every pair is reachable; when not, n²/8
// bytes and up to n³/64 steps, less where many vertices reach the same ones.
template <class T>
void check_reach(const T* w, Index n, Index ld, T no_path, Orientation orientation, Crew& crew);

// Error bad_input: the distance has outgrown T.
template <class T>
[[noreturn]] void refuse_distance(Index from, Index to);

}  // namespace warpath
