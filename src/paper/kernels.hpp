// The paper's kernels, as rows of the kernel table.
#pragma once

#include <string_view>

#include "warpath/kernel.hpp"

namespace warpath::paper {

// --- on the CPU ------------------------------------------------------------------------------------

std::string_view cpu_unsupported(const Problem& problem);

void configure_textbook(Plan& plan, const Machine& machine);
void run_textbook(KernelCall& call);

void configure_blocked(Plan& plan, const Machine& machine);
void run_blocked(KernelCall& call);

// --- on CUDA: the functions that run are there in builds with CUDA only ------------------------------

std::string_view cuda_unsupported(const Problem& problem);

void configure_harish_narayanan(Plan& plan, const Machine& machine);
void run_harish_narayanan(KernelCall& call);
Footprint footprint_harish_narayanan(const Plan& plan);

void configure_katz_kider(Plan& plan, const Machine& machine);
void run_katz_kider(KernelCall& call);
Footprint footprint_katz_kider(const Plan& plan);

void configure_optimized_blocked(Plan& plan, const Machine& machine);
void run_optimized_blocked(KernelCall& call);
Footprint footprint_optimized_blocked(const Plan& plan);

void configure_staged_load(Plan& plan, const Machine& machine);
void run_staged_load(KernelCall& call);
void run_staged_load_straight(KernelCall& call);
Footprint footprint_staged_load(const Plan& plan);
Footprint footprint_staged_load_straight(const Plan& plan);

}  // namespace warpath::paper
