// Searches from single sources, with either queue, against the oracle.
#include "cpu/search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "oracle/oracle.hpp"
#include "support/random.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace support {
namespace {

using warpath::Crew;
using warpath::Index;
using warpath::Progress;
using warpath::ProgressAnswer;
using warpath::ProgressMeter;
using warpath::sparse::Arcs;
using warpath::sparse::Vertex;

// The oracle counts in double or int64: all sums here are exact in the weight's own type.
template <class T>
using Exact = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

template <class T>
using Table = oracle::Table<Exact<T>>;

template <class F>
void for_each_type(F&& f) {
#define WARPATH_CALL(T, name) f.template operator()<T>(#name);
  WARPATH_EACH_ARC_WEIGHT(WARPATH_CALL)
#undef WARPATH_CALL
}

template <class T>
Arcs<T> arcs_of(const Table<T>& table) {
  Arcs<T> arcs;
  for (std::size_t i = 0; i < table.n(); ++i) {
    for (std::size_t j = 0; j < table.n(); ++j) {
      if (i == j || table(i, j) == oracle::absent<Exact<T>>()) continue;
      arcs.targets.push_back(static_cast<Vertex>(j));
      arcs.weights.push_back(static_cast<T>(table(i, j)));
    }
    arcs.offsets.push_back(static_cast<Index>(arcs.targets.size()));
  }
  return arcs;
}

std::vector<Vertex> all_of(std::size_t n) {
  std::vector<Vertex> sources(n);
  std::iota(sources.begin(), sources.end(), Vertex{0});
  return sources;
}

class Searches : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(With, Searches, testing::Values("heap", "buckets"),
                         [](const auto& kind) { return std::string(kind.param); });

// The kind that is being tested.
template <class T>
void search_rows(const Arcs<T>& arcs, const std::vector<Vertex>& sources, std::vector<T>& rows,
                 std::size_t ld, Crew& crew, ProgressMeter* meter) {
  const bool heap = Searches::GetParam() == std::string("heap");
  const auto queue = heap ? warpath::cpu::Queue::heap : warpath::cpu::Queue::buckets;
  warpath::cpu::search_rows<T>(arcs, sources, rows.data(), static_cast<Index>(ld), queue, crew,
                               meter);
}

// Rows with a gap behind each, which must survive.
template <class T>
void expect_rows(const Arcs<T>& arcs, const Table<T>& want, const std::vector<Vertex>& sources,
                 int threads) {
  constexpr T kGap{77};
  const std::size_t n = want.n();
  const std::size_t ld = n + 3;
  std::vector<T> rows(sources.size() * ld, kGap);
  Crew crew(threads);
  search_rows(arcs, sources, rows, ld, crew, nullptr);
  for (std::size_t k = 0; k < sources.size(); ++k) {
    for (std::size_t j = 0; j < ld; ++j) {
      T cell = kGap;
      if (j < n) {
        const auto distance = want(static_cast<std::size_t>(sources[k]), j);
        const bool far = distance >= static_cast<Exact<T>>(warpath::no_path<T>());
        cell = far ? warpath::no_path<T>() : static_cast<T>(distance);
      }
      ASSERT_EQ(rows[k * ld + j], cell)
          << "from " << sources[k] << " to " << j << ", n=" << n << ", " << threads << " threads";
    }
  }
}

template <class T>
void expect_solved(const Table<T>& table) {
  const Arcs<T> arcs = arcs_of<T>(table);
  const Table<T> want = oracle::dijkstra(table);
  for (const int threads : {1, 2, 5}) expect_rows<T>(arcs, want, all_of(table.n()), threads);
}

// `weight` is called for every arc; an ordered pair is one with the probability `density`.
template <class T, class Weight>
Table<T> random_table(std::size_t n, double density, Random& random, const Weight& weight) {
  Table<T> table(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && random.chance(density)) table(i, j) = static_cast<Exact<T>>(weight());
    }
  }
  return table;
}

TEST_P(Searches, RandomGraphsOfAllDensities) {
  for_each_type([]<class T>(const char* name) {
    SCOPED_TRACE(name);
    Random random(1);
    for (const std::size_t n : {0u, 1u, 2u, 3u, 17u, 64u, 150u}) {
      for (const double arcs_per_vertex : {0.5, 1.5, 4.0, 40.0, 1000.0}) {
        const double density = arcs_per_vertex / (static_cast<double>(n) + 1);
        expect_solved<T>(random_table<T>(n, density, random, [&] { return random.whole(1, 100); }));
      }
    }
  });
}

TEST_P(Searches, ZeroWeights) {
  for_each_type([]<class T>(const char* name) {
    SCOPED_TRACE(name);
    Random random(2);
    for (const double nonzero : {0.0, 0.3, 0.9}) {
      expect_solved<T>(random_table<T>(
          80, 0.04, random, [&] { return random.chance(nonzero) ? random.whole(1, 50) : 0.0; }));
    }
  });
}

TEST_P(Searches, LongChainsAndVerticesAlone) {
  for_each_type([]<class T>(const char* name) {
    SCOPED_TRACE(name);
    Table<T> table(200);
    for (std::size_t i = 0; i + 1 < 150; ++i) {
      table(i, i + 1) = static_cast<Exact<T>>(i % 7 == 0 ? 90 : 1);
    }
    expect_solved<T>(table);
    expect_solved<T>(Table<T>(20));
  });
}

