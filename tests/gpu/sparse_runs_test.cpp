// The sparse method on the device as users run it: into device memory, rows in batches, measures, several at once, in little
// memory; and the end of a solve before its time.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "base/semiring.hpp"
#include "cuda/device/owned.hpp"
#include "gpu/twins.hpp"
#include "sparse/plan.hpp"
#include "support/arc_lists.hpp"
#include "warpath/cuda.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::Backend;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::GraphKind;
using warpath::Matrix;
using warpath::MatrixView;
using warpath::Measures;
using warpath::Options;
using warpath::ProgressAnswer;
using warpath::ProgressReport;
using warpath::Result;
using warpath::SparsePlan;
using warpath::WeightType;
using warpath::cuda::DeviceArray;
using warpath::cuda::PinnedArray;
using warpath::cuda::Stream;
using warpath::sparse::Grouping;

constexpr const char* kKernel = "sparse-cuda";

constexpr Grouping kTiny{.leaf = 1, .widest = 1};
constexpr Grouping kGroupings[] = {
    {}, kTiny, {.leaf = 2, .row_multiple = 1, .widest = 3}, {.leaf = 1000}};

// Of road networks of this file: the root is closed on the CPU, and distances have its bits.
constexpr Grouping kSmallRoot{};

SparsePlan grouped(const Graph& graph, const Grouping& grouping) {
  return warpath::sparse::PlanData::make(warpath::sparse::pattern_of(graph), grouping);
}

Options with(const char* kernel, const SparsePlan& plan = {}) {
  Options options;
  options.kernel = kernel;
  options.threads = 2;
  options.sparse_plan = plan;
  return options;
}

template <class T>
Cells<T> cells_of(const Result& result) {
  Cells<T> cells;
  const auto view = result.distances<T>();
  for (Index i = 0; i < view.rows(); ++i) {
    for (Index j = 0; j < view.columns(); ++j) cells.push_back(view(i, j));
  }
  return cells;
}

template <class S>
using GraphWeight =
    std::conditional_t<S::kind == warpath::SemiringKind::reachability, float, typename S::Weight>;

Sign any_whole_sign(Random& random) {
  return std::array{Sign::positive, Sign::zeros, Sign::negative}[random.below(3)];
}

// --- into device memory ---------------------------------------------------------------------------

// Room for n x n distances on the device, with other bytes around it. Rows begin at multiples of 16 bytes, `gap` of these
// units farther from each other than they must.
template <class T>
class There {
 public:
  static constexpr std::size_t kUnit = 16 / sizeof(T);

  There(std::size_t n, std::size_t gap)
      : n_(n),
        ld_((n + kUnit - 1) / kUnit * kUnit + gap * kUnit),
        all_(kBefore + n * ld_ + kBehind),
        memory_(all_) {
    CUDA_CHECK(cudaMemset(memory_.get(), 0x5a, all_ * sizeof(T)));
    CUDA_CHECK(cudaDeviceSynchronize());  // other streams do not wait for the default one
  }

  T* data() const { return memory_.get() + kBefore; }
  Index ld() const { return static_cast<Index>(ld_); }
  MatrixView<T> view() const {
    const auto n = static_cast<Index>(n_);
    return {data(), n, n, ld()};
  }

  // The cells now; counts what was changed beside them.
  Cells<T> cells(std::size_t& beside) const {
    std::vector<T> all(all_);
    CUDA_CHECK(cudaMemcpy(all.data(), memory_.get(), all_ * sizeof(T), cudaMemcpyDeviceToHost));
    Cells<T> inside;
    T poison;
    std::memset(&poison, 0x5a, sizeof poison);
    beside = 0;
    for (std::size_t at = 0; at < all_; ++at) {
      const bool in_rows = at >= kBefore && at < kBefore + n_ * ld_;
      const bool in = in_rows && (at - kBefore) % ld_ < n_;
      if (in) inside.push_back(all[at]);
      if (!in) beside += !same_bits(all[at], poison);
    }
    return inside;
  }

  // Whether nothing at all was written.
  bool is_untouched() const {
    std::size_t beside = 0;
    T poison;
    std::memset(&poison, 0x5a, sizeof poison);
    const Cells<T> inside = cells(beside);
    return beside == 0 && std::all_of(inside.begin(), inside.end(),
                                      [&](const T& cell) { return same_bits(cell, poison); });
  }

 private:
  // Begins at a multiple of 16 bytes and of nothing larger.
  static constexpr std::size_t kBefore = 5 * kUnit;
  static constexpr std::size_t kBehind = 600 * kUnit;

  std::size_t n_, ld_, all_;
  DeviceArray<T> memory_;
};

// As the kernel `sparse` has it, bit for bit, whose columns are targets, too.
template <class S>
void expect_solved_there(const ArcList& list, const Grouping& grouping, std::size_t gap,
                         bool own_stream) {
  using T = typename S::Weight;
  const auto n = static_cast<std::size_t>(list.n);
  const Graph graph = graph_of<GraphWeight<S>>(list);
  Options options = with("sparse", grouped(graph, grouping));
  options.semiring = S::kind;
  const auto want = cells_of<T>(warpath::solve(graph, options));
  options.kernel = gap % 2 == 0 ? "auto" : kKernel;
  const There<T> there(n, gap);
  const Stream stream;
  const warpath::Statistics statistics = warpath::solve_on_device(
      graph, there.view(), options, own_stream ? static_cast<cudaStream_t>(stream) : nullptr);
  std::size_t beside = 0;
  const auto got = there.cells(beside);
  ASSERT_TRUE(matches(want, got, n)) << name_of<S>() << " gap=" << gap;
  ASSERT_EQ(beside, 0u) << name_of<S>() << " gap=" << gap << " wrote beside the matrix";
  EXPECT_EQ(statistics.plan.kernel->name, kKernel);
  EXPECT_EQ(statistics.plan.problem.n, list.n);
  EXPECT_EQ(statistics.order_seconds, 0);
  if (n > 0) {
    EXPECT_GT(statistics.sweep_seconds, 0);
  }
}

