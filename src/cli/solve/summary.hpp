// What there is to say about a solved graph, for people and for machines.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include <fmt/format.h>

#include "cli/solve/overview.hpp"
#include "cli/solve/solve_job.hpp"
#include "warpath/measure.hpp"
#include "warpath/result.hpp"
#include "warpath/verify.hpp"

namespace warpath::cli {

// What came of a job.
struct Outcome {
  Statistics statistics = {};
  Overview overview = {};
  std::optional<verify::Certificate> verified = {};  // when that was asked for
  double seconds_verifying = 0;
  double seconds_writing = 0;
  double seconds_total = 0;
};

// Where stdout is a terminal, long names are cut, so that lines fit 80 columns.
std::string for_people(const Job& job, const Outcome& outcome);
Json for_machines(const Job& job, const Outcome& outcome);

// A vertex in a line of a summary.
std::string name_in_line(const Names& names, Index v);

// The same for what measure() says about all distances.
std::string stats_for_people(const Job& job, const Outcome& outcome, const Measures& measures);
Json stats_for_machines(const Job& job, const Outcome& outcome, const Measures& measures);

// The measures of a graph as an overview. Some rows are solved once more for what they leave open: the
// end of the first of the pairs that are as far apart as any, and the sample, if that is wanted.
Overview overview_of(const Job& job, const Measures& measures, bool with_sample);

// The histogram with at most `most` bins, wider by a power of two where it must be; none of them
// empty at either end. Bins begin at multiples of their width.
Histogram rebinned(const Histogram& histogram, std::size_t most);

// A line per bin: its range, a bar, its share and its count.
std::string bar_chart(const Histogram& histogram);

// Lines of a summary: what, and then the text in its column.
struct Lines {
  std::string text = {};

  template <class... Arguments>
  void add(std::string_view label, fmt::format_string<Arguments...> format,
           Arguments&&... arguments) {
    text += fmt::format("{:<14}{}\n", label,
                        fmt::format(format, std::forward<Arguments>(arguments)...));
  }
};

// The part that every solve reports: graph, method, kernel, time.
Lines head_for_people(const Job& job, const Outcome& outcome);
Json head_for_machines(const Job& job, const Outcome& outcome);

// What looks like an answer, but to a question that was probably not asked.
std::vector<std::string> hints_of(const Job& job, bool mostly_unreachable);

// The farthest pair, in every record. The row is that of `from` in a matrix of the result.
Json extreme_json(const Job& job, const Extreme& extreme);

// The part that a plan already knows, as JSON.
Json plan_json(const Plan& plan, Index arcs);

// What a file that is written is called.
std::string output_name(const std::string& path);

}  // namespace warpath::cli
