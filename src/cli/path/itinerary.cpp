#include "cli/path/itinerary.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/numbers.hpp"
#include "cli/shell/utf8.hpp"
#include "io/table.hpp"

namespace warpath::cli {
namespace {

// What the numbers of a route are.
WeightType number_type(const Journey& journey) {
  const bool counts = journey.semiring == SemiringKind::reachability;
  return counts ? WeightType::int32 : journey.graph.weight_type();
}

// The total up to each leg.
std::vector<double> running_totals(const Journey& journey) {
  std::vector<double> totals;
  long double sum = 0;
  for (const double weight : journey.route->legs) {
    sum += as_spelled(weight, number_type(journey));
    const double before = totals.empty() ? weight : totals.back();
    switch (journey.semiring) {
      case SemiringKind::widest_path: totals.push_back(std::min(before, weight)); break;
      case SemiringKind::minimax_path: totals.push_back(std::max(before, weight)); break;
      default: totals.push_back(static_cast<double>(sum));
    }
  }
  return totals;
}

// The last of them, which a route without legs lacks.
double total_of(const Journey& journey) {
  const std::vector<double> totals = running_totals(journey);
  return totals.empty() ? journey.route->total : totals.back();
}

std::string total_text(const Journey& journey) {
  return spell(total_of(journey), number_type(journey));
}

std::string total_name(SemiringKind semiring) {
  switch (semiring) {
    case SemiringKind::widest_path: return "narrowest";
    case SemiringKind::minimax_path: return "highest";
    default: return "total";
  }
}

// A line of a table: from, to, weight, total.
using Line = std::array<std::string, 4>;

// Pads numbers on the right, so that in a column that is aligned to the right the points stand
// below each other.
void align_points(std::vector<Line>& lines, std::size_t column) {
  const auto fraction = [&](const Line& line) {
    const std::string& text = line[column];
    return text.size() - std::min(text.find_first_of(".e"), text.size());
  };
  std::size_t most = 0;
  for (const Line& line : lines) most = std::max(most, fraction(line));
  for (Line& line : lines) line[column].append(most - fraction(line), ' ');
}

// `gap` stands where the middle is left out.
std::string table(std::vector<Line> lines, std::size_t gap_at, const std::string& gap,
                  SemiringKind semiring, std::size_t width) {
  const bool weighted = semiring != SemiringKind::reachability;
  for (const std::size_t column : {2U, 3U}) align_points(lines, column);
  lines.insert(lines.begin(), {"from", "to", "leg", total_name(semiring)});
  std::array<std::size_t, 4> widths{};
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      widths[i] = std::max(widths[i], columns(line[i]));
    }
  }
  auto& [from, to, weight, total] = widths;
  const std::size_t numbers = weighted ? weight + total + 4 : 0;
  const std::size_t for_names = width - std::min(numbers + 4, width - 20);
  if (from + to > for_names) {  // the shorter column keeps what it needs
    std::size_t& shorter = from < to ? from : to;
    std::size_t& longer = from < to ? to : from;
    shorter = std::min(shorter, for_names / 2);
    longer = for_names - shorter;
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == gap_at + 1) text += gap;
    const Line& line = lines[i];
    text += "  " + padded(fit(line[0], from), from) + "  " + padded(fit(line[1], to), to);
    if (weighted) text += fmt::format("  {:>{}}  {:>{}}", line[2], weight, line[3], total);
    text.resize(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

constexpr std::string_view kArrow = " > ";

// The names along a route; of many only `ends` at each end, where that is not 0.
std::string chain(const Journey& journey, std::size_t ends) {
  const std::vector<Index>& vertices = journey.route->vertices;
  std::string text;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (ends > 0 && vertices.size() > 2 * ends + 2 && i == ends) {
      const std::size_t left_out = vertices.size() - 2 * ends;
      text += fmt::format("{}... {} more ...", kArrow, grouped(static_cast<Index>(left_out)));
      i += left_out;
    }
    if (i > 0) text += kArrow;
    text += journey.names.name(vertices[i]);
  }
  return text;
}

}  // namespace

