// Progress and cancellation.
#include "warpath/progress.hpp"
#include "base/semiring.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "support/random.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::ProgressAnswer;
using warpath::ProgressReport;
using warpath::ShortestPath;

// A matrix large enough that every kernel reports several times on its way: 50 ms apart.
std::size_t long_enough(const Way& way) {
  if (kSanitized) return way.production ? 700 : 300;
  return way.production ? 2500 : 900;
}

template <class S = ShortestPath<float>>
warpath::Statistics solve_some(std::size_t n, const Way& way, warpath::Progress progress) {
  Cells<typename S::Weight> cells = to_cells<S>(family("sparse").make(n, 0));
  warpath::Options options = way.options(S::kind);
  options.progress = std::move(progress);
  const auto size = static_cast<Index>(n);
  return warpath::solve_in_place(
      warpath::MatrixView<typename S::Weight>(cells.data(), size, size, size), options);
}

// The shortest vectors, so that runs are long and matrices small.
std::vector<Way> slow_ways(int threads) {
  std::vector<Way> ways = each_kernel(threads);
  for (Way& way : ways) {
    for (const std::string& isa : present_isas()) {
      if (way.production && way.isa.empty() && isa != "scalar") way.isa = isa;
    }
  }
  return ways;
}

void expect_orderly(const std::vector<ProgressReport>& reports, const std::string& where) {
  ASSERT_GE(reports.size(), 2u) << where;
  EXPECT_EQ(reports.front().done, 0) << where;
  EXPECT_EQ(reports.back().done, reports.back().total) << where;
  for (std::size_t r = 0; r < reports.size(); ++r) {
    EXPECT_EQ(reports[r].total, reports[0].total) << where;
    EXPECT_LE(reports[r].done, reports[r].total) << where;
    EXPECT_GE(reports[r].done, reports[r > 0 ? r - 1 : 0].done) << where << " report " << r;
  }
}

// Before anything is solved, where there are negative weights: the total is not known then.
TEST(Progress, TheSearchForCyclesHearsACancel) {
  Random random(7);
  const std::size_t n = 300'000;
  std::vector<double> height(n);
  for (double& h : height) h = random.real(0, 1000);
  std::vector<warpath::Arc<float>> arcs;
  for (std::size_t u = 0; u < n; ++u) {
    for (int k = 0; k < 4; ++k) {
      const std::size_t v = random.below(n);
      const double weight = random.real(0, 10) + height[u] - height[v];
      arcs.push_back({static_cast<Index>(u), static_cast<Index>(v), static_cast<float>(weight)});
    }
  }
  const auto graph = warpath::Graph::from_arcs<float>(static_cast<Index>(n), arcs);
  warpath::Options options;
  bool searching = false;
  int calls = 0;
  options.progress = [&](const ProgressReport& report) {
    ++calls;
    searching = report.total == 0;
    return ProgressAnswer::cancel;
  };
  const Index source = 0;
  EXPECT_EQ(code_of([&] {
              warpath::solve_from(graph, {&source, 1}, options);
            }),
            ErrorCode::cancelled);
  EXPECT_TRUE(searching);
  EXPECT_EQ(calls, 1) << "went on after it cancelled";
}

TEST(Progress, StartsAtNothingAndEndsAtAll) {
  for (const int threads : {1, 2, 3}) {
    for (const Way& way : all_ways({threads})) {
      for (const std::size_t n : {0u, 1u, 2u, 64u, 65u, 300u}) {
        std::vector<ProgressReport> reports;
        const warpath::Statistics statistics = solve_some(n, way, [&](const ProgressReport& r) {
          reports.push_back(r);
          return ProgressAnswer::go_on;
        });
        const std::string where = testing::PrintToString(way.kernel) + " n=" + std::to_string(n);
        expect_orderly(reports, where);
        EXPECT_EQ(reports[0].total, statistics.plan.tasks) << where;
      }
    }
  }
}

// About every 50 ms. Counted against the time that the solve itself states, with a wide margin for
// machines that have other things to do: the test is about runs of a second with two reports.
TEST(Progress, IsReportedAllAlong) {
  for (const int threads : {1, 2}) {
    for (const Way& way : slow_ways(threads)) {
      std::vector<ProgressReport> reports;
      const warpath::Statistics statistics =
          solve_some(long_enough(way), way, [&](const ProgressReport& r) {
            reports.push_back(r);
            return ProgressAnswer::go_on;
          });
      const std::string where = way.kernel + " threads " + std::to_string(threads);
      expect_orderly(reports, where);
      EXPECT_GE(static_cast<double>(reports.size()), 2 + std::floor(statistics.seconds / 0.4))
          << where;
      // Done counts true work: it moves with the reports and is neither 0 nor all until the end.
      if (reports.size() < 6) continue;
      EXPECT_GT(reports[reports.size() / 2].done, 0.05 * reports[0].total) << where;
      EXPECT_LT(reports[reports.size() / 2].done, 0.95 * reports[0].total) << where;
    }
  }
}

