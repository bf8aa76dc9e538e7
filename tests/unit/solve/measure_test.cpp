// measure(): what all distances together say, against loops over the matrix.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "numerics/panel_look.hpp"
#include "support/arc_lists.hpp"
#include "support/measures.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::Histogram;
using warpath::Measures;
using warpath::Method;
using warpath::Options;
using warpath::Result;

Options by(Method method) {
  Options options;
  options.method = method;
  options.threads = 2;
  return options;
}

void expect_measures(const Measures& got, const Result& all, double slack) {
  support::expect_measures(
      got, all.vertices(),
      [&](Index i, Index j) {
        return all.reachable(i, j) ? std::optional(all.distance(i, j)) : std::nullopt;
      },
      slack);
}

// To the last bit.
void expect_same(const Measures& got, const Measures& want) {
  for (const auto& [a, b] :
       {std::pair<const warpath::VertexMeasures&, const warpath::VertexMeasures&>{got, want},
        {got.in, want.in}}) {
    EXPECT_EQ(a.reached, b.reached);
    EXPECT_EQ(a.eccentricity, b.eccentricity);
    EXPECT_EQ(a.closeness, b.closeness);
    EXPECT_EQ(a.harmonic, b.harmonic);
  }
  EXPECT_EQ(got.mean, want.mean);
  EXPECT_EQ(got.histogram.counts, want.histogram.counts);
}

// How far the farthest are, and nothing else.
void expect_ends(const Measures& got, const Measures& all) {
  EXPECT_EQ(got.reached, all.reached);
  EXPECT_EQ(got.eccentricity, all.eccentricity);
  EXPECT_EQ(got.diameter, all.diameter);
  EXPECT_EQ(got.radius, all.radius);
  EXPECT_EQ(got.pairs, all.pairs);
  EXPECT_EQ(got.unreachable, all.unreachable);
  EXPECT_TRUE(got.closeness.empty() && got.harmonic.empty() && got.in.reached.empty());
  EXPECT_TRUE(got.histogram.counts.empty());
  EXPECT_EQ(got.mean, 0);
}

TEST(SparseMeasure, IsWhatLoopsOverTheMatrixSay) {
  Random random(31);
  for (int round = 0; round < (kSanitized ? 40 : 120); ++round) {
    const std::size_t n = round < 30 ? static_cast<std::size_t>(round) / 10 : random.below(200);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const Sign sign = std::array{Sign::positive, Sign::zeros, Sign::negative}[random.below(3)];
    const ArcList list = random_arcs(shape, sign, random.chance(0.4), n, random);
    SCOPED_TRACE(list.name);
    const auto check = [&]<class T>(T) {
      const Graph graph = graph_of<T>(list);
      const Result all = warpath::solve(graph, by(Method::dense));
      for (const Method method : {Method::dense, Method::sparse}) {
        const Measures got = warpath::measure(graph, by(method));
        ASSERT_NO_FATAL_FAILURE(expect_measures(got, all, 0)) << to_string(method);
        expect_ends(warpath::measure(graph, by(method), warpath::Extent::ends), got);
      }
      if (sign == Sign::negative) return;
      Options search = by(Method::search);
      search.kernel = "dijkstra";
      ASSERT_NO_FATAL_FAILURE(expect_measures(warpath::measure(graph, search), all, 0));
      // A plan is of no use to a search, and does no harm.
      search.sparse_plan = warpath::SparsePlan(graph);
      ASSERT_NO_FATAL_FAILURE(expect_measures(warpath::measure(graph, search), all, 0));
    };
    ASSERT_NO_FATAL_FAILURE(check(std::int32_t{}));
    ASSERT_NO_FATAL_FAILURE(check(float{}));
    ASSERT_NO_FATAL_FAILURE(check(double{}));
  }
}

