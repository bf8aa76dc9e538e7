#include "cuda/sparse/plan.hpp"

#include <algorithm>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/plan.hpp"
#include "cuda/sparse/branches.hpp"
#include "cuda/sparse/sizes.hpp"
#include "sparse/factor.hpp"
#include "sparse/plan.hpp"

namespace warpath::cuda::sparse {
namespace {

constexpr Index kMultiple = 256;  // columns of a tile

// Tasks per second and multiprocessor, as measured on Hopper, for predictions.
double rate_of(const Problem& problem) {
  if (size_of(problem.weight) == 8) return 20e9;
  return problem.semiring == SemiringKind::shortest_path ? 70e9 : 50e9;
}

// Roots that are closed on the device.
struct RootBytes {
  std::size_t closed = 0;   // all of them: until they are where the factor is
  std::size_t closing = 0;  // more for one at a time
};

RootBytes root_bytes(const Plan& plan) {
  constexpr std::size_t kPerPiece = 24 + sizeof(int);  // of a row: where it comes from and goes to
  const auto& tree = plan.sparse.data().tree;
  const auto cell = static_cast<std::size_t>(size_of(plan.problem.weight));
  std::vector<std::size_t> parts(tree.nodes.size());  // what the children of each hand on
  for (const auto& node : tree.nodes) {
    if (node.parent < 0) continue;
    const auto boundary = static_cast<std::size_t>(node.boundary);
    parts[static_cast<std::size_t>(node.parent)] += boundary * (boundary * cell + kPerPiece);
  }
  RootBytes bytes;
  for (std::size_t j = 0; j < tree.nodes.size(); ++j) {
    const Index size = tree.nodes[j].width;
    if (tree.nodes[j].parent >= 0 || size < kRootOnDevice) continue;
    const auto layout = dense::layout_of(dense::plan_of_root(plan, size));
    const auto side = static_cast<std::size_t>(layout.side);
    bytes.closed += side * side * cell;
    const auto arcs =
        static_cast<std::size_t>(std::min(size * size, 2 * plan.sparse.facts().links));
    bytes.closing =
        std::max(bytes.closing, layout.workspace() + parts[j] + arcs * (cell + kPerPiece) +
                                    (side + 1) * sizeof(int));
  }
  return bytes;
}

// What a sweep takes in device memory.
struct SweepBytes {
  std::size_t fixed = 0;   // the factor, the tree, and trunks of vertices that are not in leaves
  std::size_t before = 0;  // more, until all of that is there
  std::size_t leaves = 0;  // trunks of all leaves: they are there while columns of theirs are swept
  std::size_t largest = 0;  // those of one node
};

SweepBytes sweep_bytes(const Plan& plan) {
  constexpr std::size_t kPerVertex = 160;
  constexpr std::size_t kPerNode = 160;
  constexpr std::size_t kPerLink = 12;  // of a boundary
  const auto& tree = plan.sparse.data().tree;
  const auto cell = static_cast<std::size_t>(size_of(plan.problem.weight));
  SweepBytes bytes;
  std::size_t packing = 0;
  bytes.fixed = warpath::sparse::Factor<char>::bytes(tree, plan.problem.symmetric) * cell +
                tree.boundaries.size() * kPerLink + tree.vertex.size() * kPerVertex +
                tree.nodes.size() * kPerNode;
  const long long ways = plan.problem.symmetric ? 1 : 2;
  for (const auto& node : tree.nodes) {
    const long long brought = static_cast<long long>(node.width) * node.boundary;
    // Ways to boundaries are in whole strips, and once more, one way, while they are put there.
    bytes.fixed += static_cast<std::size_t>(ways * (link_cells(node) - brought)) * cell;
    packing += static_cast<std::size_t>(brought) * cell;
    const auto trunks = static_cast<std::size_t>(node.width * trunk_stride(node, cell)) * cell;
    (node.height > 0 ? bytes.fixed : bytes.leaves) += trunks;
    bytes.largest = std::max(bytes.largest, trunks);
  }
  const RootBytes roots = root_bytes(plan);
  bytes.before = roots.closed + std::max(roots.closing, packing);
  return bytes;
}

// Columns that are swept at once: as many as the device's memory holds, but no more than it takes to
// keep the device busy, and no more rows than keep the bus busy while the next are computed. To take memory
// costs time, too. Every batch of measures begins anew: they take more memory where batches would be many.
Index batch_for(const Problem& problem, std::size_t column, std::size_t left) {
  constexpr std::size_t kSwept = std::size_t{2} << 30;
  constexpr std::size_t kMeasured = std::size_t{4} << 30;
  constexpr std::size_t kMostMeasured = std::size_t{16} << 30;
  constexpr std::size_t kSent = std::size_t{128} << 20;
  const Index most = problem.rows < 0 ? problem.n : problem.rows;
  const auto of = [&](std::size_t bytes) { return static_cast<Index>(bytes / column); };
  Index wanted = of(problem.resident ? kSwept : kSent);
  if (problem.measured) wanted = std::max(of(kMeasured), std::min(of(kMostMeasured), most / 8));
  wanted = std::max(wanted, 4 * kMultiple);
  const Index rounded = (std::min(wanted, most) + kMultiple - 1) / kMultiple * kMultiple;
  const auto fitting = static_cast<Index>(left / 8 * 7 / column);
  return std::max(std::min(rounded, fitting / kMultiple * kMultiple), kMultiple);
}

// What a column takes: rows of the stem and lists of pieces, twice, and rows that are turned and two batches of them on their way, or sums.
std::size_t column_bytes(const Problem& problem, Index stem, Index pieces) {
  const auto cell = static_cast<std::size_t>(size_of(problem.weight));
  const auto panel = static_cast<std::size_t>(panel_of_branch(cell));
  constexpr Index kPieces = WorkOfPanels::kMostLists + 8;  // what lists and counters take
  std::size_t bytes = 2 * (static_cast<std::size_t>(stem + 1) * cell +
                           static_cast<std::size_t>(pieces + kPieces) * sizeof(Piece) / panel + 1);
  if (problem.measured) {
    bytes += kMeasureBytesPerColumn;
  } else if (!problem.resident) {
    bytes += 3 * static_cast<std::size_t>(problem.n) * cell;
  }
  return bytes;
}

}  // namespace

std::string_view unsupported(const Problem& problem) {
  return is_compiled(problem.semiring, problem.weight) ? "" : "this combination is not built in";
}

void configure(Plan& plan, const Machine& machine) {
  const Problem& problem = plan.problem;
  const Device& device = machine.device(plan.device);
  plan.block = 0;
  plan.isa = {};
  if (plan.threads == 0) plan.threads = machine.cores;
  const double n = static_cast<double>(problem.n);
  const double rows = problem.rows < 0 ? n : static_cast<double>(problem.rows);
  const SparsePlan::Facts& facts = plan.sparse.facts();
  if (plan.sparse) plan.tasks = facts.front_tasks + facts.sweep_tasks * rows;
  // As measured on Hopper, with 16 cores beside it.
  constexpr double kStart = 0.01;
  constexpr double kFrontRate = 8e9;             // of a core of the host
  constexpr double kFactorBytesPerSecond = 2e9;  // made, and brought to the device
  constexpr double kWrittenBytesPerSecond = 1.6e12;
  constexpr double kLooksPerSecond = 2.2e11;  // at pairs
  constexpr double kTransferBytesPerSecond = 20e9;
  const double front = static_cast<double>(facts.largest_front);
  const double root = front * front * front;  // is closed on the device
  const double cells = n * rows;
  const double sweep_rate = rate_of(problem) * std::max(device.multiprocessors, 1);
  plan.predicted_seconds = kStart +
                           std::max(facts.front_tasks - root, 0.0) / (kFrontRate * plan.threads) +
                           (root + facts.sweep_tasks * rows) / sweep_rate;
  if (plan.sparse) {
    const auto factor =
        warpath::sparse::Factor<char>::bytes(plan.sparse.data().tree, problem.symmetric);
    plan.predicted_seconds += (static_cast<double>(factor) - front * front) *
                              size_of(problem.weight) / kFactorBytesPerSecond;
  }
  if (problem.measured) {
    plan.predicted_seconds += cells / (problem.symmetric ? 2 : 1) / kLooksPerSecond;
  } else {
    plan.predicted_seconds += cells * size_of(problem.weight) /
                              (problem.resident ? kWrittenBytesPerSecond : kTransferBytesPerSecond);
  }
  if (!plan.sparse) return;  // before the order is found: what it takes is not known yet
  const Index stem = Branches::stem_rows(plan.sparse.data().tree);
  SweepBytes need = sweep_bytes(plan);
  if (problem.measured) need.fixed += static_cast<std::size_t>(problem.n) * kMeasureBytesPerVertex;
  const std::size_t column =
      column_bytes(problem, stem, WorkOfPanels::most_pieces(plan.sparse.data().tree));
  // Room for trunks of leaves: all of them, or an eighth of what is left. Some columns always fit,
  // so that the next begin at a multiple of 16 bytes.
  const std::size_t few_leaves = std::min(need.leaves, 16 * need.largest);
  const std::size_t fixed = need.fixed + need.before;
  plan.device_bytes = fixed + few_leaves + column * std::size_t{kMultiple};  // the least
  plan.workspace_bytes = need.fixed;
  const std::size_t left = device.memory_free > fixed ? device.memory_free - fixed : 0;
  plan.leaf_bytes = std::min(need.leaves, std::max(few_leaves, left / 8));
  plan.batch = batch_for(problem, column, left > plan.leaf_bytes ? left - plan.leaf_bytes : 0);
}

}  // namespace warpath::cuda::sparse