TEST(Progress, ComesOnTheCallingThreadOnly) {
  for (const int threads : {1, 2, 3}) {
    for (const Way& way : slow_ways(threads)) {
      const std::thread::id here = std::this_thread::get_id();
      std::atomic<int> inside = 0;
      std::atomic<bool> elsewhere = false;
      std::atomic<bool> twice = false;
      // Long enough for a dozen reports: any thread that may report would.
      solve_some<ShortestPath<double>>(long_enough(way), way, [&](const ProgressReport&) {
        if (inside++ != 0) twice = true;
        if (std::this_thread::get_id() != here) elsewhere = true;
        --inside;
        return ProgressAnswer::go_on;
      });
      EXPECT_FALSE(elsewhere) << way;
      EXPECT_FALSE(twice) << way;
    }
  }
}

// Cancels at call 0, 1, 2, ... until a run ends before that call comes.
TEST(Progress, CancelEndsTheSolveAtEveryCall) {
  for (const int threads : {1, 2, 3}) {
    for (const Way& way : slow_ways(threads)) {
      for (const std::size_t n :
           {std::size_t{0}, std::size_t{40}, std::size_t{200}, long_enough(way) * 2 / 3}) {
        bool reached = true;
        int last = 0;
        for (int call = 0; reached && call < 60; ++call) {
          int calls = 0;
          reached = false;
          std::string text = "no error";
          const auto code = code_of(
              [&] {
                solve_some(n, way, [&](const ProgressReport&) {
                  EXPECT_LE(calls, call) << way << ": called again after cancel";
                  if (calls++ < call) return ProgressAnswer::go_on;
                  reached = true;
                  return ProgressAnswer::cancel;
                });
              },
              &text);
          if (reached) {
            EXPECT_EQ(code, ErrorCode::cancelled) << way << " n=" << n << " call " << call << text;
            last = call;
          } else {
            EXPECT_EQ(code, std::nullopt) << way << " n=" << n << " call " << call << text;
          }
        }
        EXPECT_GE(last, 1) << way << " n=" << n << ": the start and the end are calls";
      }
    }
  }
}

struct Peculiar {
  int number;
};

TEST(Progress, ExceptionsOfTheCallbackPassThroughUnchanged) {
  for (const int threads : {1, 2, 3}) {
    for (const Way& way : slow_ways(threads)) {
      for (int call = 0; call < 3; ++call) {
        int calls = 0;
        try {
          solve_some(long_enough(way) * 2 / 3, way, [&](const ProgressReport&) {
            if (calls++ == call) throw Peculiar{call + 100};
            return ProgressAnswer::go_on;
          });
          // A fast machine may be done after the first two calls.
          EXPECT_GE(call, calls) << way;
        } catch (const Peculiar& caught) {
          EXPECT_EQ(caught.number, call + 100) << way;
          EXPECT_EQ(calls, call + 1) << way << ": called again after it threw";
        }
      }
    }
  }
}

TEST(Progress, ACancelledSolveLeavesNothingBehind) {
  for (const Way& way : slow_ways(2)) {
    EXPECT_EQ(code_of([&] {
                solve_some(long_enough(way) / 2, way,
                           [](const ProgressReport&) { return ProgressAnswer::cancel; });
              }),
              ErrorCode::cancelled);
    Truth truth(family("sparse").make(131, 0));
    EXPECT_TRUE(matches(
        expected<ShortestPath<float>>(truth),
        solved<ShortestPath<float>>(to_cells<ShortestPath<float>>(truth.arcs()), 131, way), 131))
        << way;
  }
}

// The matrix of a cancelled solve holds old or improved distances, never worse and never invented.
TEST(Progress, ACancelledMatrixHoldsAMixtureOfOldAndImproved) {
  for (const int threads : {1, 2}) {
    for (const Way& way : slow_ways(threads)) {
      const std::size_t n = kSanitized ? 200 : way.production ? 1500 : 600;
      const Weights arcs = family("sparse").make(n, 0);
      const Cells<float> before = to_cells<ShortestPath<float>>(arcs);
      const Cells<float> after = solved<ShortestPath<float>>(before, n, each_kernel(2).front());
      for (int call = 0; call < 3; ++call) {
        Cells<float> cells = before;
        warpath::Options options = way.options(warpath::SemiringKind::shortest_path);
        int calls = 0;
        options.progress = [&](const ProgressReport&) {
          return calls++ < call ? ProgressAnswer::go_on : ProgressAnswer::cancel;
        };
        const auto size = static_cast<Index>(n);
        code_of([&] {
          warpath::solve_in_place(warpath::MatrixView<float>(cells.data(), size, size, size),
                                  options);
        });
        for (std::size_t at = 0; at < n * n; ++at) {
          const float most = at % (n + 1) == 0 ? 0 : before[at];
          ASSERT_GE(cells[at], after[at]) << way << " call " << call << " at " << at;
          ASSERT_LE(cells[at], std::max(most, before[at])) << way << " call " << call;
        }
      }
    }
  }
}

TEST(Progress, ACallbackMaySolveSomethingItself) {
  Truth truth(family("sparse").make(131, 0));
  const auto cells = to_cells<ShortestPath<float>>(truth.arcs());
  const auto want = expected<ShortestPath<float>>(truth);
  for (const int threads : {1, 2, 3}) {
    for (const Way& way : slow_ways(threads)) {
      int inner = 0;
      solve_some(long_enough(way) / 2, way, [&](const ProgressReport&) {
        EXPECT_TRUE(matches(want, solved<ShortestPath<float>>(cells, 131, way), 131)) << way;
        ++inner;
        return ProgressAnswer::go_on;
      });
      EXPECT_GE(inner, 2) << way;
    }
  }
}

}  // namespace
}  // namespace support
