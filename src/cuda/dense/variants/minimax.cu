#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant minimax_float_4() {
  return make_variant<PlainStep<MinimaxPath<float>>, 4>();
}
Variant minimax_int_4() {
  return make_variant<PlainStep<MinimaxPath<std::int32_t>>, 4>();
}

}  // namespace warpath::cuda::dense
