// Sparse solves under ThreadSanitizer: many nodes, large fronts, panels, rows and measures by several threads; progress and
// cancellation on the way.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "base/progress_meter.hpp"
#include "cpu/batches.hpp"
#include "sparse/plan.hpp"
#include "support/arc_lists.hpp"
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
using warpath::ProgressAnswer;
using warpath::ProgressReport;
using warpath::Result;

Options sparse_options(int threads) {
  Options options;
  options.method = Method::sparse;
  options.threads = threads;
  return options;
}

template <class T>
void expect_same(const Result& a, const Result& b) {
  for (Index i = 0; i < a.vertices(); ++i) {
    for (Index j = 0; j < a.vertices(); ++j) {
      ASSERT_TRUE(same_bits(a.distances<T>()(i, j), b.distances<T>()(i, j))) << i << " " << j;
    }
  }
}

TEST(SparseThreads, GiveTheSameBitsHoweverManyTheyAre) {
  for (const GraphKind kind : {GraphKind::road, GraphKind::gnp}) {
    // The second has a front that all threads close together.
    const Graph graph = warpath::generate(kind, kSanitized ? 500 : 900);
    const Result one = warpath::solve(graph, sparse_options(1));
    for (const int threads : {2, 3, 4}) {
      expect_same<float>(one, warpath::solve(graph, sparse_options(threads)));
    }
    const warpath::Measures measures = warpath::measure(graph, sparse_options(1));
    std::vector<Index> sources(300);
    std::iota(sources.begin(), sources.end(), Index{100});
    const Result some = warpath::solve_from(graph, sources, sparse_options(1));
    for (const int threads : {2, 3}) {
      EXPECT_EQ(warpath::measure(graph, sparse_options(threads)).closeness, measures.closeness);
      const Result again = warpath::solve_from(graph, sources, sparse_options(threads));
      for (Index i = 0; i < 300; ++i) {
        for (Index j = 0; j < graph.vertices(); ++j) {
          ASSERT_TRUE(same_bits(some.distances<float>()(i, j), again.distances<float>()(i, j)));
        }
      }
    }
  }
}

TEST(SparseThreads, TinySupernodesByManyThreads) {
  const Graph graph =
      warpath::generate(GraphKind::grid, 400, {.weight = warpath::WeightType::int32});
  Options options = sparse_options(3);
  options.sparse_plan = warpath::sparse::PlanData::make(
      warpath::sparse::pattern_of(graph), warpath::sparse::Grouping{.leaf = 1, .widest = 1});
  expect_same<std::int32_t>(warpath::solve(graph, {.method = Method::dense}),
                            warpath::solve(graph, options));
}

// Orders are found one at a time; the solves run side by side.
TEST(SparseThreads, AnyNumberOfSolvesAtOnce) {
  const Graph graph = warpath::generate(GraphKind::road, 300);
  const Result want = warpath::solve(graph, sparse_options(1));
  std::vector<std::jthread> others;
  for (int k = 0; k < 4; ++k) {
    others.emplace_back([&, k] {
      const Result got = warpath::solve(graph, sparse_options(1 + k % 2));
      expect_same<float>(want, got);
    });
  }
}

// Rows are taken, and some of them kept, while the next are computed.
TEST(SparseThreads, RowsAreTakenByTheCallerWhileTheNextAreComputed) {
  const Graph graph = warpath::generate(GraphKind::road, 200);
  std::vector<Index> sources(200);
  std::iota(sources.begin(), sources.end(), Index{0});
  const Result want = warpath::solve_from(graph, sources, sparse_options(1));
  const std::thread::id caller = std::this_thread::get_id();
  for (const char* kernel : {"sparse", "buckets"}) {
    for (const int threads : {1, 3}) {
      Options options = sparse_options(threads);
      options.method = Method::automatic;
      options.kernel = kernel;
      options.batch = 7;
      std::vector<warpath::Rows> taken;
      warpath::stream_rows(graph, sources, options, [&](warpath::Rows& rows) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        taken.push_back({rows.first, rows.count, {}, {}});
        if (taken.size() % 3 == 0) {
          taken.back().distances = std::move(rows.distances);
          return;
        }
        const auto& cells = std::get<warpath::Matrix<float>>(rows.distances);
        warpath::Matrix<float> copy(rows.count, 200);
        for (Index i = 0; i < rows.count; ++i) std::copy_n(&cells(i, 0), 200, &copy(i, 0));
        taken.back().distances = std::move(copy);
      });
      Index next = 0;
      for (const warpath::Rows& rows : taken) {
        ASSERT_EQ(rows.first, next);
        next += rows.count;
        for (Index i = 0; i < rows.count; ++i) {
          for (Index j = 0; j < 200; ++j) {
            const float got = std::get<warpath::Matrix<float>>(rows.distances)(i, j);
            ASSERT_NEAR(got, want.distances<float>()(rows.first + i, j), 1e-2) << kernel;
          }
        }
      }
      EXPECT_EQ(next, 200);
    }
  }
}

