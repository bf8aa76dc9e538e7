#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant widest_float_4() {
  return make_variant<PlainStep<WidestPath<float>>, 4>();
}
Variant widest_int_4() {
  return make_variant<PlainStep<WidestPath<std::int32_t>>, 4>();
}

}  // namespace warpath::cuda::dense
