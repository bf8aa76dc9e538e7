#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<ShortestPath<double>, false>(bool);

}  // namespace warpath::cuda::dense
