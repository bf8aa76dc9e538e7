#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant short_8() {
  return make_variant<ShortStep, 8>();
}
Variant short_4() {
  return make_variant<ShortStep, 4>();
}

}  // namespace warpath::cuda::dense
