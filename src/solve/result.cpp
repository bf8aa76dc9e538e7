#include "warpath/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

// The row of `from`. Error usage when either vertex is out of range, or `from` is no source.
Index row_of(const Result& result, Index from, Index to) {
  const Index n = result.vertices();
  for (const Index vertex : {from, to}) {
    if (vertex >= 0 && vertex < n) continue;
    throw Error(ErrorCode::usage,
                fmt::format("vertex {} is not in a result of {} vertices", vertex, n),
                "vertices are numbered from 0");
  }
  const Index rows = std::visit([](const auto& cells) { return cells.rows(); }, result.storage());
  if (rows == 0) {
    throw Error(ErrorCode::usage, fmt::format("vertex {} is no source: none was asked for", from));
  }
  const std::span<const Index> sources = result.sources();
  if (sources.empty()) return from;
  const auto found = std::find(sources.begin(), sources.end(), from);
  if (found == sources.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("vertex {} is none of the {} sources that were asked for", from,
                            sources.size()));
  }
  return found - sources.begin();
}

}  // namespace

Result::Result(DenseMatrix distances, SemiringKind semiring, Statistics statistics,
               std::vector<Index> sources, Matrix<std::int32_t> predecessors)
    : distances_(std::move(distances)),
      semiring_(semiring),
      statistics_(std::move(statistics)),
      sources_(std::move(sources)),
      predecessors_(std::move(predecessors)) {}

Index Result::vertices() const {
  return std::visit([](const auto& cells) { return cells.columns(); }, distances_);
}

bool Result::reachable(Index from, Index to) const {
  const Index row = row_of(*this, from, to);
  return std::visit(
      [&]<class T>(const Matrix<T>& cells) { return cells(row, to) != no_path<T>(semiring_); },
      distances_);
}

double Result::distance(Index from, Index to) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Index row = row_of(*this, from, to);
  return std::visit(
      [&]<class T>(const Matrix<T>& cells) {
        const T cell = cells(row, to);
        if (semiring_ == SemiringKind::reachability) return static_cast<double>(cell);
        // Integers stand in for the infinities that doubles have.
        const bool adds = semiring_ == SemiringKind::shortest_path;
        if (cell == (adds ? no_path<T>() : detail::highest<T>())) return infinity;
        if (cell == (adds ? unbounded<T>() : detail::lowest<T>())) return -infinity;
        return static_cast<double>(cell);
      },
      distances_);
}

std::vector<Index> Result::path(Index from, Index to) const {
  const Index row = row_of(*this, from, to);
  if (!has_predecessors()) {
    throw Error(ErrorCode::usage, "a result without predecessors has no paths",
                "set Options::predecessors before solving");
  }
  std::vector<Index> vertices{to};
  while (vertices.back() != from) {
    const Index before = predecessors_(row, vertices.back());
    if (before < 0) return {};
    vertices.push_back(before);
  }
  std::reverse(vertices.begin(), vertices.end());
  return vertices;
}

std::vector<std::vector<Index>> Result::paths(
    std::span<const std::pair<Index, Index>> pairs) const {
  std::vector<std::vector<Index>> found;
  found.reserve(pairs.size());
  for (const auto& [from, to] : pairs) found.push_back(path(from, to));
  return found;
}

}  // namespace warpath
