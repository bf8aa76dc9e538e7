// The tests that need a CUDA device: those of this folder, and the conformance cases on the kernels
// for CUDA. Without a device there is nothing to test, which is said and shown as skipped; where the
// environment promises one (WARPATH_EXPECT_BACKENDS=cuda) it is a failure.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

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
  const warpath::Machine& machine = support::this_machine();
  if (machine.devices.empty()) {
    const bool promised = expected("cuda");
    std::printf("test_gpu: %s: CUDA is %s%s\n", promised ? "FAILED" : "SKIPPED",
                machine.cuda.c_str(),
                promised ? ", but WARPATH_EXPECT_BACKENDS promises a device" : "");
    return promised ? EXIT_FAILURE : kSkipped;
  }
  std::printf("test_gpu: on %s\n", machine.devices.front().name.c_str());
  support::use_backend(warpath::Backend::cuda);
  const int result = RUN_ALL_TESTS();
  // Tools that look for leaks do so when the context goes.
  return cudaDeviceReset() == cudaSuccess ? result : EXIT_FAILURE;
}
