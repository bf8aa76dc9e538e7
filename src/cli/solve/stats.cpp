// What is measured of all distances, told.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/numbers.hpp"
#include "cli/solve/proof.hpp"
#include "cli/solve/row_output.hpp"
#include "cli/solve/summary.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kBars = 16;

// The first vertex with the best value among those that reach any other.
template <class Better>
std::optional<Index> first_of(const std::vector<double>& values, const Measures& measures,
                              Better better) {
  std::optional<std::size_t> best;
  for (std::size_t v = 0; v < values.size(); ++v) {
    if (measures.reached[v] != 0 && (!best || better(values[v], values[*best]))) best = v;
  }
  return best;
}

std::optional<Index> most_eccentric(const Measures& measures) {
  return first_of(measures.eccentricity, measures, std::greater<>());
}
std::optional<Index> center(const Measures& measures) {
  return first_of(measures.eccentricity, measures, std::less<>());
}
std::optional<Index> most_central(const Measures& measures) {
  return first_of(measures.closeness, measures, std::greater<>());
}

// From a vertex to those that it reaches.
double mean_distance(const Measures& measures, std::size_t v) {
  const double others = static_cast<double>(measures.reached.size()) - 1;
  const auto reached = static_cast<double>(measures.reached[v]);
  return measures.closeness[v] > 0 ? reached / others / measures.closeness[v] : 0;
}

}  // namespace

Overview overview_of(const Job& job, const Measures& measures, bool with_sample) {
  const SemiringKind semiring = SemiringKind::shortest_path;
  const Index n = job.loaded.vertices;
  OverviewBuilder sample(semiring, n, with_sample ? n : 0, {});
  std::vector<Index> sources = sample.overview().sample.from;
  const std::optional<Index> from = most_eccentric(measures);
  if (from) sources.push_back(*from);
  Overview overview = sample.overview();
  if (!sources.empty()) {
    Options options = job.options;
    options.kernel = "auto";  // these rows alone, by whatever is quick
    options.method = Method::automatic;
    options.device = Backend::cpu;
    options.block = 0;
    options.progress = {};
    const Result result = solve_from(*job.loaded.graph(), sources, options);
    const auto row = [&](std::size_t i) {
      return some_rows(view_of(result.storage()), static_cast<Index>(i), 1);
    };
    for (std::size_t i = 0; i < overview.sample.from.size(); ++i) {
      (void)sample.look_at(overview.sample.from[i], row(i));
    }
    overview = sample.overview();
    if (from) {
      OverviewBuilder farthest(semiring, n, 1, {&*from, 1});
      overview.extreme = farthest.look_at(0, row(sources.size() - 1)).extreme;
    }
    if (overview.extreme) {
      *overview.extreme = {measures.diameter, *from, *from, overview.extreme->to};
    }
  }
  overview.pairs = measures.pairs + measures.unreachable;
  overview.unreachable = measures.unreachable;
  return overview;
}

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
  std::vector<std::string> limits;
  std::size_t limit_width = 0;
  for (std::size_t k = 0; k <= bins; ++k) {
    limits.push_back(number_text(histogram.first + histogram.width * static_cast<double>(k)));
    limit_width = std::max(limit_width, limits.back().size());
  }
  double total = 0;
  std::uint64_t most = 1;
  for (const std::uint64_t count : histogram.counts) {
    total += static_cast<double>(count);
    most = std::max(most, count);
  }
  const std::size_t count_width = grouped(static_cast<Index>(most)).size();
  // "  limit - limit  bar  12.3%  count"
  const std::size_t beside = 2 + 2 * limit_width + 3 + 2 + 2 + 6 + 2 + count_width;
  const std::size_t width = std::min<std::size_t>(32, kColumns > beside ? kColumns - beside : 1);
  std::string text;
  for (std::size_t k = 0; k < bins; ++k) {
    const auto count = static_cast<double>(histogram.counts[k]);
    const double length = static_cast<double>(width) * count / static_cast<double>(most);
    const std::string bar(static_cast<std::size_t>(std::lround(length)), '#');
    text += fmt::format("  {:>{}} - {:>{}}  {:<{}}  {:>5.1f}%  {:>{}}\n", limits[k], limit_width,
                        limits[k + 1], limit_width, count > 0 && bar.empty() ? "#" : bar, width,
                        100 * count / std::max(total, 1.0),
                        grouped(static_cast<Index>(histogram.counts[k])), count_width);
  }
  return text;
}