TEST(SparseResident, SolvesEveryCombinationInAnyLayout) {
  Random random(81);
  for (int round = 0; round < 90; round += stride()) {
    const bool large = round % 6 == 0;
    const std::size_t n =
        round < 6 ? static_cast<std::size_t>(round) / 2 : random.below(large ? 401 : 90);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const ArcList list = random_arcs(shape, any_whole_sign(random), random.chance(0.4), n, random);
    const Grouping& grouping = kGroupings[random.below(std::size(kGroupings))];
    const std::size_t gap = std::array<std::size_t, 4>{0, 1, 2, 77}[random.below(4)];
    const auto turn = static_cast<int>(random.below(3));
    if (too_large(n)) continue;
    SCOPED_TRACE(testing::Message() << list.name << " round " << round);
    int combination = 0;
    for_each_combination([&]<class S>() {
      if (HasFatalFailure() || combination++ % 3 != turn) return;
      expect_solved_there<S>(list, grouping, gap, round % 2 == 0);
    });
    if (HasFatalFailure()) return;
  }
}

TEST(SparseResident, GivesTheBitsOfTheCpuForRealWeights) {
  Random random(82);
  for (const std::size_t n : {50u, 257u, 400u}) {
    if (too_large(n)) continue;
    for (const bool undirected : {false, true}) {
      const ArcList list = random_arcs(Shape::grid, Sign::real, undirected, n, random);
      expect_solved_there<FloatPaths>(list, kTiny, 1, true);
      expect_solved_there<DoublePaths>(list, {}, 0, false);
    }
  }
}

// Work that was put into the stream before comes before.
TEST(SparseResident, ComesBehindWhatIsInTheStream) {
  const Graph graph = warpath::generate(GraphKind::road, 1000, {.weight = WeightType::int32});
  if (too_large(1000)) GTEST_SKIP() << "n = 1000 is left out";
  const auto want = cells_of<std::int32_t>(warpath::solve(graph, with("cpu")));
  const There<std::int32_t> there(1000, 0);
  constexpr std::size_t kBytes = std::size_t{1} << 30;
  const DeviceArray<char> elsewhere(kBytes);
  const Stream stream;
  for (int i = 0; i < 40; ++i) CUDA_CHECK(cudaMemsetAsync(elsewhere.get(), i, kBytes, stream));
  const std::size_t row = 1000 * sizeof(std::int32_t);
  CUDA_CHECK(cudaMemset2DAsync(there.data(),
                               static_cast<std::size_t>(there.ld()) * sizeof(std::int32_t), 0x33,
                               row, 1000, stream));
  warpath::solve_on_device(graph, there.view(), {}, static_cast<cudaStream_t>(stream));
  std::size_t beside = 0;
  EXPECT_TRUE(matches(want, there.cells(beside), 1000));
  EXPECT_EQ(beside, 0u);
}

TEST(SparseResident, KeepsAPlanForNewWeights) {
  Random random(83);
  const std::size_t n = 300;
  ArcList list = random_arcs(Shape::grid, Sign::positive, false, n, random);
  const SparsePlan plan(graph_of<float>(list), Backend::cuda);
  const There<float> there(n, 1);
  Options options;
  options.sparse_plan = plan;
  Cells<float> before;
  for (int run = 0; run < 4; ++run) {
    const Graph graph = graph_of<float>(list);
    const auto want = cells_of<float>(warpath::solve(graph, with("cpu")));
    const warpath::Statistics statistics = warpath::solve_on_device(graph, there.view(), options);
    EXPECT_EQ(statistics.order_seconds, 0);
    std::size_t beside = 0;
    const auto got = there.cells(beside);
    ASSERT_TRUE(matches(want, got, n)) << "run " << run;
    ASSERT_EQ(beside, 0u);
    // Different where the CPU's differ, which they do.
    if (run > 0) {
      EXPECT_NE(got, before) << "run " << run;
    }
    before = got;
    for (auto& arc : list.arcs) arc.weight = 1 + std::fmod(arc.weight * 5 + run, 17);
  }
  // Without a plan one is made; one for other arcs is refused.
  warpath::solve_on_device(graph_of<float>(list), there.view());
  std::size_t beside = 0;
  EXPECT_TRUE(matches(cells_of<float>(warpath::solve(graph_of<float>(list), with("cpu"))),
                      there.cells(beside), n));
  list.arcs.resize(list.arcs.size() / 2);
  EXPECT_EQ(
      code_of([&] { warpath::solve_on_device(graph_of<float>(list), there.view(), options); }),
      ErrorCode::usage);
}

