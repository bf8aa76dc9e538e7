// Allocation number k fails, for k = 0, 1, 2, ... until there are no more: each time a clean Error,
// nothing leaked, and the next solve works.
#include <gtest/gtest.h>

#include <concepts>
#include <functional>

#include "base/semiring.hpp"
#include "failing_new.hpp"
#include "support/ways.hpp"
#include "warpath/graph.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::MatrixView;

constexpr int kMost = 500;  // no call of the library allocates more often

// What came of it, without allocating while the heap fails.
enum class Outcome { fine, does_not_fit, other_error, bad_alloc, other };

Outcome outcome_of(const std::function<void()>& call) {
  try {
    call();
    return Outcome::fine;
  } catch (const warpath::Error& error) {
    return error.code() == ErrorCode::does_not_fit ? Outcome::does_not_fit : Outcome::other_error;
  } catch (const std::bad_alloc&) {
    return Outcome::bad_alloc;
  } catch (...) {
    return Outcome::other;
  }
}

void expect_clean_failures(const std::string& where, const std::function<void()>& call) {
  call();  // one-time things: thread pools, tables
  ASSERT_EQ(outcome_of(call), Outcome::fine) << where;
  int failures = 0;
  for (int k = 0;; ++k) {
    ASSERT_LT(k, kMost) << where << ": no end of allocations";
    const std::int64_t before = faults::live();
    faults::arm(k, faults::Mode::once);
    const Outcome outcome = outcome_of(call);
    const bool failed = faults::disarm();
    EXPECT_EQ(faults::live(), before) << where << ": leaked when allocation " << k << " failed";
    if (!failed) {
      EXPECT_EQ(outcome, Outcome::fine) << where << " without a failure";
      break;
    }
    ++failures;
    EXPECT_EQ(outcome, Outcome::does_not_fit)
        << where << " when allocation " << k << " failed: " << static_cast<int>(outcome);
  }
  EXPECT_GT(failures, 0) << where << ": nothing was tested";
  // A heap that has nothing left: building the message may fail too, but nothing crashes or leaks.
  for (int k = 0; k < failures; ++k) {
    const std::int64_t before = faults::live();
    faults::arm(k, faults::Mode::after);
    const Outcome outcome = outcome_of(call);
    if (!faults::disarm()) {  // how often threads allocate depends on who is first
      EXPECT_EQ(outcome, Outcome::fine) << where << " without a failure";
      continue;
    }
    EXPECT_EQ(faults::live(), before) << where << ": leaked with no heap from allocation " << k;
    EXPECT_TRUE(outcome == Outcome::does_not_fit || outcome == Outcome::bad_alloc)
        << where << " with no heap from allocation " << k << ": " << static_cast<int>(outcome);
  }
  EXPECT_EQ(outcome_of(call), Outcome::fine) << where << " afterwards";
}

// Serial and threaded sizes, below and above the block that is closed at once. The largest is tried
// with one type: what is allocated is the same for all, but for its size.
constexpr std::size_t kSizes[] = {5, 70, 140};
constexpr std::size_t kEveryType = 70;

template <class F>
void for_each_case(F&& f) {
  for (const std::size_t n : kSizes) {
    const Weights arcs = family("sparse").make(n, 0);
    for (const int threads : {1, 3}) {
      for (const Way& way : each_kernel(threads)) {
        for_each_combination([&]<class S>() {
          if (n > kEveryType && !std::same_as<S, warpath::ShortestPath<float>>) return;
          const std::string where = way.kernel + " threads " + std::to_string(way.threads) + " " +
                                    name_of<S>() + " n=" + std::to_string(n);
          f.template operator()<S>(arcs, way, where);
        });
      }
    }
  }
}

TEST(Allocation, FailsCleanlyInASolveOfAMatrix) {
  for_each_case([]<class S>(const Weights& arcs, const Way& way, const std::string& where) {
    using T = typename S::Weight;
    const auto cells = to_cells<S>(arcs);
    const auto n = static_cast<Index>(arcs.n());
    const warpath::Options options = way.options(S::kind);
    expect_clean_failures("matrix " + where, [&] {
      const warpath::Result result =
          warpath::solve(MatrixView<const T>(cells.data(), n, n, n), options);
      if (!result.reachable(0, 0)) throw 0;
    });
  });
}

TEST(Allocation, FailsCleanlyInPlace) {
  for_each_case([]<class S>(const Weights& arcs, const Way& way, const std::string& where) {
    using T = typename S::Weight;
    const auto cells = to_cells<S>(arcs);
    const auto n = static_cast<Index>(arcs.n());
    const warpath::Options options = way.options(S::kind);
    for (const Index stride : {1, 2}) {  // where it lies, and through a copy
      std::vector<T> copy(cells.size() * static_cast<std::size_t>(stride));
      const MatrixView<T> view(copy.data(), n, n, n * stride, stride);
      const auto call = [&] {
        for (std::size_t at = 0; at < cells.size(); ++at) {
          copy[at * static_cast<std::size_t>(stride)] = cells[at];
        }
        warpath::solve_in_place(view, options);
      };
      // The smallest solves of the paper's kernels need no memory at all, which is as good.
      const std::int64_t before = faults::count();
      call();
      if (faults::count() == before) continue;
      expect_clean_failures("in place " + where + " stride " + std::to_string(stride), call);
    }
  });
}

