// The small types: names and their inverses, Error, Matrix and MatrixView.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <set>

#include "base/dispatch.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

TEST(Types, NamesRoundTrip) {
  std::set<std::string> names;
  for (const WeightType type : kWeightTypes) {
    EXPECT_EQ(parse<WeightType>(to_string(type)), type);
    names.insert(std::string(to_string(type)));
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"float32", "float64", "int64", "int32", "int16", "boolean"}));
  names.clear();
  for (const SemiringKind kind : kSemiringKinds) {
    EXPECT_EQ(parse<SemiringKind>(to_string(kind)), kind);
    names.insert(std::string(to_string(kind)));
  }
  EXPECT_EQ(names, (std::set<std::string>{"shortest-path", "widest-path", "minimax-path",
                                          "reachability"}));
  EXPECT_EQ(to_string(Backend::cpu), "cpu");
  EXPECT_EQ(to_string(Backend::cuda), "cuda");
}

TEST(Types, UnknownWordsHaveNoMeaning) {
  for (const char* word : {"", "float", "Float32", "float32 ", "int8", "shortest"}) {
    EXPECT_EQ(parse<WeightType>(word), std::nullopt) << word;
    EXPECT_EQ(parse<SemiringKind>(word), std::nullopt) << word;
  }
}

TEST(Types, SizesAreThoseOfTheCppTypes) {
  EXPECT_EQ(size_of(weight_type_of<float>), 4);
  EXPECT_EQ(size_of(weight_type_of<double>), 8);
  EXPECT_EQ(size_of(weight_type_of<std::int64_t>), 8);
  EXPECT_EQ(size_of(weight_type_of<std::int32_t>), 4);
  EXPECT_EQ(size_of(weight_type_of<std::int16_t>), 2);
  EXPECT_EQ(size_of(weight_type_of<std::uint8_t>), 1);
}

TEST(Types, AreVisitedByTheirCppTypes) {
  for (const WeightType type : kWeightTypes) {
    const auto same = [&]<class T>(std::type_identity<T>) { return weight_type_of<T> == type; };
    EXPECT_TRUE(visit_weight(type, same));
    if (type == WeightType::boolean) continue;
    EXPECT_TRUE(visit_arc_weight(type, same));
  }
  const auto nothing = [](auto) {};
  EXPECT_THROW(visit_arc_weight(WeightType::boolean, nothing), Error);
  EXPECT_THROW(visit_weight(WeightType{200}, nothing), Error);
  EXPECT_TRUE(is_floating(WeightType::float64));
  EXPECT_FALSE(is_floating(WeightType::int16));
}

TEST(Errors, SayWhatHappenedAndWhatToDo) {
  const Error both(ErrorCode::bad_input, "weight NaN", "remove it");
  EXPECT_EQ(both.code(), ErrorCode::bad_input);
  EXPECT_EQ(both.happened(), "weight NaN");
  EXPECT_EQ(both.remedy(), "remove it");
  EXPECT_STREQ(both.what(), "weight NaN; remove it");
  const Error bare(ErrorCode::internal, "oops");
  EXPECT_STREQ(bare.what(), "oops");
  EXPECT_EQ(bare.remedy(), "");
}

TEST(Errors, SurviveCopying) {
  Error copy(ErrorCode::io, "first", "then");
  {
    const Error original(ErrorCode::usage, "a long text that does not fit into the object itself");
    copy = original;
  }
  EXPECT_EQ(copy.code(), ErrorCode::usage);
  EXPECT_STREQ(copy.what(), "a long text that does not fit into the object itself");
}

TEST(Errors, CodesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(ErrorCode::cancelled); ++code) {
    const std::string_view name = to_string(static_cast<ErrorCode>(code));
    EXPECT_FALSE(name.empty());
    EXPECT_EQ(name.find('_'), std::string_view::npos) << name;
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(to_string(ErrorCode::negative_cycle), "negative-cycle");
  EXPECT_EQ(to_string(ErrorCode::bad_input), "bad-input");
  EXPECT_EQ(to_string(ErrorCode::does_not_fit), "does-not-fit");
}

TEST(Version, IsThreeNumbers) {
  int major = -1, minor = -1, patch = -1;
  char rest = 0;
  EXPECT_EQ(std::sscanf(version(), "%d.%d.%d%c", &major, &minor, &patch, &rest), 3) << version();
}

TEST(Matrix, OwnsAlignedRowsAndMoves) {
  Matrix<float> matrix(3, 5, 7.0f);
  EXPECT_EQ(matrix.rows(), 3);
  EXPECT_EQ(matrix.columns(), 5);
  EXPECT_EQ(matrix.leading_dimension(), 16);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(matrix.data()) % 64, 0u);
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 5; ++j) EXPECT_EQ(matrix(i, j), 7.0f);
  }
  matrix(2, 4) = 1;
  const float* data = matrix.data();
  const Matrix<float> moved = std::move(matrix);
  EXPECT_EQ(moved.data(), data);
  EXPECT_EQ(moved(2, 4), 1);
  EXPECT_EQ(moved.view()(2, 4), 1);
  static_assert(!std::is_copy_constructible_v<Matrix<float>>);
}

TEST(Matrix, MayBeEmpty) {
  const Matrix<double> none;
  EXPECT_EQ(none.rows(), 0);
  Matrix<double> zero(0, 0);
  EXPECT_EQ(zero.columns(), 0);
  EXPECT_EQ(zero.view().rows(), 0);
  Matrix<double> flat(0, 9, 1.0);
  EXPECT_EQ(flat.columns(), 9);
}

TEST(Matrix, RowsStartOnLinesAndNeverAPageApart) {
  for (const Index size : {1, 2, 4, 8}) {
    for (Index columns = 0; columns < 10000; columns += (columns < 300 ? 1 : 61)) {
      const Index bytes = detail::padded_leading_dimension(columns, size) * size;
      EXPECT_GE(bytes, columns * size);
      EXPECT_LE(bytes, columns * size + 127);
      EXPECT_EQ(bytes % 64, 0);
      EXPECT_TRUE(bytes == 0 || bytes % 4096 != 0) << columns << " of " << size;
    }
    for (const Index columns : {1024, 2048, 4096, 8192, 65536}) {
      EXPECT_NE(detail::padded_leading_dimension(columns, size) * size % 4096, 0) << columns;
    }
  }
}

TEST(MatrixView, FindsCellsInEveryLayout) {
  int cells[24];
  std::iota(cells, cells + 24, 0);
  const auto rows = MatrixView<int>::row_major(cells, 3, 4);
  EXPECT_EQ(rows(2, 1), 9);
  EXPECT_EQ((MatrixView<int>::row_major(cells, 3, 4, 8)(2, 1)), 17);
  EXPECT_EQ((MatrixView<int>::column_major(cells, 3, 4)(2, 1)), 5);
  EXPECT_EQ((MatrixView<int>::column_major(cells, 3, 4, 6)(2, 3)), 20);
  EXPECT_EQ((MatrixView<int>(cells + 23, 3, 4, -8, -2)(2, 3)), 1);
  EXPECT_EQ(rows.transposed()(1, 2), 9);
  EXPECT_EQ(rows.transposed().rows(), 4);
  const MatrixView<int> block = rows.block(1, 2, 2, 2);
  EXPECT_EQ(block(0, 0), 6);
  EXPECT_EQ(block(1, 1), 11);
  const MatrixView<const int> reading = rows;
  EXPECT_EQ(reading(2, 3), 11);
  rows(2, 3) = -1;
  EXPECT_EQ(reading(2, 3), -1);
}

}  // namespace
