// What is done on the device to a matrix that lies there, before and after it is closed.
#pragma once

#include <cuda_runtime.h>

#include "warpath/semiring.hpp"

namespace warpath::cuda::dense {

// The caller's matrix.
template <class T>
struct Given {
  T* cells;
  long long ld;
  int n;
};

// What a row tells: see InputFacts. The range leaves out the diagonal, and is {0, 0} without arcs.
template <class T>
struct RowFacts {
  T low, high;
  int negative;  // is there a weight below 0
  int bad;       // the first column whose cell must be refused, or n
};

// Looks at every weight and normalises it, as prepare() does on the host. One RowFacts per row.
template <class S>
void look_at_rows(Given<typename S::Weight> w, RowFacts<typename S::Weight>* facts,
                  cudaStream_t stream);

// w_ij <- the better of w_ij and w_ji.
template <class S>
void make_symmetric_there(Given<typename S::Weight> w, cudaStream_t stream);

// *different <- 1 where w_ij and w_ji differ.
template <class S>
void compare_directions(Given<typename S::Weight> w, int* different, cudaStream_t stream);

// The empty path from each vertex to itself; with keep_better, unless a self-loop is better.
template <class S>
void set_diagonal_there(Given<typename S::Weight> w, bool keep_better, cudaStream_t stream);

// What negative weights have taken from "no path" is given back: all from `least` on are no paths.
template <class S>
void restore_no_path(Given<typename S::Weight> w, typename S::Weight least, cudaStream_t stream);

}  // namespace warpath::cuda::dense