TEST(SparseMeasure, OfAGraphInSmallMemoryIsTheSameAndSoItIsForAnyThreads) {
  const Graph graph = warpath::generate(warpath::GraphKind::road, 1000);
  const Result all = warpath::solve(graph, by(Method::dense));
  Options options = by(Method::sparse);
  const Measures whole = warpath::measure(graph, options);
  ASSERT_NO_FATAL_FAILURE(expect_measures(whole, all, 1e-5));
  options.threads = 1;
  options.memory_limit = warpath::plan_rows(graph, 1000, options).workspace_bytes + 2 * 1001 * 4;
  const Measures small = warpath::measure(graph, options);
  ASSERT_NO_FATAL_FAILURE(expect_measures(small, all, 1e-5));
  EXPECT_EQ(small.histogram.counts, whole.histogram.counts);
  for (const int threads : {1, 2, 5}) {
    Options other = by(Method::sparse);
    other.threads = threads;
    SCOPED_TRACE(threads);
    expect_same(warpath::measure(graph, other), whole);
  }
}

// Sums by column, in several panels and in pieces of rows that come in batches of any size.
TEST(SparseMeasure, OfAOneWayGraphIsTheSameForAnyThreadsAndBatch) {
  const Graph graph = warpath::generate(warpath::GraphKind::gnp, 700, {.degree = 2});
  const Result all = warpath::solve(graph, by(Method::dense));
  for (const char* kernel : {"sparse", "dijkstra", "cpu"}) {
    SCOPED_TRACE(kernel);
    Options options;
    options.kernel = kernel;
    options.threads = 1;
    const Measures whole = warpath::measure(graph, options);
    EXPECT_FALSE(whole.in.reached.empty());
    ASSERT_NO_FATAL_FAILURE(expect_measures(whole, all, 1e-5));
    for (const int threads : {2, 5}) {
      options.threads = threads;
      options.batch = threads == 5 ? 77 : 0;
      expect_same(warpath::measure(graph, options), whole);
    }
  }
}

// Parts that no path joins, in several panels, and arcs of weight 0: both ways and one way.
TEST(SparseMeasure, OfPartsAndOfWeightsOfZero) {
  Random random(33);
  for (const bool undirected : {false, true}) {
    ArcList list;
    list.n = 600;
    if (undirected) list.direction = warpath::Direction::undirected;
    for (std::size_t v = 0; v < 600; ++v) {
      const std::size_t part = v % 3;
      const std::size_t to = random.below(200) * 3 + part;
      if (part != 2) list.add(v, to, static_cast<double>(random.below(4)));
    }
    const Graph graph = graph_of<float>(list);
    const Result all = warpath::solve(graph, by(Method::dense));
    for (const Method method : {Method::dense, Method::sparse}) {
      const Measures got = warpath::measure(graph, by(method));
      EXPECT_EQ(got.in.reached.empty(), undirected);
      ASSERT_NO_FATAL_FAILURE(expect_measures(got, all, 0)) << to_string(method);
      expect_ends(warpath::measure(graph, by(method), warpath::Extent::ends), got);
    }
  }
}

// The sum of the largest arcs is beyond int16, no distance is.
TEST(SparseMeasure, RefusesDistancesThatOutgrowTheirTypeAndNoOthers) {
  const Graph road =
      warpath::generate(warpath::GraphKind::road, 2500, {.weight = warpath::WeightType::int16});
  EXPECT_EQ(warpath::measure(road, by(Method::sparse)).diameter,
            warpath::measure(road, by(Method::dense)).diameter);
  ArcList chain;
  chain.n = 300;
  for (std::size_t v = 1; v < 300; ++v) chain.add(v - 1, v, 54);
  EXPECT_EQ(warpath::measure(graph_of<std::int16_t>(chain), by(Method::sparse)).diameter, 299 * 54);
  chain.arcs.front().weight = 400;
  for (const Method method : {Method::dense, Method::sparse}) {
    std::string text;
    EXPECT_EQ(code_of([&] { warpath::measure(graph_of<std::int16_t>(chain), by(method)); }, &text),
              ErrorCode::bad_input);
    EXPECT_NE(text.find("int16"), std::string::npos) << text;
  }
}

