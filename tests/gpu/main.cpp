// The tests that need a CUDA device: those of this folder, and the conformance cases on the kernels
// for CUDA. Without a device one is played, to test how its failures are met; the rest is said and shown
// to be skipped, or a failure where the environment promises a device (WARPATH_EXPECT_BACKENDS=cuda).
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

#include "gpu/failing_calls.hpp"
#include "support/ways.hpp"

namespace {

constexpr int kSkipped = 77;  // ctest's SKIP_RETURN_CODE

// "cpu,cuda" contains "cuda".
bool expected(const std::string& backend) {
  const char* given = std::getenv("WARPATH_EXPECT_BACKENDS");
  std::istringstream list(given == nullptr ? "" : given);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == backend) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(list_tests)) return RUN_ALL_TESTS();
  support::use_backend(warpath::Backend::cuda);
  const warpath::Machine real = warpath::Machine::detect();
  if (real.devices.empty()) {
    if (expected("cuda")) {
      std::printf("test_gpu: FAILED: CUDA is %s, but WARPATH_EXPECT_BACKENDS promises a device\n",
                  real.cuda.c_str());
      return EXIT_FAILURE;
    }
    std::printf("test_gpu: SKIPPED, but for failures of a device that is played: CUDA is %s\n",
                real.cuda.c_str());
    failing::play_a_device();
    const std::string wanted = GTEST_FLAG_GET(filter);
    if (wanted.rfind("DeviceFailures", 0) != 0) GTEST_FLAG_SET(filter, "DeviceFailures*");
    const int result = RUN_ALL_TESTS();
    return result == EXIT_SUCCESS ? kSkipped : result;
  }
  std::printf("test_gpu: on %s\n", real.devices.front().name.c_str());
  const int result = RUN_ALL_TESTS();
  // Tools that look for leaks do so when the context goes.
  return cudaDeviceReset() == cudaSuccess ? result : EXIT_FAILURE;
}
