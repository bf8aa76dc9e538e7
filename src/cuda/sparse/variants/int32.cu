#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<ShortestPath<std::int32_t>, false>();

}  // namespace warpath::cuda::sparse
