// Call number k of the CUDA runtime fails, for k = 0, 1, 2, ... until there are no more: each time an
// Error that names the call or a right answer, nothing left on the device, and the next solve works.
// Where there is no device one is played: then the answers are not looked at.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include "cuda/device/check.hpp"
#include "cuda/memory.hpp"
#include "gpu/failures.hpp"
#include "gpu/whole.hpp"
#include "kernels/kernel.hpp"
#include "warpath/cuda.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::MatrixView;
using warpath::Options;
using warpath::Result;

template <class S>
void expect_clean_in_place(const WholeMatrix& what, const Way& way, bool again = true) {
  Random random(what.n);
  const auto cells = whole_cells<S>(what, random);
  const auto want = solved<S>(cells, what.n, on_cpu());
  const std::string where = way.kernel + " " + name_of<S>() + " n=" + std::to_string(what.n);
  expect_clean_failures(
      where, [&] { return solved<S>(cells, what.n, way) == want; }, again);
}

TEST_F(DeviceFailures, OfASolveInPlace) {
  for (const std::size_t n : {100u, 128u}) {
    expect_clean_in_place<FloatPaths>({.n = n}, dense());
    expect_clean_in_place<ShortPaths>({.n = n, .density = 0.1, .negative = true}, dense());
    expect_clean_in_place<DoublePaths>({.n = n, .symmetric = true}, dense());
    expect_clean_in_place<IntPaths>({.n = n, .negative = true}, dense());
  }
}

TEST_F(DeviceFailures, OfThePapersKernels) {
  for (const Way& way : paper_kernels()) {
    expect_clean_in_place<FloatPaths>({.n = 70}, way);
    expect_clean_in_place<IntPaths>({.n = 64, .negative = true}, way);
  }
}

// Rows pass through pinned buffers, and come home while others are computed.
TEST_F(DeviceFailures, OfALargeSolve) {
  const std::size_t n = 4200;
  if (too_large(n) || failing::is_played()) GTEST_SKIP() << "n = 4200 is left out";
  expect_clean_in_place<FloatPaths>({.n = n}, dense(), false);
}

TEST_F(DeviceFailures, OfASolveWithPredecessors) {
  const Index n = 150;
  Random random(1);
  const auto cells =
      whole_cells<IntPaths>({.n = static_cast<std::size_t>(n), .density = 0.1}, random);
  Options options = on_cpu().options(IntPaths::kind);
  options.predecessors = true;
  const MatrixView<const std::int32_t> view(cells.data(), n, n, n);
  const Result want = warpath::solve(view, options);
  options.kernel = "cuda";
  expect_clean_failures("predecessors", [&] {
    const Result got = warpath::solve(view, options);
    bool right = true;
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        right = right && got.distance(i, j) == want.distance(i, j) &&
                got.predecessors()(i, j) == want.predecessors()(i, j);
      }
    }
    return right;
  });
}

template <class T>
Cells<T> turned(const Cells<T>& cells, std::size_t n) {
  Cells<T> result(cells.size());
  for (std::size_t at = 0; at < cells.size(); ++at) result[at % n * n + at / n] = cells[at];
  return result;
}

// Brought there, solved, and brought back.
template <class S>
void expect_clean_resident(const Cells<typename S::Weight>& cells, std::size_t n,
                           bool column_major) {
  using T = typename S::Weight;
  const auto want = solved<S>(cells, n, on_cpu());
  const auto given = column_major ? turned(cells, n) : cells;
  const auto size = static_cast<Index>(n);
  const std::size_t bytes = cells.size() * sizeof(T);
  expect_clean_failures("resident " + name_of<S>() + " n=" + std::to_string(n), [&] {
    const std::shared_ptr<void> there = warpath::cuda::device_memory(bytes);
    auto* data = static_cast<T*>(there.get());
    CUDA_CHECK(cudaMemcpy(data, given.data(), bytes, cudaMemcpyHostToDevice));
    warpath::solve_on_device(column_major ? MatrixView<T>(data, size, size, 1, size)
                                          : MatrixView<T>(data, size, size, size));
    Cells<T> got(cells.size());
    warpath::cuda::copy_home(got.data(), data, bytes);
    return (column_major ? turned(got, n) : got) == want;
  });
}

TEST_F(DeviceFailures, OfAMatrixThatLiesOnTheDevice) {
  for (const std::size_t n : {100u, 128u}) {
    for (const bool column_major : {false, true}) {
      Random random(n);
      const auto floats = whole_cells<FloatPaths>({.n = n, .density = 0.3}, random);
      expect_clean_resident<FloatPaths>(floats, n, column_major);
      const auto ints = whole_cells<IntPaths>({.n = n, .density = 0.3, .negative = true}, random);
      expect_clean_resident<IntPaths>(ints, n, column_major);
    }
  }
}

