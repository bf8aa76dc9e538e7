// Sampled rows: which they are, and that a certificate of them finds what is wrong in one.
#include "verify/sample.hpp"
#include "generate/kinds.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "warpath/generate.hpp"
#include "warpath/solve.hpp"
#include "warpath/verify.hpp"

namespace warpath {
namespace {

TEST(Sample, IsSpreadOverAllSources) {
  for (const Index n : {1, 7, 50, 1000}) {
    for (const Index count : {1, 3, 64, 2000}) {
      const auto sources = verify::sample_sources(n, count);
      ASSERT_EQ(static_cast<Index>(sources.size()), std::min(n, count));
      EXPECT_TRUE(std::is_sorted(sources.begin(), sources.end()));
      EXPECT_EQ(std::adjacent_find(sources.begin(), sources.end()), sources.end());
      EXPECT_GE(sources.front(), 0);
      EXPECT_LT(sources.back(), n);
    }
  }
  EXPECT_NE(verify::sample_sources(1000, 10, 1), verify::sample_sources(1000, 10, 2));
  EXPECT_TRUE(verify::sample_sources(0, 10).empty());
}

TEST(Sample, OfARightResultHoldsAndOneWrongCellIsFound) {
  for (const GraphKind kind : graph_kinds()) {
    const Graph graph = generate(kind, 50, {.weight = WeightType::int32});
    const Result result = solve(graph);
    const auto sources = verify::sample_sources(50, 50);
    EXPECT_TRUE(verify::certify(graph, result, {}, sources).ok()) << to_string(kind);

    Matrix<std::int32_t> wrong(50, 50);
    for (Index i = 0; i < 50; ++i) {
      for (Index j = 0; j < 50; ++j) wrong(i, j) = result.distances<std::int32_t>()(i, j);
    }
    wrong(31, 7) += 1;
    const Result spoilt(std::move(wrong), result.semiring(), result.statistics());
    const auto certificate = verify::certify(graph, spoilt, {}, sources);
    ASSERT_FALSE(certificate.ok()) << to_string(kind);
    EXPECT_EQ(certificate.failure->at.source, 31);
    EXPECT_EQ(certificate.failure->at.target, 7);
  }
}

}  // namespace
}  // namespace warpath
