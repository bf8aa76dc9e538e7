#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

Variant widest_float_variant() {
  return make_variant<dense::PlainStep<WidestPath<float>>>();
}
Variant widest_int_variant() {
  return make_variant<dense::PlainStep<WidestPath<std::int32_t>>>();
}
Variant minimax_float_variant() {
  return make_variant<dense::PlainStep<MinimaxPath<float>>>();
}
Variant minimax_int_variant() {
  return make_variant<dense::PlainStep<MinimaxPath<std::int32_t>>>();
}

}  // namespace warpath::cuda::sparse
