// The heap fails in a sparse solve: does_not_fit, nothing leaks, and the next solve works. Memory is what the plan states.
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <string>
#include <vector>

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

// Beside what is counted: options, messages, the heap's rounding.
constexpr std::int64_t kSmall = 64 << 10;

template <class F>
std::int64_t bytes_taken(const F& call) {
  call();
  faults::reset_peak();
  const std::int64_t before = faults::live_bytes();
  call();
  return faults::peak_bytes() - before;
}

std::vector<Index> all_of(const Graph& graph) {
  std::vector<Index> sources(static_cast<std::size_t>(graph.vertices()));
  std::iota(sources.begin(), sources.end(), Index{0});
  return sources;
}

TEST(SparseMemory, IsWhatThePlanStates) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  for (const GraphKind kind : {GraphKind::road, GraphKind::gnp}) {
    const Graph graph = warpath::generate(kind, 1000);
    const auto sources = all_of(graph);
    for (const Method method : {Method::sparse, Method::search, Method::dense}) {
      for (const bool routes : {false, true}) {
        if (routes && method == Method::dense)
          continue;  // arcs that are best paths are counted then
        for (const int threads : {1, 2}) {
          Options options;
          options.method = method;
          options.threads = threads;
          options.predecessors = routes;
          if (method == Method::sparse) options.sparse_plan = warpath::SparsePlan(graph);
          const auto stated = [&](const warpath::Plan& plan) {
            return static_cast<std::int64_t>(plan.bytes()) + kSmall;
          };
          const auto where = std::string(to_string(kind)) + " " + std::string(to_string(method)) +
                             (routes ? " with routes, threads " : ", threads ") +
                             std::to_string(threads);
          EXPECT_LE(bytes_taken([&] { warpath::solve(graph, options); }),
                    stated(warpath::plan_solve(graph, options)))
              << where;
          if (method == Method::dense) continue;
          options.memory_limit = warpath::plan_rows(graph, 1000, options).bytes() + (1 << 20);
          const auto limit = static_cast<std::int64_t>(options.memory_limit) + kSmall;
          const auto stream = [&] {
            warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
          };
          EXPECT_LE(bytes_taken(stream), limit) << where;
          options.predecessors = false;
          if (method == Method::sparse && !routes) {
            EXPECT_LE(bytes_taken([&] { warpath::measure(graph, options); }), limit) << where;
          }
        }
      }
    }
  }
}

// Two batches are there at a time, and the first is smaller.
TEST(SparseMemory, RowsThatAreTakenWhileTheNextAreSweptCount) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  const Graph graph = warpath::generate(GraphKind::road, 3000);
  const auto sources = all_of(graph);
  for (const Method method : {Method::sparse, Method::search}) {
    for (const bool routes : {false, true}) {
      for (const std::size_t mib : {12, 20, 28, 36, 60}) {
        Options options;
        options.method = method;
        options.threads = 2;
        options.predecessors = routes;
        options.memory_limit = mib << 20;
        const auto stream = [&] {
          warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
        };
        EXPECT_LE(bytes_taken(stream), static_cast<std::int64_t>(options.memory_limit) + kSmall)
            << to_string(method) << (routes ? " with routes" : "") << ", MiB: " << mib;
      }
    }
  }
}

// Cycles are looked for along copies of the arcs, and marked by what is kept of them.
TEST(SparseMemory, NegativeWeightsKeepToTheLimit) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  constexpr Index n = 2000;
  for (const int least : {0, -40}) {  // without a negative cycle, and with many
    std::vector<warpath::Arc<float>> arcs;
    for (Index u = 0; u < n; ++u) {
      const auto height = [](Index v) { return static_cast<float>(v * 37 % 100) / 8; };
      for (const Index v : {(u + 1) % n, (u + 40) % n, (u + n - 1) % n}) {
        const float above = static_cast<float>((u * 11 + v) % 50 + least);
        arcs.push_back({u, v, above + height(u) - height(v)});
      }
    }
    const Graph graph = Graph::from_arcs<float>(n, arcs);
    const auto sources = all_of(graph);
    Options options;
    options.threads = 2;
    options.on_negative_cycle = warpath::OnNegativeCycle::mark;
    int solved = 0;
    for (const double mib : {0.1, 0.3, 0.6, 1.0, 2.0, 4.0, 8.0, 12.0}) {
      options.memory_limit = static_cast<std::size_t>(mib * (1 << 20));
      try {
        const std::int64_t taken = bytes_taken(
            [&] { warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {}); });
        EXPECT_LE(taken, static_cast<std::int64_t>(options.memory_limit) + kSmall) << least;
        ++solved;
      } catch (const warpath::Error& error) {
        EXPECT_EQ(error.code(), warpath::ErrorCode::does_not_fit) << error.what();
      }
    }
    EXPECT_GE(solved, 2) << least;
    EXPECT_LE(solved, 7) << least;
  }
}