// From some size on, looking through the input takes threads as well.
TEST(Allocation, FailsCleanlyWhereTheInputIsPreparedByThreads) {
  using S = warpath::ShortestPath<std::int16_t>;
  const Index n = 600;
  const auto cells = to_cells<S>(family("sparse").make(static_cast<std::size_t>(n), 0));
  for (const bool undirected : {false, true}) {
    warpath::Options options;
    options.threads = 3;
    options.undirected = undirected;
    expect_clean_failures("prepared by threads", [&] {
      warpath::solve(MatrixView<const std::int16_t>(cells.data(), n, n, n), options);
    });
  }
}

TEST(Allocation, FailsCleanlyInASolveOfAGraph) {
  for_each_case([]<class S>(const Weights& arcs, const Way& way, const std::string& where) {
    using T = typename S::Weight;
    if constexpr (S::kind != warpath::SemiringKind::reachability) {
      std::vector<warpath::Arc<T>> list;
      for (std::size_t i = 0; i < arcs.n(); ++i) {
        for (std::size_t j = 0; j < arcs.n(); ++j) {
          if (arcs(i, j) == oracle::absent<double>()) continue;
          list.push_back(
              {static_cast<Index>(i), static_cast<Index>(j), static_cast<T>(arcs(i, j))});
        }
      }
      const auto n = static_cast<Index>(arcs.n());
      const warpath::Graph graph = warpath::Graph::from_arcs<T>(n, list);
      warpath::Options options = way.options(S::kind);
      expect_clean_failures("graph " + where, [&] { warpath::solve(graph, options); });
      options.undirected = true;
      expect_clean_failures("undirected graph " + where, [&] { warpath::solve(graph, options); });
      expect_clean_failures("building a graph " + where,
                            [&] { warpath::Graph::from_arcs<T>(n, list); });
    }
  });
}

TEST(Allocation, FailsCleanlyInAConversion) {
  const std::size_t n = 70;
  const auto cells = to_cells<warpath::ShortestPath<double>>(family("sparse").make(n, 0));
  for (const warpath::WeightType type :
       {warpath::WeightType::float32, warpath::WeightType::int32, warpath::WeightType::int16}) {
    warpath::Options options;
    options.weights = type;
    expect_clean_failures("to " + std::string(to_string(type)), [&] {
      warpath::solve(MatrixView<const double>(cells.data(), 70, 70, 70), options);
    });
  }
}

TEST(Allocation, FailsCleanlyInAPlan) {
  const warpath::Arc<float> arcs[] = {{0, 999, 1}};
  const warpath::Graph graph = warpath::Graph::from_arcs<float>(1000, arcs);
  const auto call = [&] { warpath::plan_solve(graph); };
  call();
  const std::int64_t before = faults::count();
  call();
  if (faults::count() != before) expect_clean_failures("plan_solve", call);
}

// With progress, the callback's exception is carried around: still nothing leaks.
TEST(Allocation, NothingLeaksOnCancelErrorsAndExceptions) {
  const std::size_t n = 300;
  const auto good = to_cells<warpath::ShortestPath<float>>(family("sparse").make(n, 0));
  const auto cyclic = to_cells<warpath::ShortestPath<float>>(family("negative_pair").make(n, 0));
  for (const Way& way : each_kernel(3)) {
    for (int what = 0; what < 4; ++what) {
      warpath::Options options = way.options(warpath::SemiringKind::shortest_path);
      auto input = what == 2 ? cyclic : good;
      if (what == 3) input.back() = std::numeric_limits<float>::quiet_NaN();
      int calls = 0;
      options.progress = [&](const warpath::ProgressReport&) {
        ++calls;
        if (what == 1) throw std::string("a text that is too long to be kept without the heap");
        return what == 0 && calls > 1 ? warpath::ProgressAnswer::cancel
                                      : warpath::ProgressAnswer::go_on;
      };
      const auto call = [&] {
        warpath::solve(MatrixView<const float>(input.data(), 300, 300, 300), options);
      };
      outcome_of(call);
      const std::int64_t before = faults::live();
      const Outcome outcome = outcome_of(call);
      EXPECT_EQ(outcome, what == 1 ? Outcome::other : Outcome::other_error) << way << " " << what;
      EXPECT_EQ(faults::live(), before) << way << " case " << what;
    }
  }
}

}  // namespace
}  // namespace support
