#include "solve/request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/crew.hpp"
#include "base/stopwatch.hpp"
#include "kernels/host.hpp"
#include "kernels/kernel.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

// Looking through a matrix takes threads from here on, and half the work is worth a look at every
// pair from there on.
constexpr Index kThreadsToLook = 512;
constexpr Index kLookForSymmetry = 128;

WeightType working_type(const Request& request) {
  if (request.in_place()) return request.options.weights.value_or(request.memory.weight);
  if (request.options.semiring == SemiringKind::reachability) return WeightType::boolean;
  return request.weight();
}

template <class Matrix>
std::string describe(const Matrix& matrix) {
  return fmt::format("a {} x {} matrix, strides {} and {}", matrix.rows, matrix.columns,
                     matrix.row_stride, matrix.column_stride);
}

// Error usage for strides that no memory could have, and those by which cells share memory. Where
// they are only read, a row may stand for all, or each row begin one cell after the last.
void check_layout(const AnyInput& matrix, bool written) {
  if (matrix.rows <= 1 || matrix.columns <= 1) return;
  const Index step = std::min(std::abs(matrix.row_stride), std::abs(matrix.column_stride));
  const Index leap = std::max(std::abs(matrix.row_stride), std::abs(matrix.column_stride));
  const Index length = std::abs(matrix.column_stride) == step ? matrix.columns : matrix.rows;
  Index cells = 0;
  Index bytes = 0;
  const bool deliberate = !written && (step == 0 || step == leap);
  if (!__builtin_mul_overflow(leap, std::max(matrix.rows, matrix.columns) * 8, &bytes) &&
      !__builtin_mul_overflow(step, length, &cells) &&
      (deliberate || (step > 0 && leap >= cells))) {
    return;
  }
  throw Error(ErrorCode::usage, fmt::format("{}: its cells share memory", describe(matrix)),
              fmt::format("one of the strides, the leading dimension, must be {} or more", length));
}

void check_weights(const AnyInput& weights, bool written) {
  check_layout(weights, written);
  if (weights.rows != weights.columns || weights.rows < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("a {} x {} matrix of weights", weights.rows, weights.columns),
                "it must be square: one row and one column per vertex");
  }
  if (weights.rows > 0 && weights.data == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("{} rows at a null pointer", weights.rows),
                "hand in the address of the first cell");
  }
}

void check_memory(const Request& request) {
  const AnyMatrix& memory = request.memory;
  const Index n = request.vertices();
  const WeightType weight = working_type(request);
  if (request.in_place() && weight != memory.weight) {
    throw Error(ErrorCode::usage,
                fmt::format("a matrix of {} cannot hold {} distances in place",
                            to_string(memory.weight), to_string(weight)),
                "use solve(), which makes a new matrix");
  }
  if (weight != memory.weight) {
    throw Error(ErrorCode::usage,
                fmt::format("distances in {} for a matrix of {}", to_string(weight),
                            to_string(memory.weight)),
                "set Options::weights, or use a matrix of the weights' type");
  }
  if (request.in_place()) {
    if (!request.on_device || lies_ready(memory)) return;
    throw Error(
        ErrorCode::usage,
        fmt::format("strides of {} and {} on a device", memory.row_stride, memory.column_stride),
        "use a row-major or column-major matrix");
  }
  const std::size_t row_bytes = static_cast<std::size_t>(memory.row_stride) *
                                static_cast<std::size_t>(size_of(memory.weight));
  const bool aligned =
      !request.on_device || n <= 1 ||
      (row_bytes % 16 == 0 && reinterpret_cast<std::uintptr_t>(memory.data) % 16 == 0);
  if (memory.rows == n && memory.columns == n && memory.is_row_major() && aligned) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} for the distances of {} vertices", describe(memory), n),
              request.on_device ? "it must be n x n, row-major, with rows at multiples of 16 bytes"
                                : "it must be n x n and row-major");
}

void check_sources(const Request& request) {
  const Index n = request.vertices();
  for (const Index v : *request.sources) {
    if (v >= 0 && v < n) continue;
    throw Error(ErrorCode::usage, fmt::format("source {} in a graph of {} vertices", v, n),
                "vertices are numbered from 0");
  }
}

void check_device(const Request& request) {
  const Options& options = request.options;
  const KernelInfo* kernel = find_kernel(options.kernel);
  const Method method = request.graph != nullptr ? Method::sparse : Method::dense;
  if (kernel != nullptr && (kernel->backend != Backend::cuda || kernel->method != method ||
                            kernel->family == KernelFamily::paper)) {
    throw Error(
        ErrorCode::usage, fmt::format("kernel '{}' for a matrix in device memory", options.kernel),
        request.graph != nullptr ? "leave it to 'auto'"
                                 : "kernel 'cuda' solves matrices where they lie on a device");
  }
  if (options.device && *options.device != Backend::cuda) {
    throw Error(ErrorCode::usage, "a matrix in device memory to be solved on the cpu",
                "copy it to host memory and use solve_in_place");
  }
  if (device_kernel().run == nullptr) {
    throw Error(ErrorCode::device_unavailable, "this build of Warpath has no CUDA",
                "build it where a CUDA toolkit is found");
  }
}

void check_predecessors(const Request& request) {
  if (!request.options.predecessors || request.into == Into::matrix || request.into == Into::rows) {
    return;
  }
  throw Error(ErrorCode::unsupported, "predecessors of a solve that keeps none",
              "use solve(), or for a graph solve_from() or stream_rows(); or leave "
              "Options::predecessors out");
}

void check_measures(const Request& request) {
  if (request.options.semiring == SemiringKind::shortest_path) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("measures of {}", to_string(request.options.semiring)),
              "they are there for shortest paths");
}

