// libFuzzer's entry for one reader; driver.cpp uses the same.
#include <cstddef>
#include <cstdint>

#include "fuzz/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpath::fuzz::check(WARPATH_FUZZ_READER, {reinterpret_cast<const char*>(data), size});
  return 0;
}
