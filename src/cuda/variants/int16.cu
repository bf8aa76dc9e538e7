#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

template dense::Variant dense::variant<ShortestPath<std::int16_t>, false>(bool);
template sparse::Variant sparse::variant<ShortestPath<std::int16_t>, false>();

}  // namespace warpath::cuda
