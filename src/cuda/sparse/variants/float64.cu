#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

Variant double_variant() {
  return make_variant<dense::PlainStep<ShortestPath<double>>>();
}

}  // namespace warpath::cuda::sparse
