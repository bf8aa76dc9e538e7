#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

template dense::Variant dense::variant<Reachability, false>(bool);
template sparse::Variant sparse::variant<Reachability, false>();

}  // namespace warpath::cuda
