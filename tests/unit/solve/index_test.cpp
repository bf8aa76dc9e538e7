// Indices beyond 2^31 cells, where other tools broke, without a solve of that size: addresses in
// memory that is reserved and never filled, real solves of few vertices that lie far apart, and the
// scan of a matrix of 46,341 vertices that all share one page of zeros.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/matrix.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Matrix;
using warpath::MatrixView;

constexpr Index kBreaks = 46341;  // the first n with n * n > 2^31

// Address space that costs nothing until it is written.
class Reserved {
 public:
  explicit Reserved(std::size_t bytes) : bytes_(bytes) {
    memory_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (valid()) madvise(memory_, bytes_, MADV_NOHUGEPAGE);
  }
  Reserved(const Reserved&) = delete;
  Reserved& operator=(const Reserved&) = delete;
  ~Reserved() {
    if (valid()) munmap(memory_, bytes_);
  }
  bool valid() const { return memory_ != MAP_FAILED; }
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  std::size_t bytes_;
  void* memory_;
};

TEST(Index, ViewsReachCellsBeyondTheReachOf32Bits) {
  const Index n = 100000;
  const Reserved memory(static_cast<std::size_t>(n * n));
  if (!memory.valid()) GTEST_SKIP() << "no 10 GB of address space here";
  auto* base = memory.as<std::uint8_t>();
  const auto rows = MatrixView<std::uint8_t>::row_major(base, n, n);
  const auto columns = MatrixView<std::uint8_t>::column_major(base, n, n);
  const MatrixView<std::uint8_t> reversed(base + n * n - 1, n, n, -n, -1);
  for (const Index i : {Index{0}, Index{1}, kBreaks - 1, kBreaks, n - 1}) {
    for (const Index j : {Index{0}, kBreaks, n - 1}) {
      EXPECT_EQ(&rows(i, j), base + i * n + j);
      EXPECT_EQ(&columns(i, j), base + j * n + i);
      EXPECT_EQ(&rows.transposed()(j, i), &rows(i, j));
      EXPECT_EQ(&reversed(n - 1 - i, n - 1 - j), &rows(i, j));
      EXPECT_EQ(&rows.block(i, j, 1, 1)(0, 0), &rows(i, j));
    }
  }
  rows(n - 1, n - 1) = 7;
  rows(kBreaks, kBreaks) = 9;
  EXPECT_EQ(base[n * n - 1], 7);
  EXPECT_EQ(base[kBreaks * n + kBreaks], 9);
}

// 100 vertices, each in a row of its own 2^26 elements from the next: 6.6e9 elements in all.
template <class S>
void solve_far_apart(bool rows_apart) {
  using T = typename S::Weight;
  const std::size_t n = 100;
  const Index stride = Index{1} << 26;
  const Reserved memory((n * static_cast<std::size_t>(stride)) * sizeof(T));
  if (!memory.valid()) GTEST_SKIP() << "not enough address space here";
  Truth truth(family("negative_sparse").make(n, 0));
  const auto cells = to_cells<S>(truth.arcs());
  const auto want = expected<S>(truth);
  const auto size = static_cast<Index>(n);
  MatrixView<T> view = MatrixView<T>::row_major(memory.as<T>(), size, size, stride);
  if (!rows_apart) view = view.transposed();
  for (const Way& way : each_isa(2)) {
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) view(i, j) = cells[static_cast<std::size_t>(i * size + j)];
    }
    const auto gather = [&](MatrixView<const T> from) {
      Cells<T> got;
      for (Index i = 0; i < size; ++i) {
        for (Index j = 0; j < size; ++j) got.push_back(from(i, j));
      }
      return got;
    };
    const warpath::Result copy = warpath::solve<T>(view, way.options(S::kind));
    EXPECT_TRUE(matches(want, gather(copy.distances<T>()), n)) << way << " " << name_of<S>();
    warpath::solve_in_place(view, way.options(S::kind));
    EXPECT_TRUE(matches(want, gather(view), n)) << way << " " << name_of<S>();
  }
}

TEST(Index, SolvesWithStridesOf67MillionElements) {
  for_each_combination([]<class S>() {
    solve_far_apart<S>(true);
    solve_far_apart<S>(false);
  });
}

