// Suites: fixed sets of measurements, each with what must be reached.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measure.hpp"
#include "bench/records.hpp"
#include "warpath/error.hpp"

namespace warpath::bench {

// Is told every result as soon as it is there.
class Listener {
 public:
  virtual ~Listener() = default;
  virtual void on_record(const Record& record) = 0;
  virtual void on_goal(const Goal& goal) = 0;
  virtual void on_finding(const Json& record) = 0;    // of another shape
  virtual void on_text(const std::string& text) = 0;  // for people
  virtual void on_skipped(const Case& what, const Error& why) = 0;
};

struct SuiteOptions {
  Repeats repeats = {};
  std::string isa = {};                    // of the CPU engine; empty: the best
  std::function<bool()> interrupted = {};  // asked now and then by suites that have files
};

struct Limit {
  double must;
  double aim;
};

// One run of a suite: what its function is handed, to measure by and to report to.
struct SuiteRun {
  SuiteOptions options;
  Listener& listener;
  std::string device;  // its name, or the processor's

  int times(int usual) const { return options.repeats.fixed > 0 ? options.repeats.fixed : usual; }
  bool interrupted() const { return options.interrupted && options.interrupted(); }

  // Measures them in turns, and reports them.
  std::vector<Record> measured(std::span<const Case> cases) const;
  Record measured(const Case& what) const { return measured({&what, 1}).front(); }

  // Seconds that something took, verified; with the statistics of the solve, where it was one.
  void found(std::string_view what, std::string_view graph, Index n, double seconds,
             const Statistics* solve = nullptr) const;

  void goal(std::string row, std::string unit, Limit limit, double reached) const {
    listener.on_goal({std::move(row), std::move(unit), limit.must, limit.aim, reached, device});
  }
  void text(const std::string& text) const { listener.on_text(text); }
};

// A row of the table in suite.cpp.
struct Suite {
  std::string_view name;
  std::string_view title;  // one line for people
  Backend backend;         // cuda: a device is needed
  void (*run)(const SuiteRun&);
  bool has_files = false;  // that must be removed when it is interrupted
};

std::span<const Suite> suites();

// Null when there is none of that name.
const Suite* find_suite(std::string_view name);

// Error device_unavailable where the suite needs a CUDA device and there is none, before anything
// else. Takes minutes.
void run_suite(const Suite& suite, const SuiteOptions& options, Listener& listener);

// Cases of one's own instead of a suite, each by itself. What cannot run here is told to the
// listener and left out; when nothing is left, its Error is thrown.
void measure_each(std::span<const Case> cases, const Repeats& repeats, Listener& listener);

}  // namespace warpath::bench
