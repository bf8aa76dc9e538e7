#include "warpath/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/dispatch.hpp"
#include "base/does_not_fit.hpp"
#include "base/messages.hpp"
#include "kernels/kernel.hpp"
#include "solve/request.hpp"
#include "warpath/error.hpp"
#include "warpath/matrix.hpp"

namespace warpath {

void check_combination(SemiringKind semiring, WeightType weight) {
  if (is_compiled(semiring, weight)) return;
  std::vector<std::string_view> offered;
  for (const WeightType other : kWeightTypes) {
    if (is_compiled(semiring, other)) offered.push_back(to_string(other));
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("{} with {} weights", to_string(semiring), to_string(weight)),
              fmt::format("weights offered for it: {}", fmt::join(offered, ", ")));
}

void check_options(const Options& options) {
  if (options.threads < 0 || options.block < 0 || options.batch < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("threads = {}, block = {}, batch = {}", options.threads, options.block,
                            options.batch),
                "none can be negative; 0 means: choose for me");
  }
  if (options.negative_cycle_tolerance && !(*options.negative_cycle_tolerance >= 0)) {
    throw Error(ErrorCode::usage,
                fmt::format("a negative-cycle tolerance of {}", *options.negative_cycle_tolerance),
                "it must be 0 or more");
  }
}

namespace {

const KernelInfo& named_kernel(const std::string& name) {
  if (const KernelInfo* kernel = find_kernel(name)) return *kernel;
  std::vector<std::string_view> names{"auto"};
  for (const KernelInfo& kernel : kernels()) names.push_back(kernel.name);
  throw Error(ErrorCode::usage, fmt::format("unknown kernel '{}'", name), suggest(name, names));
}

const KernelInfo& choose_kernel(const Problem& problem, const Options& options,
                                const Machine& machine) {
  const auto check_device = [&](std::string_view who, std::string_view what) {
    if (!machine.devices.empty()) return;
    throw Error(
        ErrorCode::device_unavailable,
        machine.cuda.empty() ? fmt::format("{}, and there is none", who)
                             : fmt::format("{}: CUDA is {}", who, machine.cuda),
        fmt::format("leave the {} out, and the cpu is used where there is no device", what));
  };
  if (options.device == Backend::cuda) check_device("a CUDA device was asked for", "device");
  if (options.kernel != "auto") {
    const KernelInfo& kernel = named_kernel(options.kernel);
    if (options.device && kernel.backend != *options.device) {
      throw Error(ErrorCode::usage,
                  fmt::format("kernel '{}' runs on {}, not on {}", kernel.name,
                              to_string(kernel.backend), to_string(*options.device)),
                  "leave one of them to 'auto'");
    }
    if (options.method != Method::automatic && kernel.method != options.method) {
      throw Error(ErrorCode::usage,
                  fmt::format("kernel '{}' is one of the {} method, not of the {} one", kernel.name,
                              to_string(kernel.method), to_string(options.method)),
                  "leave one of them to 'auto'");
    }
    if (problem.predecessors && kernel.family == KernelFamily::paper) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("kernel '{}' is kept as the paper has it: distances without "
                              "predecessors",
                              kernel.name),
                  "let kernel 'auto' choose, or leave out the predecessors");
    }
    const std::string_view reason = kernel.unsupported(problem);
    if (!reason.empty()) {
      throw Error(ErrorCode::unsupported, fmt::format("kernel '{}': {}", kernel.name, reason),
                  "let kernel 'auto' choose");
    }
    if (kernel.backend == Backend::cuda) {
      check_device(fmt::format("kernel '{}' needs a CUDA device", kernel.name), "kernel");
    }
    return kernel;
  }
  // "automatic" was decided before, where the input was a graph; a matrix is dense.
  const Method method = options.method == Method::automatic ? Method::dense : options.method;
  std::string_view reason;  // that the first of them gives
  for (const KernelInfo& kernel : kernels()) {
    if (kernel.method != method) continue;
    if (problem.predecessors && kernel.family == KernelFamily::paper) continue;
    if (options.device && kernel.backend != *options.device) continue;
    if (kernel.backend == Backend::cuda && machine.devices.empty()) continue;
    const std::string_view objection = kernel.unsupported(problem);
    if (objection.empty()) return kernel;
    if (reason.empty()) reason = objection;
  }
  throw Error(ErrorCode::unsupported,
              fmt::format("no {} kernel on {} for {} with {} weights{}{}", to_string(method),
                          options.device ? to_string(*options.device) : "any device",
                          to_string(problem.semiring), to_string(problem.weight),
                          reason.empty() ? "" : ": ", reason),
              "let method 'auto' choose");
}

