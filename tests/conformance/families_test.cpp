// Every kernel x combination x family x size x instruction set x thread count against the oracle,
// bit for bit.
//
// What is left out, and why: the paper's kernels on the CPU, and the production kernel without vectors, run at
// sizes up to 195, which is twice any tile they know and 3; they take a second for what the others
// do in ten milliseconds. Kernels of the sparse method find an order for every matrix, which takes far longer than
// a dense solve of it: above 131 they run with one number of threads, and above 259 not at all (tests/unit/sparse_*
// has large graphs). Nothing is left out for dense production kernels with vectors. Under a sanitizer, which costs
// a factor of 20, nothing runs above 195.
#include <gtest/gtest.h>

#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

// For the tiles 16, 32, 48, 64, 96, 128, 192 and 256: one less, the tile, one more, and twice the
// tile and 3; and primes (2, 3, 5, 7, 13, 17, 31, 37, 67, 97, 101, 127, 131, 149, 191, 193, 257).
constexpr std::size_t kSizes[] = {0,   1,   2,   3,   5,   7,   13,  15,  16,  17,  31,
                                  32,  33,  35,  37,  47,  48,  49,  63,  64,  65,  67,
                                  95,  96,  97,  99,  101, 127, 128, 129, 131, 149, 191,
                                  192, 193, 195, 255, 256, 257, 259, 387, 515};
constexpr std::size_t kLargestForSlow = 195;
constexpr std::size_t kLargestUnderSanitizer = 195;
constexpr std::size_t kLargestForAllSparse = 131;
constexpr std::size_t kLargestForSparse = 259;

bool is_left_out(const Way& way, std::size_t n) {
  if (way.slow() && n > kLargestForSlow) return true;
  if (!way.sparse || n <= kLargestForAllSparse) return false;
  return n > kLargestForSparse || way.threads != 2;
}

class Families : public testing::TestWithParam<Family> {};

template <class S>
void check(const Family& family, Truth& truth, const std::vector<Way>& ways) {
  const std::size_t n = truth.n();
  const bool solvable = !is_shortest<S> || !family.negative_cycle || n < family.smallest;
  const auto cells = to_cells<S>(truth.arcs());
  const auto want = solvable ? expected<S>(truth) : cells;
  for (const Way& way : ways) {
    if (is_left_out(way, n)) continue;
    std::optional<Cells<typename S::Weight>> got;
    std::string text = "no error";
    const auto error = code_of([&] { got = solved<S>(cells, n, way); }, &text);
    const auto where = [&] {
      return testing::Message() << text << "\n  " << way << " " << name_of<S>() << " n=" << n
                                << " family=" << family.name;
    };
    if (!solvable) {
      EXPECT_EQ(error, warpath::ErrorCode::negative_cycle) << where();
    } else if (error) {
      ADD_FAILURE() << where();
    } else {
      EXPECT_TRUE(matches(want, *got, n)) << where();
    }
  }
}

TEST_P(Families, MatchTheOracle) {
  const Family& family = GetParam();
  for (const std::size_t n : kSizes) {
    if ((kSanitized && n > kLargestUnderSanitizer) || too_large(n)) continue;
    std::optional<Truth> truth;
    for_each_combination([&]<class S>() {
      if (HasFailure()) return;  // one combination's failures are enough to read
      const std::vector<Way> ways = all_ways<S>({1, 2, 3});
      if (ways.empty()) return;
      // Few families look at the limit; the others share one graph and its truth.
      Weights arcs = family.make(n, limit_of<S>());
      if (!truth || truth->arcs() != arcs) truth.emplace(std::move(arcs));
      check<S>(family, *truth, ways);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, Families, testing::ValuesIn(whole_families()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace support
