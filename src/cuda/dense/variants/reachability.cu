#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

template Variant variant<Reachability, false>(bool);

}  // namespace warpath::cuda::dense
