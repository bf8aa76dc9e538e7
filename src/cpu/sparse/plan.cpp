// The plan of the kernel `sparse`.

#include <algorithm>
#include <vector>

#include "base/dispatch.hpp"
#include "cpu/isa.hpp"
#include "cpu/kernel.hpp"
#include "cpu/sparse/factor.hpp"
#include "cpu/sparse/sweep.hpp"
#include "numerics/measure_builder.hpp"
#include "sparse/plan.hpp"
#include "warpath/machine.hpp"
#include "warpath/plan.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

constexpr Index kEdge = 64;            // room for edges of tiles
constexpr Index kPanelsToMeasure = 4;  // by each thread, before their sums are put together

// What a thread packs for the largest product.
template <class T>
std::size_t product_bytes(const Tree& tree, Index columns) {
  Index cells = 0;
  for (const auto& node : tree.nodes) {
    const Index wide = std::max<Index>(columns, node.above) + kEdge;
    cells =
        std::max(cells, (node.boundary + kRun) * (wide + (node.width + kEdge) * (1 + kRepeat<T>)));
  }
  return at(cells) * sizeof(T);
}

// What factor() takes beside the factor and the arcs: fronts, and contributions that wait for their
// parents.
template <class T>
std::size_t front_bytes(const Tree& tree, int threads) {
  // A contribution is there when those that went into it are gone: at worst all of the children's
  // wait, or what is made of them. Children stand behind their parents.
  std::vector<std::size_t> waiting(tree.nodes.size());
  std::size_t contributions = 0;
  std::size_t alone = 0;
  std::size_t front = 0;
  std::size_t packed = 0;
  for (std::size_t j = tree.nodes.size(); j-- > 0;) {
    const Node& node = tree.nodes[j];
    const Index size = node.front();
    const Index block = std::min(front_block(node), size);
    const std::size_t cells = node.boundary > 0 ? at(front_cells<T>(node)) * sizeof(T) : 0;
    // Packed panels in both shapes.
    std::size_t panels = at((1 + kRepeat<T>)*(size + block + 2 * kEdge) * (block + kEdge));
    panels = size > kBaseBlock ? panels * sizeof(T) : 0;
    if (is_large(node)) {
      alone = std::max(alone, cells + panels);
    } else {
      front = std::max(front, cells);
      packed = std::max(packed, panels);
    }
    waiting[j] = std::max(waiting[j], Matrix<T>::bytes_needed(node.boundary, node.boundary));
    (node.parent < 0 ? contributions : waiting[at(node.parent)]) += waiting[j];
  }
  return contributions + std::max(alone, (front + packed) * at(threads));
}

// Nominal tasks per second and core, for predictions: what was measured, by the width of a vector.
double nominal_rate(std::string_view isa, WeightType weight) {
  const double bytes = isa == "avx512" ? 104 : isa == "avx2" ? 90 : isa == "scalar" ? 4 : 44;
  return 1e9 * bytes / size_of(weight);
}

// What is done with `cells` distances that the sweep has found, for predictions.
double seconds_for_cells(const Problem& problem, double cells, double cores) {
  constexpr double kBytesPerSecond = 16e9;        // of a core, to memory that has been used before
  constexpr double kFreshBytesPerSecond = 7e9;    // whose pages are cleared first
  constexpr double kTurnedBytesPerSecond = 5e9;   // written as rows, while the sweep makes columns
  constexpr double kEndsBytesPerSecond = 17e9;    // looked at for the farthest,
  constexpr double kSecondsPerSum = 0.42e-9;      // and for sums and a histogram
  constexpr double kMemoryBytesPerSecond = 45e9;  // of all cores
  const double bytes = cells * size_of(problem.weight);
  if (problem.measured) {
    return (bytes / kEndsBytesPerSecond + (problem.summed ? cells * kSecondsPerSum : 0)) / cores;
  }
  if (problem.streamed || problem.rows >= 0) return bytes / (kTurnedBytesPerSecond * cores);
  if (problem.in_place) return bytes / std::min(kBytesPerSecond * cores, kMemoryBytesPerSecond);
  return bytes / std::min(kFreshBytesPerSecond * cores, kMemoryBytesPerSecond / 2);
}

}  // namespace

