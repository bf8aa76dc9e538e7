#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<ShortestPath<float>, false>(bool);

}  // namespace warpath::cuda::dense
