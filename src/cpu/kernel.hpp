// The row `cpu` of the kernel table.
#pragma once

#include <string_view>

namespace warpath {
struct KernelCall;
struct Machine;
struct Plan;
struct Problem;
}  // namespace warpath

namespace warpath::cpu {

std::string_view unsupported(const Problem& problem);
void configure(Plan& plan, const Machine& machine);
void run(KernelCall& call);

}  // namespace warpath::cpu