// Whoever takes the first rows waits for the next to be computed; and with one thread, sees that they are not.
TEST(SparseThreads, BatchesAreComputedWhileThoseBeforeAreTaken) {
  struct Target final : warpath::RowTarget {
    warpath::Cells place(Index, Index) override { return {}; }
    double done(Index first, Index) override {
      using std::chrono_literals::operator""s, std::chrono_literals::operator""ms;
      const auto late = std::chrono::steady_clock::now() + (beside ? 60s : 50ms);
      const int next = static_cast<int>(first) + 1;
      while (computed <= next && next < 3 && std::chrono::steady_clock::now() < late) {
        std::this_thread::yield();
      }
      EXPECT_EQ(computed, beside && next < 3 ? next + 1 : next);
      return 0;
    }
    bool beside = false;
    std::atomic<int> computed = 0;
  };
  const std::vector<std::int32_t> sources = {0, 1, 2};
  for (const int threads : {1, 2}) {
    warpath::Plan plan;
    plan.threads = threads;
    plan.batch = 1;
    const warpath::Progress progress;
    warpath::ProgressMeter meter(progress, 1);
    Target target;
    target.beside = threads > 1;
    warpath::Work work{
        .plan = plan, .facts = {}, .meter = meter, .sources = sources, .rows = &target};
    warpath::cpu::each_batch(work, [&](Index, Index, const warpath::Cells&) { ++target.computed; });
    EXPECT_EQ(target.computed, 3);
  }
}

TEST(SparseThreads, NothingIsHandedOutAfterASinkHasThrown) {
  const Graph graph = warpath::generate(GraphKind::road, 300);
  std::vector<Index> sources(300);
  std::iota(sources.begin(), sources.end(), Index{0});
  for (const int threads : {1, 3}) {
    Options options = sparse_options(threads);
    options.batch = 10;
    int calls = 0;
    EXPECT_THROW(warpath::stream_rows(graph, sources, options,
                                      [&](warpath::Rows&) {
                                        if (++calls == 4) throw std::out_of_range("full");
                                      }),
                 std::out_of_range);
    EXPECT_EQ(calls, 4);
  }
}

TEST(SparseProgress, IsMonotoneAndEndsWithAll) {
  const Graph graph = warpath::generate(GraphKind::road, kSanitized ? 400 : 3000);
  std::vector<Index> sources{5, 5, 7, 1};
  for (const int threads : {1, 3}) {
    for (int what = 0; what < 4; ++what) {
      std::vector<ProgressReport> reports;
      const std::thread::id caller = std::this_thread::get_id();
      Options options = sparse_options(threads);
      options.progress = [&](const ProgressReport& report) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        reports.push_back(report);
        return ProgressAnswer::go_on;
      };
      if (what == 0) warpath::solve(graph, options);
      if (what == 1) warpath::solve_from(graph, sources, options);
      if (what == 2) warpath::measure(graph, options);
      if (what == 3) {
        warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {});
      }
      ASSERT_GE(reports.size(), 2u) << what;
      EXPECT_EQ(reports.front().done, 0);
      EXPECT_GT(reports.back().total, 0);
      EXPECT_EQ(reports.back().done, reports.back().total);
      for (std::size_t k = 1; k < reports.size(); ++k) {
        EXPECT_GE(reports[k].done, reports[k - 1].done);
        EXPECT_EQ(reports[k].total, reports[0].total);
        EXPECT_LE(reports[k].done, reports[k].total);
      }
    }
  }
}

// Rows that a cancel has left half done are nobody's.
TEST(SparseProgress, NoRowsAreHandedOutAfterACancel) {
  const Graph graph = warpath::generate(GraphKind::road, kSanitized ? 400 : 3000);
  std::vector<Index> sources(static_cast<std::size_t>(graph.vertices()));
  std::iota(sources.begin(), sources.end(), Index{0});
  for (const int threads : {1, 3}) {
    Options options = sparse_options(threads);
    options.isa = "scalar";  // so that a batch takes longer than reports are apart
    options.weights = warpath::WeightType::float64;
    options.sparse_plan = warpath::SparsePlan(graph);
    bool cancelled = false;
    options.progress = [&](const ProgressReport& report) {
      cancelled = report.done > options.sparse_plan.facts().front_tasks;
      return cancelled ? ProgressAnswer::cancel : ProgressAnswer::go_on;
    };
    int after = 0;
    (void)code_of([&] {
      warpath::stream_rows(graph, sources, options, [&](warpath::Rows&) { after += cancelled; });
    });
    EXPECT_EQ(after, 0) << threads;
  }
}

TEST(SparseProgress, CancelsAndCarriesExceptions) {
  const Graph graph = warpath::generate(GraphKind::road, kSanitized ? 400 : 3000);
  for (const int threads : {1, 3}) {
    for (const int at_call : {1, 2}) {
      for (int what = 0; what < 3; ++what) {
        const auto run = [&](const Options& options) {
          if (what == 0) warpath::solve(graph, options);
          if (what == 1) warpath::solve_from(graph, std::vector<Index>(600, 3), options);
          if (what == 2) warpath::measure(graph, options);
        };
        int calls = 0;
        Options options = sparse_options(threads);
        options.progress = [&](const ProgressReport&) {
          return ++calls >= at_call ? ProgressAnswer::cancel : ProgressAnswer::go_on;
        };
        EXPECT_EQ(code_of([&] { run(options); }), ErrorCode::cancelled) << what;
        EXPECT_EQ(calls, at_call) << "called again after it cancelled";
        calls = 0;
        options.progress = [&](const ProgressReport&) -> ProgressAnswer {
          if (++calls >= at_call) throw std::range_error("enough");
          return ProgressAnswer::go_on;
        };
        EXPECT_THROW(run(options), std::range_error) << what;
      }
    }
  }
}

}  // namespace
}  // namespace support
