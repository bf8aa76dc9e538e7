// What measure() says about all distances, for people and for machines.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/solve/summary.hpp"
#include "warpath/measure.hpp"

namespace warpath::cli {

// Fits 80 columns.
std::string stats_for_people(const Job& job, const Outcome& outcome, const Measures& measures);
nlohmann::ordered_json stats_for_machines(const Job& job, const Outcome& outcome,
                                          const Measures& measures);

// The histogram with at most `most` bins, wider by a power of two where it must be; none of them
// empty at either end. Bins begin at multiples of their width.
Histogram rebinned(const Histogram& histogram, std::size_t most);

// A line per bin: its range, a bar, its share and its count.
std::string bar_chart(const Histogram& histogram);

}  // namespace warpath::cli
