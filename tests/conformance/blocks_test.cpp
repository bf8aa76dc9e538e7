// Options::block: every width of the pivot blocks, those that fit nothing and those wider than the
// matrix too, gives the same distances.
#include <gtest/gtest.h>

#include "base/semiring.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

constexpr std::size_t kBlocks[] = {1,  2,  3,  7,  16,  31,  32,  33,  48,
                                   63, 64, 65, 96, 128, 192, 256, 384, 1000};

// Long paths through many blocks, harmless negative arcs, and the half-work of symmetric graphs.
constexpr const char* kFamilies[] = {"shuffled_chain", "negative_sparse", "scale_free"};

// Kernels on devices have few widths.
template <class S>
std::vector<Way> taking(std::size_t block) {
  std::vector<Way> ways = each_isa<S>(2);
  std::erase_if(
      ways, [&](const Way& way) { return !takes_block<S>(way.kernel, static_cast<Index>(block)); });
  for (Way& way : ways) way.block = static_cast<Index>(block);
  return ways;
}

class Blocks : public testing::TestWithParam<std::size_t> {};

TEST_P(Blocks, OfEveryWidth) {
  const std::size_t block = GetParam();
  if (taking<warpath::ShortestPath<float>>(block).empty()) {
    GTEST_SKIP() << "no kernel of this backend has this width";
  }
  for (const char* name : kFamilies) {
    const Family& one = family(name);
    // Every block twice and a rest; the default blocks of large matrices (192, 384) are among them.
    for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{64}, std::size_t{65},
                                std::size_t{131}, 2 * block + 3}) {
      if (n > 800 || (n > 200 && kSanitized) || too_large(n)) continue;
      Truth truth(one.make(n, 0));
      for_each_combination([&]<class S>() {
        const std::vector<Way> ways = taking<S>(block);
        if (ways.empty()) return;
        const auto cells = to_cells<S>(truth.arcs());
        const auto want = expected<S>(truth);
        for (const Way& way : ways) {
          if (way.slow() && n > 131) continue;
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
  for (const Index block : {1, 31, 64, 1000}) {
    EXPECT_TRUE(takes_block<warpath::ShortestPath<float>>("blocked", block));
    EXPECT_TRUE(takes_block<warpath::ShortestPath<float>>("cpu", block));
  }
}

TEST(Blocks, NegativeCyclesAreFoundInEveryWidth) {
  using S = warpath::ShortestPath<std::int16_t>;
  for (const Family& one : whole_families()) {
    if (!one.negative_cycle) continue;
    const std::size_t n = 101;
    const auto cells = to_cells<S>(one.make(n, 0));
    for (const std::size_t block : kBlocks) {
      for (const Way& way : taking<S>(block)) {
        const auto code = code_of([&] { solved<S>(cells, n, way); });
        EXPECT_EQ(code, warpath::ErrorCode::negative_cycle) << way << " family=" << one.name;
      }
    }
  }
}

}  // namespace
}  // namespace support
