#include "cli/solve/stats.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kBars = 16;

// The first vertex with the best value among those that reach any other.
template <class Better>
std::optional<Index> first_of(const std::vector<double>& values, const Measures& measures,
                              const Better& better) {
  std::optional<Index> best;
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (measures.reached[v] == 0) continue;
    if (!best || better(values[v], values[static_cast<std::size_t>(*best)])) {
      best = static_cast<Index>(v);
    }
  }
  return best;
}

std::optional<Index> largest(const std::vector<double>& values, const Measures& measures) {
  return first_of(values, measures, std::greater<>());
}

std::optional<Index> smallest(const std::vector<double>& values, const Measures& measures) {
  return first_of(values, measures, std::less<>());
}

// From a vertex to those that it reaches.
double mean_distance(const Measures& measures, Index v) {
  const auto at = static_cast<std::size_t>(v);
  const double others = static_cast<double>(measures.reached.size()) - 1;
  const auto reached = static_cast<double>(measures.reached[at]);
  return measures.closeness[at] > 0 ? reached / others / measures.closeness[at] : 0;
}

}  // namespace

Histogram rebinned(const Histogram& histogram, std::size_t most) {
  Histogram result = histogram;
  const auto is_filled = [](std::uint64_t count) { return count != 0; };
  const auto first = std::find_if(result.counts.begin(), result.counts.end(), is_filled);
  result.first += result.width * static_cast<double>(first - result.counts.begin());
  result.counts.erase(result.counts.begin(), first);
  while (!result.counts.empty() && result.counts.back() == 0) result.counts.pop_back();
  while (result.counts.size() > most) {
    // Pairs of bins, the first of which may be alone.
    const bool odd = std::fmod(std::abs(result.first / result.width), 2) == 1;
    std::vector<std::uint64_t> pairs((result.counts.size() + (odd ? 1 : 0) + 1) / 2);
    for (std::size_t k = 0; k < result.counts.size(); ++k) {
      pairs[(k + (odd ? 1 : 0)) / 2] += result.counts[k];
    }
    if (odd) result.first -= result.width;
    result.width *= 2;
    result.counts = std::move(pairs);
  }
  return result;
}

std::string bar_chart(const Histogram& histogram) {
  const auto bins = histogram.counts.size();
  std::uint64_t total = 0;
  std::uint64_t most = 1;
  std::vector<std::string> limits;
  std::size_t limit_width = 0;
  std::size_t count_width = 0;
  for (std::size_t k = 0; k <= bins; ++k) {
    limits.push_back(number_text(histogram.first + histogram.width * static_cast<double>(k)));
    limit_width = std::max(limit_width, limits.back().size());
  }
  for (const std::uint64_t count : histogram.counts) {
    total += count;
    most = std::max(most, count);
    count_width = std::max(count_width, grouped(static_cast<Index>(count)).size());
  }
  // "  limit - limit  bar  12.3%  count"
  const std::size_t beside = 2 + 2 * limit_width + 3 + 2 + 2 + 6 + 2 + count_width;
  const std::size_t width = std::min<std::size_t>(32, kColumns > beside ? kColumns - beside : 1);
  std::string text;
  for (std::size_t k = 0; k < bins; ++k) {
    const std::uint64_t count = histogram.counts[k];
    const double share =
        static_cast<double>(count) / static_cast<double>(std::max<std::uint64_t>(total, 1));
    auto length = static_cast<std::size_t>(std::lround(
        static_cast<double>(width) * static_cast<double>(count) / static_cast<double>(most)));
    if (count > 0) length = std::max<std::size_t>(length, 1);
    text += fmt::format("  {:>{}} - {:>{}}  {:<{}}  {:>5.1f}%  {:>{}}\n", limits[k], limit_width,
                        limits[k + 1], limit_width, std::string(length, '#'), width, 100 * share,
                        grouped(static_cast<Index>(count)), count_width);
  }
  return text;
}

std::string stats_for_people(const Measures& measures, const Names& names, const Summary& summary) {
  std::string text = head_for_people(measures.statistics, summary);
  const auto called = [&](Index v) { return fit(readable(names.name(v)), 30); };
  const auto at = [](const auto& values, Index v) { return values[static_cast<std::size_t>(v)]; };
  text += summary_line("pairs", fmt::format("{} connected, {} unreachable", grouped(measures.pairs),
                                            grouped(measures.unreachable)));
  if (summary.one_way && measures.unreachable > measures.pairs) {
    text += summary_line("hint", "every arc goes one way; --undirected travels both ways");
  }
  if (summary.mostly_zero) {
    text += summary_line("hint", "most cells are 0, which is an arc of weight 0; inf means no arc");
  }
  if (measures.pairs > 0) {
    text += summary_line("mean distance", number_text(measures.mean));
    text += summary_line("diameter",
                         fmt::format("{}, from {} (most eccentric)", number_text(measures.diameter),
                                     called(*largest(measures.eccentricity, measures))));
    text += summary_line("radius", fmt::format("{}, from {}", number_text(measures.radius),
                                               called(*smallest(measures.eccentricity, measures))));
  }
  if (const auto v = largest(measures.closeness, measures)) {
    text += summary_line("most central", called(*v));
    text += summary_line(
        "", fmt::format("closeness {:.6g}, mean distance {} to {}", at(measures.closeness, *v),
                        number_text(mean_distance(measures, *v)),
                        counted(at(measures.reached, *v), "vertex", "vertices")));
  }
  if (!summary.output.empty()) {
    text += summary_line("output", summary.output + ": a line per vertex");
  }
  if (!measures.histogram.counts.empty()) {
    text += "\nDistances, from - to below:\n" + bar_chart(rebinned(measures.histogram, kBars));
  }
  return text;
}

nlohmann::ordered_json stats_for_machines(const Measures& measures, const Names& names,
                                          const Summary& summary) {
  nlohmann::ordered_json json = head_for_machines(measures.statistics, summary);
  json["pairs"] = measures.pairs;
  json["unreachable_pairs"] = measures.unreachable;
  const bool any = measures.pairs > 0;
  for (const auto& [name, value] :
       {std::pair{"diameter", measures.diameter}, std::pair{"radius", measures.radius},
        std::pair{"mean", measures.mean}}) {
    json[name] = nullptr;
    if (any) json[name] = number_json(value);
  }
  const auto vertex = [&](std::optional<Index> v) -> nlohmann::ordered_json {
    if (!v) return nullptr;
    const auto at = static_cast<std::size_t>(*v);
    return {{"vertex", name_json(names, *v)},
            {"row", *v},
            {"reached", measures.reached[at]},
            {"eccentricity", number_json(measures.eccentricity[at])},
            {"closeness", number_json(measures.closeness[at])}};
  };
  json["center"] = vertex(smallest(measures.eccentricity, measures));
  json["most_central"] = vertex(largest(measures.closeness, measures));
  json["most_eccentric"] = vertex(largest(measures.eccentricity, measures));
  json["histogram"] = {{"first", measures.histogram.first},
                       {"width", measures.histogram.width},
                       {"counts", measures.histogram.counts}};
  json["input"] = summary.input;
  json["output"] = nullptr;
  if (!summary.output.empty()) json["output"] = summary.output;
  return json;
}

}  // namespace warpath::cli
