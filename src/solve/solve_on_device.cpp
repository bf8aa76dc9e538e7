#include <fmt/format.h>

#include <cstdint>
#include <new>

#include "kernels/resident.hpp"
#include "solve/solve_sparse.hpp"
#include "warpath/cuda.hpp"
#include "warpath/error.hpp"
#include "warpath/kernel.hpp"

namespace warpath {
namespace {

constexpr std::string_view kKernel = "cuda";

void check_options(const Options& options, WeightType weight) {
  refuse_predecessors(options);
  if (options.on_negative_cycle == OnNegativeCycle::mark &&
      options.semiring == SemiringKind::shortest_path) {
    throw Error(ErrorCode::unsupported,
                "a matrix in device memory cannot have negative cycles marked",
                "copy it to host memory and use solve()");
  }
  if (options.kernel != "auto" && options.kernel != kKernel) {
    throw Error(ErrorCode::usage,
                fmt::format("kernel '{}' for a matrix in device memory", options.kernel),
                fmt::format("kernel '{}' solves matrices where they lie on a device", kKernel));
  }
  if (options.device && *options.device != Backend::cuda) {
    throw Error(ErrorCode::usage, "a matrix in device memory to be solved on the cpu",
                "copy it to host memory and use solve_in_place");
  }
  if (options.weights && *options.weights != weight) {
    throw Error(ErrorCode::usage,
                fmt::format("a {} matrix to be solved where it lies as {}", to_string(weight),
                            to_string(*options.weights)),
                "leave Options::weights empty");
  }
}

}  // namespace

template <class T>
Statistics solve_on_device(MatrixView<T> matrix, const Options& options, void* stream) {
  constexpr WeightType weight = weight_type_of<T>;
  check_options(options, weight);
  if (matrix.rows() != matrix.columns() || matrix.rows() < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("a {} x {} matrix of weights", matrix.rows(), matrix.columns()),
                "it must be square: one row and one column per vertex");
  }
  const bool row_major = matrix.column_stride() == 1;
  const Index ld = row_major ? matrix.row_stride() : matrix.column_stride();
  if ((!row_major && matrix.row_stride() != 1) || (matrix.rows() > 1 && ld < matrix.rows())) {
    throw Error(ErrorCode::usage,
                fmt::format("strides of {} and {} on a device", matrix.row_stride(),
                            matrix.column_stride()),
                "use a row-major or column-major matrix");
  }
  const auto solve = find_kernel(kKernel)->solve_resident;
  if (solve == nullptr) {
    throw Error(ErrorCode::device_unavailable, "this build of Warpath has no CUDA",
                "build it where a CUDA toolkit is found");
  }
  // A column-major matrix is the transpose of a row-major one, and so are its distances.
  const ResidentCall call{.data = matrix.data(),
                          .n = matrix.rows(),
                          .ld = ld,
                          .weight = weight,
                          .orientation = row_major ? Orientation::as_seen : Orientation::transposed,
                          .options = options,
                          .stream = stream};
  try {
    return solve(call);
  } catch (const std::bad_alloc&) {
    throw Error(
        ErrorCode::does_not_fit,
        fmt::format("the system refused memory for n = {} in {}", matrix.rows(), to_string(weight)),
        "free some host memory");
  }
}

template Statistics solve_on_device(MatrixView<float>, const Options&, void*);
template Statistics solve_on_device(MatrixView<double>, const Options&, void*);
template Statistics solve_on_device(MatrixView<std::int32_t>, const Options&, void*);
template Statistics solve_on_device(MatrixView<std::int16_t>, const Options&, void*);
template Statistics solve_on_device(MatrixView<std::uint8_t>, const Options&, void*);

}  // namespace warpath
