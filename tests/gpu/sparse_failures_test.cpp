// The sparse method, and calls of the CUDA runtime that fail (failures.hpp).
#include "gpu/failures.hpp"

#include <gtest/gtest.h>

#include "cuda/memory.hpp"
#include "sparse/plan.hpp"
#include "support/combinations.hpp"
#include "warpath/cuda.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::Graph;
using warpath::MatrixView;
using warpath::Options;

using DeviceFailuresSparse = DeviceFailures;

template <class T>
bool same(const Cells<T>& want, MatrixView<const T> got) {
  for (Index i = 0; i < got.rows(); ++i) {
    for (Index j = 0; j < got.columns(); ++j) {
      if (!same_bits(want[static_cast<std::size_t>(i * got.columns() + j)], got(i, j)))
        return false;
    }
  }
  return true;
}

Options with(const char* kernel, const warpath::SparsePlan& plan) {
  Options options;
  options.kernel = kernel;
  options.threads = 1;
  options.sparse_plan = plan;
  return options;
}

Cells<std::int32_t> rows_of(const Graph& graph, const Options& options) {
  std::vector<Index> all(static_cast<std::size_t>(graph.vertices()));
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = static_cast<Index>(v);
  Cells<std::int32_t> cells;
  warpath::stream_rows(graph, all, options, [&](warpath::Rows& rows) {
    const auto& some = std::get<warpath::Matrix<std::int32_t>>(rows.distances);
    for (Index i = 0; i < rows.count; ++i) {
      cells.insert(cells.end(), &some(i, 0), &some(i, 0) + graph.vertices());
    }
  });
  return cells;
}

// A network, and one whose plan leaves its only node to the dense engine.
template <class Test>
void for_each_graph(const Test& test) {
  const auto roads =
      warpath::generate(warpath::GraphKind::road, 400, {.weight = warpath::WeightType::int32});
  test("roads", roads, warpath::SparsePlan(roads, warpath::Backend::cuda));
  const auto links = warpath::generate(warpath::GraphKind::scale_free, 1100,
                                       {.weight = warpath::WeightType::int32});
  test("one root", links,
       warpath::sparse::PlanData::make(warpath::sparse::pattern_of(links), {.leaf = 1 << 20}));
}

TEST_F(DeviceFailuresSparse, OfASolve) {
  for_each_graph([](const char* name, const Graph& graph, const warpath::SparsePlan& plan) {
    const auto cells = rows_of(graph, with("sparse", plan));
    Options options = with("sparse-cuda", plan);
    expect_clean_failures(std::string("solve ") + name, [&] {
      return same(cells, warpath::solve(graph, options).distances<std::int32_t>());
    });
    options.batch = graph.vertices() / 3 + 1;
    expect_clean_failures(std::string("rows ") + name,
                          [&] { return rows_of(graph, options) == cells; });
  });
}

TEST_F(DeviceFailuresSparse, OfMeasures) {
  for_each_graph([](const char* name, const Graph& graph, const warpath::SparsePlan& plan) {
    const warpath::Measures want = warpath::measure(graph, with("sparse", plan));
    expect_clean_failures(std::string("measures ") + name, [&] {
      const warpath::Measures got = warpath::measure(graph, with("sparse-cuda", plan));
      return got.eccentricity == want.eccentricity && got.pairs == want.pairs &&
             got.histogram.counts == want.histogram.counts;
    });
  });
}

TEST_F(DeviceFailuresSparse, OfAGraphThatIsSolvedIntoTheDevicesMemory) {
  for_each_graph([](const char* name, const Graph& graph, const warpath::SparsePlan& plan) {
    const auto want = rows_of(graph, with("sparse", plan));
    const Index n = graph.vertices();
    const std::size_t bytes = want.size() * sizeof(std::int32_t);
    expect_clean_failures(std::string("resident ") + name, [&] {
      const std::shared_ptr<void> there = warpath::cuda::device_memory(bytes);
      auto* data = static_cast<std::int32_t*>(there.get());
      warpath::solve_on_device(graph, MatrixView<std::int32_t>(data, n, n, n),
                               with("sparse-cuda", plan));
      Cells<std::int32_t> got(want.size());
      warpath::cuda::copy_home(got.data(), data, bytes);
      return got == want;
    });
  });
}

}  // namespace
}  // namespace support
