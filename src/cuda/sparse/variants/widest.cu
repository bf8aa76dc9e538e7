#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<WidestPath<float>, false>();
template Variant variant<WidestPath<std::int32_t>, false>();

}  // namespace warpath::cuda::sparse
