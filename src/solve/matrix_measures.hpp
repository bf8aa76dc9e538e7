// Measures of distances that are there, for kernels that leave a matrix or rows.
#pragma once

#include "base/crew.hpp"
#include "numerics/measure_builder.hpp"
#include "warpath/rows.hpp"

namespace warpath {

// Adds the rows of vertices rows.first and on. Their diagonal cells are used up.
void add_rows(MeasureBuilder& builder, Rows& rows, Crew& crew);

}  // namespace warpath
