#include "cuda/dense/plan.hpp"

#include <fmt/format.h>

#include <limits>

#include "cuda/steps.hpp"
#include "warpath/error.hpp"
#include "warpath/plan.hpp"

namespace warpath::cuda::dense {
namespace {

constexpr Index kSmallTile = 64;
constexpr Index kLargeTile = 128;

// So many large tiles hide how long it takes to close one. Measured: small ones win below.
constexpr double kManyTiles = 1800;

// Copies that a thread does not wait for, and barriers in shared memory, came with 8.0.
constexpr int kOldestMajor = 8;

// Vertices are counted in 32 bits on the device; the largest device is full long before.
constexpr Index kLargest = Index{1} << 20;

bool has_large_tiles(const Problem& problem) {
  bool large = false;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) { large = kLargeTiles<S>; });
  return large;
}

Index best_tile(const Problem& problem) {
  const auto side = static_cast<double>((problem.n + kLargeTile - 1) / kLargeTile);
  const double tiles = side * side / (problem.symmetric ? 2 : 1);  // n may be anything
  return has_large_tiles(problem) && tiles >= kManyTiles ? kLargeTile : kSmallTile;
}

// Pivot blocks per visit of a tile: many where the matrix is far larger than the caches and pivots
// are ready long before they are needed.
int width_for(Index n, Index tile) {
  const Index tiles = (n + tile - 1) / tile;
  if (tiles >= 96) return 8;
  if (tiles >= 48) return 4;
  return 1;
}

constexpr std::size_t round_up(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

// Tasks per second and multiprocessor, as measured on Hopper, for predictions.
double rate_of(const Problem& problem) {
  if (problem.semiring == SemiringKind::reachability) return 200e9;
  if (problem.semiring != SemiringKind::shortest_path) {
    return size_of(problem.weight) == 8 ? 20e9 : size_of(problem.weight) == 4 ? 70e9 : 140e9;
  }
  switch (problem.weight) {
    case WeightType::int16: return 200e9;
    case WeightType::float64: return 35e9;
    case WeightType::int64: return 15e9;
    case WeightType::float32: return problem.nonnegative ? 115e9 : 95e9;
    default: return 115e9;
  }
}

}  // namespace

std::string_view unsupported(const Problem& problem) {
  return is_compiled(problem.semiring, problem.weight) ? "" : "this combination is not built in";
}

void configure(Plan& plan, const Machine& machine) {
  const Problem& problem = plan.problem;
  const bool large = has_large_tiles(problem);
  if (plan.block == 0) plan.block = best_tile(problem);
  if (plan.block != kSmallTile && !(large && plan.block == kLargeTile)) {
    throw Error(ErrorCode::unsupported,
                fmt::format("kernel '{}' with blocks of {}", plan.kernel->name, plan.block),
                large ? "its blocks have 64 or 128" : "its blocks have 64 for such weights");
  }
  const Device& device = machine.device(plan.device);
  if (device.compute_major > 0 && device.compute_major < kOldestMajor) {
    throw Error(ErrorCode::unsupported,
                fmt::format("kernel '{}' on {} of compute capability {}.{}", plan.kernel->name,
                            device.name, device.compute_major, device.compute_minor),
                fmt::format("it needs {}.0 or newer; use the cpu", kOldestMajor));
  }
  plan.threads = 1;
  plan.isa = {};
  if (problem.n > kLargest) {
    plan.device_bytes = std::numeric_limits<std::size_t>::max() / 2;
  } else {
    const Layout layout = layout_of(plan);
    plan.device_bytes = layout.workspace() + (layout.lies_there ? 0 : layout.matrix);
    if (problem.predecessors) {
      // Predecessors, the weights once more, and room for arcs that are best paths.
      const auto cells =
          static_cast<std::size_t>(layout.side) * static_cast<std::size_t>(layout.side);
      const std::size_t more = layout.matrix + 5 * cells;
      plan.routes_on_device = plan.device_bytes + more <= device.memory_free;
      if (plan.routes_on_device) plan.device_bytes += more;
    }
  }
  const double n = static_cast<double>(problem.n);
  constexpr double transfer_bytes_per_second = 20e9;
  constexpr double seconds_per_pivot_block = 20e-6;
  const double by_work = plan.tasks / (rate_of(problem) * device.multiprocessors);
  const double by_pivots = n / static_cast<double>(plan.block) * seconds_per_pivot_block;
  plan.predicted_seconds = (by_work > by_pivots ? by_work : by_pivots) + 20e-6 +
                           2 * n * n * size_of(problem.weight) / transfer_bytes_per_second;
}

Order order_of(const Plan& plan) {
  Order order;
  order.tiles = static_cast<int>((plan.problem.n + plan.block - 1) / plan.block);
  order.width = width_for(plan.problem.n, plan.block);
  order.symmetric = plan.problem.symmetric;
  order.chain = order.width == 1;
  return order;
}

Layout layout_of(const Plan& plan) {
  const Order order = order_of(plan);
  const auto tiles = static_cast<std::size_t>(order.tiles);
  const auto size = static_cast<std::size_t>(size_of(plan.problem.weight));
  const auto block = static_cast<std::size_t>(plan.block);
  const std::size_t strip = block * block * size;
  Layout layout;
  layout.symmetric = order.symmetric;
  layout.side = order.tiles * plan.block;
  layout.lies_there = plan.problem.resident && layout.side == plan.problem.n;
  layout.matrix = tiles * tiles * strip;
  layout.flags = round_up(sizeof(Head) + sizeof(int) * (static_cast<std::size_t>(order.groups()) +
                                                        tiles + tiles * tiles));
  layout.sections = round_up(sizeof(Order::Section) * static_cast<std::size_t>(order.sections()));
  layout.relaxations = round_up(sizeof(int) * static_cast<std::size_t>(order.groups()));
  layout.tasks = order.size();
  layout.list = round_up(sizeof(PackedTask) * static_cast<std::size_t>(layout.tasks));
  layout.panels = tiles * static_cast<std::size_t>(order.slots()) * strip;
  layout.pivots = 2 * static_cast<std::size_t>(order.pivot_slots()) * strip;
  return layout;
}

Plan plan_of_root(const Plan& sparse, Index size) {
  Plan plan;
  plan.kernel = find_kernel("cuda");
  plan.problem = sparse.problem;
  plan.problem.n = size;
  plan.problem.rows = -1;
  plan.problem.in_place = plan.problem.resident = true;
  plan.problem.streamed = plan.problem.predecessors = false;
  plan.device = sparse.device;
  plan.block = best_tile(plan.problem);
  return plan;
}

}  // namespace warpath::cuda::dense
