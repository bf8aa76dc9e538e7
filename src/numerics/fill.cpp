#include "numerics/fill.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/dispatch.hpp"
#include "base/too_narrow.hpp"
#include "numerics/convert.hpp"
#include "warpath/error.hpp"

namespace warpath {

template <class From>
void refuse_conversion(const std::string& place, From weight, const char* why, WeightType to) {
  throw Error(ErrorCode::bad_input,
              fmt::format("{} is {}, which {} {}", place, weight, why, to_string(to)),
              "choose a weight type that holds every weight of the input");
}

template <class From>
void refuse_range(const std::string& place, From weight, Index no_path, WeightType to) {
  throw TooNarrow(to,
                  fmt::format("{} is {}, outside {} .. {} of {} weights", place, weight,
                              1 - no_path, no_path - 1, to_string(to)),
                  "use a wider weight type");
}

namespace {

template <class T, class From>
void convert_row(MatrixView<const From> from, Index i, const Rules<T>& rules,
                 Orientation orientation, T* to) {
  const From absent = no_path<From>(rules.kind);
  for (Index j = 0; j < from.columns(); ++j) {
    const From weight = from(i, j);
    if constexpr (std::same_as<From, T>) {
      to[j] = weight;
    } else if constexpr (std::same_as<T, std::uint8_t>) {
      to[j] = weight != no_path<From>() ? T{1} : T{0};
    } else if constexpr (std::same_as<From, std::uint8_t>) {
      to[j] = weight != 0 ? T{1} : rules.no_path;
    } else {
      to[j] = weight == absent
                  ? rules.no_path
                  : to_weight(weight, rules, [&] { return weight_at(i, j, orientation); });
    }
  }
}

}  // namespace

template <class T>
const T* row_of(const AnyInput& from, Index i, const Rules<T>& rules, std::vector<T>& buffer,
                Orientation orientation) {
  if (from.weight == weight_type_of<T> && from.column_stride == 1) {
    return static_cast<const T*>(from.data) + i * from.row_stride;
  }
  buffer.resize(static_cast<std::size_t>(from.columns));
  from.visit([&](auto view) { convert_row(view, i, rules, orientation, buffer.data()); });
  return buffer.data();
}

template <class T>
std::span<const T> arc_weights(const Graph& graph, Index from, const Rules<T>& rules,
                               std::vector<T>& buffer) {
  const auto first = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(from)]);
  const auto last = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(from) + 1]);
  buffer.resize(last - first);
  graph.visit_weights([&]<class From>(std::span<const From> weights) {
    for (std::size_t a = first; a < last; ++a) {
      if constexpr (std::same_as<T, std::uint8_t>) {
        buffer[a - first] = weights[a] != no_path<From>() ? T{1} : T{0};
      } else {
        buffer[a - first] = tidied(to_weight(weights[a], rules, [&] {
          return fmt::format("the weight of the arc from {} to {}", from, graph.targets()[a]);
        }));
      }
    }
  });
  return buffer;
}

template <class T>
void fill(MatrixView<T> to, const Graph& graph, const Rules<T>& rules, Crew& crew) {
  crew.run_rows_with<std::vector<T>>(graph.vertices(), [&](Index u, std::vector<T>& buffer) {
    const Graph::Target* target =
        graph.targets().data() + graph.offsets()[static_cast<std::size_t>(u)];
    T* const row = &to(u, 0);
    std::fill_n(row, to.columns(), rules.no_path);
    for (const T weight : arc_weights(graph, u, rules, buffer)) {
      T& cell = row[*target++];
      if (rules.is_better(weight, cell)) cell = weight;
    }
  });
}

template <class T>
void fill(MatrixView<T> to, const AnyInput& from, const Rules<T>& rules, Crew& crew) {
  crew.run_rows_with<std::vector<T>>(to.rows(), [&](Index i, std::vector<T>& buffer) {
    const T* const row = row_of(from, i, rules, buffer);
    std::transform(row, row + to.columns(), &to(i, 0), [](T cell) { return tidied(cell); });
  });
}

#define WARPATH_CONVERSIONS(T, name)                                                               \
  template void refuse_conversion(const std::string&, T, const char*, WeightType);                 \
  template void refuse_range(const std::string&, T, Index, WeightType);                            \
  template const T* row_of(const AnyInput&, Index, const Rules<T>&, std::vector<T>&, Orientation); \
  template std::span<const T> arc_weights(const Graph&, Index, const Rules<T>&, std::vector<T>&);  \
  template void fill(MatrixView<T>, const Graph&, const Rules<T>&, Crew&);                         \
  template void fill(MatrixView<T>, const AnyInput&, const Rules<T>&, Crew&);
WARPATH_EACH_WEIGHT(WARPATH_CONVERSIONS)

}  // namespace warpath
