#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<ShortestPath<double>, false>();

}  // namespace warpath::cuda::sparse