TEST(SparseResident, ConvertsWeightsWhereAskedTo) {
  Random random(84);
  const Graph graph =
      graph_of<double>(random_arcs(Shape::sparse, Sign::positive, false, 100, random));
  const There<std::int16_t> there(100, 0);
  Options options;
  options.weights = WeightType::int16;
  warpath::solve_on_device(graph, there.view(), options);
  Options dense = with("cpu");
  dense.weights = WeightType::int16;
  std::size_t beside = 0;
  EXPECT_TRUE(
      matches(cells_of<std::int16_t>(warpath::solve(graph, dense)), there.cells(beside), 100));
}

TEST(SparseResident, TakesManagedMemory) {
  const Graph graph = warpath::generate(GraphKind::grid, 144, {.weight = WeightType::int32});
  const auto want = cells_of<std::int32_t>(warpath::solve(graph, with("cpu")));
  struct Free {
    void operator()(std::int32_t* memory) const { warpath::cuda::ignore(cudaFree(memory)); }
  };
  std::int32_t* memory = nullptr;
  CUDA_CHECK(cudaMallocManaged(reinterpret_cast<void**>(&memory), 144 * 144 * sizeof(*memory)));
  const std::unique_ptr<std::int32_t, Free> owner(memory);
  warpath::solve_on_device(graph, MatrixView<std::int32_t>(memory, 144, 144, 144));
  EXPECT_TRUE(matches(want, Cells<std::int32_t>(memory, memory + 144 * 144), 144));
}

template <class T>
std::optional<ErrorCode> refused(const Graph& graph, MatrixView<T> view,
                                 const Options& options = {}) {
  return code_of([&] { warpath::solve_on_device(graph, view, options); });
}

TEST(SparseResident, RefusesWhatItCannotWriteTo) {
  const Graph graph = warpath::generate(GraphKind::grid, 100);
  const There<float> there(100, 1);
  float* const data = there.data();
  const Index ld = there.ld();
  using View = MatrixView<float>;
  EXPECT_EQ(refused(graph, View(data + 1, 100, 100, ld)), ErrorCode::usage) << "alignment";
  EXPECT_EQ(refused(graph, View(data, 100, 100, ld - 1)), ErrorCode::usage) << "ld";
  EXPECT_EQ(refused(graph, View(data, 100, 100, 96)), ErrorCode::usage) << "ld below n";
  EXPECT_EQ(refused(graph, View(data, 99, 100, ld)), ErrorCode::usage) << "rows";
  EXPECT_EQ(refused(graph, View(data, 100, 101, ld)), ErrorCode::usage) << "columns";
  EXPECT_EQ(refused(graph, View(data, 100, 100, 1, ld)), ErrorCode::usage) << "column-major";
  EXPECT_EQ(refused(graph, MatrixView<double>(reinterpret_cast<double*>(data), 100, 100, 100)),
            ErrorCode::usage)
      << "double";
  Options reach;
  reach.semiring = warpath::SemiringKind::reachability;
  EXPECT_EQ(refused(graph, there.view(), reach), ErrorCode::usage) << "reachability in float";
  Options dense;
  dense.kernel = "cuda";
  EXPECT_EQ(refused(graph, there.view(), dense), ErrorCode::usage)
      << "a kernel of the dense method";
  EXPECT_TRUE(there.is_untouched());

  Matrix<float> host(100, 100, 7.0f);
  EXPECT_EQ(refused(graph, host.view()), ErrorCode::usage) << "host memory";
  EXPECT_EQ(host(50, 50), 7.0f);
  const PinnedArray<float> pinned(100 * 100);
  EXPECT_EQ(refused(graph, View(pinned.get(), 100, 100, 100)), ErrorCode::usage) << "pinned";
  // And after all that it solves.
  EXPECT_EQ(refused(graph, there.view()), std::nullopt);
}

TEST(SparseResident, FindsNegativeCyclesAndDistancesThatOutgrowTheirType) {
  Random random(85);
  ArcList list = random_arcs(Shape::cycle, Sign::positive, false, 200, random);
  for (std::size_t v = 0; v < 200; ++v) list.add(v, (v + 1) % 200, 1);
  list.add(70, 71, -500);
  const There<std::int32_t> there(200, 0);
  EXPECT_EQ(refused(graph_of<std::int32_t>(list), there.view()), ErrorCode::negative_cycle);
  ArcList chain{.name = "chain", .n = 300};
  for (std::size_t v = 1; v < 300; ++v) chain.add(v - 1, v, 60);
  const There<std::int16_t> narrow(300, 0);
  EXPECT_EQ(refused(graph_of<std::int16_t>(chain), narrow.view()), ErrorCode::bad_input);
}

// --- rows -----------------------------------------------------------------------------------------

std::vector<std::vector<Index>> lists_of_sources(Index n, Random& random) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<std::vector<Index>> lists{{}, all, {all.rbegin(), all.rend()}};
  if (n == 0) return lists;
  const auto any = [&] { return static_cast<Index>(random.below(static_cast<std::size_t>(n))); };
  lists.push_back({any()});
  lists.push_back(std::vector<Index>(5, any()));
  lists.push_back({n - 1, 0, n - 1, n / 2, 0});
  std::vector<Index> many;
  for (Index k = 0; k < 3 * n; ++k) many.push_back(any());
  lists.push_back(many);
  return lists;
}

