// The heap fails in a sparse solve: does_not_fit, nothing leaks, and the next solve works. Memory is what the plan states.
#include <gtest/gtest.h>

#include <functional>

#include "failing_new.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::GraphKind;
using warpath::Method;
using warpath::Options;
using warpath::Result;

enum class Outcome { fine, does_not_fit, bad_alloc, other };

Outcome outcome_of(const std::function<void()>& call) {
  try {
    call();
    return Outcome::fine;
  } catch (const warpath::Error& error) {
    return error.code() == ErrorCode::does_not_fit ? Outcome::does_not_fit : Outcome::other;
  } catch (const std::bad_alloc&) {
    return Outcome::bad_alloc;
  } catch (...) {
    return Outcome::other;
  }
}

// Allocations are many: each fails where they are few, and every so often later on.
void expect_clean_failures(const std::string& where, const std::function<void()>& call) {
  call();
  ASSERT_EQ(outcome_of(call), Outcome::fine) << where;
  int failures = 0;
  bool ended = false;
  for (int k = 0; !ended; k += 1 + k / 60) {
    for (const faults::Mode mode : {faults::Mode::once, faults::Mode::after}) {
      const std::int64_t before = faults::live();
      faults::arm(k, mode);
      const Outcome outcome = outcome_of(call);
      const bool failed = faults::disarm();
      ASSERT_EQ(faults::live(), before) << where << ": leaked when allocation " << k << " failed";
      if (!failed) {
        ended = true;
        ASSERT_EQ(outcome, Outcome::fine) << where;
        break;
      }
      ++failures;
      // Asking the system how much memory is free may fail: a solve does without.
      const bool clean =
          outcome == Outcome::does_not_fit ||
          outcome == (mode == faults::Mode::once ? Outcome::fine : Outcome::bad_alloc);
      ASSERT_TRUE(clean) << where << " when allocation " << k << " failed, "
                         << (mode == faults::Mode::once ? "once: " : "and all later ones: ")
                         << static_cast<int>(outcome);
    }
  }
  EXPECT_GT(failures, 10) << where;
  EXPECT_EQ(outcome_of(call), Outcome::fine) << where << " afterwards";
}

TEST(SparseAllocation, FailsCleanly) {
  const std::vector<Index> sources{3, 1, 4, 1, 5};
  for (const Index n : {40, 300}) {
    const Graph graph = warpath::generate(GraphKind::road, n);
    for (const int threads : {1, 3}) {
      for (const char* kernel : {"sparse", "dijkstra"}) {
        Options options;
        options.kernel = kernel;
        options.threads = threads;
        const std::string where = std::string(kernel) + " n=" + std::to_string(n) + " threads " +
                                  std::to_string(threads) + " ";
        expect_clean_failures(where + "solve", [&] { warpath::solve(graph, options); });
        expect_clean_failures(where + "solve_from",
                              [&] { warpath::solve_from(graph, sources, options); });
        expect_clean_failures(where + "stream_rows", [&] {
          warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
        });
        expect_clean_failures(where + "measure", [&] { warpath::measure(graph, options); });
      }
    }
    expect_clean_failures("SparsePlan", [&] { warpath::SparsePlan plan(graph); });
    expect_clean_failures("automatic",
                          [&] { warpath::plan_solve(graph, {.method = Method::sparse}); });
  }
}

TEST(SparseAllocation, NothingLeaksOnCancelAndExceptions) {
  const Graph graph = warpath::generate(GraphKind::road, 400);
  const std::vector<Index> sources{3, 1, 4, 1, 5};
  for (const bool throwing : {false, true}) {
    Options options;
    options.method = Method::sparse;
    options.threads = 3;
    int calls = 0;
    options.progress = [&](const warpath::ProgressReport&) {
      if (++calls > 1 && throwing) throw std::string("a text too long to be kept without the heap");
      return calls > 1 ? warpath::ProgressAnswer::cancel : warpath::ProgressAnswer::go_on;
    };
    const auto call = [&] {
      calls = 0;
      warpath::solve(graph, options);
    };
    outcome_of(call);
    const std::int64_t before = faults::live();
    EXPECT_EQ(outcome_of(call), Outcome::other);
    EXPECT_EQ(faults::live(), before);
    const auto sinking = [&] {
      warpath::stream_rows(graph, sources, {.kernel = "sparse"}, [](warpath::Rows&) { throw 7; });
    };
    EXPECT_EQ(outcome_of(sinking), Outcome::other);
    EXPECT_EQ(faults::live(), before);
  }
}

// Arcs are not counted in a plan; they are as many as the graph's.
TEST(SparseMemory, IsWhatThePlanStates) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  for (const GraphKind kind : {GraphKind::road, GraphKind::gnp}) {
    const Graph graph = warpath::generate(kind, 1500);
    for (const int threads : {1, 2}) {
      Options options;
      options.method = Method::sparse;
      options.threads = threads;
      options.sparse_plan = warpath::SparsePlan(graph);
      const auto taken = [&](const auto& call) {
        call();
        faults::reset_peak();
        const std::int64_t before = faults::live_bytes();
        call();
        return faults::peak_bytes() - before;
      };
      const auto arcs = 64 * (graph.vertices() + graph.arcs()) + (64 << 10);
      const auto stated = [&](const warpath::Plan& plan) {
        return static_cast<std::int64_t>(plan.bytes()) + arcs;
      };
      EXPECT_LE(taken([&] { warpath::solve(graph, options); }),
                stated(warpath::plan_solve(graph, options)))
          << to_string(kind) << " threads " << threads;
      options.memory_limit = warpath::plan_rows(graph, 1500, options).bytes() + (1 << 20);
      EXPECT_LE(taken([&] { warpath::measure(graph, options); }),
                static_cast<std::int64_t>(options.memory_limit) + arcs)
          << to_string(kind) << " threads " << threads;
    }
  }
}

}  // namespace
}  // namespace support
