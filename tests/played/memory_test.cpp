// A device of little memory: the kernel `sparse-cuda` takes no more than its plan says, and has the same answers some columns
// at a time.
#include <gtest/gtest.h>

#include <memory>

#include "cuda/memory.hpp"
#include "gpu/twins.hpp"
#include "played/device.hpp"
#include "sparse/plan.hpp"
#include "warpath/cuda.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::GraphKind;
using warpath::MatrixView;
using warpath::Options;
using warpath::WeightType;
using warpath::sparse::Grouping;

// What an answer says, and what its plan said.
template <class Answer>
struct Asked {
  Answer answer;
  warpath::Plan plan;
};

// The device says that so much is free, for a scope.
class FreeMemory {
 public:
  explicit FreeMemory(std::size_t bytes) { played::say_free(bytes); }
  ~FreeMemory() { played::say_free(0); }
};

// As with much memory: in the least that the plan asks for, and somewhat more; refused below that.
template <class Ask>
void expect_in_little(const Ask& ask) {
  const auto [want, plan] = ask();
  ASSERT_GT(plan.device_bytes, 0u);
  for (const std::size_t more : {0, 1, 100'000, 1'000'000}) {
    const FreeMemory free(plan.device_bytes + more);
    const std::size_t before = played::taken();
    played::most_taken();
    EXPECT_TRUE(ask().answer == want);
    EXPECT_LE(played::most_taken() - before, plan.device_bytes + more);
    EXPECT_EQ(played::taken(), before) << "was not given back";
  }
  const FreeMemory free(plan.device_bytes - 1);
  EXPECT_EQ(code_of(ask), ErrorCode::does_not_fit);
}

// Leaves of one vertex: there is no room for the trunks of all of them.
constexpr Grouping kTiny{.leaf = 1, .widest = 1};
constexpr Grouping kSmall{.leaf = 8, .widest = 16};

Options options_for(const Graph& graph, const Grouping& grouping) {
  Options options;
  options.kernel = "sparse-cuda";
  options.threads = 2;
  options.sparse_plan =
      warpath::sparse::PlanData::make(warpath::sparse::pattern_of(graph), grouping);
  return options;
}

Cells<double> cells_of(const warpath::Result& result) {
  Cells<double> cells;
  for (Index i = 0; i < result.vertices(); ++i) {
    for (Index j = 0; j < result.vertices(); ++j) cells.push_back(result.distance(i, j));
  }
  return cells;
}

TEST(PlayedMemory, IsThatOfThePlanForRows) {
  for (const WeightType type : {WeightType::float32, WeightType::int16, WeightType::float64}) {
    const Graph graph = warpath::generate(GraphKind::streets, 700, {.weight = type});
    const Options options = options_for(graph, type == WeightType::int16 ? kSmall : kTiny);
    expect_in_little([&] {
      const warpath::Result result = warpath::solve(graph, options);
      return Asked<Cells<double>>{cells_of(result), result.statistics().plan};
    });
  }
}

TEST(PlayedMemory, IsThatOfThePlanForMatricesThere) {
  for (const bool undirected : {true, false}) {
    const Graph graph = warpath::generate(undirected ? GraphKind::road : GraphKind::gnp,
                                          undirected ? 700 : 500, {.degree = 2});
    const Options options = options_for(graph, undirected ? kTiny : kSmall);
    const Index n = graph.vertices();
    const std::size_t cells = static_cast<std::size_t>(n * n);
    const std::shared_ptr<void> there = warpath::cuda::device_memory(cells * sizeof(float));
    const MatrixView<float> view(static_cast<float*>(there.get()), n, n, n);
    expect_in_little([&] {
      const warpath::Statistics statistics = warpath::solve_on_device(graph, view, options);
      Cells<float> got(cells);
      warpath::cuda::copy_home(got.data(), there.get(), cells * sizeof(float));
      return Asked<Cells<float>>{got, statistics.plan};
    });
  }
}

// A root that the dense engine closes is there twice.
TEST(PlayedMemory, IsThatOfThePlanForALargeRoot) {
  const Graph graph =
      warpath::generate(GraphKind::gnp, 1300, {.weight = WeightType::int32, .degree = 8});
  const Options options = options_for(graph, {.columns = 1e4});
  ASSERT_GE(options.sparse_plan.data().tree.nodes.front().width, 1024);
  ASSERT_GT(options.sparse_plan.data().tree.nodes.size(), 1u);
  expect_in_little([&] {
    const warpath::Measures measures = warpath::measure(graph, options);
    return Asked<std::vector<double>>{measures.eccentricity, measures.statistics.plan};
  });
}

TEST(PlayedMemory, IsThatOfThePlanForMeasures) {
  const Graph graph = warpath::generate(GraphKind::streets, 700, {.weight = WeightType::int32});
  const Options options = options_for(graph, kTiny);
  expect_in_little([&] {
    const warpath::Measures measures = warpath::measure(graph, options);
    std::vector<double> all = measures.eccentricity;
    all.insert(all.end(), measures.closeness.begin(), measures.closeness.end());
    for (const auto count : measures.histogram.counts) all.push_back(static_cast<double>(count));
    return Asked<std::vector<double>>{all, measures.statistics.plan};
  });
}

}  // namespace
}  // namespace support
