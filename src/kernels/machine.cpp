// What this machine has. Linux' /proc and /sys are read where they exist; elsewhere the standard
// library's answers must do.

#include "warpath/machine.hpp"

#include <fstream>
#include <string>

#include <fmt/format.h>

#include "base/resources.hpp"
#include "cpu/isa.hpp"
#include "cuda/devices.hpp"
#include "kernels/host.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

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
  machine.cores = available_cores();
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

void find_devices(Machine& machine, bool only_first) {
  machine.devices = cuda::devices(machine.cuda, only_first);
}

Machine Machine::detect() {
  Machine machine = detect_host();
  find_devices(machine, false);
  return machine;
}

}  // namespace warpath
