#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

// With 8 x 8 cells of 8 bytes a thread would have no registers left.
Variant double_4() {
  return make_variant<PlainStep<ShortestPath<double>>, 4>();
}

}  // namespace warpath::cuda::dense