// At any limit, whether the call is refused or not: what is taken before that counts, too. How many
// of the calls were not.
template <class F>
int expect_limits_kept(const std::string& where, double from_mib, double to_mib, const F& call) {
  int solved = 0;
  for (double mib = from_mib; mib < to_mib; mib *= 1.04) {
    const auto limit = static_cast<std::size_t>(mib * (1 << 20));
    faults::reset_peak();
    const std::int64_t before = faults::live_bytes();
    const Outcome outcome = outcome_of([&] { call(limit); });
    EXPECT_LE(faults::peak_bytes() - before, static_cast<std::int64_t>(limit) + kSmall)
        << where << " within " << mib << " MiB, outcome " << static_cast<int>(outcome);
    EXPECT_TRUE(outcome == Outcome::fine || outcome == Outcome::does_not_fit) << where;
    solved += outcome == Outcome::fine ? 1 : 0;
  }
  return solved;
}

// About 3.4 MiB, which is more than the arcs take that are solved afterwards.
TEST(SparseMemory, TheSearchForCyclesCounts) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  constexpr Index n = 16'000;
  std::vector<warpath::Arc<float>> arcs;
  const auto height = [](Index v) { return static_cast<float>(v * 37 % 100) / 7; };
  for (Index u = 0; u < n; ++u) {
    for (Index step = 1; step <= 8; ++step) {
      const Index v = (u + step) % n;
      arcs.push_back({u, v, height(v) - height(u) - (u % 1000 == 0 ? 1.0F : 0.0F)});
    }
  }
  const Graph graph = Graph::from_arcs<float>(n, arcs);
  const std::vector<Index> sources{7, 8};
  const auto stream = [&](std::size_t limit) {
    Options options;
    options.threads = 2;
    options.memory_limit = limit;
    options.on_negative_cycle = warpath::OnNegativeCycle::mark;
    warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
  };
  stream(0);  // one-time things
  expect_limits_kept("search", 2.5, 4.5, stream);
}

// Every arc is near 0, seen from the heights, and so is every cycle.
TEST(SparseMemory, ALookAtArcsNearZeroCounts) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  constexpr Index n = 4'000;
  std::vector<warpath::Arc<float>> arcs;
  const auto height = [](Index v) { return static_cast<float>(v * 37 % 100) / 7; };
  for (Index u = 0; u < n; ++u) {
    for (const Index step : {1, 2, 3, 5, 7, 11, 13, 17}) {
      const Index v = (u + step) % n;
      arcs.push_back({u, v, height(v) - height(u)});
    }
  }
  const Graph graph = Graph::from_arcs<float>(n, arcs);
  const std::vector<Index> sources{7, 8};
  const auto stream = [&](std::size_t limit) {
    Options options;
    options.threads = 2;
    options.memory_limit = limit;
    warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
  };
  stream(0);  // one-time things
  expect_limits_kept("near 0", 0.7, 4, stream);
}

// An order while it is found, which takes more than the arcs that are swept by it.
TEST(SparseMemory, TheOrderCountsWhileItIsFound) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  const Graph graph = warpath::generate(GraphKind::road, 20'000);
  const std::vector<Index> sources{7, 8};
  const auto stream = [&](std::size_t limit) {
    Options options;
    options.method = Method::sparse;
    options.threads = 1;
    options.memory_limit = limit;
    warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
  };
  stream(0);  // one-time things
  expect_limits_kept("order", 0.5, 8, stream);
}

// Weights that must stay beside the distances, for predecessors.
TEST(SparseMemory, NegativeWeightsOfAMatrixCount) {
  if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  constexpr Index n = 600;
  warpath::Matrix<float> weights(n, n);
  for (Index u = 0; u < n; ++u) {
    for (Index v = 0; v < n; ++v) {
      weights(u, v) = static_cast<float>((u * 13 + v * 7) % 50 + v * 37 % 100 - u * 37 % 100);
    }
  }
  for (const bool routes : {false, true}) {
    const auto solve = [&](std::size_t limit) {
      Options options;
      options.threads = 2;
      options.memory_limit = limit;
      options.predecessors = routes;
      warpath::solve(std::as_const(weights).view(), options);
    };
    solve(0);  // one-time things
    EXPECT_GT(expect_limits_kept(routes ? "routes" : "distances", 1.2, 10, solve), 3);
  }
}

}  // namespace
}  // namespace support
