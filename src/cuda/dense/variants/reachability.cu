#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

Variant reach_4() {
  return make_variant<ReachStep, 4>();
}

}  // namespace warpath::cuda::dense
