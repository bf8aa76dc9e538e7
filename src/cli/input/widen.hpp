// Distances that outgrow the type of their weights.
#pragma once

#include "base/too_narrow.hpp"
#include "cli/input/names.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"

namespace warpath::cli {

// What the library says of vertices that it counts from 0, completed by what people call them.
std::string named(const Error& error, const Names& names);

// The type to try next. Error bad_input, with what else to do, where none is wider, or where that
// would have to round weights of the input.
WeightType next_type(const TooNarrow& error, const Graph& weights);
WeightType next_type(const TooNarrow& error, const AnyMatrixView& weights);

}  // namespace warpath::cli
