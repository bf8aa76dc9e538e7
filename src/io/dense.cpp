#include "io/dense.hpp"

#include <cmath>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/messages.hpp"
#include "base/resources.hpp"
#include "io/weight.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

template <class T, class Cell>
T to_weight(Cell cell, Index i, Index j, std::string_view name, SemiringKind semiring) {
  const Number number = number_of(cell);
  // A width or a height may have no limit; the sum of a path must have one.
  if (std::is_floating_point_v<T> && std::isinf(number.value) &&
      semiring != SemiringKind::shortest_path) {
    return static_cast<T>(cell);
  }
  const std::string expected =
      std::isfinite(number.value) ? objection<T>(number) : "a finite number, or what says no arc";
  if (!expected.empty()) {
    throw Error(ErrorCode::bad_input, fmt::format("{}: found {} in row {}, column {}, expected {}",
                                                  name, cell, i, j, expected));
  }
  return static_cast<T>(cell);
}

template <class T, class Cell>
Graph to_graph(MatrixView<const Cell> matrix, std::string_view name, const ReadOptions& options) {
  const Cell none = no_path<Cell>(options.semiring);
  const auto direction = options.undirected ? Direction::undirected : Direction::directed;
  return detail::build_graph<T>(matrix.rows(), direction, [&](auto visit) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      for (Index j = 0; j < matrix.columns(); ++j) {
        const Cell cell = matrix(i, j);
        if (cell == none || (i == j && cell == Cell{0})) continue;
        visit(i, j, [&] { return to_weight<T>(cell, i, j, name, options.semiring); });
      }
    }
  });
}

}  // namespace

void check_square(Index rows, Index columns, std::string_view name) {
  if (rows == columns) return;
  throw Error(ErrorCode::bad_input,
              fmt::format("{}: found {} rows and {} columns, expected a square matrix", name, rows,
                          columns));
}

void check_memory(std::size_t bytes, std::string_view name, std::size_t limit) {
  constexpr std::size_t little = std::size_t{16} << 20;  // not worth the question
  if (limit == 0 && bytes <= little) return;
  const std::size_t available = limit != 0 ? limit : available_memory();
  if (bytes <= available) return;
  throw Error(ErrorCode::does_not_fit,
              fmt::format("{} takes {} in memory, and {} are {}", name, format_bytes(bytes),
                          format_bytes(available),
                          limit != 0 ? "allowed by the memory limit" : "available"),
              limit != 0 ? "raise the memory limit" : "use a machine with more memory");
}

void check_graph_memory(Index vertices, std::size_t arcs, std::size_t weight_bytes,
                        std::string_view name, std::size_t limit) {
  const std::size_t offsets = (static_cast<std::size_t>(vertices) + 1) * sizeof(Index);
  check_memory(offsets + arcs * (sizeof(Graph::Target) + weight_bytes), name, limit);
}

Graph graph_of(const AnyMatrixView& matrix, std::string_view name, const ReadOptions& options) {
  return std::visit(
      [&]<class Cell>(MatrixView<const Cell> cells) -> Graph {
        check_square(cells.rows(), cells.columns(), name);
        constexpr WeightType own =
            std::is_same_v<Cell, std::uint8_t> ? WeightType::int32 : weight_type_of<Cell>;
        return visit_arc_weight(options.weights.value_or(own), [&]<class T>(std::type_identity<T>) {
          return to_graph<T>(cells, name, options);
        });
      },
      matrix);
}

}  // namespace warpath::io
