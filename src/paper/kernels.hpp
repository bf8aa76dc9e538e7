// The paper's kernels that run on the CPU, as rows of the kernel table.
#pragma once

#include <string_view>

namespace warpath {
struct KernelCall;
struct Machine;
struct Plan;
struct Problem;
}  // namespace warpath

namespace warpath::paper {

std::string_view cpu_unsupported(const Problem& problem);

void configure_textbook(Plan& plan, const Machine& machine);
void run_textbook(KernelCall& call);

void configure_blocked(Plan& plan, const Machine& machine);
void run_blocked(KernelCall& call);

}  // namespace warpath::paper
