// The kernel `sparse-cuda` on a device that is played: the tests of this folder, and those that need a device (tests/gpu),
// but for sizes and numbers that would take too long.
#include <gtest/gtest.h>

#include <cstdlib>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  setenv("WARPATH_TEST_LARGEST", "500", 0);
  setenv("WARPATH_TEST_STRIDE", "17", 0);
  return RUN_ALL_TESTS();
}
