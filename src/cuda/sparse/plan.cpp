#include "cuda/sparse/plan.hpp"

#include <algorithm>

#include "base/dispatch.hpp"
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

// What a sweep takes in device memory.
struct SweepBytes {
  std::size_t fixed = 0;   // the factor, the tree, and trunks of vertices that are not in leaves
  std::size_t leaves = 0;  // trunks of all leaves: they are there while columns of theirs are swept
  std::size_t largest = 0;  // those of one node
};

SweepBytes sweep_bytes(const Plan& plan) {
  constexpr std::size_t kPerVertex = 64;
  constexpr std::size_t kPerNode = 96;
  const auto& tree = plan.sparse.data().tree;
  const auto cell = static_cast<std::size_t>(size_of(plan.problem.weight));
  SweepBytes bytes;
  bytes.fixed = warpath::sparse::Factor<char>::bytes(tree, plan.problem.symmetric) * cell +
                tree.boundaries.size() * sizeof(int) + tree.vertex.size() * kPerVertex +
                tree.nodes.size() * kPerNode;
  for (const auto& node : tree.nodes) {
    const auto trunks = static_cast<std::size_t>(node.width * trunk_stride(node, cell)) * cell;
    (node.height > 0 ? bytes.fixed : bytes.leaves) += trunks;
    bytes.largest = std::max(bytes.largest, trunks);
  }
  return bytes;
}

// Rows, or columns of measures, that are swept at once: as many as the device's memory holds, but
// no more rows than keep the bus busy while the next are computed.
Index batch_for(const Plan& plan, std::size_t left) {
  const Problem& problem = plan.problem;
  constexpr std::size_t kBuffer = std::size_t{128} << 20;
  constexpr int kPanels = 3;  // one that is computed, and two batches on their way
  const auto row =
      static_cast<std::size_t>(problem.n + 1) * static_cast<std::size_t>(size_of(problem.weight));
  const Index most = problem.rows < 0 ? problem.n : problem.rows;
  const Index wanted =
      problem.measured ? most : std::max(static_cast<Index>(kBuffer / row), kMultiple);
  const Index rounded = (std::min(wanted, most) + kMultiple - 1) / kMultiple * kMultiple;
  const auto fitting = static_cast<Index>(left / 8 * 7 / (row * (problem.measured ? 1 : kPanels)));
  return std::max(std::min(rounded, fitting / kMultiple * kMultiple), kMultiple);
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
  constexpr double kFrontRate = 8e9;  // of a core of the host
  constexpr double kDeviceBytesPerSecond = 2e12;
  constexpr double kTransferBytesPerSecond = 20e9;
  const double front = static_cast<double>(facts.largest_front);
  const double root = front * front * front;  // is closed on the device
  const double bytes = n * rows * size_of(problem.weight);
  const double sweep_rate = rate_of(problem) * std::max(device.multiprocessors, 1);
  plan.predicted_seconds = std::max(facts.front_tasks - root, 0.0) / (kFrontRate * plan.threads) +
                           root / sweep_rate + facts.sweep_tasks * rows / sweep_rate +
                           bytes / kDeviceBytesPerSecond + 0.005;
  if (!problem.resident) plan.predicted_seconds += bytes / kTransferBytesPerSecond;
  if (!plan.sparse) return;  // before the order is found: what it takes is not known yet
  const SweepBytes need = sweep_bytes(plan);
  const auto row =
      static_cast<std::size_t>(problem.n + 1) * static_cast<std::size_t>(size_of(problem.weight));
  plan.device_bytes = need.fixed + 3 * row * static_cast<std::size_t>(kMultiple);  // the least
  plan.workspace_bytes = need.fixed;
  const std::size_t left = device.memory_free > need.fixed ? device.memory_free - need.fixed : 0;
  // Room for trunks of leaves: all of them, or an eighth of what is left. Some columns always fit,
  // so that the next begin at a multiple of 16 bytes.
  plan.leaf_bytes = std::min(need.leaves, std::max(16 * need.largest, left / 8));
  plan.batch = batch_for(plan, left > plan.leaf_bytes ? left - plan.leaf_bytes : 0);
}

}  // namespace warpath::cuda::sparse