void configure_sparse(Plan& plan, const Machine& machine) {
  const Problem& problem = plan.problem;
  plan.isa = resolve_isa(plan.isa, machine.isa);
  plan.block = 0;
  constexpr double kSerialTasks = 4e6;
  constexpr double kSecondsPerNode = 5e-6;
  constexpr double kStart = 0.03e-3;  // memory,
  constexpr double kCrew = 0.2e-3;    // and threads
  constexpr double kFrontCost = 1.5;  // of a task in a front, which is a small matrix
  const double n = static_cast<double>(problem.n);
  const double rows = problem.rows < 0 ? n : static_cast<double>(problem.rows);
  const SparsePlan::Facts& facts = plan.sparse.facts();
  // Without a plan the order is found on the way: anything may come out, even as much as for a dense matrix.
  if (plan.sparse) plan.tasks = facts.front_tasks + facts.sweep_tasks * rows;
  if (plan.threads == 0) plan.threads = plan.tasks < kSerialTasks ? 1 : machine.cores;
  const double cores = std::min(plan.threads, machine.cores);
  const double front = plan.sparse ? facts.front_tasks : plan.tasks;
  // Each pair of a symmetric matrix is computed once, and measured once.
  const bool whole = !problem.streamed && problem.rows < 0;
  const double computed = problem.symmetric && (whole || problem.measured) ? 0.5 : 1;
  const double seen = problem.symmetric && problem.measured ? 0.5 : 1;
  const double tasks = kFrontCost * front + computed * (plan.tasks - front);
  plan.predicted_seconds = (plan.threads > 1 ? kCrew : kStart) +
                           tasks / (nominal_rate(plan.isa, problem.weight) * cores) +
                           seconds_for_cells(problem, seen * n * rows, cores) +
                           kSecondsPerNode * static_cast<double>(facts.supernodes) / cores;
  if (!plan.sparse) return;
  visit_weight(problem.weight, [&]<class T>(std::type_identity<T>) {
    const Tree& tree = plan.sparse.data().tree;
    // Streamed rows have their trunks beside them in the batch, but for the fewest that are swept.
    const Index swept = problem.rows < 0 ? problem.n : std::min(problem.rows, problem.n);
    const Index at_once = problem.streamed   ? kPanel
                          : problem.rows < 0 ? Sweep<T>::columns_at_once(tree)
                                             : swept;
    const std::size_t trunk = Sweep<T>::bytes_per_column(tree);
    plan.workspace_bytes = warpath::sparse::Factor<T>::bytes(tree, problem.symmetric) +
                           std::max(Sweep<T>::bytes(tree) + trunk * at(std::min(at_once, swept)) +
                                        product_bytes<T>(tree, kPanel) * at(plan.threads),
                                    front_bytes<T>(tree, plan.threads));
    const std::size_t panel_row = at(kPanel) * sizeof(T) * at(plan.threads);
    if (problem.measured) {
      const std::size_t sums = at(problem.n) * sizeof(VertexSums);
      const std::size_t ways = problem.summed && !problem.symmetric ? 2 : 1;
      // And once more while they are put into order.
      plan.workspace_bytes += at(Sweep<T>::trunk_rows(tree)) * panel_row + (ways + 1) * sums;
      plan.batch = kPanelsToMeasure * plan.threads * kPanel;
      plan.batch_row_bytes = trunk + sums / at(kPanel) + 1;
    } else if (problem.streamed || problem.rows >= 0) {
      plan.workspace_bytes += at(problem.n) * panel_row;
    } else {  // a matrix may turn out to be symmetric
      const Index panel = half_panel_columns<T>(problem.n);
      plan.workspace_bytes += Matrix<T>::bytes_needed(problem.n, panel) * at(plan.threads);
    }
  });
}

}  // namespace warpath::cpu
