#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<Reachability, false>();

}  // namespace warpath::cuda::sparse
