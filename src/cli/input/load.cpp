#include "cli/input/load.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "base/crew.hpp"
#include "base/dispatch.hpp"
#include "cli/shell/console.hpp"
#include "io/bytes.hpp"
#include "io/dense.hpp"
#include "io/file_name.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

// What a look at every cell off the diagonal counts.
struct Counts {
  Index arcs = 0;
  Index zeros = 0;
};

template <class T>
Counts count_cells(MatrixView<const T> matrix, SemiringKind semiring, bool both_ways, int threads) {
  const T none = no_path<T>(semiring);
  std::atomic<Index> arcs{0};
  std::atomic<Index> zeros{0};
  Crew crew(threads);
  const bool by_columns = matrix.column_stride() != 1;  // then these lie in one piece
  crew.run_each(matrix.rows(), [&](Index i) {
    Counts mine;
    for (Index j = 0; j < matrix.columns(); ++j) {
      const T cell = by_columns ? matrix(j, i) : matrix(i, j);
      mine.arcs +=
          cell != none || (both_ways && (by_columns ? matrix(i, j) : matrix(j, i)) != none);
      mine.zeros += cell == T{0};
    }
    arcs += mine.arcs - (matrix(i, i) != none);
    zeros += mine.zeros - (matrix(i, i) == T{0});
  });
  return {arcs, zeros};
}

WeightType result_type(WeightType own, const Options& options) {
  if (options.semiring == SemiringKind::reachability) return WeightType::boolean;
  return options.weights.value_or(own);
}

std::size_t bytes_of(Index n, WeightType weight) {
  return static_cast<std::size_t>(n) * static_cast<std::size_t>(n) *
         static_cast<std::size_t>(size_of(weight));
}

// A matrix is solved in one of its size, with some room to work in. Where memory is limited, that is
// asked before its cells, which lie in a file, are looked at: these count, too. Where there is not
// room for both, the distances take their place.
void make_room(Loaded& loaded, const Options& options, const MemoryLimit& memory, bool keeps_input,
               const std::string& path) {
  const auto* rows = std::get_if<io::NpyRows>(&loaded.input);
  if (!memory || rows == nullptr) return;
  io::check_square(rows->rows(), rows->columns(), io::name_of(path));
  const WeightType type = result_type(rows->weight_type(), options);
  const std::size_t result = bytes_of(rows->rows(), type);
  const std::size_t work = result + result / 8;
  const std::size_t left = memory.left("the program");
  loaded.mapped_bytes = bytes_of(rows->rows(), rows->weight_type());
  if (loaded.mapped_bytes + work <= left) return;
  if (keeps_input || !is_compiled(options.semiring, type)) {
    memory.check(loaded.mapped_bytes + work, io::name_of(path) + " with its distances", left);
  }
  memory.check(work, io::name_of(path), left);
  loaded.input = rows->converted(type, options.semiring, left);
  loaded.mapped_bytes = 0;
}

// Whether no arc has a reverse. Few arcs tell nothing about what was meant. O(arcs log degree).
bool goes_one_way(const Graph& graph) {
  constexpr Index few = 3;
  Index arcs = 0;
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (const Index v : targets_of(graph, u)) {
      if (v == u) continue;
      const auto back = targets_of(graph, v);
      if (std::binary_search(back.begin(), back.end(), u)) return false;
      ++arcs;
    }
  }
  return arcs >= few;
}

// Whether arcs of weight 0 may be meant as none, as other programs' matrices have it: they are most of
// all pairs, or a sixteenth where every pair has an arc.
bool may_mean_none(Index zeros, Index arcs, Index vertices, SemiringKind semiring) {
  const Index pairs = vertices * (vertices - 1);
  return semiring == SemiringKind::shortest_path && zeros > 0 &&
         (2 * zeros > pairs || (arcs >= pairs && 16 * zeros >= pairs));
}

Index count_zeros(const Graph& graph) {
  return graph.visit_weights([]<class T>(std::span<const T> weights) -> Index {
    return std::count(weights.begin(), weights.end(), T{0});
  });
}

// A matrix that needs no conversion stays in its file.
std::optional<io::NpyRows> mapped(const std::string& path, const io::ReadOptions& read) {
  std::error_code ignored;
  if (!read.column.empty() || !read.columns.empty()) return {};  // the reader refuses them
  const bool named = read.format == "npy" || (read.format.empty() && io::ends_in(path, ".npy"));
  if (!named || !std::filesystem::is_regular_file(path, ignored)) return {};
  try {
    io::NpyRows rows(path);
    // int64 is narrowed where every weight allows it.
    if (rows.view() && rows.weight_type() != WeightType::int64) return rows;
  } catch (const Error&) {
    // Whoever reads all of it says better what is wrong.
  }
  return {};
}

}  // namespace

AnyMatrixView Loaded::matrix() const {
  if (const auto* rows = std::get_if<io::NpyRows>(&input)) return *rows->view();
  return view_of(std::get<DenseMatrix>(input));
}

