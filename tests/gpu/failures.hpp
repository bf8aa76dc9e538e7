// Calls of the CUDA runtime fail, one after the other.
#pragma once

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <functional>

#include "gpu/failing_calls.hpp"
#include "support/ways.hpp"

namespace support {

inline constexpr long kMostCalls = 2000;  // no call here makes more calls of the runtime

using Call = std::function<bool()>;  // whether the answer is right

struct Tried {
  std::optional<warpath::ErrorCode> code;
  std::string text = "no error";
  bool right = false;
};

inline Tried tried(const Call& call) {
  Tried result;
  result.code = code_of([&] { result.right = call(); }, &result.text);
  result.right = result.right || failing::is_played();
  return result;
}

inline void expect_right(const Call& call, const std::string& when) {
  const Tried now = tried(call);
  EXPECT_FALSE(now.code) << when << ": " << now.text;
  EXPECT_TRUE(now.code || now.right) << when << ": a wrong answer";
}

// A correct program never asks for too much, so that lack of resources is taken for a bug.
inline bool is_of_the_device(warpath::ErrorCode code) {
  using warpath::ErrorCode;
  return code == ErrorCode::device_unavailable || code == ErrorCode::does_not_fit ||
         code == ErrorCode::internal;
}

// `again`: an undisturbed call after each failure, not only after all of them.
inline void expect_clean_failures(const std::string& where, const Call& call, bool again = true) {
  expect_right(call, where + " at first");
  for (long k = 0; !testing::Test::HasFailure(); ++k) {
    ASSERT_LT(k, kMostCalls) << where << ": no end of calls";
    const long before = failing::live();
    failing::arm(k);
    const Tried now = tried(call);
    const std::string failed = failing::disarm();
    const std::string when = where + ", call " + std::to_string(k) + " fails: " + failed;
    EXPECT_EQ(failing::live(), before) << when << ": leaked";
    EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess) << when << ": left behind for unrelated calls";
    EXPECT_TRUE(now.code || now.right) << when << ": a wrong answer";
    if (failed.empty()) {
      EXPECT_FALSE(now.code) << where << ": " << now.text;
      EXPECT_GT(k, 3) << where << ": nothing was tested";
      return;
    }
    if (now.code) {
      EXPECT_TRUE(is_of_the_device(*now.code)) << when << ": " << to_string(*now.code);
      EXPECT_NE(now.text.find(failed), std::string::npos) << when << ": " << now.text;
    }
    if (again && !failing::is_played()) expect_right(call, when + ", and afterwards");
  }
}

// The calls that are looked at are those of this program, not of a library that it is linked with.
class DeviceFailures : public testing::Test {
 protected:
  void SetUp() override {
    failing::arm(0);
    code_of([] { warpath::Machine::detect(); });
    if (failing::disarm().empty()) GTEST_SKIP() << "calls of the library cannot be reached";
  }
};

}  // namespace support