// Sorted by target, the arcs into v come in the order in which they are met: a cursor for each
// vertex finds every way back. Parallel arcs in another order count as different. O(arcs), and
// over at the first arc that has no way back.
bool is_symmetric(const Graph& graph) {
  if (graph.direction() == Direction::undirected) return true;
  return graph.visit_weights([&](auto weights) {
    const auto at = [](Index i) { return static_cast<std::size_t>(i); };
    const auto offsets = graph.offsets();
    const auto targets = graph.targets();
    std::vector<Index> cursor(offsets.begin(), offsets.end());
    for (Index u = 0; u < graph.vertices(); ++u) {
      for (Index a = offsets[at(u)]; a < offsets[at(u) + 1]; ++a) {
        const Index back = cursor[at(targets[at(a)])]++;
        if (back >= offsets[at(targets[at(a)]) + 1] || targets[at(back)] != u ||
            weights[at(back)] != weights[at(a)]) {
          return false;
        }
      }
    }
    return true;
  });
}

bool has_no_negative_weight(const Graph& graph) {
  return graph.visit_weights([](auto weights) {
    return std::all_of(weights.begin(), weights.end(), [](auto weight) { return weight >= 0; });
  });
}

Facts look_at_device(const Request& request) {
  Facts facts;
  Machine machine = host_machine();
  find_devices(machine, true);
  if (machine.devices.empty()) {
    throw Error(ErrorCode::device_unavailable,
                fmt::format("a matrix in device memory, but CUDA is {}", machine.cuda),
                "use solve_in_place for matrices in host memory");
  }
  facts.device = machine.devices.front().ordinal;
  if (request.vertices() > 0) facts.device = device_kernel().device_of(request.memory.data);
  if (facts.device < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("a matrix of {} vertices at {}, which is not device memory",
                            request.vertices(), fmt::ptr(request.memory.data)),
                request.graph != nullptr ? "use solve(), which answers in host memory"
                                         : "use solve_in_place for matrices in host memory");
  }
  return facts;
}

}  // namespace

const Kernel& device_kernel() { return kernel_of(*find_kernel("cuda")); }

DeviceMatrix device_matrix(const Request& request) {
  // A column-major matrix is the transpose of a row-major one, and so are its distances.
  const bool rows_lie = request.memory.is_row_major();
  return {.data = request.memory.data,
          .n = request.vertices(),
          .ld = std::max(rows_lie ? request.memory.row_stride : request.memory.column_stride,
                         request.vertices()),  // of one row it may say anything
          .semiring = request.options.semiring,
          .weight = request.memory.weight,
          .orientation = rows_lie ? Orientation::as_seen : Orientation::transposed,
          .undirected = request.options.undirected,
          .stream = request.stream};
}

bool lies_ready(const AnyMatrix& matrix) {
  return matrix.is_row_major() || matrix.transposed().is_row_major();
}

int threads_of(const Options& options) {
  return options.threads != 0 ? crew_size(options.threads) : host_machine().cores;
}

void check(const Request& request) {
  check_options(request.options);
  if (request.graph == nullptr) check_weights(request.weights, request.in_place());
  check_predecessors(request);
  if (request.into == Into::measures) check_measures(request);
  if (request.into == Into::memory) check_memory(request);
  if (request.on_device) check_device(request);
  if (request.sources) check_sources(request);
  const Options& options = request.options;
  check_combination(options.semiring, working_type(request));
}

Facts look_at(const Request& request) {
  const Stopwatch watch;
  const bool shortest = request.options.semiring == SemiringKind::shortest_path;
  const bool undirected = request.options.undirected;
  Facts facts;
  if (request.on_device) facts = look_at_device(request);
  if (request.graph != nullptr) {
    facts.weights.nonnegative = shortest && has_no_negative_weight(*request.graph);
    facts.symmetric = undirected || is_symmetric(*request.graph);
  } else if (request.on_device) {
    const MatrixFacts found = device_kernel().look(device_matrix(request), facts.device);
    facts.weights = found.weights;
    facts.symmetric = found.symmetric;
  } else {
    const Index n = request.vertices();
    Crew crew(n < kThreadsToLook ? 1 : threads_of(request.options));
    ProgressMeter meter(request.options.progress, 0);
    crew.listen(&meter);
    // Rows that lie in one piece are read faster.
    const bool turned =
        !request.weights.is_row_major() && request.weights.transposed().is_row_major();
    const AnyInput weights = turned ? request.weights.transposed() : request.weights;
    const Orientation orientation = turned ? Orientation::transposed : Orientation::as_seen;
    visit_semiring(request.options.semiring, working_type(request), [&]<class S>(S) {
      facts.weights = look_at<S>(weights, undirected, orientation, crew);
    });
    facts.symmetric = undirected || (n >= kLookForSymmetry && is_symmetric(request.weights, crew));
  }
  facts.seconds = watch.seconds();
  return facts;
}

Problem problem_of(const Request& request, const Facts& facts) {
  Problem problem;
  problem.n = request.vertices();
  problem.semiring = request.options.semiring;
  problem.weight = working_type(request);
  problem.nonnegative = facts.weights.nonnegative;
  problem.symmetric = facts.symmetric;
  problem.in_place =
      request.into == Into::memory && (!request.in_place() || lies_ready(request.memory));
  problem.resident = request.on_device;
  problem.rows = request.rows() == problem.n ? -1 : request.rows();
  problem.predecessors = request.options.predecessors;
  problem.measured = request.into == Into::measures;
  problem.summed = problem.measured && request.extent == Extent::all;
  problem.streamed = problem.measured || request.into == Into::rows || request.into == Into::router;
  return problem;
}

}  // namespace warpath
