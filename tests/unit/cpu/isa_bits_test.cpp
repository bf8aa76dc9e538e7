// Real weights, which round, come out with the same bits on every instruction set.

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "cpu/isa.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

template <class T>
void expect_same_bits(Index n, bool any_sign) {
  std::mt19937_64 random(static_cast<std::uint64_t>(n));
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  std::vector<double> potential(static_cast<std::size_t>(n));
  for (double& p : potential) p = any_sign ? unit() : 0;
  std::vector<T> input(static_cast<std::size_t>(n * n));
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const double shift =
          potential[static_cast<std::size_t>(i)] - potential[static_cast<std::size_t>(j)];
      input[static_cast<std::size_t>(i * n + j)] =
          i == j ? T{0} : static_cast<T>(0.01 + unit() + shift);
    }
  }
  std::vector<T> first;
  for (const std::string_view isa : cpu::built_isas()) {
    if (!cpu::has_isa(isa)) continue;
    std::vector<T> cells = input;
    Options options;
    options.isa = isa;
    solve_in_place(MatrixView<T>::row_major(cells.data(), n, n), options);
    if (first.empty()) first = cells;
    EXPECT_EQ(std::memcmp(first.data(), cells.data(), cells.size() * sizeof(T)), 0)
        << isa << " n=" << n << (any_sign ? " any sign" : " nonnegative");
  }
}

TEST(IsaBits, AreTheSameOnEveryInstructionSet) {
  for (const Index n : {40, 65, 131, 300}) {
    for (const bool any_sign : {false, true}) {
      expect_same_bits<float>(n, any_sign);
      expect_same_bits<double>(n, any_sign);
    }
  }
}

}  // namespace
