// Rows that may be refused, and what threads work on.
#include "base/crew.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace warpath {
namespace {

TEST(Crew, ThrowsWhatTheFirstRefusedRowDid) {
  for (const int threads : {1, 3}) {
    Crew crew(threads);
    for (int round = 0; round < 50; ++round) {
      try {
        crew.run_rows(500, [](Index i) {
          if (i % 100 == 37) throw std::runtime_error("row " + std::to_string(i));
        });
        FAIL() << threads;
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "row 37") << threads;
      }
    }
  }
}

// What failed for want of memory might work a moment later; other rows that failed would stay as they
// were, and nobody would know.
TEST(Crew, DoesNotTryARowAgain) {
  for (const int threads : {1, 3}) {
    Crew crew(threads);
    std::vector<std::atomic<int>> tried(300);
    EXPECT_THROW(crew.run_rows(300,
                               [&](Index i) {
                                 const bool first = tried[static_cast<std::size_t>(i)]++ == 0;
                                 if (first && i % 64 == 5) throw std::bad_alloc();
                               }),
                 std::bad_alloc)
        << threads;
    for (const auto& times : tried) EXPECT_LE(times, 1) << threads;
  }
}

TEST(Crew, HasNoMoreThreadsThanTheMachine) {
  EXPECT_EQ(crew_size(1), 1);
  EXPECT_GE(crew_size(0), 1);
  EXPECT_LE(crew_size(100'000), 4096);
  EXPECT_LE(Crew(100'000).threads(), crew_size(100'000));
}

TEST(Crew, LendsEachRowSomethingToWorkOn) {
  for (const int threads : {1, 3}) {
    Crew crew(threads);
    std::vector<int> sums(100);
    crew.run_rows_with<std::vector<int>>(100, [&](Index i, std::vector<int>& scratch) {
      scratch.assign(static_cast<std::size_t>(i), 1);
      for (const int one : scratch) sums[static_cast<std::size_t>(i)] += one;
    });
    for (int i = 0; i < 100; ++i) EXPECT_EQ(sums[static_cast<std::size_t>(i)], i) << threads;
  }
}

}  // namespace
}  // namespace warpath
