// Measures of all distances: panels are swept, looked at while they are in the cache, and forgotten.
#pragma once

#include "base/crew.hpp"
#include "cpu/sparse/factor.hpp"
#include "kernels/work.hpp"
#include "numerics/rules.hpp"

namespace warpath::cpu {

// Fills work.measures.
template <class T>
void measure(Work& work, const FactorJob<T>& job, const Rules<T>& rules,
             const warpath::sparse::Factor<T>& factor, Crew& crew);

}  // namespace warpath::cpu
