// Attacks the library for as long as it is told: random hostile graphs through every public call,
// kernel, weight type and semiring, held against an oracle and the certificate.
//
//   attack [--seconds S] [--seed N] [--cases K] [--largest n] [--device cuda]
//
// Every case has a seed of its own, which is printed when something is found: --seed N --cases 1
// does that case again. Exit code 1 when anything was found.

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>
#include <string>

#include "attack/calls.hpp"
#include "support/cycles.hpp"
#include "support/walk.hpp"

namespace attack {

using support::Way;
using warpath::ErrorCode;
using warpath::OnNegativeCycle;
using warpath::Options;

const char* name_of_call(int call) {
  static constexpr const char* kNames[] = {
      "solve(graph)",       "solve(rows)",       "solve(columns)",    "solve(strides)",
      "in place(rows)",     "in place(columns)", "in place(strides)", "solve_into(graph)",
      "solve_into(matrix)", "solve_from",        "stream_rows",       "Router"};
  return kNames[call];
}

std::vector<Index> some_sources(Index n, Random& random) {
  std::vector<Index> sources(random.below(static_cast<std::size_t>(n) + 3));
  for (Index& v : sources) v = static_cast<Index>(random.below(static_cast<std::size_t>(n)));
  return sources;
}

namespace {

std::size_t largest_n = 300;

struct Tally {
  std::map<std::string, long> counts;
  void add(const std::string& what) { ++counts[what]; }
};

template <class S>
class Case {
 public:
  using T = typename S::Weight;
  static constexpr bool kShortest = S::kind == warpath::SemiringKind::shortest_path;
  static constexpr bool kFloats = std::is_floating_point_v<T>;

  Case(Random& random, const std::vector<Way>& ways, Tally& tally)
      : random_(random), tally_(tally), way_(ways[random.below(ways.size())]) {
    const std::size_t n = 1 + random.below(random.chance(0.05) ? largest_n : 40);
    const bool real = kShortest && kFloats && random.chance(0.6);
    graph_ = real ? real_graph(n, sizeof(T) == 4, random)
                  : whole_graph(n, support::limit_of<S>(), random);
    options_ = way_.options(S::kind);
    options_.undirected = !real && random.chance(0.15);
    options_.threads = 1 + static_cast<int>(random.below(3));
    call_ = static_cast<int>(random.below(kCalls));
    options_.predecessors = way_.production && random.chance(0.25);
    if (kShortest && random.chance(0.15)) options_.on_negative_cycle = OnNegativeCycle::mark;
  }

  std::string text() const {
    std::ostringstream text;
    text << support::name_of<S>() << ", " << graph_.family << ", n = " << graph_.list.n << ", "
         << graph_.list.arcs.size() << " arcs, " << way_ << ", " << name_of_call(call_)
         << (options_.undirected ? ", undirected" : "")
         << (options_.predecessors ? ", predecessors" : "")
         << (options_.on_negative_cycle == OnNegativeCycle::mark ? ", mark" : "");
    return text.str();
  }

  void run() {
    const Truth truth(graph_, S::kind, options_.undirected);
    std::optional<Answer<T>> answer;
    try {
      answer = make_call<S>(call_, graph_.list, options_, random_);
    } catch (const warpath::Error& error) {
      return judge(error, truth);
    }
    if (!answer) return tally_.add("not offered");
    if (options_.on_negative_cycle == OnNegativeCycle::mark && truth.has_negative_cycle()) {
      tally_.add("marked");
    } else {
      if (truth.has_negative_cycle()) found("a negative cycle was not seen");
      compare(*answer, truth);
      tally_.add("right");
    }
    if (answer->result) prove(*answer->result, truth);
  }

 private:
  void judge(const warpath::Error& error, const Truth& truth) {
    const std::string said = std::string(to_string(error.code())) + ": " + error.what();
    switch (error.code()) {
      case ErrorCode::negative_cycle: {
        if (!truth.has_negative_cycle()) found("there is no negative cycle: " + said);
        const auto best = [&](Index u, Index v) {
          return truth.arc(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
        };
        const auto proof = support::proves(error, best);
        if (!proof) found(std::string("the cycle proves nothing: ") + proof.message());
        return tally_.add("negative cycle");
      }
      case ErrorCode::bad_input:
        // Refused because it may not fit: what could come up is near what the type holds.
        if (!kShortest || truth.bound() * 1.001 < static_cast<double>(warpath::no_path<T>())) {
          found("refused, and everything fits: " + said);
        }
        return tally_.add("does not fit the type");
      case ErrorCode::unsupported: return tally_.add("not offered");
      default: found(said);
    }
  }

  void compare(const Answer<T>& answer, const Truth& truth) const {
    const std::size_t n = truth.n();
    const std::size_t rows = answer.sources.empty() && call_ < 9 ? n : answer.sources.size();
    if (answer.cells.size() != rows * n) found("rows are missing");
    const double unit = !kFloats ? 0 : std::is_same_v<T, float> ? 0x1p-24 : 0x1p-53;
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t u = call_ < 9 ? i : static_cast<std::size_t>(answer.sources[i]);
      for (std::size_t v = 0; v < n; ++v) {
        const T cell = answer.cells[i * n + v];
        if (wanted(truth, u, v, cell, unit)) continue;
        std::ostringstream text;
        text.precision(17);
        text << "from " << u << " to " << v << " is " << +cell << ", should be " << truth.best(u, v)
             << " within " << truth.slack(u, v, unit);
        found(text.str());
      }
    }
  }