// So many rows at a time: what Options::memory_limit allows. Plans leave an eighth to allocators.
Options in_batches(const Graph& graph, Options options, std::size_t sources, std::size_t rows) {
  const warpath::Plan plan = warpath::plan_rows(graph, static_cast<Index>(sources), options);
  const auto row = static_cast<std::size_t>(graph.vertices() + 1) *
                   static_cast<std::size_t>(warpath::size_of(plan.problem.weight));
  options.memory_limit = plan.workspace_bytes + (2 * rows * row * 8 + 6) / 7;
  return options;
}

// Streams the rows and returns how many pieces they came in; each is that of the result, bit for bit.
template <class T>
Index expect_streamed(const Graph& graph, const std::vector<Index>& sources, const Options& options,
                      const Result& want, Index most) {
  const auto caller = std::this_thread::get_id();
  const auto rows = want.distances<T>();
  Index next = 0;
  Index pieces = 0;
  Index wrong = 0;
  warpath::stream_rows(graph, sources, options, [&](warpath::Rows& some) {
    const Index first = some.first;
    const Index count = some.count;
    EXPECT_EQ(std::this_thread::get_id(), caller);
    ASSERT_EQ(first, next);
    ASSERT_GT(count, 0);
    ASSERT_LE(count, most);
    next += count;
    ++pieces;
    const auto& part = std::get<Matrix<T>>(some.distances);
    ASSERT_GE(part.rows(), count);
    ASSERT_EQ(part.columns(), graph.vertices());
    const auto bytes = static_cast<std::size_t>(part.columns()) * sizeof(T);
    for (Index i = 0; i < count; ++i) {
      wrong += std::memcmp(&part(i, 0), &rows(first + i, 0), bytes) != 0;
    }
  });
  EXPECT_EQ(next, static_cast<Index>(sources.size()));
  EXPECT_EQ(wrong, 0);
  return pieces;
}

TEST(SparseRowsOnDevice, AreThoseOfTheCpuInAnyOrderAndAnyNumber) {
  Random random(91);
  for (const Sign sign : {Sign::positive, Sign::negative, Sign::real}) {
    for (const std::size_t n : {0u, 1u, 2u, 37u, 300u}) {
      const ArcList list = random_arcs(Shape::sparse, sign, false, n, random);
      if (too_large(n)) continue;
      const Graph graph = graph_of<float>(list);
      const SparsePlan plan = grouped(graph, kGroupings[random.below(std::size(kGroupings))]);
      for (const auto& sources : lists_of_sources(list.n, random)) {
        SCOPED_TRACE(list.name + ", sources: " + std::to_string(sources.size()));
        const Result want = warpath::solve_from(graph, sources, with("sparse", plan));
        const Result got = warpath::solve_from(graph, sources, with(kKernel, plan));
        EXPECT_EQ(got.statistics().plan.kernel->name, kKernel);
        ASSERT_TRUE(
            std::equal(sources.begin(), sources.end(), got.sources().begin(), got.sources().end()));
        ASSERT_EQ(got.distances<float>().rows(), static_cast<Index>(sources.size()));
        ASSERT_EQ(got.distances<float>().columns(), list.n);
        EXPECT_EQ(cells_of<float>(got), cells_of<float>(want));
        expect_streamed<float>(graph, sources, with(kKernel, plan), want, 1 << 20);
        if (sources.empty()) continue;
        const Options small = in_batches(graph, with(kKernel, plan), sources.size(), 11);
        expect_streamed<float>(graph, sources, small, want, 11);
      }
    }
  }
}

TEST(SparseRowsOnDevice, OfEveryCombinationAreThoseOfTheCpu) {
  Random random(92);
  const ArcList list = random_arcs(Shape::parts, Sign::positive, false, 150, random);
  const std::vector<Index> sources{149, 3, 3, 77, 0, 149, 20};
  for_each_combination([&]<class S>() {
    using T = typename S::Weight;
    const Graph graph = graph_of<GraphWeight<S>>(list);
    Options cpu = with("sparse");
    cpu.semiring = S::kind;
    Options options = with(kKernel);
    options.semiring = S::kind;
    const Result want = warpath::solve_from(graph, sources, cpu);
    EXPECT_EQ(cells_of<T>(warpath::solve_from(graph, sources, options)), cells_of<T>(want))
        << name_of<S>();
    // To find an order takes more than two rows of so small a graph.
    options.sparse_plan = SparsePlan(graph, Backend::cuda);
    EXPECT_EQ(expect_streamed<T>(graph, sources, in_batches(graph, options, 7, 2), want, 2), 4)
        << name_of<S>();
  });
}

TEST(SparseRowsOnDevice, AreStreamedInTheMemoryThatIsAllowed) {
  const Graph graph = warpath::generate(GraphKind::road, 900);
  if (too_large(900)) GTEST_SKIP() << "n = 900 is left out";
  const SparsePlan plan = grouped(graph, kSmallRoot);
  std::vector<Index> sources(900);
  std::iota(sources.rbegin(), sources.rend(), Index{0});
  const Result want = warpath::solve_from(graph, sources, with("sparse", plan));
  for (const std::size_t rows : {4000u, 300u, 256u, 100u, 7u, 1u}) {
    const auto most = static_cast<Index>(rows);
    const Options options = in_batches(graph, with(kKernel, plan), 900, rows);
    EXPECT_EQ(expect_streamed<float>(graph, sources, options, want, most), (900 + most - 1) / most);
  }
  Options options = in_batches(graph, with(kKernel, plan), 900, 1);
  options.memory_limit -= 901 * sizeof(float);
  EXPECT_EQ(code_of([&] { warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {}); }),
            ErrorCode::does_not_fit);
}

