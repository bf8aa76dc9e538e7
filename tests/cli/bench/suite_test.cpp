// The table of suites, and cases that cannot run.
#include "bench/suite.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/ways.hpp"
#include "warpath/machine.hpp"

namespace warpath::bench {
namespace {

class Counter final : public Listener {
 public:
  void on_record(const Record&) override { ++heard; }
  void on_goal(const Goal&) override { ++heard; }
  void on_finding(const Json&) override { ++heard; }
  void on_text(const std::string&) override { ++heard; }
  void on_skipped(const Case&, const Error&) override { ++skipped; }

  int heard = 0;
  int skipped = 0;
};

TEST(Suites, HaveNamesAndTitlesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Suite& suite : suites()) {
    EXPECT_TRUE(names.insert(suite.name).second) << suite.name;
    EXPECT_FALSE(suite.title.empty()) << suite.name;
    EXPECT_LE(suite.title.size(), 35u) << "does not fit into the help: " << suite.title;
    EXPECT_EQ(find_suite(suite.name), &suite);
  }
  EXPECT_EQ(find_suite("slow"), nullptr);
  EXPECT_EQ(find_suite(""), nullptr);
}

TEST(Suites, SayAtOnceThatThereIsNoDevice) {
  if (!Machine::detect().devices.empty()) GTEST_SKIP() << "there is one";
  int checked = 0;
  for (const Suite& suite : suites()) {
    if (suite.backend != Backend::cuda) continue;
    Counter listener;
    std::string text;
    EXPECT_EQ(support::code_of([&] { run_suite(suite, {}, listener); }, &text),
              ErrorCode::device_unavailable);
    EXPECT_NE(text.find(Machine::detect().cuda), std::string::npos) << text;
    EXPECT_NE(text.find(suite.name), std::string::npos) << text;
    EXPECT_EQ(listener.heard, 0);
    ++checked;
  }
  EXPECT_GE(checked, 4);  // cuda, sparse-cuda, routes-cuda, paper
}

Case small(std::string kernel, WeightType weight) {
  Case what;
  what.kernel = std::move(kernel);
  what.weight = weight;
  what.n = 16;
  return what;
}

TEST(Cases, ThatCannotRunAreLeftOut) {
  Case none = small("cpu", WeightType::boolean);  // no shortest paths in booleans
  const Case cases[] = {small("cpu", WeightType::int32), none};
  Counter listener;
  measure_each(cases, {.fixed = 1}, listener);
  EXPECT_EQ(listener.heard, 1);
  EXPECT_EQ(listener.skipped, 1);
  EXPECT_EQ(support::code_of([&] {
              measure_each({&none, 1}, {.fixed = 1}, listener);
            }),
            ErrorCode::unsupported);
}

TEST(Goals, AreMetFromALimitOnOrUpToIt) {
  EXPECT_TRUE((Goal{"", "x", 2, 3, 2}.met(2)));
  EXPECT_FALSE((Goal{"", "x", 2, 3, 2.5}.met(3)));
  EXPECT_TRUE((Goal{"", "s", 2, 1, 1.5}.met(2)));
  EXPECT_FALSE((Goal{"", "s", 2, 1, 1.5}.met(1)));
}

}  // namespace
}  // namespace warpath::bench
