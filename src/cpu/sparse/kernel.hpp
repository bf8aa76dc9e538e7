// The rows `sparse`, `buckets` and `dijkstra` of the kernel table.
#pragma once

#include <string_view>

#include "warpath/kernel.hpp"
#include "warpath/plan.hpp"

namespace warpath {
struct KernelCall;
struct SparseCall;
}  // namespace warpath

namespace warpath::cpu {

void configure_sparse(Plan& plan, const Machine& machine);
void run_sparse(KernelCall& call);
void solve_sparse(SparseCall& call);

std::string_view search_unsupported(const Problem& problem);

void configure_buckets(Plan& plan, const Machine& machine);
void run_buckets(KernelCall& call);
void solve_buckets(SparseCall& call);

void configure_dijkstra(Plan& plan, const Machine& machine);
void run_dijkstra(KernelCall& call);
void solve_dijkstra(SparseCall& call);

}  // namespace warpath::cpu