// Distances that may outgrow their type, and cycles of 0: both are looked at by the host.
TEST_F(DeviceFailures, OfAMatrixThatTheHostMustSee) {
  const std::size_t n = 100;
  Random random(n);
  auto shorts = whole_cells<ShortPaths>({.n = n}, random);
  for (std::int16_t& cell : shorts) cell = static_cast<std::int16_t>(cell * 60);
  expect_clean_resident<ShortPaths>(shorts, n, false);
  std::vector<float> height(n);
  for (float& h : height) h = static_cast<float>(random.whole(0, 1000));
  Cells<float> zero_cycles(n * n);
  for (std::size_t at = 0; at < n * n; ++at) zero_cycles[at] = height[at / n] - height[at % n];
  for (const bool column_major : {false, true}) {
    expect_clean_resident<FloatPaths>(zero_cycles, n, column_major);
  }
}

// --- what else asks the device ---------------------------------------------------------------------

TEST_F(DeviceFailures, OfMeasurements) {
  for (const std::string name : {"cuda", "katz-kider"}) {
    const warpath::Kernel& kernel = warpath::kernel_of(*warpath::find_kernel(name));
    const warpath::Plan plan =
        warpath::make_plan({.n = 1000}, dense().options(FloatPaths::kind), this_machine());
    expect_clean_failures("peak of " + name, [&] { return kernel.peak(plan) > 0; });
    if (failing::is_played() || name != "cuda") continue;  // it copies gigabytes
    expect_clean_failures("copies", [&] { return kernel.copy_rate(plan) > 0; });
  }
  expect_clean_failures("looking for devices", [] {
    const warpath::Machine machine = warpath::Machine::detect();
    return machine.devices.empty() != machine.cuda.empty();
  });
  expect_clean_failures("pinned memory", [] {
    for (int i = 0; i < 3; ++i) warpath::cuda::pinned_memory(1000);
    return true;
  });
}

TEST_F(DeviceFailures, OfTheCallerAreNotTakenForOurs) {
  EXPECT_NE(cudaSetDevice(12345), cudaSuccess);
  EXPECT_NE(cudaPeekAtLastError(), cudaSuccess);
  Random random(1);
  const auto cells = whole_cells<FloatPaths>({.n = 70}, random);
  for (const Way& way : each_kernel<FloatPaths>(1)) {
    std::string text = "no error";
    EXPECT_FALSE(code_of([&] { solved<FloatPaths>(cells, 70, way); }, &text)) << way << text;
    (void)cudaSetDevice(12345);
  }
  (void)cudaGetLastError();
}

// --- a kernel that faults --------------------------------------------------------------------------

// In a process of its own: what is said of it, what the device does afterwards, and what the cpu does.
[[noreturn]] void outlive_a_fault(const char* kernel, long launch) {
  Random random(1);
  const auto cells = whole_cells<IntPaths>({.n = 200}, random);
  const auto want = solved<IntPaths>(cells, 200, on_cpu());
  Way way = dense();
  way.kernel = kernel;
  failing::fault(launch);
  std::string first = "no error";
  std::string second = "no error";
  const auto code = code_of([&] { solved<IntPaths>(cells, 200, way); }, &first);
  const auto again = code_of([&] { solved<IntPaths>(cells, 200, way); }, &second);
  std::fprintf(stderr, "first: %s\nsecond: %s\n", first.c_str(), second.c_str());
  const bool told =
      code == ErrorCode::internal && first.find("illegal memory access") != std::string::npos &&
      first.find("new process") != std::string::npos && again == ErrorCode::device_unavailable &&
      second.find("lost to this process") != std::string::npos;
  std::exit(told && solved<IntPaths>(cells, 200, on_cpu()) == want ? 0 : 1);
}

using DeviceFailuresDeathTest = DeviceFailures;

TEST_F(DeviceFailuresDeathTest, OfAKernelAreSurvivedByTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(outlive_a_fault("cuda", 0), testing::ExitedWithCode(0), "second");
  EXPECT_EXIT(outlive_a_fault("cuda", 2), testing::ExitedWithCode(0), "second");
  EXPECT_EXIT(outlive_a_fault("sparse-cuda", 1), testing::ExitedWithCode(0), "second");
  EXPECT_EXIT(outlive_a_fault("katz-kider", 2), testing::ExitedWithCode(0), "second");
}

}  // namespace
}  // namespace support
