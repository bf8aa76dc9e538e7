// Micro benchmarks of what the sparse method does before it looks at weights, phase by phase.
//
//   build/release/warpath_microbench --benchmark_filter='order/road/131044.*threads:16'

#include <benchmark/benchmark.h>

#include <optional>
#include <string>

#include "base/crew.hpp"
#include "sparse/elimination.hpp"
#include "sparse/order.hpp"
#include "sparse/tree.hpp"
#include "warpath/generate.hpp"
#include "warpath/sparse_plan.hpp"

namespace {

using warpath::Crew;
using warpath::Graph;
using warpath::Index;
using namespace warpath::sparse;

// All phases up to the one that is timed, so that each has what the last one left.
struct Phases {
  Phases(const Graph& the_graph, int threads) : graph(the_graph), crew(threads) {
    pattern = pattern_of(graph, crew);
    reduced = reduce(pattern, crew);
    core = by_degree(reduced.core);
    core_tree = eliminate(reduced.core, core, crew);
    whole = eliminate(reduced, core_tree, crew);
  }

  const Graph& graph;
  Crew crew;
  Pattern pattern;
  Reduced reduced;
  std::vector<Vertex> core;
  Elimination core_tree;
  Elimination whole;
};

constexpr Grouping kGrouping{.leaf = 64, .front_cost = 100, .rows_on_top = 8};  // as for CUDA

const Graph& graph_of(warpath::GraphKind kind, Index n) {
  static std::optional<Graph> graph;
  static std::string name;
  const std::string wanted = std::string(to_string(kind)) + std::to_string(n);
  if (name != wanted) graph = warpath::generate(kind, n);
  name = wanted;
  return *graph;
}

template <class Run>
void add(const std::string& name, warpath::GraphKind kind, Index n, int threads, const Run& run) {
  benchmark::RegisterBenchmark(("order/" + std::string(to_string(kind)) + "/" + std::to_string(n) +
                                "/" + name + "/threads:" + std::to_string(threads))
                                   .c_str(),
                               [=](benchmark::State& state) {
                                 Phases phases(graph_of(kind, n), threads);
                                 for (auto _ : state) run(phases);
                               })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

bool add_all() {
  constexpr std::pair<warpath::GraphKind, Index> kGraphs[] = {
      {warpath::GraphKind::road, 131'044},
      {warpath::GraphKind::streets, 114'688},
      {warpath::GraphKind::scale_free, 16'384},
      {warpath::GraphKind::road, 1'048'576}};
  for (const auto& [kind, n] : kGraphs) {
    for (const int threads : {1, 2, 16}) {
      add("pattern", kind, n, threads,
          [](Phases& p) { benchmark::DoNotOptimize(pattern_of(p.graph, p.crew)); });
      add("rounds", kind, n, threads,
          [](Phases& p) { benchmark::DoNotOptimize(reduce(p.pattern, p.crew)); });
      add("amd", kind, n, threads,
          [](Phases& p) { benchmark::DoNotOptimize(by_degree(p.reduced.core)); });
      add("core", kind, n, threads,
          [](Phases& p) { benchmark::DoNotOptimize(eliminate(p.reduced.core, p.core, p.crew)); });
      add("tree", kind, n, threads,
          [](Phases& p) { benchmark::DoNotOptimize(eliminate(p.reduced, p.core_tree, p.crew)); });
      add("group", kind, n, threads, [](Phases& p) {
        benchmark::DoNotOptimize(group(p.pattern, p.whole, kGrouping, p.crew));
      });
      add("all", kind, n, threads, [threads](Phases& p) {
        benchmark::DoNotOptimize(warpath::SparsePlan(p.graph, warpath::Backend::cuda, threads));
      });
    }
  }
  return true;
}

[[maybe_unused]] const bool kAdded = add_all();

}  // namespace
