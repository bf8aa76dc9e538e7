// The instruction sets that are built in, and which of them this machine has.
#pragma once

#include <string_view>
#include <vector>

namespace warpath::cpu {

// Built in, best first: "avx512", "avx2", "sse4", "sse2" on x86-64.
std::vector<std::string_view> built_isas();

// Whether this machine can run one of built_isas(). Each of them implies those after it.
bool has_isa(std::string_view isa);

// The best that is built in and present.
std::string_view best_isa();

// The instruction set for a wish (empty: the best) on a machine whose best is `best`. Error usage,
// listing what there is, for an unknown name; unsupported for one that the machine lacks.
std::string_view resolve_isa(std::string_view wish, std::string_view best);

}  // namespace warpath::cpu
