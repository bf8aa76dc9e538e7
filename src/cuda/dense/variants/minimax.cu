#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<MinimaxPath<float>, false>(bool);
template Variant variant<MinimaxPath<std::int32_t>, false>(bool);

}  // namespace warpath::cuda::dense