// Bytes of the working matrix; the largest number where n is beyond all memory.
std::size_t matrix_bytes(const Problem& problem) {
  if (problem.in_place || problem.streamed) return 0;
  const Index size = size_of(problem.weight);
  const Index ld = detail::padded_leading_dimension(problem.n, size);
  const Index rows = problem.rows < 0 ? problem.n : problem.rows;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(static_cast<std::size_t>(rows),
                             static_cast<std::size_t>(ld) * static_cast<std::size_t>(size),
                             &bytes)) {
    return std::numeric_limits<std::size_t>::max() / 2;
  }
  if (problem.predecessors) {
    bytes += static_cast<std::size_t>(rows) *
             static_cast<std::size_t>(detail::padded_leading_dimension(problem.n, 4)) * 4;
  }
  return bytes;
}

void check_device_memory(const Plan& plan, const Machine& machine) {
  if (plan.device < 0) return;
  const Device& device = machine.device(plan.device);
  if (plan.device_bytes <= device.memory_free) return;
  throw Error(
      ErrorCode::does_not_fit,
      fmt::format("n = {} in {} needs {} on {}, where {} of {} are free", plan.problem.n,
                  to_string(plan.problem.weight), format_bytes(plan.device_bytes), device.name,
                  format_bytes(device.memory_free), format_bytes(device.memory_total)),
      "use the cpu, or free the device's memory");
}

bool is_limited(const Options& options, const Machine& machine) {
  return options.memory_limit != 0 && options.memory_limit < machine.memory_available;
}

std::size_t allowed_bytes(const Options& options, const Machine& machine) {
  return is_limited(options, machine) ? options.memory_limit : machine.memory_available;
}

// A row of distances as it is handed out, where not all are kept.
std::size_t row_bytes(const Plan& plan) {
  const Problem& problem = plan.problem;
  if (plan.batch_row_bytes != 0) return plan.batch_row_bytes;
  const std::size_t cell = static_cast<std::size_t>(size_of(problem.weight)) +
                           (problem.predecessors ? sizeof(std::int32_t) : 0);
  return 2 * cell * static_cast<std::size_t>(problem.n + 1);
}

void check_memory(const Plan& plan, const Options& options, const Machine& machine) {
  const bool limited = is_limited(options, machine);
  const std::size_t available = allowed_bytes(options, machine);
  if (plan.bytes() <= available) return;
  const Problem& problem = plan.problem;
  std::vector<std::string_view> remedies;
  if (problem.weight == WeightType::int32) {
    remedies.emplace_back("use int16 weights if distances fit");
  } else if (size_of(problem.weight) > 4) {
    remedies.emplace_back("use float32 or int32 weights (half the bytes)");
  }
  if (plan.method() == Method::sparse && !problem.streamed) {
    remedies.emplace_back("ask for fewer sources at a time, or stream the rows to a file");
  } else if (problem.rows >= 0) {
    remedies.emplace_back("use the sparse method or searches, which need no matrix");
  } else if (!problem.in_place && !problem.streamed) {
    remedies.emplace_back("solve_in_place in memory that is already there");
  }
  // One row has to fit, too, which is asked for next.
  const bool by_rows = plan.method() != Method::dense && problem.streamed;
  const std::size_t more = plan.bytes() + (by_rows ? row_bytes(plan) : 0) - available;
  const std::string raise = fmt::format("raise the memory limit by {}", format_bytes(more));
  remedies.emplace_back(limited ? std::string_view(raise) : "use a machine with more memory");
  throw DoesNotFit(
      more, limited,
      fmt::format("n = {} in {} needs {} (matrix {}, workspace {}) and {} {} {}", plan.problem.n,
                  to_string(plan.problem.weight), format_bytes(plan.bytes()),
                  format_bytes(plan.matrix_bytes), format_bytes(plan.workspace_bytes),
                  format_bytes(available), available == 1 ? "is" : "are",
                  limited ? "allowed by the memory limit" : "available"),
      fmt::format("{}", fmt::join(remedies, ", or ")));
}