// Many small steps are the best way, and large ones, which lead to a smaller number and so come
// first, are looked at before them; heavy arcs make buckets so wide that one holds them all. With
// nothing to fall back to, every vertex would be searched from dozens of times.
TEST_P(Searches, WeightsThatNoWidthOfBucketsSuits) {
  for_each_type([]<class T>(const char* name) {
    SCOPED_TRACE(name);
    const std::size_t n = 160;
    Table<T> table(n);
    for (std::size_t i = 1; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        table(i, j) = static_cast<Exact<T>>(i - j == 1 ? 1 : 3 * (i - j));
      }
      table(0, i) = 16000;
    }
    expect_solved<T>(table);
  });
}

TEST_P(Searches, SomeSourcesInAnyOrderAndTwice) {
  for_each_type([]<class T>(const char* name) {
    SCOPED_TRACE(name);
    Random random(3);
    const auto table = random_table<T>(90, 0.05, random, [&] { return random.whole(0, 100); });
    const Arcs<T> arcs = arcs_of<T>(table);
    const Table<T> want = oracle::dijkstra(table);
    for (const int threads : {1, 3}) {
      expect_rows<T>(arcs, want, {}, threads);
      expect_rows<T>(arcs, want, {89}, threads);
      expect_rows<T>(arcs, want, {5, 0, 5, 88, 31, 2, 2, 60, 7}, threads);
    }
  });
}

TEST_P(Searches, SumsThatReachNoPathAreNoPath) {
  const auto check = []<class T>(T) {
    const Exact<T> most = warpath::no_path<T>() - 1;
    Table<T> table(6);
    table(0, 1) = most - 1;
    table(1, 2) = 1;  // 0 to 2 is the longest that there is
    table(2, 3) = 1;  // 0 to 3 is one too long
    table(3, 4) = most;
    table(4, 5) = most;
    expect_solved<T>(table);
    Random random(4);
    expect_solved<T>(random_table<T>(
        60, 0.05, random, [&] { return random.whole(random.chance(0.5) ? 0 : most / 2, most); }));
  };
  check(std::int32_t{});
  check(std::int16_t{});
}

// Rounding is part of the answer: the least of all sums, each rounded from its source on. A plain
// search in the same type finds it, in whatever order it goes.
template <class T>
void expect_same_as_relaxing(const Table<T>& table) {
  const Arcs<T> arcs = arcs_of<T>(table);
  const std::size_t n = table.n();
  std::vector<T> rows(n * n);
  Crew crew(2);
  search_rows(arcs, all_of(n), rows, n, crew, nullptr);
  for (std::size_t source = 0; source < n; ++source) {
    std::vector<T> want(n, warpath::no_path<T>());
    want[source] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t u = 0; u < n; ++u) {
        for (Index a = arcs.offsets[u]; a < arcs.offsets[u + 1]; ++a) {
          T& known = want[static_cast<std::size_t>(arcs.targets[static_cast<std::size_t>(a)])];
          const T through = want[u] + arcs.weights[static_cast<std::size_t>(a)];
          if (through < known) known = through, changed = true;
        }
      }
    }
    for (std::size_t j = 0; j < n; ++j)
      ASSERT_EQ(rows[source * n + j], want[j]) << source << " " << j;
  }
}

TEST_P(Searches, FloatsOfAllMagnitudes) {
  const auto check = []<class T>(T) {
    using Limits = std::numeric_limits<T>;
    Random random(5);
    for (const double low : {-20.0, static_cast<double>(Limits::min_exponent - Limits::digits)}) {
      for (const double high : {20.0, static_cast<double>(Limits::max_exponent - 1)}) {
        for (const double span : {1.0, high - low}) {
          for (const double top : {high, low + span}) {
            expect_same_as_relaxing<T>(random_table<T>(70, 0.06, random, [&] {
              return static_cast<T>(std::exp2(random.real(top - span, top)));
            }));
          }
        }
      }
    }
  };
  check(float{});
  check(double{});
}

TEST_P(Searches, CountsTasksAndCanBeCancelled) {
  Random random(6);
  const auto table = random_table<float>(50, 0.1, random, [&] { return random.whole(1, 9); });
  const Arcs<float> arcs = arcs_of<float>(table);
  std::vector<float> rows(50 * 50, -1);
  for (const int threads : {1, 2}) {
    Crew crew(threads);
    double last = 0;
    const Progress count = [&](const warpath::ProgressReport& report) {
      last = report.done;
      return ProgressAnswer::go_on;
    };
    ProgressMeter counting(count, 50 * 50);
    search_rows(arcs, all_of(50), rows, 50, crew, &counting);
    counting.finish();
    EXPECT_EQ(last, 50 * 50);

    const Progress refuse = [](const warpath::ProgressReport&) { return ProgressAnswer::cancel; };
    ProgressMeter refusing(refuse, 50 * 50);
    EXPECT_THROW(refusing.begin(), warpath::Error);
    std::fill(rows.begin(), rows.end(), -1.0f);
    EXPECT_THROW(search_rows(arcs, all_of(50), rows, 50, crew, &refusing), warpath::Error);
    EXPECT_EQ(rows.back(), -1) << "searches begin after the answer to stop";
  }
}

}  // namespace
}  // namespace support