TEST(SparseRowsOnDevice, OfVerticesThatDoNotExistAreRefused) {
  const Graph graph = warpath::generate(GraphKind::grid, 25);
  for (const Index wrong : {Index{-1}, Index{25}, Index{1} << 40}) {
    const std::vector<Index> sources{0, wrong};
    EXPECT_EQ(code_of([&] { warpath::solve_from(graph, sources, with(kKernel)); }),
              ErrorCode::usage);
  }
}

// While other rows are on their way: they must not arrive in memory that is gone.
TEST(SparseRowsOnDevice, WhatASinkThrowsReachesTheCaller) {
  const Graph graph = warpath::generate(GraphKind::road, 2000);
  if (too_large(2000)) GTEST_SKIP() << "n = 2000 is left out";
  const SparsePlan plan = grouped(graph, kSmallRoot);
  std::vector<Index> sources(2000);
  std::iota(sources.begin(), sources.end(), Index{0});
  const Options options = in_batches(graph, with(kKernel, plan), 2000, 500);
  const Result want = warpath::solve_from(graph, sources, with("sparse", plan));
  for (int round = 0; round < 5; ++round) {
    for (const int last : {1, 2, 4}) {
      int calls = 0;
      EXPECT_THROW(warpath::stream_rows(graph, sources, options,
                                        [&](warpath::Rows&) {
                                          if (++calls == last) throw std::out_of_range("full");
                                        }),
                   std::out_of_range);
      EXPECT_EQ(calls, last);
    }
    EXPECT_EQ(expect_streamed<float>(graph, sources, options, want, 500), 4);
  }
}

TEST(SparseRowsOnDevice, ProgressNeverGoesBackAndCancels) {
  const Graph graph = warpath::generate(GraphKind::road, 2000);
  if (too_large(2000)) GTEST_SKIP() << "n = 2000 is left out";
  std::vector<Index> sources(2000);
  std::iota(sources.begin(), sources.end(), Index{0});
  Options options = in_batches(graph, with(kKernel, SparsePlan(graph, Backend::cuda)), 2000, 100);
  int calls = 0;
  // Slow enough for reports, which come every 50 ms.
  const auto slow = [&](warpath::Rows&) {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  };
  std::vector<ProgressReport> reports;
  options.progress = [&](const ProgressReport& report) {
    reports.push_back(report);
    return ProgressAnswer::go_on;
  };
  warpath::stream_rows(graph, sources, options, slow);
  EXPECT_EQ(calls, 20);
  ASSERT_GE(reports.size(), 3u);
  EXPECT_EQ(reports.front().done, 0);
  EXPECT_EQ(reports.back().done, reports.back().total);
  for (std::size_t r = 1; r < reports.size(); ++r) {
    EXPECT_GE(reports[r].done, reports[r - 1].done);
    EXPECT_EQ(reports[r].total, reports[0].total);
  }

  calls = 0;
  int asked = 0;
  options.progress = [&](const ProgressReport&) {
    return ++asked == 2 ? ProgressAnswer::cancel : ProgressAnswer::go_on;
  };
  EXPECT_EQ(code_of([&] { warpath::stream_rows(graph, sources, options, slow); }),
            ErrorCode::cancelled);
  EXPECT_EQ(asked, 2) << "asked again after the answer was cancel";
  EXPECT_LT(calls, 20);
  calls = asked = 0;
  options.progress = [](const ProgressReport&) { return ProgressAnswer::cancel; };
  EXPECT_EQ(code_of([&] { warpath::stream_rows(graph, sources, options, slow); }),
            ErrorCode::cancelled);
  EXPECT_EQ(calls, 0);
  options.progress = [&](const ProgressReport&) -> ProgressAnswer {
    if (++asked == 2) throw std::range_error("enough");
    return ProgressAnswer::go_on;
  };
  EXPECT_THROW(warpath::stream_rows(graph, sources, options, slow), std::range_error);
  options.memory_limit = 0;
  for (const bool all : {true, false}) {
    options.progress = [](const ProgressReport&) { return ProgressAnswer::cancel; };
    EXPECT_EQ(code_of([&] {
                if (all) warpath::solve(graph, options);
                if (!all) warpath::measure(graph, options);
              }),
              ErrorCode::cancelled);
  }
}

// --- measures -------------------------------------------------------------------------------------

