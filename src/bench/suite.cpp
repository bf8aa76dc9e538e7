#include "bench/suite.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "bench/timing.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {

void run_cpu(const SuiteRun&);
void run_cuda(const SuiteRun&);
void run_sparse(const SuiteRun&);
void run_sparse_cuda(const SuiteRun&);
void run_routes(const SuiteRun&);
void run_routes_cuda(const SuiteRun&);
void run_paper(const SuiteRun&);
void run_io(const SuiteRun&);

namespace {

// A new suite is its file in suites/, and a row here.
constexpr Suite kSuites[] = {
    {"cpu", "what the CPU engine must reach", Backend::cpu, run_cpu},
    {"cuda", "what the CUDA engine must reach", Backend::cuda, run_cuda},
    {"sparse", "what the sparse engine must reach", Backend::cpu, run_sparse},
    {"sparse-cuda", "the sparse engine on CUDA", Backend::cuda, run_sparse_cuda},
    {"routes", "what routes and proofs may cost", Backend::cpu, run_routes},
    {"routes-cuda", "what routes may cost on CUDA", Backend::cuda, run_routes_cuda},
    {"paper", "the paper's table, on CUDA", Backend::cuda, run_paper},
    {"io", "what reading files must reach", Backend::cpu, run_io, true},
};

}  // namespace

std::span<const Suite> suites() { return kSuites; }

const Suite* find_suite(std::string_view name) {
  const auto* found = std::ranges::find(kSuites, name, &Suite::name);
  return found == std::end(kSuites) ? nullptr : found;
}

void run_suite(const Suite& suite, const SuiteOptions& options, Listener& listener) {
  const Machine machine = Machine::detect();
  const bool on_device = suite.backend == Backend::cuda;
  if (on_device && machine.devices.empty()) {
    throw Error(
        ErrorCode::device_unavailable,
        fmt::format("the suite '{}' needs a CUDA device: CUDA is {}", suite.name, machine.cuda),
        "run it where there is one; --suite cpu measures the CPU's kernels");
  }
  suite.run({options, listener, on_device ? machine.devices.front().name : machine.cpu});
}

std::vector<Record> SuiteRun::measured(std::span<const Case> cases) const {
  auto records = measure(cases, options.repeats);
  for (const Record& each : records) listener.on_record(each);
  return records;
}

void SuiteRun::found(std::string_view what, std::string_view graph, Index n, double seconds,
                     const Statistics* solve) const {
  Json json = {{"what", what}};
  if (solve != nullptr) json.update(to_json(*solve));
  json.update({{"device", device}, {"graph", graph}, {"n", n}, {"seconds", seconds}});
  json.update({{"verified", true}, {"version", version()}, {"date", now_text()}});
  listener.on_finding(json);
  const std::string kernel = solve ? fmt::format("{:<12} ", solve->plan.kernel->name) : "";
  text(fmt::format("{}{:<11} n = {:>7}  {}: {:.4g} s\n", kernel, graph, n, what, seconds));
}

void measure_each(std::span<const Case> cases, const Repeats& repeats, Listener& listener) {
  const bool no_device = Machine::detect().devices.empty();
  std::optional<Error> skipped;
  std::size_t measured = 0;
  for (const Case& what : cases) {
    try {
      listener.on_record(measure({&what, 1}, repeats).front());
      ++measured;
    } catch (const Error& error) {
      // One hole must not end a table over many kernels. A device that fails is no hole.
      const bool hole = error.code() == ErrorCode::unsupported ||
                        (error.code() == ErrorCode::device_unavailable && no_device);
      if (!hole || cases.size() == 1) throw;
      listener.on_skipped(what, error);
      skipped = error;
    }
  }
  if (measured == 0 && skipped) throw *skipped;
}

}  // namespace warpath::bench