std::span<const std::string> Loaded::labels() const {
  return graph() != nullptr ? graph()->labels() : std::span<const std::string>();
}

Loaded load(const InputArguments& arguments, const Options& options, const MemoryLimit& memory,
            bool keeps_input) {
  ProgressBar bar("reading", "B", !arguments.quiet);
  io::ReadOptions read = arguments.read_options();
  read.undirected = false;
  read.weights = options.weights;
  read.progress = bar.callback();
  read.memory_limit = memory.left("the program");
  Loaded loaded;
  if (std::optional<io::NpyRows> rows = mapped(arguments.graph, read)) {
    loaded.input = std::move(*rows);
    make_room(loaded, options, memory, keeps_input, arguments.graph);
  } else {
    io::Input input = io::read_input(arguments.graph, read);
    loaded.first_vertex = input.first_vertex;
    loaded.hints = std::move(input.hints);
    std::visit([&](auto&& content) { loaded.input = std::move(content); },
               std::move(input.content));
  }
  WeightType type{};
  if (const Graph* graph = loaded.graph()) {
    loaded.vertices = graph->vertices();
    loaded.arcs = graph->arcs();
    const bool has_edges = graph->direction() == Direction::undirected;
    if (has_edges || options.undirected) {
      const Index loops = loops_of(*graph);
      if (!has_edges) loaded.arcs += graph->arcs() - loops;
      loaded.edges = (loaded.arcs + loops) / 2;
    }
    loaded.one_way = !options.undirected && goes_one_way(*graph);
    loaded.zeros_may_mean_none =
        loaded.vertices > 2 &&
        may_mean_none(count_zeros(*graph), graph->arcs(), loaded.vertices, options.semiring);
    type = graph->weight_type();
  } else {
    const int threads = crew_size(options.threads);
    std::visit(
        [&]<class T>(MatrixView<const T> matrix) {
          io::check_square(matrix.rows(), matrix.columns(), io::name_of(arguments.graph));
          const Index n = matrix.rows();
          const Counts counts =
              count_cells(matrix, options.semiring, options.undirected, n < 512 ? 1 : threads);
          loaded.vertices = n;
          loaded.arcs = counts.arcs;
          if (options.undirected) loaded.edges = counts.arcs / 2;
          loaded.zeros_may_mean_none =
              may_mean_none(counts.zeros, counts.arcs, n, options.semiring);
          type = weight_type_of<T>;
        },
        loaded.matrix());
  }
  loaded.result_weight = result_type(type, options);
  return loaded;
}

NumberedGraph load_graph(const InputArguments& arguments) {
  ProgressBar bar("reading", "B", !arguments.quiet);
  io::ReadOptions read = arguments.read_options();
  read.progress = bar.callback();
  io::Input input = io::read_input(arguments.graph, read);
  for (const std::string& hint : input.hints) {
    if (!arguments.quiet) say(fmt::format("hint: {}\n", hint));
  }
  if (const auto* matrix = std::get_if<DenseMatrix>(&input.content)) {
    input.content = io::graph_of(view_of(*matrix), io::name_of(arguments.graph), read);
  }
  return {std::get<Graph>(std::move(input.content)), input.first_vertex};
}

std::string size_text(Index vertices, Index arcs, Index edges) {
  const std::string text = counted(vertices, "vertex", "vertices");
  const std::string one_way = counted(arcs, "arc", "arcs");
  if (edges == 0) return fmt::format("{}, {}", text, one_way);
  return fmt::format("{}, {} ({})", text, counted(edges, "edge", "edges"), one_way);
}

std::string contents_text(const Graph& graph) {
  return fmt::format("{}, {}", size_text(graph.vertices(), graph.arcs(), 0),
                     to_string(graph.weight_type()));
}

Index loops_of(const Graph& graph) {
  Index loops = 0;
  for (Index v = 0; v < graph.vertices(); ++v) {
    const auto targets = targets_of(graph, v);
    loops += std::count(targets.begin(), targets.end(), v);
  }
  return loops;
}

void as_graph(Loaded& loaded, const std::string& path, const MemoryLimit& memory) {
  if (loaded.graph() != nullptr) return;
  const auto n = static_cast<std::size_t>(loaded.vertices);
  const auto arcs = static_cast<std::size_t>(loaded.arcs) + n;  // with those on the diagonal
  const auto weight = [](auto matrix) { return sizeof(*matrix.data()); };
  const std::size_t each =
      sizeof(Graph::Target) + std::max(sizeof(std::int32_t), std::visit(weight, loaded.matrix()));
  if (memory) {
    memory.check(8 * n + arcs * each, "the graph of " + io::name_of(path),
                 memory.left(io::name_of(path)));
  }
  loaded.input = io::graph_of(loaded.matrix(), io::name_of(path), {});
  loaded.mapped_bytes = 0;
}

}  // namespace warpath::cli
