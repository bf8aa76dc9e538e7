#include "cli/path/route_list.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "io/table.hpp"

namespace warpath::cli {
namespace {

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
    text += readable(journey.names.name(vertices[i]));
  }
  return text;
}

}  // namespace

std::string line_for_people(const Journey& journey, bool all) {
  constexpr std::size_t shown = 5;
  if (!journey.route || journey.route->legs.empty()) return headline(journey);
  return fmt::format("{}: {}", headline(journey), chain(journey, all ? 0 : shown));
}

std::string csv_line(const Journey& journey) {
  const auto name = [&](Index v) { return io::csv_field(readable(journey.names.name(v))); };
  const std::string ends = fmt::format("{},{}", name(journey.from), name(journey.to));
  if (!journey.route) return ends + ",,,";
  return fmt::format("{},{},{},{}", ends, total_text(journey), journey.route->legs.size(),
                     io::csv_field(chain(journey, 0)));
}

void RouteList::add(const Journey& journey) {
  const bool first = !std::exchange(any_, true);
  switch (style_) {
    case ListStyle::people: fmt::print("{}\n", line_for_people(journey, all_)); break;
    case ListStyle::csv:
      fmt::print("{}{}\n", first ? "from,to,total,legs,route\n" : "", csv_line(journey));
      break;
    case ListStyle::json:
      fmt::print("{}{}", first ? "[\n" : ",\n", for_machines(journey).dump(2));
      break;
  }
}

void RouteList::finish() {
  if (style_ == ListStyle::json) fmt::print("{}]\n", any_ ? "\n" : "[");
}

}  // namespace warpath::cli
