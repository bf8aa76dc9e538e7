#include "cpu/peak.hpp"

#include <algorithm>
#include <chrono>
#include <latch>
#include <thread>
#include <vector>

#include "core/combinations.hpp"
#include "cpu/tiles.hpp"

namespace warpath::cpu {
namespace {

// The best of several short spells: a peak is what the machine can do when left alone.
template <class T>
double spin_rate(const Tiles<T>& tiles) {
  using Clock = std::chrono::steady_clock;
  constexpr int kSpells = 20;
  constexpr Index kRounds = 40000;
  double best = 0;
  for (int spell = 0; spell < kSpells; ++spell) {
    const auto start = Clock::now();
    const double tasks = tiles.spin(kRounds);
    const std::chrono::duration<double> seconds = Clock::now() - start;
    best = std::max(best, tasks / seconds.count());
  }
  return best;
}

template <class T>
double rate_on(const Tiles<T>& tiles, int threads) {
  std::vector<double> rates(static_cast<std::size_t>(threads));
  std::latch ready(threads);
  {
    std::vector<std::jthread> crew;
    for (double& rate : rates) {
      crew.emplace_back([&] {
        ready.arrive_and_wait();
        rate = spin_rate(tiles);
      });
    }
  }
  double sum = 0;
  for (const double rate : rates) sum += rate;
  return sum;
}

}  // namespace

double peak_tasks_per_second(SemiringKind semiring, WeightType weight, bool nonnegative,
                             std::string_view isa, int threads) {
  double peak = 0;
  visit_semiring(semiring, weight, [&]<class S>(S) {
    using T = typename S::Weight;
    const Tiles<T>* own = find_tiles<T>(semiring, nonnegative, isa);
    const Tiles<T>* any_sign = find_tiles<T>(semiring, false, isa);
    peak = rate_on(*own, threads);
    if (any_sign != own) peak = std::max(peak, rate_on(*any_sign, threads));
  });
  return peak;
}

}  // namespace warpath::cpu
