#include "warpath/cuda.hpp"
#include "attack/device/there.hpp"
#include "cuda/device/owned.hpp"

namespace attack {
namespace {

using warpath::Index;
using warpath::MatrixView;
using warpath::cuda::DeviceArray;
using warpath::cuda::Stream;

// Calls solve(memory, stream) with a copy of the cells, which come back.
template <class T, class Solve>
void with_copy(std::vector<T>& cells, const Solve& solve) {
  const Stream stream;
  const DeviceArray<T> memory(cells.size());
  warpath::cuda::to_device(memory.get(), cells.data(), cells.size(), stream);
  solve(memory.get(), stream);
  warpath::cuda::to_host(cells.data(), memory.get(), cells.size(), stream);
  stream.wait();
}

}  // namespace

template <class T>
void solve_there(std::vector<T>& cells, Index n, Index row_stride, Index column_stride,
                 const warpath::Options& options) {
  with_copy(cells, [&](T* memory, cudaStream_t stream) {
    warpath::solve_on_device(MatrixView<T>(memory, n, n, row_stride, column_stride), options,
                             stream);
  });
}

template <class T>
void solve_there(const warpath::Graph& graph, std::vector<T>& cells, Index n, Index row_stride,
                 const warpath::Options& options) {
  with_copy(cells, [&](T* memory, cudaStream_t stream) {
    warpath::solve_on_device(graph, MatrixView<T>(memory, n, n, row_stride), options, stream);
  });
}

#define WARPATH_INSTANTIATE(T, name)                                                        \
  template void solve_there(std::vector<T>&, Index, Index, Index, const warpath::Options&); \
  template void solve_there(const warpath::Graph&, std::vector<T>&, Index, Index,           \
                            const warpath::Options&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace attack
