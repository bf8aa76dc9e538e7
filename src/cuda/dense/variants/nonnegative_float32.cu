#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant nonnegative_float_8() {
  return make_variant<NonnegativeFloatStep, 8>();
}
Variant nonnegative_float_4() {
  return make_variant<NonnegativeFloatStep, 4>();
}

}  // namespace warpath::cuda::dense
