#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <future>
#include <system_error>
#include <vector>

#include "base/dispatch.hpp"
#include "cpu/isa.hpp"
#include "cpu/kernel.hpp"
#include "cpu/tiles.hpp"
#include "warpath/plan.hpp"

namespace warpath::cpu {
namespace {

// The median of several short spells, as solves are judged by their median: on a machine that is
// shared, the best spell would be compared with the usual solve.
template <class T>
double spin_rate(const Tiles<T>& tiles) {
  using Clock = std::chrono::steady_clock;
  constexpr std::size_t kSpells = 21;
  constexpr Index kRounds = 40000;
  std::array<double, kSpells> rates;
  for (double& rate : rates) {
    const auto start = Clock::now();
    const double tasks = tiles.spin(kRounds);
    rate = tasks / std::chrono::duration<double>(Clock::now() - start).count();
  }
  std::nth_element(rates.begin(), rates.begin() + kSpells / 2, rates.end());
  return rates[kSpells / 2];
}

template <class T>
double rate_on(const Tiles<T>& tiles, int threads) {
  std::vector<std::future<double>> rates;
  try {
    for (int i = 1; i < threads; ++i) {
      rates.push_back(std::async(std::launch::async, spin_rate<T>, std::cref(tiles)));
    }
  } catch (const std::system_error&) {
    // Those there are, then: no solve will have more.
  }
  double sum = spin_rate(tiles);
  for (std::future<double>& rate : rates) sum += rate.get();
  return sum;
}

}  // namespace

double peak(const Plan& plan) {
  const Problem& problem = plan.problem;
  const std::string_view isa = plan.isa.empty() ? best_isa() : plan.isa;
  double rate = 0;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    using T = typename S::Weight;
    const Tiles<T>* own = find_tiles<T>(problem.semiring, problem.nonnegative, isa);
    const Tiles<T>* any_sign = find_tiles<T>(problem.semiring, false, isa);
    rate = rate_on(*own, plan.threads);
    if (any_sign != own) rate = std::max(rate, rate_on(*any_sign, plan.threads));
  });
  return rate;
}

}  // namespace warpath::cpu
