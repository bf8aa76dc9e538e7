// The paper's kernels, as rows of the kernel table.
#pragma once

#include <string_view>

#include "kernels/kernel.hpp"

namespace warpath::paper {

// --- on the CPU ----------------------------------------------------------------------------------

std::string_view cpu_unsupported(const Problem& problem);

void configure_textbook(Plan& plan, const Machine& machine);
void run_textbook(Work& work);

void configure_blocked(Plan& plan, const Machine& machine);
void run_blocked(Work& work);

// --- on CUDA: the functions that run are there in builds with CUDA only --------------------------

std::string_view cuda_unsupported(const Problem& problem);

void configure_harish_narayanan(Plan& plan, const Machine& machine);
void run_harish_narayanan(Work& work);

void configure_katz_kider(Plan& plan, const Machine& machine);
void run_katz_kider(Work& work);

void configure_optimized_blocked(Plan& plan, const Machine& machine);
void run_optimized_blocked(Work& work);

void configure_staged_load(Plan& plan, const Machine& machine);
void run_staged_load(Work& work);
void run_staged_load_straight(Work& work);

}  // namespace warpath::paper