std::string count_legs(const Journey& journey) {
  return counted(static_cast<Index>(journey.route->legs.size()), "leg", "legs");
}

std::string title_of(const Journey& journey, std::size_t columns) {
  // Which leaves room for the words and the number.
  const std::size_t most = columns == kNoLimit ? columns : columns * 3 / 10;
  const auto name = [&](Index v) { return fit(journey.names.name(v), most); };
  const std::string ends = fmt::format("{} to {}", name(journey.from), name(journey.to));
  if (!journey.route) return "There is no way from " + ends;
  if (journey.semiring == SemiringKind::reachability) return ends;
  const std::string total = fmt::format("{}: {}", ends, total_text(journey));
  if (journey.semiring == SemiringKind::shortest_path) return total;
  if (journey.route->legs.empty()) return ends;  // which is as wide, or as low, as can be
  return fmt::format("{} at the {}", total, total_name(journey.semiring));
}

std::string headline(const Journey& journey, std::size_t columns) {
  const std::string title = title_of(journey, columns);
  if (!journey.route) return title;
  const bool counts = journey.semiring == SemiringKind::reachability;
  return fmt::format("{}{} {}", title, counts ? ":" : " in", count_legs(journey));
}

std::string for_people(const Journey& journey, bool all, std::size_t columns) {
  constexpr std::size_t many = 40;
  constexpr std::size_t shown = 15;
  std::string text = headline(journey, columns) + '\n';
  if (!journey.route || journey.route->legs.empty()) return text;
  const Route& route = *journey.route;
  const std::vector<double> totals = running_totals(journey);
  const std::size_t count = route.legs.size();
  const std::size_t left_out = all || count <= many ? 0 : count - 2 * shown;
  const std::string gap = fmt::format("  ... {} more legs\n", left_out);
  std::vector<Line> lines;
  for (std::size_t i = 0; i < count; ++i) {
    if (left_out > 0 && i == shown) i += left_out;
    lines.push_back(
        {journey.names.name(route.vertices[i]), journey.names.name(route.vertices[i + 1]),
         spell(route.legs[i], number_type(journey)), spell(totals[i], number_type(journey))});
  }
  return text + '\n' +
         table(std::move(lines), shown, left_out > 0 ? gap : "", journey.semiring, columns);
}

Json for_machines(const Journey& journey) {
  const WeightType type = number_type(journey);
  Json json;
  json["from"] = name_json(journey.names, journey.from);
  json["to"] = name_json(journey.names, journey.to);
  json["semiring"] = to_string(journey.semiring);
  json["reachable"] = journey.route.has_value();
  json["total"] = nullptr;
  json["legs"] = Json::array();
  if (!journey.route) return json;
  const Route& route = *journey.route;
  json["total"] = number_json(total_of(journey), type);
  const std::vector<double> totals = running_totals(journey);
  for (std::size_t i = 0; i < route.legs.size(); ++i) {
    json["legs"].push_back({{"from", name_json(journey.names, route.vertices[i])},
                            {"to", name_json(journey.names, route.vertices[i + 1])},
                            {"weight", number_json(route.legs[i], type)},
                            {"total", number_json(totals[i], type)}});
  }
  return json;
}

std::string line_for_people(const Journey& journey, bool all) {
  constexpr std::size_t shown = 5;
  if (!journey.route || journey.route->legs.empty()) return headline(journey);
  return fmt::format("{}: {}", headline(journey), chain(journey, all ? 0 : shown));
}

std::string csv_line(const Journey& journey) {
  const auto name = [&](Index v) { return io::csv_field(journey.names.name(v)); };
  const std::string ends = fmt::format("{},{}", name(journey.from), name(journey.to));
  if (!journey.route) return ends + ",,,";
  return fmt::format("{},{},{},{}", ends, total_text(journey), journey.route->legs.size(),
                     io::csv_field(chain(journey, 0)));
}

}  // namespace warpath::cli
