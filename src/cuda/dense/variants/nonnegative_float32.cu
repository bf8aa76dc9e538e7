#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<ShortestPath<float>, true>(bool);

}  // namespace warpath::cuda::dense