// Rows are gone by the time that others come: what outgrew its type shows in the arcs between a vertex
// and those on its way to the root. The double answer says whether anything did.
TEST(SparseMeasure, RefusesExactlyWhatOutgrowsItsType) {
  Random random(32);
  int refused = 0;
  const int rounds = kSanitized ? 30 : 120;
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    ArcList list =
        random_arcs(shape, Sign::positive, random.chance(0.4), 20 + random.below(500), random);
    const double longest = warpath::measure(graph_of<double>(list), by(Method::dense)).diameter;
    if (longest == 0) continue;
    // About as long as int16 reaches.
    const double limit = warpath::no_path<std::int16_t>();
    const double times = std::max(1.0, std::round(random.real(0.9, 1.1) * limit / longest));
    if (20 * times >= limit) continue;  // an arc alone may be as long
    for (auto& arc : list.arcs) arc.weight *= times;
    SCOPED_TRACE(list.name);
    const bool fits = longest * times < limit;
    refused += fits ? 0 : 1;
    const auto measured = [&] {
      const Measures got = warpath::measure(graph_of<std::int16_t>(list), by(Method::sparse));
      EXPECT_EQ(got.diameter, longest * times);
    };
    if (fits) {
      ASSERT_NO_THROW(measured());
    } else {
      ASSERT_EQ(code_of(measured), ErrorCode::bad_input);
    }
  }
  EXPECT_GT(refused, rounds / 10);
  EXPECT_LT(refused, rounds);
}

TEST(SparseMeasure, IsThereForShortestPathsOnly) {
  const Graph graph = warpath::generate(warpath::GraphKind::grid, 9);
  for (const auto semiring :
       {warpath::SemiringKind::widest_path, warpath::SemiringKind::minimax_path,
        warpath::SemiringKind::reachability}) {
    EXPECT_EQ(code_of([&] { warpath::measure(graph, {.semiring = semiring}); }),
              ErrorCode::unsupported);
  }
}

template <class T>
Histogram histogram_of(const std::vector<T>& distances) {
  warpath::MeasureBuilder builder(1, warpath::Extent::all, true);
  const auto count = static_cast<Index>(distances.size());
  // Panels of every width: bins are put together in between.
  for (Index c = 0, width = 1; c < count; c += width, width = width % 7 + 1) {
    const Index columns = std::min(width, count - c);
    warpath::PanelSums sums;
    sums.rows.resize(1);
    const T* const row = distances.data() + c;
    warpath::PanelLook<T> look(warpath::Extent::all, 0, warpath::no_path<T>(), false);
    look.look_at({&row, 1}, columns, sums.rows.data(), sums.histogram);
    builder.add(sums);
  }
  return builder.finish().histogram;
}

// Sums of distances may be beyond double; their mean is not.
TEST(SparseMeasure, OfHugeDistancesHasAMean) {
  const std::vector<warpath::Arc<double>> arcs{{0, 1, 1e308}, {1, 0, 1e308}, {2, 1, 0.5e308}};
  const Graph graph = Graph::from_arcs<double>(3, arcs);
  for (const char* kernel : {"sparse", "cpu"}) {
    const warpath::Measures measures = warpath::measure(graph, {.kernel = kernel});
    EXPECT_NEAR(measures.mean / 1e308, 1, 1e-12) << kernel;  // 1, 1, 0.5, 1.5
    EXPECT_NEAR(measures.closeness[2] * 1e308, 1, 1e-12) << kernel;
    EXPECT_NEAR(measures.in.closeness[1] * 1e308, 4.0 / 3, 1e-12) << kernel;  // 1 and 0.5
    EXPECT_NEAR(measures.in.harmonic[1] * 1e308, 3, 1e-12) << kernel;
  }
}

