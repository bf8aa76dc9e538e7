#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

template dense::Variant dense::variant<ShortestPath<std::int16_t>, true>(bool);
template sparse::Variant sparse::variant<ShortestPath<std::int16_t>, true>();

}  // namespace warpath::cuda
