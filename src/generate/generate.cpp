#include "warpath/generate.hpp"

#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/random.hpp"
#include "base/resources.hpp"
#include "generate/detail.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

struct KindInfo {
  GraphKind kind;
  std::string_view name;
  std::string_view description;
  bool has_degree = false;
};

constexpr std::array kKinds{
    KindInfo{GraphKind::random, "random", "complete, directed, random weights"},
    KindInfo{GraphKind::gnp, "gnp", "random arcs, on average 8 per vertex", true},
    KindInfo{GraphKind::grid, "grid", "near-square grid, undirected"},
    KindInfo{GraphKind::road, "road", "jittered grid with gaps, like a city, undirected"},
    KindInfo{GraphKind::scale_free, "scale-free", "preferential attachment, degree 8, undirected",
             true},
    KindInfo{GraphKind::chain, "chain", "vertex i leads to i + 1 only"},
    KindInfo{GraphKind::metric, "metric", "points in a square, all linked by straight lines"},
};

const KindInfo& info(GraphKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }

template <class T>
Graph make(GraphKind kind, Index n, const GenerateOptions& options) {
  switch (kind) {
    case GraphKind::random: return detail::make_random<T>(n, options);
    case GraphKind::gnp: return detail::make_gnp<T>(n, options);
    case GraphKind::grid: return detail::make_grid<T>(n, options);
    case GraphKind::road: return detail::make_road<T>(n, options);
    case GraphKind::scale_free: return detail::make_scale_free<T>(n, options);
    case GraphKind::chain: return detail::make_chain<T>(n, options);
    case GraphKind::metric: return detail::make_metric<T>(n, options);
  }
  throw Error(ErrorCode::usage, "unknown kind of graph");
}

struct Steps {
  std::int64_t lo;
  std::int64_t hi;
};

template <class T>
Steps steps_between(T lo, T hi) {
  Steps range{};
  bool sensible = lo <= hi;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T scale = static_cast<T>(detail::kStepsPerUnit<T>);
    const T first = std::ceil(lo * scale);
    const T last = std::floor(hi * scale);
    constexpr T limit = static_cast<T>(0x1p62);
    sensible = sensible && first <= last && first > -limit && last < limit;
    if (sensible) range = {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
  } else {
    range = {lo, hi};
  }
  if (!sensible) {
    throw Error(ErrorCode::usage, fmt::format("no random weights lie between {} and {}", lo, hi));
  }
  return range;
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
  return visit_arc_weight(options.weight, [&]<class T>(std::type_identity<T>) {
    return make<T>(kind, vertices, options);
  });
}

template <class T>
void fill_random(MatrixView<T> matrix, std::uint64_t seed, T lo, T hi, bool symmetric) {
  const Steps range = steps_between(lo, hi);
  if (symmetric && matrix.rows() != matrix.columns()) {
    throw Error(ErrorCode::usage, fmt::format("a {} x {} matrix cannot be symmetric", matrix.rows(),
                                              matrix.columns()));
  }
  for (Index i = 0; i < matrix.rows(); ++i) {
    // One stream per row, so that rows may be filled in any order.
    Random random(seed, static_cast<std::uint64_t>(i));
    for (Index j = symmetric ? i : 0; j < matrix.columns(); ++j) {
      const T weight = i == j ? T{0} : detail::from_steps<T>(random.between(range.lo, range.hi));
      matrix(i, j) = weight;
      if (symmetric) matrix(j, i) = weight;
    }
  }
}

#define WARPATH_INSTANTIATE(T, name) \
  template void fill_random<T>(MatrixView<T>, std::uint64_t, T, T, bool);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

std::size_t detail::complete_arcs(GraphKind kind, Index vertices, std::size_t bytes_per_arc) {
  const double n = static_cast<double>(vertices);
  const double arcs = n * (n > 0 ? n - 1 : 0);
  const double needed = arcs * static_cast<double>(bytes_per_arc);
  const auto available = static_cast<double>(available_memory());
  if (needed > available) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("a {} graph of {} vertices has {:.3g} arcs and takes {:.1f} GiB while "
                            "it is built; {:.1f} GiB are available",
                            to_string(kind), vertices, arcs, needed / 0x1p30, available / 0x1p30),
                "ask for fewer vertices, or for a sparse kind such as gnp or road");
  }
  return static_cast<std::size_t>(arcs);
}

}  // namespace warpath