std::string stats_for_people(const Job& job, const Outcome& outcome, const Measures& measures) {
  const auto called = [&](Index v) { return name_in_line(job.names, v); };
  const WeightType type = job.loaded.result_weight;
  Lines lines = head_for_people(job, outcome);
  lines.add("pairs", "{} connected, {} unreachable", grouped(measures.pairs),
            grouped(measures.unreachable));
  for (const std::string& hint : hints_of(job, measures.unreachable > measures.pairs)) {
    lines.add("hint", "{}", hint);
  }
  if (measures.pairs > 0) {
    lines.add("mean distance", "{}", number_text(measures.mean));
    if (const auto& extreme = outcome.overview.extreme) {
      lines.add("diameter", "{}, from {} to {}", distance_text(measures.diameter, type),
                called(extreme->from), called(extreme->to));
    }
    lines.add("radius", "{}, from {}", distance_text(measures.radius, type),
              called(*center(measures)));
  }
  if (const auto central = most_central(measures)) {
    const auto v = static_cast<std::size_t>(*central);
    lines.add("most central", "{}", called(*central));
    lines.add("", "closeness {:.6g}, mean distance {} to {}", measures.closeness[v],
              number_text(mean_distance(measures, v)),
              counted(measures.reached[v], "vertex", "vertices"));
    lines.add("", "harmonic closeness {:.6g}", measures.harmonic[v]);
    if (const VertexMeasures& in = measures.way_in(); &in != &measures) {
      lines.add("", "on the way in: closeness {:.6g}, harmonic {:.6g}", in.closeness[v],
                in.harmonic[v]);
    }
  }
  if (const std::string& output = job.arguments.output; !output.empty()) {
    lines.add("output", "{}: a line per vertex", output_name(output));
  }
  if (measures.histogram.counts.empty()) return lines.text;
  return lines.text + "\nDistances, from - to below:\n" +
         bar_chart(rebinned(measures.histogram, kBars));
}

Json stats_for_machines(const Job& job, const Outcome& outcome, const Measures& measures) {
  Json json = head_for_machines(job, outcome);
  json["pairs"] = measures.pairs;
  json["unreachable_pairs"] = measures.unreachable;
  const WeightType type = job.loaded.result_weight;
  json["diameter"] = nullptr;
  if (outcome.overview.extreme) json["diameter"] = extreme_json(job, *outcome.overview.extreme);
  json["radius"] = measures.pairs > 0 ? number_json(measures.radius, type) : Json();
  json["mean"] = measures.pairs > 0 ? number_json(measures.mean) : Json();
  const auto add_measures = [&](Json& to, const VertexMeasures& some, std::size_t v) {
    to["reached"] = some.reached[v];
    to["eccentricity"] = number_json(some.eccentricity[v], type);
    to["closeness"] = number_json(some.closeness[v]);
    to["harmonic"] = number_json(some.harmonic[v]);
  };
  const auto vertex = [&](std::optional<Index> v) -> Json {
    if (!v) return nullptr;
    const auto at = static_cast<std::size_t>(*v);
    Json of = {{"vertex", name_json(job.names, *v)}, {"row", *v}};
    add_measures(of, measures, at);
    add_measures(of["in"], measures.way_in(), at);
    return of;
  };
  json["center"] = vertex(center(measures));
  json["most_central"] = vertex(most_central(measures));
  json["most_eccentric"] = vertex(most_eccentric(measures));
  json["histogram"] = {{"first", measures.histogram.first},
                       {"width", measures.histogram.width},
                       {"counts", measures.histogram.counts}};
  json["hints"] = hints_of(job, measures.unreachable > measures.pairs);
  return json;
}

}  // namespace warpath::cli
