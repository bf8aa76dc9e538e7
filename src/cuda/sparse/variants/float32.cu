#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

Variant nonnegative_float_variant() {
  return make_variant<dense::NonnegativeFloatStep>();
}
Variant float_variant() {
  return make_variant<dense::PlainStep<ShortestPath<float>>>();
}

}  // namespace warpath::cuda::sparse
