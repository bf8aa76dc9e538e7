// The table of suites. A new suite is its file in suites/, and a row here.
#include "bench/suite.hpp"

namespace warpath::bench {

void run_cpu(const SuiteRun&);
void run_cuda(const SuiteRun&);
void run_sparse(const SuiteRun&);
void run_sparse_cuda(const SuiteRun&);
void run_routes(const SuiteRun&);
void run_routes_cuda(const SuiteRun&);
void run_paper(const SuiteRun&);
void run_io(const SuiteRun&);

namespace {

constexpr Suite kSuites[] = {
    {"cpu", "what the CPU engine must reach", Backend::cpu, run_cpu},
    {"cuda", "what the CUDA engine must reach", Backend::cuda, run_cuda},
    {"sparse", "what the sparse engine must reach", Backend::cpu, run_sparse},
    {"sparse-cuda", "the sparse engine on CUDA", Backend::cuda, run_sparse_cuda},
    {"routes", "what routes and proofs may cost", Backend::cpu, run_routes},
    {"routes-cuda", "what routes may cost on CUDA", Backend::cuda, run_routes_cuda},
    {"paper", "the paper's table, on CUDA", Backend::cuda, run_paper},
    {"io", "what reading files must reach", Backend::cpu, run_io, true},
};

}  // namespace

std::span<const Suite> suites() { return kSuites; }

}  // namespace warpath::bench
