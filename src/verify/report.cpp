// What a certificate says, in words.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/messages.hpp"
#include "warpath/verify.hpp"

namespace warpath::verify {
namespace {

std::string number(double value) {
  return value == std::trunc(value) && std::abs(value) < 1e15 ? fmt::format("{:.0f}", value)
                                                              : fmt::format("{:.9g}", value);
}

std::string distance(double value, SemiringKind semiring) {
  const bool none = semiring == SemiringKind::reachability  ? value == 0
                    : semiring == SemiringKind::widest_path ? value == -INFINITY
                                                            : value == INFINITY;
  if (none) return "no path";
  if (semiring == SemiringKind::shortest_path && value == -INFINITY) return "unbounded";
  return number(value);
}

}  // namespace

std::string Certificate::failure_text(const std::function<std::string(Index)>& name) const {
  if (!failure) return {};
  const Evidence& e = failure->at;
  const auto call = [&](Index v) { return name ? name(v) : fmt::format("{}", v); };
  const std::string found = distance(e.found, semiring);
  std::string text =
      fmt::format("the distance from {} to {} is {}", call(e.source), call(e.target), found);
  const std::string_view joins = semiring == SemiringKind::shortest_path ? " + " : " and ";
  std::string arc;
  if (e.via >= 0) {
    arc = fmt::format("the arc from {} to {} ({}{}{}", call(e.via), call(e.target),
                      distance(e.before, semiring), joins, number(e.weight));
    if (e.allowed > 0) arc += fmt::format(", {:.3g} apart allowed", e.allowed);
    arc += ")";
  }
  const auto before = [&] {
    return fmt::format("the predecessor of {} on the way from {} is {}", call(e.target),
                       call(e.source), call(e.via));
  };
  switch (failure->rule) {
    case Rule::diagonal: return text + ", and not that of the empty path";
    case Rule::value: return text + ", which is no distance of this type";
    case Rule::relaxes: return text + ", and better by " + arc;
    case Rule::closed: return text + ", and there is one by " + arc;
    case Rule::supported:
      if (arc.empty()) return text + ", and no arc from any vertex that is reached leads there";
      return text + ", and no chain of arcs from the source makes it; the best ends with " + arc;
    case Rule::unbounded: return text + ", and a negative cycle on the way makes it unbounded";
    case Rule::bounded: return text + ", and no negative cycle can be used on the way";
    case Rule::tree_root:
      if (e.via < 0) return text + ", and yet there is a predecessor";
      return before() + ", expected -1: the distance is " + found;
    case Rule::tree_missing: return text + ", and no vertex is its predecessor";
    case Rule::tree_arc: return before() + ", which has no arc there";
    case Rule::tree_tight: return text + ", and something else by its predecessor, " + arc;
    case Rule::tree_circular:
      return before() + ", and predecessors from there lead round, not back";
  }
  return text;
}

std::string Certificate::rows_text() const {
  std::string text = rows == of_rows
                         ? fmt::format("all {} rows hold", grouped(rows))
                         : fmt::format("{} of {} rows hold", grouped(rows), grouped(of_rows));
  if (trees) text += " with their predecessors";
  return text;
}

std::string Certificate::slack_text() const {
  if (exact) return "exactly";
  return fmt::format("slack at most {:.1f} units of 2^-{} ({} allowed)", worst,
                     weight == WeightType::float32 ? 24 : 53, grouped(static_cast<Index>(bound)));
}

std::string to_string(const Certificate& certificate) {
  if (!certificate.ok()) {
    return fmt::format("after {} rows that hold: {}", grouped(certificate.rows),
                       certificate.failure_text());
  }
  return fmt::format("{} on {} arcs, {}", certificate.rows_text(), grouped(certificate.arcs),
                     certificate.slack_text());
}

}  // namespace warpath::verify
