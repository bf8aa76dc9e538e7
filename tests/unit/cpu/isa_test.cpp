// Which instruction set runs: the one asked for, by option or by WARPATH_ISA, and it can be proved.
#include "cpu/isa.hpp"
#include "base/semiring.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "cpu/tiles.hpp"
#include "support/ways.hpp"
#include "warpath/machine.hpp"

namespace support {
namespace {

using warpath::ErrorCode;

// Sets WARPATH_ISA for a scope. These tests run on one thread.
class Environment {
 public:
  explicit Environment(const char* value) {
    if (const char* old = std::getenv("WARPATH_ISA")) before_ = old;
    value ? setenv("WARPATH_ISA", value, 1) : unsetenv("WARPATH_ISA");
  }
  ~Environment() { before_ ? setenv("WARPATH_ISA", before_->c_str(), 1) : unsetenv("WARPATH_ISA"); }

 private:
  std::optional<std::string> before_;
};

warpath::Plan plan_of_a_solve(const std::string& isa, std::size_t n = 70) {
  auto cells = to_cells<warpath::ShortestPath<float>>(family("sparse").make(n, 0));
  warpath::Options options;
  options.kernel = "cpu";
  options.isa = isa;
  const auto size = static_cast<Index>(n);
  return warpath::solve_in_place(warpath::MatrixView<float>(cells.data(), size, size, size),
                                 options)
      .plan;
}

TEST(Isa, TheMachineHasAtLeastItsBaseline) {
  const std::vector<std::string>& present = present_isas();
  const auto has = [&](const char* name) {
    return std::find(present.begin(), present.end(), name) != present.end();
  };
  EXPECT_TRUE(has("scalar") || has("sse2") || has("neon"));
  EXPECT_NE(std::find(present.begin(), present.end(), warpath::Machine::detect().isa),
            present.end());
}

// The tests above all find their instruction sets through present_isas(): it must miss none.
TEST(Isa, AllThatIsBuiltInAndPresentIsTested) {
  std::vector<std::string> have;
  for (const std::string_view name : warpath::cpu::built_isas()) {
    if (warpath::cpu::has_isa(name)) have.emplace_back(name);
  }
  std::vector<std::string> present = present_isas();
  std::sort(have.begin(), have.end());
  std::sort(present.begin(), present.end());
  EXPECT_EQ(have, present);
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  const auto expect = [&](const char* name, bool cpu_has_it) {
    EXPECT_TRUE(!cpu_has_it || std::find(have.begin(), have.end(), name) != have.end()) << name;
  };
  expect("avx2", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                     __builtin_cpu_supports("bmi2"));
  expect("avx512", __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"));
#endif
}

TEST(Isa, TheOneAskedForIsTheOneThatRuns) {
  const Environment none(nullptr);
  for (const std::string& isa : present_isas()) {
    const warpath::Plan plan = plan_of_a_solve(isa);
    EXPECT_EQ(plan.isa, isa);
    // The tiles that the plan's name leads to carry the name they were compiled under.
    const warpath::cpu::Tiles<float>* tiles =
        warpath::cpu::find_tiles<float>(warpath::SemiringKind::shortest_path, true, plan.isa);
    ASSERT_NE(tiles, nullptr) << isa;
    EXPECT_EQ(tiles->isa, isa);
  }
  EXPECT_EQ(plan_of_a_solve("").isa, warpath::Machine::detect().isa);
}

// Wider vectors make wider tiles: the tables behind the names are different code.
TEST(Isa, TilesGrowWithTheVectors) {
  const auto columns = [](std::string_view isa) -> Index {
    const auto* tiles =
        warpath::cpu::find_tiles<float>(warpath::SemiringKind::shortest_path, true, isa);
    return tiles == nullptr ? 0 : tiles->columns;
  };
  const auto body = [](std::string_view isa) {
    return warpath::cpu::find_tiles<float>(warpath::SemiringKind::shortest_path, true, isa)->relax;
  };
  const std::vector<std::string>& present = present_isas();
  for (const std::string& a : present) {
    for (const std::string& b : present) {
      EXPECT_TRUE(a == b || body(a) != body(b)) << a << " and " << b << " are the same code";
    }
  }
#if defined(__x86_64__)
  EXPECT_EQ(columns("avx2"), 2 * columns("sse4"));
  EXPECT_EQ(columns("avx512"), 4 * columns("sse4"));
#endif
  EXPECT_GT(columns(present.back()), 0);
  EXPECT_EQ(columns("mmx"), 0);
}

TEST(Isa, EveryTileIsThereForEveryCombination) {
  for (const std::string& isa : present_isas()) {
    for_each_combination([&]<class S>() {
      for (const bool nonnegative : {false, true}) {
        const auto* tiles = warpath::cpu::find_tiles<typename S::Weight>(S::kind, nonnegative, isa);
        ASSERT_NE(tiles, nullptr) << isa << " " << name_of<S>();
        EXPECT_EQ(tiles->isa, isa) << name_of<S>();
        EXPECT_GT(tiles->spin(10), 0);
      }
    });
  }
}

TEST(Isa, TheEnvironmentVariableIsHonoured) {
  for (const std::string& isa : present_isas()) {
    const Environment forced(isa.c_str());
    EXPECT_EQ(plan_of_a_solve("").isa, isa);
  }
}

TEST(Isa, TheOptionGoesBeforeTheEnvironmentVariable) {
  const Environment forced("no such thing");
  for (const std::string& isa : present_isas()) EXPECT_EQ(plan_of_a_solve(isa).isa, isa);
}

TEST(Isa, AnEmptyEnvironmentVariableIsNone) {
  const Environment empty("");
  EXPECT_EQ(plan_of_a_solve("").isa, warpath::Machine::detect().isa);
}

TEST(Isa, UnknownNamesAreRefusedWithTheKnownOnes) {
  const Environment none(nullptr);
  std::string text = "no error";
  EXPECT_EQ(code_of([] { plan_of_a_solve("avx1024"); }, &text), ErrorCode::usage);
  EXPECT_NE(text.find("avx1024"), std::string::npos) << text;
  for (const std::string_view name : warpath::cpu::built_isas()) {
    EXPECT_NE(text.find(name), std::string::npos) << text << "\nlacks " << name;
  }
}

TEST(Isa, UnknownNamesInTheEnvironmentAreRefusedAndTheVariableNamed) {
  const Environment wrong("avx1024");
  std::string text = "no error";
  EXPECT_EQ(code_of([] { plan_of_a_solve(""); }, &text), ErrorCode::usage);
  EXPECT_NE(text.find("WARPATH_ISA"), std::string::npos) << text;
  EXPECT_NE(text.find("avx1024"), std::string::npos) << text;
}

}  // namespace
}  // namespace support