// Counts and maxima are exact; sums are rounded, in another order. `rounded`: so are distances, by so
// much of them. The CPU sees each pair of an undirected graph once, and the device from either end.
// `reciprocal`: the largest of a distance.
void expect_same(const Measures& want, const Measures& got, double slack = 1e-12,
                 double rounded = 0, double reciprocal = 1) {
  const auto is_near = [&](double a, double b) { return std::abs(a - b) <= rounded * std::abs(b); };
  ASSERT_EQ(got.reached, want.reached);
  ASSERT_TRUE(std::equal(got.eccentricity.begin(), got.eccentricity.end(),
                         want.eccentricity.begin(), want.eccentricity.end(), is_near));
  EXPECT_PRED2(is_near, got.diameter, want.diameter);
  EXPECT_PRED2(is_near, got.radius, want.radius);
  EXPECT_EQ(got.pairs, want.pairs);
  EXPECT_EQ(got.unreachable, want.unreachable);
  EXPECT_EQ(got.histogram.first, want.histogram.first);
  EXPECT_EQ(got.histogram.width, want.histogram.width);
  const auto& counts = want.histogram.counts;
  ASSERT_EQ(got.histogram.counts.size(), counts.size());
  double moved = 0;  // to the bin beside theirs
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    moved +=
        std::abs(static_cast<double>(got.histogram.counts[bin]) - static_cast<double>(counts[bin]));
  }
  ASSERT_LE(moved, rounded * 1e3 * static_cast<double>(want.pairs));
  EXPECT_NEAR(got.mean, want.mean, slack * std::max(1.0, std::abs(want.mean)));
  ASSERT_EQ(got.closeness.size(), want.closeness.size());
  // Of float32 and int16 some reciprocals at a time are added up in float32; those of negative
  // distances may cancel others.
  const auto expect_harmonic = [&](double a, double b, Index reached) {
    const double others = want.histogram.first < 0 ? static_cast<double>(reached) * reciprocal : 0;
    EXPECT_NEAR(a, b, 1e-5 * (std::abs(b) + others));
  };
  for (std::size_t v = 0; v < want.closeness.size(); ++v) {
    ASSERT_NEAR(got.closeness[v], want.closeness[v], slack * std::abs(want.closeness[v])) << v;
    expect_harmonic(got.harmonic[v], want.harmonic[v], want.reached[v]);
  }
  ASSERT_EQ(got.way_in().reached, want.way_in().reached);
  ASSERT_TRUE(std::equal(got.way_in().eccentricity.begin(), got.way_in().eccentricity.end(),
                         want.way_in().eccentricity.begin(), want.way_in().eccentricity.end(),
                         is_near));
  for (std::size_t v = 0; v < want.closeness.size(); ++v) {
    const auto& in = want.way_in();
    ASSERT_NEAR(got.way_in().closeness[v], in.closeness[v], slack * std::abs(in.closeness[v])) << v;
    expect_harmonic(got.way_in().harmonic[v], in.harmonic[v], in.reached[v]);
  }
}

template <class T>
void expect_measured(const ArcList& list, const Grouping& grouping, double slack = 1e-12,
                     double rounded = 0, double reciprocal = 1) {
  const Graph graph = graph_of<T>(list);
  const SparsePlan plan = grouped(graph, grouping);
  const Measures got = warpath::measure(graph, with(kKernel, plan));
  EXPECT_EQ(got.statistics.plan.kernel->name, kKernel);
  ASSERT_NO_FATAL_FAILURE(
      expect_same(warpath::measure(graph, with("sparse", plan)), got, slack, rounded, reciprocal));
}

TEST(SparseMeasureOnDevice, IsWhatTheCpuSays) {
  Random random(101);
  for (int round = 0; round < 60; round += stride()) {
    const std::size_t n = round < 8        ? static_cast<std::size_t>(round) / 2
                          : round % 5 == 0 ? random.below(700)
                                           : random.below(100);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    // int16 holds the distances of 400 vertices.
    const ArcList list = random_arcs(shape, any_whole_sign(random), random.chance(0.4), n, random);
    const Grouping& grouping = kGroupings[random.below(std::size(kGroupings))];
    if (too_large(n)) continue;
    SCOPED_TRACE(testing::Message() << list.name << " round " << round);
    ASSERT_NO_FATAL_FAILURE(expect_measured<std::int32_t>(list, grouping));
    ASSERT_NO_FATAL_FAILURE(expect_measured<float>(list, grouping));
    ASSERT_NO_FATAL_FAILURE(expect_measured<double>(list, grouping));
    if (n <= 400) {
      ASSERT_NO_FATAL_FAILURE(expect_measured<std::int16_t>(list, grouping));
    }
  }
}

TEST(SparseMeasureOnDevice, OfRealWeightsIsWhatTheCpuSays) {
  Random random(102);
  for (int round = 0; round < 40; round += stride()) {
    const std::size_t n = random.below(round % 5 == 0 ? 700 : 150);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const bool negative = round % 2 == 1;
    const bool undirected = random.chance(0.4);
    ArcList list =
        random_arcs(shape, negative ? Sign::negative : Sign::real, undirected, n, random);
    if (negative) {
      // No cycle comes near 0.
      for (auto& arc : list.arcs) arc.weight = 0.37 * arc.weight + random.real(0.01, 0.1);
    }
    const Grouping& grouping = kGroupings[random.below(std::size(kGroupings))];
    if (too_large(n)) continue;
    SCOPED_TRACE(testing::Message() << list.name << " round " << round);
    // Sums of either sign may come near 0.
    const double slack = negative ? 1e-6 : 1e-12;
    const auto check = [&]<class T>(T unit) {
      const double rounded = undirected ? 32.0 * unit : 0;
      expect_measured<T>(list, grouping, slack + rounded, rounded);
    };
    ASSERT_NO_FATAL_FAILURE(check(std::numeric_limits<float>::epsilon()));
    ASSERT_NO_FATAL_FAILURE(check(std::numeric_limits<double>::epsilon()));
  }
}

