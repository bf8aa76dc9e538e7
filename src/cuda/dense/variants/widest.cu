#include "cuda/dense/engine.cuh"

namespace warpath::cuda::dense {

#define WARPATH_INSTANTIATE(T, name) template Variant variant<WidestPath<T>, false>(bool);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::dense
