#include "cli/input/widen.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

// Only int64 has numbers that float64 has not.
template <class T>
bool float64_holds(std::span<const T> weights) {
  if constexpr (std::is_same_v<T, std::int64_t>) {
    return std::ranges::all_of(weights, [](std::int64_t weight) {
      const auto rounded = static_cast<double>(weight);
      return rounded < 0x1p63 && static_cast<std::int64_t>(rounded) == weight;
    });
  }
  return true;
}

WeightType next_of(const TooNarrow& error, bool held) {
  const std::optional<WeightType> wider = wider_than(error.type());
  if (!wider) throw error;
  if (*wider != WeightType::float64 || held) return *wider;
  throw Error(ErrorCode::bad_input, error.happened(),
              "divide all weights by the same number; float64 is wider, and would round some");
}

}  // namespace

std::string named(const Error& error, const Names& names) {
  std::string known;
  for (const Index v : error.vertices()) {
    known += fmt::format("{}vertex {} is ", known.empty() ? "" : ", ", v);
    known +=
        names.has_label(v) ? names.brief(v) : fmt::format("number {} in the file", names.number(v));
  }
  const bool obvious = !names.has_labels() && names.number(0) == 0;
  if (obvious || (known.empty() && error.code() != ErrorCode::bad_input)) return error.happened();
  if (known.empty()) known = "vertices are counted from 0 here, in the order of the file";
  return fmt::format("{} ({})", error.happened(), known);
}

WeightType next_type(const TooNarrow& error, const Graph& weights) {
  return next_of(error, weights.visit_weights([](auto all) { return float64_holds(all); }));
}

WeightType next_type(const TooNarrow& error, const AnyMatrixView& weights) {
  const auto held = []<class T>(MatrixView<const T> cells) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      for (Index i = 0; i < cells.rows(); ++i) {
        for (Index j = 0; j < cells.columns(); ++j) {
          const T cell = cells(i, j);
          if (cell != no_path<T>() && !float64_holds(std::span(&cell, 1))) return false;
        }
      }
    }
    return true;
  };
  return next_of(error, std::visit(held, weights));
}

}  // namespace warpath::cli
