#include "warpath/generate.hpp"

#include <array>
#include <cmath>
#include <new>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/random.hpp"
#include "base/resources.hpp"
#include "generate/kinds.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

using detail::Draft;

struct KindInfo {
  GraphKind kind;
  std::string_view name;
  std::string_view description;
  void (*draw)(Draft&);
  bool has_degree = false;
};

constexpr std::array kKinds{
    KindInfo{GraphKind::random, "random", "complete, directed, random weights",
             detail::draw_random},
    KindInfo{GraphKind::gnp, "gnp", "random arcs, on average 8 per vertex", detail::draw_gnp, true},
    KindInfo{GraphKind::grid, "grid", "near-square grid, undirected", detail::draw_grid},
    KindInfo{GraphKind::road, "road", "jittered grid with gaps, like a city, undirected",
             detail::draw_road},
    KindInfo{GraphKind::scale_free, "scale-free", "preferential attachment, degree 8, undirected",
             detail::draw_scale_free, true},
    KindInfo{GraphKind::chain, "chain", "vertex i leads to i + 1 only", detail::draw_chain},
    KindInfo{GraphKind::metric, "metric", "points in a square, all linked by straight lines",
             detail::draw_metric},
    KindInfo{GraphKind::streets, "streets", "towns, bends, dead ends and a river, undirected",
             detail::draw_streets},
};

const KindInfo& info(GraphKind kind) {
  const auto at = static_cast<std::size_t>(kind);
  if (at >= kKinds.size()) throw Error(ErrorCode::usage, "unknown kind of graph");
  return kKinds[at];
}

// The steps of a Draft that make 1.0.
template <class T>
constexpr std::int64_t kUnit = std::is_same_v<T, float>    ? 100
                               : std::is_same_v<T, double> ? 1'000'000
                                                           : 1;

template <class T>
T from_steps(std::int64_t steps) {
  return static_cast<T>(static_cast<T>(steps) / static_cast<T>(kUnit<T>));
}

template <class T>
Graph draw(const KindInfo& kind, Index vertices, const GenerateOptions& options) {
  Draft draft{kind.kind, vertices, options, kUnit<T>, Random(options.seed)};
  kind.draw(draft);
  Graph graph = detail::build_graph<T>(vertices, draft.direction, [&](auto visit) {
    for (const auto& arc : draft.arcs) {
      visit(arc.from, arc.to, [&] { return from_steps<T>(arc.weight); });
    }
  });
  if (!draft.coordinates.empty()) std::move(graph).with_coordinates(std::move(draft.coordinates));
  return graph;
}

// The steps from lo to hi, both included.
template <class T>
std::pair<std::int64_t, std::int64_t> steps_between(T lo, T hi) {
  if constexpr (std::is_floating_point_v<T>) {
    const T first = std::ceil(lo * static_cast<T>(kUnit<T>));
    const T last = std::floor(hi * static_cast<T>(kUnit<T>));
    constexpr T limit = static_cast<T>(0x1p62);
    if (lo <= hi && first <= last && first > -limit && last < limit) {
      return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
    }
  } else if (lo <= hi) {
    return {lo, hi};
  }
  throw Error(ErrorCode::usage, fmt::format("no random weights lie between {} and {}", lo, hi));
}

}  // namespace

std::string_view to_string(GraphKind kind) { return info(kind).name; }
std::string_view describe(GraphKind kind) { return info(kind).description; }
bool has_degree(GraphKind kind) { return info(kind).has_degree; }

template <>
std::optional<GraphKind> parse(std::string_view word) {
  for (const KindInfo& row : kKinds) {
    if (row.name == word) return row.kind;
  }
  return std::nullopt;
}

std::span<const GraphKind> graph_kinds() {
  static constexpr auto kinds = [] {
    std::array<GraphKind, kKinds.size()> result{};
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = kKinds[i].kind;
    return result;
  }();
  return kinds;
}

Graph generate(GraphKind kind, Index vertices, const GenerateOptions& options) {
  if (vertices < 0) {
    throw Error(ErrorCode::usage, fmt::format("cannot generate {} vertices", vertices),
                "ask for 0 or more");
  }
  if (has_degree(kind) && !(options.degree >= 0 && std::isfinite(options.degree))) {
    throw Error(ErrorCode::usage, fmt::format("a degree of {} makes no sense", options.degree),
                "ask for 0 or more arcs per vertex");
  }
  try {
    return visit_arc_weight(options.weight, [&]<class T>(std::type_identity<T>) {
      return draw<T>(info(kind), vertices, options);
    });
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory for a {} graph of {} vertices",
                            to_string(kind), vertices));
  }
}

template <class T>
void fill_random(MatrixView<T> matrix, std::uint64_t seed, T lo, T hi, bool symmetric) {
  const auto [least, most] = steps_between(lo, hi);
  if (symmetric && matrix.rows() != matrix.columns()) {
    throw Error(ErrorCode::usage, fmt::format("a {} x {} matrix cannot be symmetric", matrix.rows(),
                                              matrix.columns()));
  }
  for (Index i = 0; i < matrix.rows(); ++i) {
    // One stream per row, so that rows may be filled in any order.
    Random random(seed, static_cast<std::uint64_t>(i));
    for (Index j = symmetric ? i : 0; j < matrix.columns(); ++j) {
      const T weight = i == j ? T{0} : from_steps<T>(random.between(least, most));
      matrix(i, j) = weight;
      if (symmetric) matrix(j, i) = weight;
    }
  }
}

#define WARPATH_INSTANTIATE(T, name) \
  template void fill_random<T>(MatrixView<T>, std::uint64_t, T, T, bool);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

std::size_t Draft::complete_arcs() const {
  const double n = static_cast<double>(vertices);
  const double all = n * (n > 0 ? n - 1 : 0);
  // At its peak, while a Graph is made from the list.
  const std::size_t per_arc =
      sizeof arcs[0] + static_cast<std::size_t>(size_of(options.weight)) + sizeof(Graph::Target);
  const double needed = all * static_cast<double>(per_arc);
  const auto available = static_cast<double>(available_memory());
  if (needed > available) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("a {} graph of {} vertices has {:.3g} arcs and takes {:.1f} GiB while "
                            "it is built; {:.1f} GiB are available",
                            to_string(kind), vertices, all, needed / 0x1p30, available / 0x1p30),
                "ask for fewer vertices, or for a sparse kind such as gnp or road");
  }
  return static_cast<std::size_t>(all);
}

}  // namespace warpath