// Rows that are in memory at a time, where not all are kept. 0: all.
Index batch_for(const Plan& plan, const Options& options, const Machine& machine) {
  const Problem& problem = plan.problem;
  const Index rows = problem.rows < 0 ? problem.n : problem.rows;
  if (plan.method() == Method::dense || !problem.streamed) return rows;
  if (problem.measured && plan.device >= 0) return rows;       // the device's memory alone counts
  constexpr std::size_t kBatchBytes = std::size_t{256} << 20;  // larger is not faster
  const std::size_t row = row_bytes(plan);
  const std::size_t budget =
      options.memory_limit != 0 ? options.memory_limit : machine.memory_available / 4;
  const std::size_t left = budget > plan.workspace_bytes ? budget - plan.workspace_bytes : 0;
  // An eighth of what many take is left to allocators.
  const std::size_t many = std::min(left - left / 8, 2 * kBatchBytes) / row;
  const auto most = static_cast<Index>(many > 0 ? many : std::min<std::size_t>(left / row, 1));
  if (most == 0 && rows > 0 && plan.batch_row_bytes == 0) {
    const std::size_t more = plan.workspace_bytes + row - budget;
    throw DoesNotFit(
        more, options.memory_limit != 0,
        fmt::format("a row of {} distances beside a workspace of {} is more than {} "
                    "allow",
                    problem.n, format_bytes(plan.workspace_bytes), format_bytes(budget)),
        fmt::format("raise the memory limit by {}", format_bytes(more)));
  }
  const Index asked = options.batch > 0 ? options.batch : most;
  return std::clamp<Index>(rows, 1, std::max<Index>(std::min(most, asked), 1));
}

}  // namespace

Plan make_plan(const Problem& problem, const Options& options, const Machine& machine) {
  if (problem.n < 0) {
    throw Error(ErrorCode::usage, fmt::format("a problem of {} vertices", problem.n));
  }
  check_options(options);
  check_combination(problem.semiring, problem.weight);
  Plan plan;
  plan.problem = problem;
  plan.kernel = &choose_kernel(problem, options, machine);
  plan.block = options.block;
  plan.threads = options.threads;
  plan.isa = options.isa;
  const Kernel& kernel = kernel_of(plan);
  if (kernel.needs_order) plan.sparse = options.sparse_plan;
  plan.matrix_bytes = matrix_bytes(problem);
  const double n = static_cast<double>(problem.n);
  plan.tasks = problem.symmetric ? n * n * (n + 1) / 2 : n * n * n;
  if (plan.kernel->backend == Backend::cuda) plan.device = machine.devices.front().ordinal;
  const Plan open = plan;
  kernel.configure(plan, machine);
  // Every thread takes memory: there are fewer before any is refused.
  while (options.threads == 0 && plan.threads > 1 &&
         plan.bytes() > allowed_bytes(options, machine)) {
    const int threads = plan.threads / 2;
    plan = open;
    plan.threads = threads;
    kernel.configure(plan, machine);
  }
  check_memory(plan, options, machine);
  check_device_memory(plan, machine);
  const Index batch = batch_for(plan, options, machine);
  if (plan.batch == 0 || (batch > 0 && batch < plan.batch)) plan.batch = batch;
  return plan;
}

}  // namespace warpath
