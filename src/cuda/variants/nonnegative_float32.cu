#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

template dense::Variant dense::variant<ShortestPath<float>, true>(bool);
template sparse::Variant sparse::variant<ShortestPath<float>, true>();

}  // namespace warpath::cuda
