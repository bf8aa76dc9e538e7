#include "cpu/isa.hpp"

#include <fmt/format.h>
#include <hwy/targets.h>

#include <algorithm>

#include "cpu/tiles.hpp"
#include "warpath/error.hpp"

namespace warpath::cpu {

std::vector<std::string_view> built_isas() {
  std::vector<std::string_view> names;
  for (const InstructionSet& set : instruction_sets()) names.push_back(set.name);
  return names;
}

bool has_isa(std::string_view isa) {
  const auto sets = instruction_sets();
  const auto set = std::ranges::find(sets, isa, &InstructionSet::name);
  if (set == sets.end()) return false;
  // Nothing runs without the last one, whatever Highway calls it.
  return (hwy::SupportedTargets() & set->bit) != 0 || set + 1 == sets.end();
}

std::string_view best_isa() {
  static const auto best = std::ranges::find_if(instruction_sets(), has_isa, &InstructionSet::name);
  return best->name;
}

std::string_view resolve_isa(std::string_view wish, std::string_view best) {
  const std::vector<std::string_view> built = built_isas();
  auto present = std::ranges::find(built, best);
  if (present == built.end()) --present;  // a machine we know nothing of: the baseline
  if (wish.empty()) return *present;
  const auto wished = std::ranges::find(built, wish);
  if (wished == built.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("unknown instruction set '{}' in Options::isa or WARPATH_ISA", wish),
                fmt::format("known are: {}", fmt::join(built, ", ")));
  }
  if (wished < present) {
    throw Error(
        ErrorCode::unsupported, fmt::format("this processor has no {} instructions", wish),
        fmt::format("leave the instruction set unset; the best that is present is {}", *present));
  }
  return *wished;
}

}  // namespace warpath::cpu
