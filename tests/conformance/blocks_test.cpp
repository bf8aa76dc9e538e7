// Options::block: every width of the pivot blocks, those that fit nothing and those wider than the
// matrix too, gives the same distances.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

constexpr std::size_t kBlocks[] = {1,  2,  3,  7,  16,  31,  32,  33,  48,
                                   63, 64, 65, 96, 128, 192, 256, 384, 1000};

// Long paths through many blocks, harmless negative arcs, and the half-work of symmetric graphs.
constexpr const char* kFamilies[] = {"shuffled_chain", "negative_sparse", "scale_free"};

bool any_takes_block() {
  const std::vector<Way> ways = each_kernel(1);
  return std::any_of(ways.begin(), ways.end(),
                     [](const Way& way) { return takes_block(way.kernel); });
}

class Blocks : public testing::TestWithParam<std::size_t> {};

TEST_P(Blocks, OfEveryWidth) {
  if (!any_takes_block()) GTEST_SKIP() << "the kernels of this backend have one width each";
  const std::size_t block = GetParam();
  for (const char* name : kFamilies) {
    const Family& one = family(name);
    // Every block twice and a rest; the default blocks of large matrices (192, 384) are among them.
    for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{64}, std::size_t{65},
                                std::size_t{131}, 2 * block + 3}) {
      if (n > 800 || (n > 200 && kSanitized) || too_large(n)) continue;
      Truth truth(one.make(n, 0));
      for_each_combination([&]<class S>() {
        std::vector<Way> ways = each_isa<S>(2);
        if (ways.empty()) return;
        const auto cells = to_cells<S>(truth.arcs());
        const auto want = expected<S>(truth);
        for (Way& way : ways) {
          if (!takes_block(way.kernel) || (way.slow() && n > 131)) continue;
          way.block = static_cast<Index>(block);
          EXPECT_TRUE(matches(want, solved<S>(cells, n, way), n))
              << way << " " << name_of<S>() << " n=" << n << " family=" << name;
        }
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Width, Blocks, testing::ValuesIn(kBlocks),
                         testing::PrintToStringParamName());

TEST(Blocks, ThePaperAndTheProductionKernelTakeAWidth) {
  EXPECT_TRUE(takes_block("blocked"));
  EXPECT_TRUE(takes_block("cpu"));
}

TEST(Blocks, NegativeCyclesAreFoundInEveryWidth) {
  if (!any_takes_block()) GTEST_SKIP() << "the kernels of this backend have one width each";
  using S = warpath::ShortestPath<std::int16_t>;
  for (const Family& one : whole_families()) {
    if (!one.negative_cycle) continue;
    const std::size_t n = 101;
    const auto cells = to_cells<S>(one.make(n, 0));
    for (const std::size_t block : kBlocks) {
      for (Way& way : each_isa<S>(1)) {
        if (!takes_block(way.kernel)) continue;
        way.block = static_cast<Index>(block);
        const auto code = code_of([&] { solved<S>(cells, n, way); });
        EXPECT_EQ(code, warpath::ErrorCode::negative_cycle) << way << " family=" << one.name;
      }
    }
  }
}

}  // namespace
}  // namespace support
