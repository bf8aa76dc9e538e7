// Attacks the library for as long as it is told: random hostile graphs through every public call,
// kernel, weight type and semiring, held against an oracle and the certificate.
//
//   attack [--seconds S] [--seed N] [--cases K] [--largest n] [--zero-cycles K] [--device cuda]
//          [--print arcs]
//
// Every case has a seed of its own, which is printed when something is found: --seed N --cases 1
// does that case again, with the other options as they were. Exit code 1 when anything was found.
//
// --zero-cycles K: K graphs of floats whose cycles are about 0, all or most, with 2 to 3,000
// vertices. Every answer must be right, and 99% must be answers.

#include <chrono>
#include <cstdio>
#include <string>

#include "attack/case.hpp"

namespace attack {

const char* name_of(Call call) {
  static constexpr const char* kNames[] = {"solve(graph)",
                                           "solve(rows)",
                                           "solve(columns)",
                                           "solve(strides)",
                                           "in place(rows)",
                                           "in place(columns)",
                                           "in place(strides)",
                                           "solve_into(graph)",
                                           "solve_into(matrix)",
                                           "solve_from",
                                           "stream_rows",
                                           "Router",
                                           "kept plan",
                                           "converted graph",
                                           "converted matrix",
                                           "measure",
                                           "search",
                                           "there(rows)",
                                           "there(columns)",
                                           "there(graph)"};
  return kNames[static_cast<int>(call)];
}

std::vector<Index> some_sources(Index n, Random& random) {
  if (n == 0) return {};
  const auto count = static_cast<std::size_t>(n);
  std::vector<Index> sources(random.below(std::min<std::size_t>(count + 3, 100)));
  for (Index& v : sources) v = static_cast<Index>(random.below(count));
  return sources;
}

std::size_t any_size(const Limits& limits, Random& random) {
  if (limits.zero_cycles) {
    const double part = std::pow(random.real(0, 1), 1.7);
    return static_cast<std::size_t>(2 * std::pow(static_cast<double>(limits.largest) / 2, part));
  }
  if (random.chance(0.003)) return 0;
  return 1 + random.below(random.chance(0.05) ? limits.largest
                                              : std::min<std::size_t>(limits.largest, 40));
}

namespace {

// A case of the combination that the seed says. False when something was found.
bool attack_once(std::uint64_t seed, const Limits& limits, Tally& tally) {
  Random random(seed);
  std::size_t count = 0;
  support::for_each_combination([&]<class S>() { ++count; });
  // Shortest paths in floats, the first two, are where most can go wrong.
  const bool floats = limits.zero_cycles || random.chance(0.4);
  const std::size_t chosen = floats ? random.below(2) : random.below(count);
  std::size_t at = 0;
  bool fine = true;
  support::for_each_combination([&]<class S>() {
    if (at++ != chosen) return;
    static const std::vector<Way> ways = support::each_isa<S>(1);
    if (ways.empty()) return;
    Case<S> one(random, ways, limits, tally);
    if (limits.print) one.print_arcs();
    try {
      one.run();
    } catch (const std::exception& error) {
      fine = false;
      std::printf("FOUND by --seed %llu: %s\n  %s\n", static_cast<unsigned long long>(seed),
                  one.text().c_str(), error.what());
      std::fflush(stdout);
    }
  });
  return fine;
}

int attack(int count, char** words) {
  double seconds = 10;
  std::uint64_t seed = 1;
  long cases = -1;
  Limits limits;
  std::size_t largest = 0;
  for (int i = 1; i < count; i += 2) {
    const std::string option = words[i];
    const std::string value = i + 1 < count ? words[i + 1] : "";
    if (option == "--seconds" && !value.empty()) {
      seconds = std::stod(value);
    } else if (option == "--seed" && !value.empty()) {
      seed = std::stoull(value);
    } else if (option == "--largest" && !value.empty()) {
      largest = std::stoull(value);
    } else if (option == "--cases" && !value.empty()) {
      cases = std::stol(value);
    } else if (option == "--zero-cycles" && !value.empty()) {
      limits.zero_cycles = true;
      limits.largest = 3000;
      if (cases < 0) cases = std::stol(value);
    } else if (option == "--print" && value == "arcs") {
      limits.print = true;
    } else if (option == "--device" && value == "cuda") {
      support::use_backend(warpath::Backend::cuda);
      limits.on_device = true;
    } else {
      std::fprintf(
          stderr,
          "attack: what is '%s %s'? [--seconds S | --cases N | --zero-cycles N] [--seed N]\n"
          "  [--largest VERTICES] [--device cuda] [--print arcs]\n",
          option.c_str(), value.c_str());
      return 2;
    }
  }
  if (largest > 0) limits.largest = largest;
  const auto start = std::chrono::steady_clock::now();
  Tally tally;
  long done = 0;
  long bad = 0;
  const auto passed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const auto left = [&] { return cases >= 0 ? done < cases : passed() < seconds; };
  for (; left() && bad < 20; ++done)
    bad += attack_once(seed + static_cast<std::uint64_t>(done), limits, tally) ? 0 : 1;
  tally.print();
  std::printf("%ld cases from seed %llu in %.0f s: %ld found\n", done,
              static_cast<unsigned long long>(seed), passed(), bad);
  if (limits.zero_cycles) {
    const double solved =
        100.0 * static_cast<double>(tally.of("right")) / static_cast<double>(done);
    std::printf("%.2f%% were solved\n", solved);
    if (solved < 99 && done >= 100) return 1;
  }
  return bad == 0 && done > 0 ? 0 : 1;
}

}  // namespace
}  // namespace attack

int main(int count, char** words) { return attack::attack(count, words); }
