// Suites: fixed sets of measurements, each with what must be reached.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/measure.hpp"

namespace warpath::cli {

// One line of a suite's table.
struct Goal {
  std::string row;   // what is compared
  std::string unit;  // "x" for ratios of speed, "s", "ms", "MiB", "" for fractions
  double must = 0;
  double aim = 0;
  double reached = 0;
  bool smaller_is_better = false;
  std::string device = {};  // that it was reached on; empty: the processor

  bool met(double limit) const { return smaller_is_better ? reached <= limit : reached >= limit; }
};

// Called with every result as soon as it is there.
struct SuiteListener {
  std::function<void(const Record&)> on_record;
  std::function<void(const Goal&)> on_goal;
  std::function<void(const nlohmann::ordered_json&)> on_finding;  // a record of another shape
  std::function<void(const std::string&)> on_text;                // for people
};

// The dense CPU engine on two threads, with one instruction set (empty: the best). Takes minutes.
void run_cpu_suite(const SuiteListener& listener, const Repeats& repeats, const std::string& isa);

// The dense CUDA engine, on the machine's first device. Error device_unavailable without one, before
// anything else. Takes two minutes or three, and 8 GiB of host memory.
void run_cuda_suite(const SuiteListener& listener, const Repeats& repeats);

// The sparse engine against searches and the dense engine, on the CPU. Takes a minute or two.
void run_sparse_suite(const SuiteListener& listener, const Repeats& repeats);

// The sparse engine on the machine's first CUDA device, which needs 72 GB of memory.
void run_sparse_cuda_suite(const SuiteListener& listener, const Repeats& repeats);

// What predecessors and proofs cost beside the distances: on the CPU, and on the machine's first CUDA device.
void run_routes_suite(const SuiteListener& listener, const Repeats& repeats);
void run_routes_cuda_suite(const SuiteListener& listener, const Repeats& repeats);

// The paper's table of results and its analysis, on the machine's first CUDA device and one core.
// Error device_unavailable without such a device, before anything else. Takes several minutes.
void run_paper_suite(const SuiteListener& listener, const Repeats& repeats);

// Reading files, on one core. Writes about 250 MB of temporary files.
void run_io_suite(const SuiteListener& listener);

}  // namespace warpath::cli