// The same where pairs are seen once and count both ways: rows whose sums are beyond double.
TEST(SparseMeasure, OfHugeDistancesBothWaysHasAMean) {
  std::vector<warpath::Arc<double>> arcs;
  for (Index v = 1; v < 100; ++v) arcs.push_back({v - 1, v, 1e306});
  const Graph graph = Graph::from_arcs<double>(100, arcs, warpath::Direction::undirected);
  const warpath::Measures measures = warpath::measure(graph, {.kernel = "sparse"});
  EXPECT_NEAR(measures.mean / 1e306, 101.0 / 3, 1e-9);
  EXPECT_NEAR(measures.closeness[0] * 1e306, 1.0 / 50, 1e-9);
}

// Distances that differences round away from their bin, and out of the last one.
TEST(SparseMeasure, CountsHostileDistancesInTheirBins) {
  constexpr double tiny = 1e-300;
  const double below = std::nextafter(63.0, 0.0);
  const std::vector<std::vector<double>> lists = {
      {-64.5, below, below, below, below},
      {below, -64.5, 1, -tiny, tiny, 0},
      {-tiny, 100, 3},
      {-100, tiny, -tiny, std::nextafter(1.0, 0.0), 1},
      {0, 0, 0},
      {tiny},
      {1e308, -1e308, 5},
      {std::numeric_limits<double>::max()},
      {127, 128, 129, 255.999, 256},
      {-1, -2, -4, -1024, -1025},
      {5e-324, 1},
      {},
  };
  for (const std::vector<double>& list : lists) {
    SCOPED_TRACE(testing::PrintToString(list));
    ASSERT_NO_FATAL_FAILURE(expect_histogram(histogram_of(list), list));
  }
  // The first bin begins below the least number.
  const std::vector<double> all{std::numeric_limits<double>::max(),
                                std::numeric_limits<double>::lowest(), 0};
  const Histogram widest = histogram_of(all);
  EXPECT_EQ(widest.counts.size(), 128u);
  EXPECT_EQ(widest.counts.front() + widest.counts[64] + widest.counts.back(), 3u);
  Random random(32);
  for (int round = 0; round < 2000; ++round) {
    std::vector<double> list(1 + random.below(20));
    const int scale = static_cast<int>(random.below(40)) - 20;
    for (double& d : list)
      d = std::ldexp(random.real(-1, 1), scale + static_cast<int>(random.below(8)));
    std::vector<float> floats(list.begin(), list.end());
    ASSERT_NO_FATAL_FAILURE(expect_histogram(histogram_of(list), list));
    ASSERT_NO_FATAL_FAILURE(expect_histogram(histogram_of(floats), {floats.begin(), floats.end()}));
  }
}

// Reciprocals may be beyond doubles where their sum is not, on both sides of 0.
TEST(SparseMeasure, SumsOfTinyDistancesAreHarmonicAllTheSame) {
  const double up = 4e-309, down = -5e-309;
  const std::vector<warpath::Arc<double>> arcs = {{0, 1, up}, {0, 2, down}, {0, 3, 2}, {1, 4, 3}};
  const Graph graph = Graph::from_arcs<double>(5, arcs);
  const auto inverse = [](double distance) { return 1 / static_cast<long double>(distance); };
  const auto want = static_cast<double>(inverse(up) + inverse(down) + inverse(2) + inverse(3 + up));
  for (const char* kernel : {"sparse", "cpu"}) {
    const auto measures = warpath::measure(graph, {.kernel = kernel});
    EXPECT_NEAR(measures.harmonic[0] / want, 1, 1e-9) << kernel;
    EXPECT_EQ(measures.harmonic[1], 1.0 / 3);
    EXPECT_EQ(measures.in.harmonic[1], std::numeric_limits<double>::infinity());
    EXPECT_EQ(measures.in.harmonic[2], -std::numeric_limits<double>::infinity());
  }
}

}  // namespace
}  // namespace support
