#include "cuda/sparse/plan.hpp"

#include <algorithm>

#include "base/dispatch.hpp"
#include "cuda/sparse/trunk_bytes.hpp"
#include "sparse/plan.hpp"

namespace warpath::cuda::sparse {
namespace {

constexpr Index kMultiple = 256;  // columns of a tile

// Tasks per second and multiprocessor, as measured on Hopper, for predictions.
double rate_of(const Problem& problem) {
  if (size_of(problem.weight) == 8) return 20e9;
  return problem.semiring == SemiringKind::shortest_path ? 70e9 : 50e9;
}

std::size_t fixed_bytes(const Plan& plan) {
  if (!plan.sparse) return 0;
  const auto& tree = plan.sparse.data().tree;
  const auto size = static_cast<std::size_t>(size_of(plan.problem.weight));
  return factor_bytes(tree, size, plan.problem.symmetric) + trunk_bytes(tree, size).inner;
}

// Room for trunks of leaves: all of them, or an eighth of what is left.
std::size_t leaf_bytes(const Plan& plan, std::size_t left) {
  const auto& tree = plan.sparse.data().tree;
  const auto size = static_cast<std::size_t>(size_of(plan.problem.weight));
  const std::size_t wanted = trunk_bytes(tree, size).leaves;
  std::size_t largest = 0;
  for (const auto& node : tree.nodes) {
    largest =
        std::max(largest, static_cast<std::size_t>(node.width * trunk_stride(node, size)) * size);
  }
  // Some columns always fit, so that the next begin at a multiple of 16 bytes.
  return std::max(std::min(wanted, 16 * largest), std::min(wanted, left / 8));
}

// Rows, or columns of measures, that are swept at once: as many as the device's memory holds, but no
// more rows than keep the bus busy while the next are computed.
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
  // The least that it can do with.
  const auto size = static_cast<std::size_t>(size_of(problem.weight));
  const auto columns = static_cast<std::size_t>(problem.n + 1);
  plan.device_bytes = fixed_bytes(plan) + 3 * columns * static_cast<std::size_t>(kMultiple) * size;
  plan.workspace_bytes = fixed_bytes(plan);
  const std::size_t fixed = fixed_bytes(plan);
  const std::size_t left = device.memory_free > fixed ? device.memory_free - fixed : 0;
  plan.leaf_bytes = leaf_bytes(plan, left);
  plan.batch = batch_for(plan, left > plan.leaf_bytes ? left - plan.leaf_bytes : 0);
}

}  // namespace warpath::cuda::sparse
