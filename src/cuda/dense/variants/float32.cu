#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant float_8() {
  return make_variant<PlainStep<ShortestPath<float>>, 8>();
}
Variant float_4() {
  return make_variant<PlainStep<ShortestPath<float>>, 4>();
}

}  // namespace warpath::cuda::dense
