#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

Variant int_variant() {
  return make_variant<dense::IntStep>();
}
Variant short_variant() {
  return make_variant<dense::ShortStep>();
}
Variant reach_variant() {
  return make_variant<dense::ReachStep>();
}

}  // namespace warpath::cuda::sparse
