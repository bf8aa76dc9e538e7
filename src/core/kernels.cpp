// The kernel table. A new kernel is its file and a row here.

#include "warpath/kernel.hpp"

#include "cpu/kernel.hpp"
#include "paper/kernels.hpp"

namespace warpath {
namespace {

constexpr KernelInfo kKernels[] = {
    {"cpu", "blocked, packed, SIMD, all cores", KernelFamily::production, Backend::cpu,
     cpu::unsupported, cpu::configure, cpu::run},
    {"textbook", "the triple loop, figure 1", KernelFamily::paper, Backend::cpu,
     paper::cpu_unsupported, paper::configure_textbook, paper::run_textbook},
    {"blocked", "the blocked algorithm, figure 2", KernelFamily::paper, Backend::cpu,
     paper::cpu_unsupported, paper::configure_blocked, paper::run_blocked},
};

}  // namespace

std::span<const KernelInfo> kernels() {
  return kKernels;
}

const KernelInfo* find_kernel(std::string_view name) {
  for (const KernelInfo& kernel : kKernels) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

}  // namespace warpath
