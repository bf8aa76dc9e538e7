#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<MinimaxPath<float>, false>();
template Variant variant<MinimaxPath<std::int32_t>, false>();

}  // namespace warpath::cuda::sparse
