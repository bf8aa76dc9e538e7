// Warpath: all-pairs shortest paths. This header is the whole public API.
#pragma once

#include "warpath/cuda.hpp"
#include "warpath/error.hpp"
#include "warpath/generate.hpp"
#include "warpath/graph.hpp"
#include "warpath/io.hpp"
#include "warpath/kernel.hpp"
#include "warpath/machine.hpp"
#include "warpath/matrix.hpp"
#include "warpath/measure.hpp"
#include "warpath/options.hpp"
#include "warpath/plan.hpp"
#include "warpath/progress.hpp"
#include "warpath/result.hpp"
#include "warpath/router.hpp"
#include "warpath/rows.hpp"
#include "warpath/semiring.hpp"
#include "warpath/solve.hpp"
#include "warpath/sparse_plan.hpp"
#include "warpath/types.hpp"
#include "warpath/verify.hpp"

namespace warpath {

// "0.2.0"
const char* version();

}  // namespace warpath