  bool wanted(const Truth& truth, std::size_t u, std::size_t v, T cell, double unit) const {
    if constexpr (S::kind == warpath::SemiringKind::reachability) {
      return cell == static_cast<T>(truth.best(u, v));
    } else {
      if (u == v) return cell == S::empty_path();
      const double best = truth.best(u, v);
      if (best == oracle::absent<double>()) return cell == S::no_path();
      if (cell == S::no_path()) return false;
      return std::abs(static_cast<double>(cell) - best) <= truth.slack(u, v, unit);
    }
  }

  // By the arcs alone, and with its routes.
  void prove(const warpath::Result& result, const Truth& truth) {
    using ArcT = std::conditional_t<std::is_same_v<T, std::uint8_t>, std::int16_t, T>;
    const auto graph = support::graph_of<ArcT>(graph_.list);
    const auto certificate = warpath::verify::certify(
        graph, result, {.semiring = S::kind, .undirected = options_.undirected});
    if (!certificate.ok()) found("refused by the certificate: " + to_string(certificate));
    if (result.predecessors().rows() == 0 || truth.has_negative_cycle()) return;
    const auto sources = result.sources();
    const auto walked = support::walks<S>(
        result.distances<T>(), result.predecessors(),
        [&](Index i) { return sources.empty() ? i : sources[static_cast<std::size_t>(i)]; },
        [&](Index u, Index v) -> T {
          const double arc = truth.arc(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
          if (arc == oracle::absent<double>()) return S::no_path();
          return S::kind == warpath::SemiringKind::reachability ? T{1} : static_cast<T>(arc);
        },
        graph_.whole ? 0 : truth.slack(0, 0, 0x1p-24));
    if (!walked) found(std::string("a route: ") + walked.message());
  }

  Random& random_;
  Tally& tally_;
  const Way& way_;
  Graph graph_;
  Options options_;
  int call_ = 0;
};

// A case of the combination that the seed says. False when something was found.
bool attack_once(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  std::size_t count = 0;
  support::for_each_combination([&]<class S>() { ++count; });
  // Shortest paths in floats are where most can go wrong.
  const std::size_t chosen = random.chance(0.4) ? random.below(2) : random.below(count);
  std::size_t at = 0;
  bool fine = true;
  support::for_each_combination([&]<class S>() {
    if (at++ != chosen) return;
    static const std::vector<Way> ways = support::each_isa<S>(1);
    if (ways.empty()) return;
    Case<S> one(random, ways, tally);
    try {
      one.run();
    } catch (const std::exception& error) {
      fine = false;
      std::printf("FOUND by --seed %llu: %s\n  %s\n", static_cast<unsigned long long>(seed),
                  one.text().c_str(), error.what());
    }
  });
  return fine;
}

int attack(int count, char** words) {
  double seconds = 10;
  std::uint64_t seed = 1;
  long cases = -1;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = words[i];
    if (option == "--seconds") seconds = std::stod(words[i + 1]);
    if (option == "--seed") seed = std::stoull(words[i + 1]);
    if (option == "--largest") largest_n = std::stoull(words[i + 1]);
    if (option == "--cases") cases = std::stol(words[i + 1]);
    if (option == "--device" && std::string(words[i + 1]) == "cuda") {
      support::use_backend(warpath::Backend::cuda);
    }
  }
  const auto start = std::chrono::steady_clock::now();
  Tally tally;
  long done = 0;
  long bad = 0;
  const auto left = [&] {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return cases >= 0 ? done < cases : passed.count() < seconds;
  };
  for (; left() && bad < 20; ++done)
    bad += attack_once(seed + static_cast<std::uint64_t>(done), tally) ? 0 : 1;
  std::printf("%ld cases from seed %llu:", done, static_cast<unsigned long long>(seed));
  for (const auto& [what, times] : tally.counts) std::printf(" %ld %s,", times, what.c_str());
  std::printf(" %ld found\n", bad);
  return bad == 0 && done > 0 ? 0 : 1;
}

}  // namespace
}  // namespace attack

int main(int count, char** words) { return attack::attack(count, words); }
