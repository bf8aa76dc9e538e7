#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<ShortestPath<std::int16_t>, false>(bool);

}  // namespace warpath::cuda::dense
