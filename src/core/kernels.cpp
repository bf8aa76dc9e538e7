// The kernel table. A new kernel is its file and a row here.

#include "warpath/kernel.hpp"

#include "cpu/kernel.hpp"
#include "cuda/peak.hpp"
#include "paper/kernels.hpp"

// CUDA kernels have their rows in every build, so that plans, tests and messages know them.
#if WARPATH_HAS_CUDA
#define IF_CUDA(function) function
#else
#define IF_CUDA(function) nullptr
#endif

namespace warpath {
namespace {

// In order of preference: those for use, then the paper's, from its last to its first.
constexpr KernelInfo kKernels[] = {
    {"cpu", "blocked, packed, SIMD, all cores", KernelFamily::production, Backend::cpu,
     cpu::unsupported, cpu::configure, cpu::run, cpu::peak},

    {"staged-load", "tile in registers, panels in stages", KernelFamily::paper, Backend::cuda,
     paper::cuda_unsupported, paper::configure_staged_load, IF_CUDA(paper::run_staged_load),
     IF_CUDA(cuda::peak), IF_CUDA(cuda::copy_rate), IF_CUDA(paper::footprint_staged_load)},
    {"staged-load-straight", "the same without the cyclic order", KernelFamily::paper,
     Backend::cuda, paper::cuda_unsupported, paper::configure_staged_load,
     IF_CUDA(paper::run_staged_load_straight), IF_CUDA(cuda::peak), IF_CUDA(cuda::copy_rate),
     IF_CUDA(paper::footprint_staged_load_straight)},
    {"optimized-blocked", "the tiles below, fewer instructions", KernelFamily::paper, Backend::cuda,
     paper::cuda_unsupported, paper::configure_optimized_blocked,
     IF_CUDA(paper::run_optimized_blocked), IF_CUDA(cuda::peak), IF_CUDA(cuda::copy_rate),
     IF_CUDA(paper::footprint_optimized_blocked)},
    {"katz-kider", "three tiles in shared memory", KernelFamily::paper, Backend::cuda,
     paper::cuda_unsupported, paper::configure_katz_kider, IF_CUDA(paper::run_katz_kider),
     IF_CUDA(cuda::peak), IF_CUDA(cuda::copy_rate), IF_CUDA(paper::footprint_katz_kider)},
    {"harish-narayanan", "a thread per task", KernelFamily::paper, Backend::cuda,
     paper::cuda_unsupported, paper::configure_harish_narayanan,
     IF_CUDA(paper::run_harish_narayanan), IF_CUDA(cuda::peak), IF_CUDA(cuda::copy_rate),
     IF_CUDA(paper::footprint_harish_narayanan)},

    {"blocked", "the blocked algorithm, figure 2", KernelFamily::paper, Backend::cpu,
     paper::cpu_unsupported, paper::configure_blocked, paper::run_blocked, cpu::peak},
    {"textbook", "the triple loop, figure 1", KernelFamily::paper, Backend::cpu,
     paper::cpu_unsupported, paper::configure_textbook, paper::run_textbook, cpu::peak},
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