// One bad cell at the very end of 46,341 x 46,341: the scan must get there and name it. Pages that
// are only read cost no memory.
TEST(Index, TheScanReachesTheLastCell) {
  if (kSanitized) GTEST_SKIP() << "shadow memory of 4 GB would be filled";
  const Reserved memory(static_cast<std::size_t>(kBreaks * kBreaks) * sizeof(std::int16_t));
  if (!memory.valid()) GTEST_SKIP() << "no 4.3 GB of address space here";
  const auto view =
      MatrixView<std::int16_t>::row_major(memory.as<std::int16_t>(), kBreaks, kBreaks);
  view(kBreaks - 1, kBreaks - 2) = 20000;
  std::string text = "no error";
  EXPECT_EQ(code_of([&] { warpath::solve_in_place(view); }, &text), ErrorCode::bad_input);
  EXPECT_NE(text.find("20000"), std::string::npos) << text;
  EXPECT_NE(text.find("46340"), std::string::npos) << text;
  EXPECT_NE(text.find("46339"), std::string::npos) << text;
}

TEST(Index, BytesOfLargeMatricesAreExact) {
  constexpr std::size_t n = kBreaks;
  EXPECT_GE(Matrix<float>::bytes_needed(kBreaks, kBreaks), n * n * 4);
  EXPECT_LE(Matrix<float>::bytes_needed(kBreaks, kBreaks), n * n * 4 + n * 128);
  EXPECT_GE(Matrix<double>::bytes_needed(100000, 100000), 80000000000u);
  EXPECT_LE(Matrix<double>::bytes_needed(100000, 100000), 80000000000u + 100000u * 128);
  EXPECT_GE(Matrix<double>::bytes_needed(3000000, 3000000), 72000000000000u);
  EXPECT_EQ(Matrix<std::uint8_t>::bytes_needed(0, 0), 0u);
}

TEST(Index, PlansOfLargeProblemsCountEveryByte) {
  warpath::Machine machine;
  machine.cores = 8;
  machine.isa = warpath::Machine::detect().isa;
  machine.memory_total = machine.memory_available = std::size_t{1} << 60;
  for (const Index n : {kBreaks, Index{100000}, Index{3000000}}) {
    for (const warpath::KernelInfo& kernel : warpath::kernels()) {
      if (kernel.backend != warpath::Backend::cpu) continue;
      warpath::Options options;
      options.kernel = kernel.name;
      const warpath::Problem problem{.n = n, .weight = warpath::WeightType::float64};
      if (!kernel.unsupported(problem).empty()) continue;
      const warpath::Plan plan = warpath::make_plan(problem, options, machine);
      const double cells = static_cast<double>(n) * static_cast<double>(n);
      EXPECT_GE(static_cast<double>(plan.matrix_bytes), 8 * cells) << kernel.name << " " << n;
      EXPECT_LE(static_cast<double>(plan.bytes()), 8.8 * cells) << kernel.name << " " << n;
      EXPECT_DOUBLE_EQ(plan.tasks, cells * static_cast<double>(n));
      EXPECT_GT(plan.predicted_seconds, 0);
    }
  }
}

TEST(Index, ProblemsTooLargeForTheMachineDoNotFit) {
  warpath::Machine machine;
  machine.cores = 2;
  machine.isa = warpath::Machine::detect().isa;
  machine.memory_total = machine.memory_available = std::size_t{8} << 30;
  for (const Index n : {kBreaks, Index{100000}, Index{3000000}, (Index{1} << 31) - 1}) {
    const warpath::Problem problem{.n = n, .weight = warpath::WeightType::float32};
    EXPECT_EQ(code_of([&] { warpath::make_plan(problem, {}, machine); }), ErrorCode::does_not_fit)
        << n;
  }
}

// From the front door: nothing is allocated before it is known to fit.
TEST(Index, AGraphOfThreeMillionVerticesIsRefusedAtOnce) {
  const warpath::Arc<float> arcs[] = {{0, 2999999, 1}};
  const warpath::Graph graph = warpath::Graph::from_arcs<float>(3000000, arcs);
  EXPECT_EQ(code_of([&] { warpath::solve(graph); }), ErrorCode::does_not_fit);
}

}  // namespace
}  // namespace support
