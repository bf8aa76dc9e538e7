// What a build without CUDA has instead of devices. The only file of this folder that is compiled
// there, but for the plans.

#include <fmt/format.h>

#include "cuda/devices.hpp"
#include "cuda/memory.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda {
namespace {

constexpr const char* kRemedy = "configure with -DWARPATH_CUDA=ON and a CUDA toolkit";

[[noreturn]] void refuse(const char* what) {
  throw Error(ErrorCode::device_unavailable,
              fmt::format("{} needs CUDA, which is not built in", what), kRemedy);
}

}  // namespace

std::vector<Device> devices(std::string& reason, bool) noexcept {
  reason = fmt::format("not built in: {}", kRemedy);
  return {};
}

std::shared_ptr<void> pinned_memory(std::size_t) { refuse("pinned memory"); }
std::shared_ptr<void> device_memory(std::size_t) { refuse("memory of a device"); }
void copy_home(void*, const void*, std::size_t) { refuse("memory of a device"); }

}  // namespace warpath::cuda
