#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

template dense::Variant dense::variant<ShortestPath<double>, false>(bool);
template sparse::Variant sparse::variant<ShortestPath<double>, false>();

}  // namespace warpath::cuda
