// The row `cpu` of the kernel table.
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

}  // namespace warpath::cpu
