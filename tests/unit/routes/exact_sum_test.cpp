// Sums without rounding: the double nearest to the sum, ties to even, as Python's math.fsum has it.
#include "routes/exact_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace warpath::routes {
namespace {

double sum_of(const std::vector<double>& numbers) {
  ExactSum sum;
  for (const double number : numbers) sum += number;
  return static_cast<double>(sum);
}

// In any order, and with all signs changed.
void expect_sum(std::vector<double> numbers, double want) {
  std::ranges::sort(numbers);
  do {
    EXPECT_EQ(sum_of(numbers), want) << testing::PrintToString(numbers);
    std::vector<double> negated;
    for (const double number : numbers) negated.push_back(-number);
    EXPECT_EQ(sum_of(negated), -want) << testing::PrintToString(negated);
  } while (std::ranges::next_permutation(numbers).found);
}

TEST(ExactSum, IsRoundedOnce) {
  EXPECT_EQ(sum_of({}), 0);
  expect_sum({0x1p60, 1, -0x1p60, -2}, -1);
  expect_sum({0.1, 0.2, -0.3}, 0x1p-55);  // what the three doubles are off
  expect_sum({1e100, 1, -1e100, 1e-100}, 1);
}

// Half a unit and something that is far below it, which alone says where to round.
TEST(ExactSum, HalvesAreRoundedByWhatIsBelowThem) {
  expect_sum({0x1p53, 1}, 0x1p53);  // a tie, to even
  expect_sum({0x1p53, 1, 0x1p-60}, 0x1p53 + 2);
  expect_sum({0x1p53, 1, -0x1p-60}, 0x1p53);
  expect_sum({0x1p53, 3}, 0x1p53 + 4);  // a tie, to even
  expect_sum({0x1p53, 3, -0x1p-60}, 0x1p53 + 2);
  expect_sum({0x1p53, 3, 0x1p-60, -0x1p-61}, 0x1p53 + 4);
}

}  // namespace
}  // namespace warpath::routes
