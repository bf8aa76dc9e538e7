// In the place of cuda.cpp where CUDA is not built in: the library says so.

#include "attack/device/there.hpp"
#include "warpath/cuda.hpp"

namespace attack {

using warpath::Index;
using warpath::MatrixView;

template <class T>
void solve_there(std::vector<T>& cells, Index n, Index row_stride, Index column_stride,
                 const warpath::Options& options) {
  warpath::solve_on_device(MatrixView<T>(cells.data(), n, n, row_stride, column_stride), options);
}

template <class T>
void solve_there(const warpath::Graph& graph, std::vector<T>& cells, Index n, Index row_stride,
                 const warpath::Options& options) {
  warpath::solve_on_device(graph, MatrixView<T>(cells.data(), n, n, row_stride), options);
}

#define WARPATH_INSTANTIATE(T, name)                                                        \
  template void solve_there(std::vector<T>&, Index, Index, Index, const warpath::Options&); \
  template void solve_there(const warpath::Graph&, std::vector<T>&, Index, Index,           \
                            const warpath::Options&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace attack
