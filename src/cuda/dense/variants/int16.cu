#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant short_8() {
  return make_variant<ShortStep, 8>();
}
Variant short_4() {
  return make_variant<ShortStep, 4>();
}

Variant nonnegative_short_8() {
  return make_variant<NonnegativeShortStep, 8>();
}
Variant nonnegative_short_4() {
  return make_variant<NonnegativeShortStep, 4>();
}

}  // namespace warpath::cuda::dense
