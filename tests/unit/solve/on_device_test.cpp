// What solve_on_device() refuses before it looks for a device, and what it says where there is none.
#include <gtest/gtest.h>

#include <vector>

#include "warpath/warpath.hpp"

namespace warpath {
namespace {

ErrorCode code_of(MatrixView<float> matrix, const Options& options) {
  try {
    solve_on_device(matrix, options);
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()), "");
    return error.code();
  }
  return ErrorCode::internal;
}

TEST(SolveOnDevice, RefusesWhatItCannotDo) {
  std::vector<float> cells(16);
  const MatrixView<float> square(cells.data(), 4, 4, 4);
  EXPECT_EQ(code_of({cells.data(), 2, 4, 4}, {}), ErrorCode::usage);
  EXPECT_EQ(code_of({cells.data(), 2, 2, 4, 2}, {}), ErrorCode::usage);
  EXPECT_EQ(code_of({cells.data(), 4, 4, 3}, {}), ErrorCode::usage);
  EXPECT_EQ(code_of(square, {.kernel = "staged-load"}), ErrorCode::usage);
  EXPECT_EQ(code_of(square, {.device = Backend::cpu}), ErrorCode::usage);
  EXPECT_EQ(code_of(square, {.weights = WeightType::float64}), ErrorCode::usage);
}

// Host memory is refused where there is a device, everything where there is none.
TEST(SolveOnDevice, SaysThatHostMemoryIsNotADevices) {
  std::vector<float> cells(16);
  const ErrorCode code = code_of({cells.data(), 4, 4, 4}, {});
  const bool device = !Machine::detect().devices.empty();
  EXPECT_EQ(code, device ? ErrorCode::usage : ErrorCode::device_unavailable);
}

}  // namespace
}  // namespace warpath
