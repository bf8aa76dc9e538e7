#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<ShortestPath<std::int16_t>, false>();
template Variant variant<ShortestPath<std::int16_t>, true>();

}  // namespace warpath::cuda::sparse
