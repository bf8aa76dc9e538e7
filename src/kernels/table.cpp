// The kernel table. A new kernel is its file and a row here.

#include "warpath/kernel.hpp"

#include "cpu/kernel.hpp"
#include "cpu/sparse/kernel.hpp"
#include "cuda/dense/plan.hpp"
#include "cuda/limits.hpp"
#include "cuda/sparse/plan.hpp"
#include "paper/kernels.hpp"
#include "warpath/result.hpp"

// CUDA kernels have their rows in every build, so that plans, tests and messages know them.
#if WARPATH_HAS_CUDA
#define IF_CUDA(function) function
#else
#define IF_CUDA(function) nullptr
#endif

namespace warpath {
namespace {

using Configure = void (*)(Plan&, const Machine&);
using Run = void (*)(KernelCall&);
using FootprintOf = Footprint (*)(const Plan&);

constexpr KernelInfo paper_on_cpu(std::string_view name, std::string_view title,
                                  Configure configure, Run run) {
  return {name, title,    KernelFamily::paper, Backend::cpu, paper::cpu_unsupported, configure,
          run,  cpu::peak};
}

constexpr KernelInfo paper_on_cuda(std::string_view name, std::string_view title,
                                   Configure configure, Run run, FootprintOf footprint) {
  return {name,
          title,
          KernelFamily::paper,
          Backend::cuda,
          paper::cuda_unsupported,
          configure,
          run,
          IF_CUDA(cuda::peak),
          IF_CUDA(cuda::copy_rate),
          footprint};
}

// In order of preference: those for use, then the paper's, from its last to its first.
constexpr KernelInfo kKernels[] = {
    {"cpu", "blocked, packed, SIMD, all cores", KernelFamily::production, Backend::cpu,
     cpu::unsupported, cpu::configure, cpu::run, cpu::peak},

    {"cuda", "blocked, one launch, tasks from one list", KernelFamily::production, Backend::cuda,
     cuda::dense::unsupported, cuda::dense::configure, IF_CUDA(cuda::dense::run),
     IF_CUDA(cuda::dense::peak), IF_CUDA(cuda::copy_rate), IF_CUDA(cuda::dense::footprint),
     IF_CUDA(cuda::dense::solve_resident)},

    {"sparse", "supernodes: eliminate, then sweep, all cores", KernelFamily::production,
     Backend::cpu, cpu::unsupported, cpu::configure_sparse, cpu::run_sparse, cpu::peak, nullptr,
     nullptr, nullptr, Method::sparse, cpu::solve_sparse},

    {"buckets", "a search from every source, with buckets for a heap", KernelFamily::production,
     Backend::cpu, cpu::search_unsupported, cpu::configure_buckets, cpu::run_buckets, cpu::peak,
     nullptr, nullptr, nullptr, Method::sparse, cpu::solve_buckets},

    {"dijkstra", "a search from every source, with a heap", KernelFamily::production, Backend::cpu,
     cpu::search_unsupported, cpu::configure_dijkstra, cpu::run_dijkstra, cpu::peak, nullptr,
     nullptr, nullptr, Method::sparse, cpu::solve_dijkstra},

    {"sparse-cuda", "supernodes: eliminate on all cores, sweep on CUDA", KernelFamily::production,
     Backend::cuda, cuda::sparse::unsupported, cuda::sparse::configure, IF_CUDA(cuda::sparse::run),
     IF_CUDA(cuda::dense::peak), IF_CUDA(cuda::copy_rate), IF_CUDA(cuda::sparse::footprint),
     nullptr, Method::sparse, IF_CUDA(cuda::sparse::solve)},

    paper_on_cuda("staged-load", "tile in registers, panels in stages",
                  paper::configure_staged_load, IF_CUDA(paper::run_staged_load),
                  IF_CUDA(paper::footprint_staged_load)),
    paper_on_cuda("staged-load-straight", "the same without the cyclic order",
                  paper::configure_staged_load, IF_CUDA(paper::run_staged_load_straight),
                  IF_CUDA(paper::footprint_staged_load_straight)),
    paper_on_cuda("optimized-blocked", "the tiles below, fewer instructions",
                  paper::configure_optimized_blocked, IF_CUDA(paper::run_optimized_blocked),
                  IF_CUDA(paper::footprint_optimized_blocked)),
    paper_on_cuda("katz-kider", "three tiles in shared memory", paper::configure_katz_kider,
                  IF_CUDA(paper::run_katz_kider), IF_CUDA(paper::footprint_katz_kider)),
    paper_on_cuda("harish-narayanan", "a thread per task", paper::configure_harish_narayanan,
                  IF_CUDA(paper::run_harish_narayanan), IF_CUDA(paper::footprint_harish_narayanan)),

    paper_on_cpu("blocked", "the blocked algorithm, figure 2", paper::configure_blocked,
                 paper::run_blocked),
    paper_on_cpu("textbook", "the triple loop, figure 1", paper::configure_textbook,
                 paper::run_textbook),
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
