// What this machine has. Linux' /proc and /sys are read where they exist; elsewhere the standard
// library's answers must do.

#include "warpath/machine.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

#include <fmt/format.h>

#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif

#include "core/device_memory.hpp"
#include "core/host.hpp"
#include "core/pinned.hpp"
#include "cpu/isa.hpp"
#include "warpath/error.hpp"
#if WARPATH_HAS_CUDA
#include "cuda/devices.hpp"
#include "cuda/pinned.hpp"
#endif

namespace warpath {
namespace {

int usable_cores() {
  int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0) cores = std::max(1, CPU_COUNT(&set));
#endif
  // A quota of 150000 per 100000 microseconds is one core and a half: use two.
  std::ifstream quota_file("/sys/fs/cgroup/cpu.max");
  double quota = 0;
  double period = 0;
  if (quota_file >> quota >> period && quota > 0 && period > 0) {
    cores = std::min(cores, std::max(1, static_cast<int>(std::ceil(quota / period))));
  }
  return cores;
}

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    const std::size_t start = line.find_first_not_of(": \t", 10);
    return start == std::string::npos ? "" : line.substr(start);
  }
  return "unknown processor";
}

Machine detect_host() {
  Machine machine;
  machine.cores = usable_cores();
  machine.cpu = cpu_name();
  machine.isa = cpu::best_isa();
  const HostMemory bytes = host_memory();
  machine.memory_total = bytes.total;
  machine.memory_available = bytes.available;
  return machine;
}

}  // namespace

const Machine& host_machine() {
  static const Machine machine = detect_host();
  return machine;
}

const Device& Machine::device(int ordinal) const {
  for (const Device& device : devices) {
    if (device.ordinal == ordinal) return device;
  }
  throw Error(ErrorCode::usage,
              fmt::format("device {} is not one of this machine's {}", ordinal, devices.size()));
}

void find_devices(Machine& machine, [[maybe_unused]] bool only_first) {
#if WARPATH_HAS_CUDA
  machine.devices = cuda::devices(machine.cuda, only_first);
  if (!machine.cuda.empty()) machine.cuda = "built in, but " + machine.cuda;
#else
  machine.cuda = "not built in: configure with -DWARPATH_CUDA=ON and a CUDA toolkit";
#endif
}

#if WARPATH_HAS_CUDA
PinnedMemory::PinnedMemory(std::size_t bytes) : memory_(cuda::allocate_pinned(bytes)) {}
PinnedMemory::~PinnedMemory() {
  cuda::free_pinned(memory_);
}
DeviceMemory::DeviceMemory(std::size_t bytes) : memory_(cuda::allocate_on_device(bytes)) {}
DeviceMemory::~DeviceMemory() {
  cuda::free_on_device(memory_);
}
void DeviceMemory::copy_home(void* to, std::size_t offset, std::size_t bytes) const {
  cuda::copy_home(to, static_cast<const char*>(memory_) + offset, bytes);
}
#else
namespace {
[[noreturn]] void refuse(const char* what) {
  throw Error(ErrorCode::device_unavailable,
              fmt::format("{} needs CUDA, which is not built in", what),
              "configure with -DWARPATH_CUDA=ON and a CUDA toolkit");
}
}  // namespace
PinnedMemory::PinnedMemory(std::size_t) : memory_(nullptr) {
  refuse("pinned memory");
}
PinnedMemory::~PinnedMemory() = default;
DeviceMemory::DeviceMemory(std::size_t) : memory_(nullptr) {
  refuse("memory of a device");
}
DeviceMemory::~DeviceMemory() = default;
void DeviceMemory::copy_home(void*, std::size_t, std::size_t) const {}
#endif

Machine Machine::detect() {
  Machine machine = detect_host();
  find_devices(machine, false);
  return machine;
}

}  // namespace warpath
