// What is done to panels beside sweeping them.
#pragma once

#include <cuda_runtime.h>

#include "cuda/sparse/variant.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::sparse {

// The ends of trunks, which are ways inside of a node, of the rows of some tiles. By vertex: where
// the ways inside of its node begin, and how wide they are. `transposed`: from the trunk to the
// vertex.
template <class T>
void copy_own_parts(const Sweep<T>& sweep, const T* owns, const long long* own_begin,
                    const int* own_width, bool transposed, int tiles, cudaStream_t stream);

// Where the ways of a node to its boundary come from, width x boundary of them, and where they go.
struct LinksOfNode {
  long long from = 0;
  long long to = 0;
  int width = 0;
  int boundary = 0;
};

// Strip by strip: words of the boundary, eight rows beside each other.
template <class T>
void pack_links(const T* links, const LinksOfNode* nodes, int count, int pivots, T no_path,
                T* packed, cudaStream_t stream);

// Of all lists, of so many pieces in all, and behind them nothing.
void list_pieces(const PanelList* lists, int count, int pieces, Piece* to, cudaStream_t stream);

}  // namespace warpath::cuda::sparse
