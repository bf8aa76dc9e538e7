// Weights as they are spelled, for people and in JSON.
#pragma once

#include <string>

#include "base/json.hpp"
#include "warpath/types.hpp"

namespace warpath::cli {

// Integers in full, floats by the fewest digits that tell them from their neighbours; "inf", "-inf".
std::string spell(double value, WeightType type);

// For people: integers in full, floats as by number_text().
std::string distance_text(double value, WeightType type);

// As it is spelled, 0.1 rather than the 0.100000001490116 that a float holds.
long double as_spelled(double value, WeightType type);

// JSON has no infinities, which distances may have: those are the texts "inf" and "-inf". Whole
// numbers of integer types are written without a point.
Json number_json(double value, WeightType type = WeightType::float64);

}  // namespace warpath::cli
