#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<WidestPath<float>, false>(bool);
template Variant variant<WidestPath<std::int32_t>, false>(bool);

}  // namespace warpath::cuda::dense
