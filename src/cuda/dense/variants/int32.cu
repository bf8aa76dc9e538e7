#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant int_8() {
  return make_variant<IntStep, 8>();
}
Variant int_4() {
  return make_variant<IntStep, 4>();
}

}  // namespace warpath::cuda::dense
