#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<ShortestPath<std::int64_t>, false>();

}  // namespace warpath::cuda::sparse
