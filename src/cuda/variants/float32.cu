#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

template dense::Variant dense::variant<ShortestPath<float>, false>(bool);
template sparse::Variant sparse::variant<ShortestPath<float>, false>();

}  // namespace warpath::cuda
