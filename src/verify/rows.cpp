#include "verify/rows.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"
#include "verify/arcs.hpp"
#include "verify/search.hpp"

namespace warpath::verify {
namespace {

// What is to be known about the weights before the search.
struct Weights {
  bool negative = false;
  bool exact = true;  // sums are not rounded
};

template <class T, class Arcs>
Weights look_at(Index n, SemiringKind semiring, const Arcs& arcs) {
  Weights found;
  if (semiring != SemiringKind::shortest_path) return found;
  double largest = 0;
  for (Index u = 0; u < n; ++u) {
    arcs(u, [&](Index, Wide<T> weight) {
      found.negative |= weight < 0;
      if constexpr (std::is_floating_point_v<T>) {
        found.exact &= weight == std::trunc(weight);
        largest = std::max(largest, std::abs(weight));
      }
    });
  }
  const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (std::is_floating_point_v<T> && largest * static_cast<double>(n) > limit) found.exact = false;
  return found;
}

template <class T, class Arcs>
Labels<Wide<T>> search(Index n, Index source, SemiringKind semiring, bool negative,
                       const Arcs& arcs) {
  switch (semiring) {
    case SemiringKind::widest_path: return dijkstra<Widest<Wide<T>>>(n, source, arcs);
    case SemiringKind::minimax_path: return dijkstra<Minimax<Wide<T>>>(n, source, arcs);
    // Every arc counts 1, so the widest path counts 1 where there is any.
    case SemiringKind::reachability: return dijkstra<Widest<Wide<T>>>(n, source, arcs);
    case SemiringKind::shortest_path: break;
  }
  return negative ? label_correcting<Wide<T>>(n, source, arcs)
                  : dijkstra<Shortest<Wide<T>>>(n, source, arcs);
}

// `found` and `no_path` as readers of a report expect them.
template <class T>
double readable(T value, T no_path) {
  if (std::is_same_v<T, std::uint8_t> || value != no_path) return static_cast<double>(value);
  return no_path > T{0} ? std::numeric_limits<double>::infinity()
                        : -std::numeric_limits<double>::infinity();
}

// `kept`: the sources of the rows, where there are not all of them; else empty.
template <class T, class Arcs>
RowsReport check(MatrixView<const T> distances, SemiringKind semiring,
                 std::span<const Index> sources, std::span<const Index> kept, const Arcs& arcs) {
  const Index n = distances.columns();
  const Encoding<T> code = encoding<T>(semiring);
  const Weights weights = look_at<T>(n, semiring, arcs);
  constexpr double eps =
      std::is_floating_point_v<T> ? static_cast<double>(std::numeric_limits<T>::epsilon()) : 0;
  RowsReport report;
  report.exact = weights.exact;
  for (const Index source : sources) {
    if (source < 0 || source >= n) {
      throw Error(ErrorCode::usage, fmt::format("source {} is not in 0 .. {}", source, n - 1));
    }
    const auto row = std::find(kept.begin(), kept.end(), source);
    if (!kept.empty() && row == kept.end()) {
      throw Error(ErrorCode::usage, fmt::format("the result has no row of source {}", source));
    }
    const Index i = kept.empty() ? source : row - kept.begin();
    const Labels<Wide<T>> labels = search<T>(n, source, semiring, weights.negative, arcs);
    // With negative weights another path of the same length may have a larger sum of absolute
    // values; the row's largest stands in for it.
    double largest = 0;
    for (const double sum : labels.absolute) largest = std::max(largest, sum);
    ++report.rows;
    for (Index target = 0; target < n; ++target) {
      const auto v = static_cast<std::size_t>(target);
      const T found = distances(i, target);
      T expected = code.no_path;
      bool right = false;
      if (target == source) {
        expected = code.empty_path;
        right = found == expected;
      } else if (!labels.reached[v]) {
        right = found == expected;
      } else {
        expected = static_cast<T>(labels.value[v]);
        right = found == expected;
        if (!right && !weights.exact && found != code.no_path) {
          const double sum = weights.negative ? largest : labels.absolute[v];
          const double error = static_cast<double>(found) - static_cast<double>(labels.value[v]);
          const double allowed =
              static_cast<double>(error > 0 ? labels.hops[v] + 1 : n) * eps * sum;
          right = std::abs(error) <= allowed;
          if (right) report.largest_error = std::max(report.largest_error, std::abs(error) / sum);
        }
      }
      if (!right) {
        report.wrong = WrongDistance{source, target, readable(expected, code.no_path),
                                     readable(found, code.no_path)};
        return report;
      }
    }
  }
  return report;
}

}  // namespace

std::string RowsReport::to_string() const {
  if (wrong) {
    return fmt::format("the distance from {} to {} is {}, expected {}", wrong->source,
                       wrong->target, wrong->found, wrong->expected);
  }
  if (exact) return fmt::format("{} rows agree exactly", rows);
  return fmt::format("{} rows agree, relative error at most {:.1e}", rows, largest_error);
}

std::vector<Index> sample_sources(Index n, Index count, std::uint64_t seed) {
  count = std::min(count, n);
  Random random(seed);
  std::vector<Index> sources;
  for (Index i = 0; i < count; ++i) {
    const Index first = n / count * i + std::min(i, n % count);
    const Index last = first + n / count - 1 + (i < n % count ? 1 : 0);
    sources.push_back(random.between(first, last));
  }
  return sources;
}

template <class T>
RowsReport check_rows(MatrixView<const T> weights, MatrixView<const T> distances,
                      SemiringKind semiring, std::span<const Index> sources) {
  const Index n = weights.rows();
  if (weights.columns() != n || distances.rows() != n || distances.columns() != n) {
    throw Error(ErrorCode::usage,
                fmt::format("weights are {} x {}, distances {} x {}; both must be square and alike",
                            n, weights.columns(), distances.rows(), distances.columns()));
  }
  return check<T>(distances, semiring, sources, {},
                  DenseArcs<T>{weights, encoding<T>(semiring).no_path});
}

template RowsReport check_rows<float>(MatrixView<const float>, MatrixView<const float>,
                                      SemiringKind, std::span<const Index>);
template RowsReport check_rows<double>(MatrixView<const double>, MatrixView<const double>,
                                       SemiringKind, std::span<const Index>);
template RowsReport check_rows<std::int32_t>(MatrixView<const std::int32_t>,
                                             MatrixView<const std::int32_t>, SemiringKind,
                                             std::span<const Index>);
template RowsReport check_rows<std::int16_t>(MatrixView<const std::int16_t>,
                                             MatrixView<const std::int16_t>, SemiringKind,
                                             std::span<const Index>);
template RowsReport check_rows<std::uint8_t>(MatrixView<const std::uint8_t>,
                                             MatrixView<const std::uint8_t>, SemiringKind,
                                             std::span<const Index>);

RowsReport check_rows(const Graph& graph, const Result& result, std::span<const Index> sources) {
  return std::visit(
      [&]<class T>(const Matrix<T>& distances) {
        if (distances.columns() != graph.vertices()) {
          throw Error(ErrorCode::usage, fmt::format("the graph has {} vertices, the result {}",
                                                    graph.vertices(), distances.columns()));
        }
        return check<T>(
            distances.view(), result.semiring(), sources, result.sources(),
            SparseArcs<T>{graph, weights_as<T>(graph), encoding<T>(result.semiring()).no_path});
      },
      result.storage());
}

}  // namespace warpath::verify
