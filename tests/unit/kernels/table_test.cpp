// The kernel table.
#include "kernels/kernel.hpp"

#include <gtest/gtest.h>

#include <set>

#include "support/ways.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::KernelFamily;
using warpath::KernelInfo;

TEST(Kernels, HaveNamesOfTheirOwnAndAreFoundByThem) {
  std::set<std::string_view> names;
  for (const KernelInfo& kernel : warpath::kernels()) {
    EXPECT_TRUE(names.insert(kernel.name).second) << kernel.name;
    EXPECT_FALSE(kernel.title.empty()) << kernel.name;
    EXPECT_EQ(kernel.title.find('\n'), std::string_view::npos) << kernel.name;
    EXPECT_NE(warpath::kernel_of(kernel).unsupported, nullptr) << kernel.name;
    EXPECT_NE(warpath::kernel_of(kernel).configure, nullptr) << kernel.name;
    EXPECT_EQ(warpath::find_kernel(kernel.name), &kernel);
    EXPECT_NE(kernel.name, "auto");
  }
  for (const char* name :
       {"textbook", "blocked", "cpu", "cuda", "sparse", "dijkstra", "harish-narayanan",
        "katz-kider", "optimized-blocked", "staged-load", "staged-load-straight"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_EQ(warpath::find_kernel("auto"), nullptr);
  EXPECT_EQ(warpath::find_kernel(""), nullptr);
  EXPECT_EQ(warpath::find_kernel("CPU"), nullptr);
}

// The rows of a backend that is not built in are there, so that plans and messages know them; what
// would run is not.
TEST(Kernels, CanRunWhereTheirBackendIsBuiltIn) {
  const bool cuda = !warpath::Machine::detect().cuda.starts_with("not built in");
  for (const warpath::Kernel& kernel : warpath::kernel_table()) {
    const bool on_cpu = kernel.info.backend == warpath::Backend::cpu;
    EXPECT_EQ(kernel.run != nullptr, on_cpu || cuda) << kernel.info.name;
    EXPECT_EQ(kernel.peak != nullptr, on_cpu || cuda) << kernel.info.name;
    EXPECT_EQ(kernel.copy_rate != nullptr, !on_cpu && cuda) << kernel.info.name;
  }
}

TEST(Kernels, OfThePaperComeAfterThoseForUse) {
  bool paper = false;
  bool production = false;
  for (const KernelInfo& kernel : warpath::kernels()) {
    if (kernel.family == KernelFamily::paper) paper = true;
    if (kernel.family == KernelFamily::production) {
      production = true;
      EXPECT_FALSE(paper) << kernel.name << " comes after one of the paper's";
    }
  }
  EXPECT_TRUE(paper);
  EXPECT_TRUE(production);
  EXPECT_EQ(to_string(KernelFamily::paper), "paper");
  EXPECT_EQ(to_string(KernelFamily::production), "production");
  EXPECT_EQ(warpath::find_kernel("cpu")->family, KernelFamily::production);
  EXPECT_EQ(warpath::find_kernel("cuda")->family, KernelFamily::production);
  EXPECT_EQ(warpath::find_kernel("textbook")->family, KernelFamily::paper);
  EXPECT_EQ(warpath::find_kernel("blocked")->family, KernelFamily::paper);
}

// Whether a kernel is a search: one that takes arcs and wants weights >= 0.
bool is_search(const KernelInfo& kernel) { return kernel.method == warpath::Method::search; }

TEST(Kernels, OnTheCpuAndForUseSupportEveryCombination) {
  for (const KernelInfo& kernel : warpath::kernels()) {
    const bool for_use = kernel.family == KernelFamily::production;
    if ((kernel.backend != warpath::Backend::cpu && !for_use) || is_search(kernel)) continue;
    for_each_combination([&]<class S>() {
      const warpath::Problem problem{
          .n = 10, .semiring = S::kind, .weight = warpath::weight_type_of<typename S::Weight>};
      EXPECT_EQ(kernel.unsupported(problem), "") << kernel.name << " " << name_of<S>();
    });
  }
}

TEST(Kernels, ThatSearchFindShortestPathsOfWeightsThatAreNotNegative) {
  int searches = 0;
  for (const KernelInfo& kernel : warpath::kernels()) {
    if (!is_search(kernel)) continue;
    ++searches;
    for_each_combination([&]<class S>() {
      warpath::Problem problem{
          .n = 10, .semiring = S::kind, .weight = warpath::weight_type_of<typename S::Weight>};
      EXPECT_NE(kernel.unsupported(problem), "") << kernel.name << " " << name_of<S>();
      problem.nonnegative = is_shortest<S>;
      EXPECT_EQ(kernel.unsupported(problem).empty(), is_shortest<S>)
          << kernel.name << " " << name_of<S>();
    });
  }
  EXPECT_GT(searches, 0);
}

TEST(Kernels, HaveAMethodAndThoseOfTheSparseOneNeedAnOrder) {
  for (const warpath::Kernel& kernel : warpath::kernel_table()) {
    EXPECT_NE(kernel.info.method, warpath::Method::automatic) << kernel.info.name;
    EXPECT_EQ(kernel.needs_order, kernel.info.method == warpath::Method::sparse)
        << kernel.info.name;
  }
  EXPECT_EQ(warpath::find_kernel("cpu")->method, warpath::Method::dense);
  EXPECT_EQ(warpath::find_kernel("sparse")->method, warpath::Method::sparse);
}

TEST(Kernels, OfThePaperOnCudaFindShortestPathsInTwoTypes) {
  using warpath::WeightType;
  for (const KernelInfo& kernel : warpath::kernels()) {
    if (kernel.backend != warpath::Backend::cuda || kernel.family != KernelFamily::paper) continue;
    for_each_combination([&]<class S>() {
      const WeightType weight = warpath::weight_type_of<typename S::Weight>;
      const bool offered =
          is_shortest<S> && (weight == WeightType::float32 || weight == WeightType::int32);
      const warpath::Problem problem{.n = 10, .semiring = S::kind, .weight = weight};
      EXPECT_EQ(kernel.unsupported(problem).empty(), offered) << kernel.name << " " << name_of<S>();
    });
  }
}

TEST(Kernels, SayWhyTheyDoNotSupportOthers) {
  using warpath::SemiringKind;
  using warpath::WeightType;
  const std::pair<SemiringKind, WeightType> others[] = {
      {SemiringKind::widest_path, WeightType::boolean},
      {SemiringKind::minimax_path, WeightType::boolean},
      {SemiringKind::shortest_path, WeightType::boolean},
      {SemiringKind::reachability, WeightType::float32}};
  for (const KernelInfo& kernel : warpath::kernels()) {
    for (const auto& [semiring, weight] : others) {
      const warpath::Problem problem{.n = 10, .semiring = semiring, .weight = weight};
      EXPECT_NE(kernel.unsupported(problem), "")
          << kernel.name << " " << to_string(semiring) << " " << to_string(weight);
    }
  }
}

}  // namespace
}  // namespace support
