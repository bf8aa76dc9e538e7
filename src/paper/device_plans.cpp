// The plans of the paper's CUDA kernels: host arithmetic, in every build.

#include <fmt/format.h>

#include <limits>

#include "paper/kernels.hpp"
#include "paper/tiling.hpp"
#include "warpath/error.hpp"
#include "warpath/plan.hpp"

namespace warpath::paper {
namespace {

// Grids and vertices are counted in 32 bits on the device; the largest device is full long before.
constexpr Index kLargest = 65535 * 8;

// Bytes of `matrices` padded matrices; the largest number where n is beyond all memory.
std::size_t bytes_of(const Problem& problem, std::size_t matrices) {
  if (problem.n > kLargest) return std::numeric_limits<std::size_t>::max() / 2;
  const auto side = static_cast<std::size_t>(padded(problem.n));
  return matrices * side * side * static_cast<std::size_t>(size_of(problem.weight));
}

// `block` pivots at a time, `matrices` copies of the matrix, and tasks per second and
// multiprocessor as measured for float32 on Hopper, for predictions.
void configure(Plan& plan, const Machine& machine, Index block, std::size_t matrices, double rate) {
  if (plan.block != 0 && plan.block != block) {
    throw Error(ErrorCode::unsupported,
                fmt::format("kernel '{}' with blocks of {}", plan.kernel->name, plan.block),
                fmt::format("its blocks have {}, as in the paper", block));
  }
  plan.block = block;
  plan.threads = 1;
  plan.isa = {};
  plan.device_bytes = bytes_of(plan.problem, matrices);
  const double n = static_cast<double>(plan.problem.n);
  plan.tasks = n * n * n;  // symmetry is not made use of
  const Device& device = machine.device(plan.device);
  constexpr double transfer_bytes_per_second = 10e9;
  constexpr double seconds_per_launch = 3e-6;
  const double launches = 3 * n / static_cast<double>(block);
  plan.predicted_seconds = plan.tasks / (rate * device.multiprocessors) +
                           launches * seconds_per_launch +
                           2 * n * n * size_of(plan.problem.weight) / transfer_bytes_per_second;
}

}  // namespace

std::string_view cuda_unsupported(const Problem& problem) {
  if (problem.semiring != SemiringKind::shortest_path)
    return "the paper's CUDA kernels find shortest paths only";
  if (problem.weight != WeightType::float32 && problem.weight != WeightType::int32) {
    return "the paper's CUDA kernels have float32 and int32 weights only";
  }
  return "";
}

void configure_harish_narayanan(Plan& plan, const Machine& machine) {
  configure(plan, machine, 1, 1, 2e9);
}

void configure_katz_kider(Plan& plan, const Machine& machine) {
  configure(plan, machine, kTile, 1, 10e9);
}

void configure_optimized_blocked(Plan& plan, const Machine& machine) {
  configure(plan, machine, kTile, 1, 45e9);
}

// The row-major matrix, and the doubly tiled one beside it.
void configure_staged_load(Plan& plan, const Machine& machine) {
  configure(plan, machine, kTile, 2, 70e9);
}

}  // namespace warpath::paper
