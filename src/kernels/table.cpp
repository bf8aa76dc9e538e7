// The kernel table. A new kernel is its file and a row here.

#include <array>
#include <cstddef>

#include "cpu/kernel.hpp"
#include "cuda/dense/plan.hpp"
#include "cuda/limits.hpp"
#include "cuda/sparse/plan.hpp"
#include "kernels/kernel.hpp"
#include "paper/kernels.hpp"

// CUDA kernels have their rows in every build, so that plans, tests and messages know them.
#if WARPATH_HAS_CUDA
#define IF_CUDA(function) function
#else
#define IF_CUDA(function) nullptr
#endif

namespace warpath {
namespace {

using Configure = void (*)(Plan&, const Machine&);
using Run = void (*)(Work&);

constexpr Kernel paper_on_cpu(std::string_view name, std::string_view title, Configure configure,
                              Run run) {
  return {.info = {.name = name, .title = title, .family = KernelFamily::paper},
          .unsupported = paper::cpu_unsupported,
          .configure = configure,
          .run = run,
          .peak = cpu::peak};
}

constexpr Kernel paper_on_cuda(std::string_view name, std::string_view title, Configure configure,
                               Run run) {
  return {.info = {.name = name,
                   .title = title,
                   .family = KernelFamily::paper,
                   .backend = Backend::cuda},
          .unsupported = paper::cuda_unsupported,
          .configure = configure,
          .run = run,
          .peak = IF_CUDA(cuda::peak),
          .copy_rate = IF_CUDA(cuda::copy_rate)};
}

// In order of preference: those for use, then the paper's, from its last to its first.
constexpr Kernel kTable[] = {
    {.info = {.name = "cpu", .title = "blocked, packed, SIMD, all cores"},
     .unsupported = cpu::unsupported,
     .configure = cpu::configure,
     .run = cpu::run,
     .peak = cpu::peak},

    {.info = {.name = "cuda",
              .title = "blocked, one launch, tasks from one list",
              .backend = Backend::cuda},
     .unsupported = cuda::dense::unsupported,
     .configure = cuda::dense::configure,
     .run = IF_CUDA(cuda::dense::run),
     .peak = IF_CUDA(cuda::dense::peak),
     .copy_rate = IF_CUDA(cuda::copy_rate),
     .look = IF_CUDA(cuda::dense::look),
     .device_of = IF_CUDA(cuda::dense::device_of),
     .has_clear_cycles = IF_CUDA(cuda::dense::has_clear_cycles),
     .copy_rows = IF_CUDA(cuda::dense::copy_rows)},

    {.info = {.name = "sparse",
              .title = "supernodes: eliminate, then sweep, all cores",
              .method = Method::sparse},
     .unsupported = cpu::unsupported,
     .configure = cpu::configure_sparse,
     .run = cpu::run_sparse,
     .peak = cpu::peak,
     .needs_order = true,
     .gives_measures = true},

    {.info = {.name = "buckets",
              .title = "a search from every source, with buckets",
              .method = Method::search},
     .unsupported = cpu::search_unsupported,
     .configure = cpu::configure_buckets,
     .run = cpu::run_buckets,
     .peak = cpu::peak},

    {.info = {.name = "dijkstra",
              .title = "a search from every source, with a heap",
              .method = Method::search},
     .unsupported = cpu::search_unsupported,
     .configure = cpu::configure_dijkstra,
     .run = cpu::run_dijkstra,
     .peak = cpu::peak},

    {.info = {.name = "sparse-cuda",
              .title = "supernodes: all cores eliminate, CUDA sweeps",
              .backend = Backend::cuda,
              .method = Method::sparse},
     .unsupported = cuda::sparse::unsupported,
     .configure = cuda::sparse::configure,
     .run = IF_CUDA(cuda::sparse::run),
     .peak = IF_CUDA(cuda::dense::peak),
     .copy_rate = IF_CUDA(cuda::copy_rate),
     .needs_order = true,
     .gives_measures = true},

    paper_on_cuda("staged-load", "tile in registers, panels in stages",
                  paper::configure_staged_load, IF_CUDA(paper::run_staged_load)),
    paper_on_cuda("staged-load-straight", "the same without the cyclic order",
                  paper::configure_staged_load, IF_CUDA(paper::run_staged_load_straight)),
    paper_on_cuda("optimized-blocked", "the tiles below, fewer instructions",
                  paper::configure_optimized_blocked, IF_CUDA(paper::run_optimized_blocked)),
    paper_on_cuda("katz-kider", "three tiles in shared memory", paper::configure_katz_kider,
                  IF_CUDA(paper::run_katz_kider)),
    paper_on_cuda("harish-narayanan", "a thread per task", paper::configure_harish_narayanan,
                  IF_CUDA(paper::run_harish_narayanan)),

    paper_on_cpu("blocked", "the blocked algorithm, figure 2", paper::configure_blocked,
                 paper::run_blocked),
    paper_on_cpu("textbook", "the triple loop, figure 1", paper::configure_textbook,
                 paper::run_textbook),
};

// What users see of the rows, in the same places.
constexpr auto kInfos = [] {
  std::array<KernelInfo, std::size(kTable)> infos{};
  for (std::size_t i = 0; i < infos.size(); ++i) infos[i] = kTable[i].info;
  return infos;
}();

}  // namespace

std::span<const Kernel> kernel_table() { return kTable; }

const Kernel& kernel_of(const KernelInfo& info) { return kTable[&info - kInfos.data()]; }

const Kernel& kernel_of(const Plan& plan) { return kernel_of(*plan.kernel); }

std::span<const KernelInfo> kernels() { return kInfos; }

const KernelInfo* find_kernel(std::string_view name) {
  for (const KernelInfo& kernel : kInfos) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

// Copies of a row have no place in the table, so it is looked for by name.
std::string_view KernelInfo::unsupported(const Problem& problem) const {
  const KernelInfo* row = find_kernel(name);
  return row != nullptr ? kernel_of(*row).unsupported(problem) : "there is no such kernel";
}

}  // namespace warpath
