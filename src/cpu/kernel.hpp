// The rows `cpu`, `sparse`, `buckets` and `dijkstra` of the kernel table.
#pragma once

#include <string_view>

namespace warpath {
struct Work;
struct Machine;
struct Plan;
struct Problem;
}  // namespace warpath

namespace warpath::cpu {

std::string_view unsupported(const Problem& problem);
void configure(Plan& plan, const Machine& machine);
void run(Work& work);

// Tasks per second of the plan's inner step on registers alone, on all of its threads at once. The
// better of the kernel's own step and any other step that is right for the weights. Takes about
// 20 ms.
double peak(const Plan& plan);

void configure_sparse(Plan& plan, const Machine& machine);
void run_sparse(Work& work);

std::string_view search_unsupported(const Problem& problem);
void configure_buckets(Plan& plan, const Machine& machine);
void run_buckets(Work& work);
void configure_dijkstra(Plan& plan, const Machine& machine);
void run_dijkstra(Work& work);

}  // namespace warpath::cpu
