#include "bench/suite.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bench/records.hpp"

namespace warpath::bench {

std::vector<Record> SuiteRun::measured(std::span<const Case> cases) const {
  auto records = measure(cases, options_.repeats);
  for (const Record& each : records) record(each);
  return records;
}

void SuiteRun::found(std::string_view what, std::string_view graph, Index n, double seconds,
                     const Statistics* solve) const {
  finding(to_json(Finding{what, graph, device_, n, seconds, solve}));
  const std::string kernel = solve ? fmt::format("{:<12} ", solve->plan.kernel->name) : "";
  text(fmt::format("{}{:<11} n = {:>7}  {}: {:.4g} s\n", kernel, graph, n, what, seconds));
}

void SuiteRun::at_least(std::string row, std::string unit, Limit limit, double reached) const {
  listener_.on_goal(
      {std::move(row), std::move(unit), limit.must, limit.aim, reached, false, device_});
}

void SuiteRun::at_most(std::string row, std::string unit, Limit limit, double reached) const {
  listener_.on_goal(
      {std::move(row), std::move(unit), limit.must, limit.aim, reached, true, device_});
}

const Suite* find_suite(std::string_view name) {
  for (const Suite& suite : suites()) {
    if (suite.name == name) return &suite;
  }
  return nullptr;
}

void run_suite(const Suite& suite, const SuiteOptions& options, Listener& listener) {
  const Machine machine = Machine::detect();
  if (suite.backend == Backend::cuda && machine.devices.empty()) {
    throw Error(
        ErrorCode::device_unavailable,
        fmt::format("the suite '{}' needs a CUDA device: CUDA is {}", suite.name, machine.cuda),
        "run it where there is one; --suite cpu measures the CPU's kernels");
  }
  suite.run({options, listener,
             suite.backend == Backend::cuda ? machine.devices.front().name : machine.cpu});
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
