// How often a case is measured, and what becomes of it.
#include "bench/measure.hpp"

#include <gtest/gtest.h>

#include "bench/records.hpp"
#include "support/ways.hpp"

namespace warpath::bench {
namespace {

Case small(std::string kernel) {
  Case what;
  what.kernel = std::move(kernel);
  what.n = 48;
  return what;
}

TEST(Measure, TakesAsManySamplesAsAsked) {
  const Case cases[] = {small("cpu"), small("textbook")};
  const auto records = measure(cases, {.fixed = 3});
  ASSERT_EQ(records.size(), 2u);
  for (const Record& record : records) {
    EXPECT_EQ(record.repeats, 3);
    EXPECT_TRUE(record.verified);
    EXPECT_LE(record.seconds_min, record.seconds);
  }
}

TEST(Measure, LongSolvesAreTheirOwnMeasurement) {
  const Case cases[] = {small("textbook")};
  const Record record = measure(cases, {.fixed = 3, .once_above = 0}).front();
  EXPECT_EQ(record.repeats, 1);
  EXPECT_TRUE(record.verified);
  EXPECT_GT(record.seconds, 0);
  EXPECT_EQ(record.seconds, record.seconds_min);
  EXPECT_GT(record.peak_tasks_per_second, 0);
}

TEST(Measure, PinnedMemoryNeedsADevice) {
  Case what = small("cpu");
  what.pinned = true;
  if (!Machine::detect().devices.empty()) {
    EXPECT_EQ(to_json(measure({&what, 1}, {.fixed = 1}).front())["pinned"].text(), "true");
    return;
  }
  EXPECT_EQ(support::code_of([&] {
              measure({&what, 1}, {.fixed = 1});
            }),
            ErrorCode::device_unavailable);
}

TEST(Records, AreCsvWhereSomeHaveMoreFields) {
  const std::vector<Json> records = {{{"n", 1}, {"kernel", "a"}},
                                     {{"n", 2}, {"paper_seconds", 0.5}, {"kernel", "b"}}};
  EXPECT_EQ(csv_text(records), "n,kernel,paper_seconds\n1,\"a\",\n2,\"b\",0.5\n");
  EXPECT_EQ(csv_text({}), "");
}

}  // namespace
}  // namespace warpath::bench
