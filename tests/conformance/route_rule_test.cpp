// One rule for ties: a search, a Router and the predecessors of every kernel answer the same routes,
// and they are those of the oracle, which knows the rule only.
#include <gtest/gtest.h>

#include <functional>

#include "base/semiring.hpp"
#include "oracle/routes.hpp"
#include "routes/search.hpp"
#include "support/arc_lists.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/router.hpp"

namespace support {
namespace {

using warpath::Graph;
using warpath::Options;
using warpath::SemiringKind;
using Route = std::vector<Index>;

oracle::Measure measure_of(SemiringKind kind) {
  switch (kind) {
    case SemiringKind::shortest_path: return oracle::Measure::shortest;
    case SemiringKind::widest_path: return oracle::Measure::widest;
    case SemiringKind::minimax_path: return oracle::Measure::minimax;
    case SemiringKind::reachability: break;
  }
  return oracle::Measure::reachable;
}

// Of parallel arcs the best. Self-loops are nobody's best path.
oracle::Table<std::int64_t> table_of(const ArcList& list, SemiringKind kind) {
  oracle::Table<std::int64_t> table(static_cast<std::size_t>(list.n));
  const auto improve = [&](Index u, Index v, std::int64_t weight) {
    std::int64_t& cell = table(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
    const bool better = kind == SemiringKind::widest_path ? weight > cell : weight < cell;
    if (u != v && (cell == oracle::absent<std::int64_t>() || better)) cell = weight;
  };
  for (const auto& arc : list.arcs) {
    const auto weight = static_cast<std::int64_t>(arc.weight);
    improve(arc.from, arc.to, weight);
    if (list.direction == warpath::Direction::undirected) improve(arc.to, arc.from, weight);
  }
  return table;
}

Route follow(const oracle::Table<int>& before, Index from, Index to) {
  Route route{to};
  while (route.back() != from) {
    const int next = before(static_cast<std::size_t>(from), static_cast<std::size_t>(route.back()));
    if (next < 0) return {};
    route.push_back(next);
  }
  std::reverse(route.begin(), route.end());
  return route;
}

// Reachability looks at no weights; any type of them will do.
template <class S>
using ArcWeight =
    std::conditional_t<S::kind == SemiringKind::reachability, float, typename S::Weight>;

// `both_ways`: an undirected graph, also as one of arcs that options take both ways.
template <class S>
void check(ArcList list, bool both_ways, const std::string& name) {
  if (both_ways) list.direction = warpath::Direction::undirected;
  const auto before = oracle::predecessors(table_of(list, S::kind), measure_of(S::kind));
  const Graph graph = graph_of<ArcWeight<S>>(list);
  list.direction = warpath::Direction::directed;
  const Graph one_way = graph_of<ArcWeight<S>>(list);
  std::vector<std::pair<Index, Index>> pairs;
  std::vector<Route> want;
  for (Index from = 0; from < list.n; ++from) {
    for (Index to = 0; to < list.n; ++to) {
      pairs.emplace_back(from, to);
      want.push_back(follow(before, from, to));
    }
  }
  const auto where = [&](const std::string& who) {
    std::string text = who + ", " + name_of<S>() + ", " + name + ", n = " + std::to_string(list.n);
    for (const auto& arc : list.arcs) {
      text += "\n  " + std::to_string(arc.from) + " -> " + std::to_string(arc.to) + " " +
              std::to_string(static_cast<int>(arc.weight));
      if (text.size() > 2000) break;
    }
    return text;
  };
  const auto compare = [&](const std::vector<Route>& routes, const std::string& who) {
    ASSERT_EQ(routes.size(), want.size()) << where(who);
    for (std::size_t k = 0; k < want.size(); ++k) {
      ASSERT_EQ(routes[k], want[k])
          << where(who) << "\nfrom " << pairs[k].first << " to " << pairs[k].second;
    }
  };

  std::vector<Route> searched;
  std::vector<Index> targets(static_cast<std::size_t>(list.n));
  for (Index v = 0; v < list.n; ++v) targets[static_cast<std::size_t>(v)] = v;
  for (Index from = 0; from < list.n; ++from) {
    for (Route& route : warpath::routes::find_routes(graph, from, targets, S::kind)) {
      searched.push_back(std::move(route));
    }
  }
  ASSERT_NO_FATAL_FAILURE(compare(searched, "a search for all"));
  searched.clear();
  for (const auto& [from, to] : pairs) {  // which goes no farther than its target
    const auto routes = warpath::routes::find_routes(graph, from, {&to, 1}, S::kind);
    searched.push_back(routes.front());
  }
  ASSERT_NO_FATAL_FAILURE(compare(searched, "a search for one"));

  Options options;
  options.semiring = S::kind;
  options.undirected = both_ways;
  options.threads = 1;
  for (const Graph* input : {&graph, &one_way}) {
    if (list.n > 0) {
      warpath::Router router(*input, options);
      ASSERT_NO_FATAL_FAILURE(compare(router.paths(pairs), "Router"));
    }
    for (const Way& way : each_kernel<S>(1)) {
      if (!way.production) continue;
      Options by_kernel = way.options(S::kind);
      by_kernel.undirected = both_ways;
      by_kernel.predecessors = true;
      ASSERT_NO_FATAL_FAILURE(
          compare(warpath::solve(*input, by_kernel).paths(pairs), "kernel " + way.kernel));
    }
    if (!both_ways) break;
  }
}

template <class S>
void check_one(const ArcList& list, bool both_ways, const std::string& name) {
  if (!testing::Test::HasFatalFailure()) check<S>(list, both_ways, name);
}

void check_all(const ArcList& list, bool both_ways, const std::string& name, bool bottlenecks) {
  using namespace warpath;
  check_one<ShortestPath<std::int32_t>>(list, both_ways, name);
  check_one<ShortestPath<float>>(list, both_ways, name);
  if (list.n % 2 == 0) check_one<ShortestPath<std::int16_t>>(list, both_ways, name);
  if (list.n % 2 == 1) check_one<ShortestPath<double>>(list, both_ways, name);
  if (!bottlenecks) return;
  check_one<WidestPath<std::int32_t>>(list, both_ways, name);
  check_one<MinimaxPath<std::int32_t>>(list, both_ways, name);
  check_one<WidestPath<float>>(list, both_ways, name);
  check_one<MinimaxPath<float>>(list, both_ways, name);
  check_one<Reachability>(list, both_ways, name);
}

ArcList random_list(Index n, double degree, const std::function<double()>& weight, Random& random) {
  ArcList list{.n = n};
  const auto any = [&] { return random.below(static_cast<std::size_t>(n)); };
  const auto arcs = static_cast<Index>(degree * static_cast<double>(n));
  for (Index a = 0; a < arcs; ++a) list.add(any(), any(), weight());
  return list;
}

constexpr int kRounds = kSanitized ? 60 : 1000;

// With parallel arcs, self-loops, and cycles of weight 0.
TEST(RouteRule, IsTheSameForEqualWeightsAndZeros) {
  Random random(21);
  for (int round = 0; round < kRounds && !HasFatalFailure(); ++round) {
    const Index n = 1 + static_cast<Index>(random.below(round % 10 == 0 ? 24 : 8));
    const int highest = static_cast<int>(random.below(4));
    const auto weight = [&] { return random.whole(0, highest); };
    const ArcList list = random_list(n, random.real(0.5, 5), weight, random);
    check_all(list, random.chance(0.4), "few weights", true);
  }
}

// Potentials leave the sums of all cycles as they are: many of 0, none below.
TEST(RouteRule, IsTheSameForNegativeArcs) {
  Random random(22);
  for (int round = 0; round < kRounds && !HasFatalFailure(); ++round) {
    const Index n = 1 + static_cast<Index>(random.below(round % 10 == 0 ? 24 : 8));
    const int highest = static_cast<int>(random.below(3));
    ArcList list = random_list(
        n, random.real(0.5, 5), [&] { return random.whole(0, highest); }, random);
    std::vector<double> potential;
    for (Index v = 0; v < n; ++v) potential.push_back(random.whole(-3, 3));
    for (auto& arc : list.arcs) {
      arc.weight += potential[static_cast<std::size_t>(arc.to)] -
                    potential[static_cast<std::size_t>(arc.from)];
    }
    check_all(list, false, "potentials", true);
  }
}

// Bottlenecks of either sign, whose plateaus have arcs of many weights.
TEST(RouteRule, IsTheSameForPlateaus) {
  Random random(23);
  for (int round = 0; round < kRounds && !HasFatalFailure(); ++round) {
    const Index n = 2 + static_cast<Index>(random.below(9));
    const auto weight = [&] { return random.whole(-3, 6); };
    const ArcList list = random_list(n, random.real(1, 6), weight, random);
    const bool both_ways = random.chance(0.4);
    check_one<warpath::WidestPath<std::int32_t>>(list, both_ways, "plateaus");
    check_one<warpath::MinimaxPath<std::int32_t>>(list, both_ways, "plateaus");
    check_one<warpath::WidestPath<float>>(list, both_ways, "plateaus");
    check_one<warpath::MinimaxPath<float>>(list, both_ways, "plateaus");
  }
}

// More links into vertex 0 than are cheap to sort. All ways from 1 to 0 weigh 4, and the last arc is the
// lightest from `first` on only. `detours`: most arcs into 0 are no best paths, and are left out by some.
TEST(RouteRule, IsTheSameForManyLinks) {
  const Index n = kSanitized ? 60 : 2300;
  if (too_large(static_cast<std::size_t>(n))) GTEST_SKIP();
  const Index first = n - n / 10;
  for (const bool detours : {false, true}) {
    std::vector<warpath::Arc<std::int32_t>> arcs{{2, 0, 1}};
    for (Index v = 3; v < n; ++v) {
      const std::int32_t last = v < first ? 2 + static_cast<std::int32_t>(v % 2) : 1;
      const bool detour = detours && v < n - n / 5;
      arcs.push_back({1, v, 4 - last});
      arcs.push_back({v, 0, detour ? last + 9 : last});
      if (detour) arcs.push_back({v, 2, last});
    }
    const Graph graph = Graph::from_arcs<std::int32_t>(n, arcs);
    const Route want{1, first, 0};
    const Index to = 0;
    const auto kind = SemiringKind::shortest_path;
    EXPECT_EQ(warpath::routes::find_routes(graph, 1, {&to, 1}, kind).front(), want);
    EXPECT_EQ(warpath::Router(graph, {.threads = 2}).path(1, 0), want);
    for (const Way& way : each_kernel<warpath::ShortestPath<std::int32_t>>(2)) {
      if (!way.production) continue;
      Options options = way.options(kind);
      options.predecessors = true;
      EXPECT_EQ(warpath::solve(graph, options).path(1, 0), want) << way;
    }
  }
}

}  // namespace
}  // namespace support
