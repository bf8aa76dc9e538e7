// The rows `sparse`, `buckets` and `dijkstra` of the kernel table.
#pragma once

#include <string_view>

namespace warpath {
struct Machine;
struct Plan;
struct Problem;
struct Work;
}  // namespace warpath

namespace warpath::cpu {

void configure_sparse(Plan& plan, const Machine& machine);
void run_sparse(Work& work);

std::string_view search_unsupported(const Problem& problem);

void configure_buckets(Plan& plan, const Machine& machine);
void run_buckets(Work& work);

void configure_dijkstra(Plan& plan, const Machine& machine);
void run_dijkstra(Work& work);

}  // namespace warpath::cpu