// Distances that differences round away from their bin, and out of the last one: from vertex 0 to the others.
TEST(SparseMeasureOnDevice, CountsHostileDistancesInTheirBins) {
  const auto check = [&]<class T>(T) {
    const T below = std::nextafter(T{63}, T{0});
    const T tiny = std::ldexp(T{1}, -60);
    const T large = std::ldexp(T{1}, 40);
    const std::vector<std::vector<T>> lists{{T{-64.5}, below, below},
                                            {below, T{-64.5}, 1, -tiny, tiny, 0},
                                            {-tiny, 100, 3},
                                            {-100, tiny, -tiny, std::nextafter(T{1}, T{0}), 1},
                                            {0, 0, 0},
                                            {tiny},
                                            {large, -large, 5},
                                            {127, 128, 129, T{255.75}, 256},
                                            {-1, -2, -4, -1024, -1025}};
    for (const std::vector<T>& distances : lists) {
      ArcList list{.name = "star", .n = static_cast<Index>(distances.size()) + 1};
      for (std::size_t v = 0; v < distances.size(); ++v) {
        list.add(0, v + 1, static_cast<double>(distances[v]));
      }
      SCOPED_TRACE(testing::PrintToString(distances));
      expect_measured<T>(list, {}, 1e-6, 0, 0x1p60);
    }
  };
  check(float{});
  check(double{});
}

TEST(SparseMeasureOnDevice, OfLargerGraphsIsWhatTheCpuSays) {
  for (const Index n : {3000, 6000}) {
    if (too_large(static_cast<std::size_t>(n))) continue;
    const Graph graph = warpath::generate(GraphKind::road, n);
    const SparsePlan plan = grouped(graph, kSmallRoot);
    Options cpu = with("sparse", plan);
    cpu.threads = 0;
    const double rounded = 32.0 * std::numeric_limits<float>::epsilon();
    expect_same(warpath::measure(graph, cpu), warpath::measure(graph, with(kKernel, plan)), rounded,
                rounded);
  }
}

TEST(SparseMeasureOnDevice, GivesTheSameBitsTwentyTimes) {
  if (too_large(2000)) GTEST_SKIP() << "n = 2000 is left out";
  const Graph graph = warpath::generate(GraphKind::road, 2000);
  const SparsePlan plan(graph, Backend::cuda);
  const Measures want = warpath::measure(graph, with(kKernel, plan));
  for (int run = 1; run < 20; ++run) {
    const Measures again = warpath::measure(graph, with(kKernel, plan));
    ASSERT_EQ(again.closeness, want.closeness) << run;
    ASSERT_EQ(again.mean, want.mean) << run;
    ASSERT_NO_FATAL_FAILURE(expect_same(want, again, 0)) << run;
  }
}

TEST(SparseMeasureOnDevice, IsRefusedForOtherSemiringsCyclesAndNarrowTypes) {
  const Graph graph = warpath::generate(GraphKind::grid, 9);
  Options widest = with(kKernel);
  widest.semiring = warpath::SemiringKind::widest_path;
  EXPECT_EQ(code_of([&] { warpath::measure(graph, widest); }), ErrorCode::unsupported);
  ArcList list{.name = "pair", .n = 5};
  list.add(1, 3, 2);
  list.add(3, 1, -3);
  EXPECT_EQ(code_of([&] { warpath::measure(graph_of<double>(list), with(kKernel)); }),
            ErrorCode::negative_cycle);
  ArcList chain{.name = "chain", .n = 300};
  for (std::size_t v = 1; v < 300; ++v) chain.add(v - 1, v, 60);
  EXPECT_EQ(code_of([&] { warpath::measure(graph_of<std::int16_t>(chain), with(kKernel)); }),
            ErrorCode::bad_input);
}

// --- alone on the device --------------------------------------------------------------------------

// Host memory of one solve lies beside that of others, and so does the device's.
TEST(SparseRuns, AtOnceDoNotDisturbEachOther) {
  std::vector<std::thread> threads;
  std::vector<std::string> wrong(6);
  const auto work = [&]<class S>(std::size_t thread, std::size_t n, Sign sign) {
    if (too_large(n)) return;
    threads.emplace_back([&wrong, thread, n, sign] {
      using T = typename S::Weight;
      Random random(thread);
      const ArcList list = random_arcs(Shape::grid, sign, thread % 2 == 0, n, random);
      const Graph graph = graph_of<T>(list);
      const auto want = cells_of<T>(warpath::solve(graph, with("cpu")));
      for (int round = 0; round < 25 && wrong[thread].empty(); ++round) {
        try {
          const Result got = warpath::solve(graph, with(kKernel));
          if (!matches(want, cells_of<T>(got), n)) wrong[thread] = name_of<S>();
        } catch (const warpath::Error& error) {
          wrong[thread] = error.what();
        }
      }
    });
  };
  work.operator()<FloatPaths>(0, 12, Sign::positive);
  work.operator()<DoublePaths>(1, 30, Sign::negative);
  work.operator()<IntPaths>(2, 300, Sign::zeros);
  work.operator()<ShortPaths>(3, 390, Sign::negative);
  work.operator()<FloatPaths>(4, 900, Sign::positive);
  work.operator()<IntPaths>(5, 3, Sign::positive);
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : wrong) EXPECT_EQ(text, "");
}

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

// A round takes some hundred megabytes.
TEST(SparseRuns, GiveTheirMemoryBack) {
  const Index n = 3000;
  if (too_large(3000)) GTEST_SKIP() << "n = 3000 is left out";
  const Graph graph = warpath::generate(GraphKind::road, n);
  const SparsePlan plan(graph, Backend::cuda);
  ArcList list{.name = "cycle", .n = n};
  for (std::size_t v = 0; v < 3000; ++v) list.add(v, (v + 1) % 3000, v == 5 ? -4000 : 1);
  const Graph bad = graph_of<float>(list);
  std::vector<Index> sources(3000);
  std::iota(sources.begin(), sources.end(), Index{0});
  const Options batches = in_batches(graph, with(kKernel, plan), 3000, 400);
  const There<float> there(3000, 0);
  std::size_t before = 0;
  for (int round = 0; round < 8; ++round) {
    warpath::solve(graph, with(kKernel, plan));
    warpath::solve_on_device(graph, there.view(), with(kKernel, plan));
    warpath::measure(graph, with(kKernel, plan));
    EXPECT_EQ(code_of([&] { warpath::solve(bad, with(kKernel)); }), ErrorCode::negative_cycle);
    EXPECT_THROW(warpath::stream_rows(graph, sources, batches,
                                      [&](warpath::Rows& rows) {
                                        if (rows.first > 0) throw std::out_of_range("full");
                                      }),
                 std::out_of_range);
    // The first round loads the kernels, which stay.
    if (round == 0) before = free_bytes();
  }
  EXPECT_GE(free_bytes() + (std::size_t{64} << 20), before);
}

// Takes the device's memory but for so many bytes.
std::vector<DeviceArray<char>> hoard(std::size_t left) {
  std::vector<DeviceArray<char>> taken;
  std::size_t most = std::size_t{16} << 30;
  constexpr std::size_t kLeast = std::size_t{2} << 20;
  while (most >= kLeast) {
    const std::size_t free = free_bytes();
    if (free < left + kLeast) break;
    try {
      taken.emplace_back(std::min(free - left, most));
    } catch (const warpath::Error&) {
      most /= 2;
    }
  }
  return taken;
}

// Trunks of leaves (about 60 MB of them) do not fit all at once: an eighth of what is free is theirs. Panels have few columns.
TEST(SparseRuns, DoWithLittleDeviceMemory) {
  constexpr std::size_t n = 20000;
  if (too_large(n)) GTEST_SKIP() << "n = 20000 is left out";
  const Graph graph = warpath::generate(GraphKind::road, static_cast<Index>(n));
  const SparsePlan plan(graph, Backend::cuda);
  Options options = with(kKernel, plan);
  options.threads = 0;
  std::vector<Index> sources(1000);
  for (std::size_t k = 0; k < sources.size(); ++k) sources[k] = static_cast<Index>(k * 7919 % n);
  const DeviceArray<float> before(n * n);
  const DeviceArray<float> after(n * n);
  const auto view = [&](const DeviceArray<float>& memory) {
    const auto size = static_cast<Index>(n);
    return MatrixView<float>(memory.get(), size, size, size);
  };
  warpath::solve_on_device(graph, view(before), options);
  const Result rows = warpath::solve_from(graph, sources, options);
  const Measures measures = warpath::measure(graph, options);
  {
    const auto hoarded = hoard(std::size_t{160} << 20);
    warpath::solve_on_device(graph, view(after), options);
    const Result again = warpath::solve_from(graph, sources, options);
    EXPECT_EQ(cells_of<float>(again), cells_of<float>(rows));
    expect_same(measures, warpath::measure(graph, options));
  }
  constexpr std::size_t kRows = 1000;
  std::vector<float> a(kRows * n);
  std::vector<float> b(kRows * n);
  const std::size_t bytes = a.size() * sizeof(float);
  for (std::size_t row = 0; row < n; row += kRows) {
    CUDA_CHECK(cudaMemcpy(a.data(), before.get() + row * n, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(b.data(), after.get() + row * n, bytes, cudaMemcpyDeviceToHost));
    ASSERT_EQ(std::memcmp(a.data(), b.data(), bytes), 0) << "rows from " << row << " on";
  }
}

// --- under tools ----------------------------------------------------------------------------------

// What scripts/sanitize_gpu.sh can afford. Not left out by WARPATH_TEST_LARGEST.
TEST(SparseUnderTools, SolvesIntoDeviceMemory) {
  Random random(111);
  const ArcList list = random_arcs(Shape::grid, Sign::positive, false, 300, random);
  expect_solved_there<FloatPaths>(list, kTiny, 1, true);
  expect_solved_there<warpath::Reachability>(list, {}, 0, true);
}

TEST(SparseUnderTools, StreamsRowsInBatches) {
  Random random(112);
  const ArcList list = random_arcs(Shape::sparse, Sign::positive, false, 300, random);
  std::vector<Index> sources;
  for (int k = 0; k < 40; ++k) sources.push_back(static_cast<Index>(random.below(300)));
  const Graph graph = graph_of<std::int32_t>(list);
  const SparsePlan plan = grouped(graph, kTiny);
  const Result want = warpath::solve_from(graph, sources, with("sparse", plan));
  const Options options = in_batches(graph, with(kKernel, plan), sources.size(), 15);
  EXPECT_EQ(expect_streamed<std::int32_t>(graph, sources, options, want, 15), 3);
}

TEST(SparseUnderTools, Measures) {
  Random random(113);
  const ArcList list = random_arcs(Shape::parts, Sign::negative, false, 290, random);
  expect_measured<float>(list, kTiny);
  expect_measured<double>(list, {});
  expect_measured<std::int32_t>(list, {});
  expect_measured<std::int16_t>(list, {});
}

}  // namespace
}  // namespace support
