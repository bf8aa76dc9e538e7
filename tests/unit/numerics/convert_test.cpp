// Options::weights: computing in another type than the input's. What the type cannot hold exactly
// is refused with the number; only float64 to float32 may round.
#include <gtest/gtest.h>

#include <cmath>

#include "support/ways.hpp"
#include "warpath/graph.hpp"

namespace support {
namespace {

using warpath::Arc;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::MatrixView;
using warpath::Options;
using warpath::WeightType;

Options in_type(WeightType type) {
  Options options;
  options.weights = type;
  return options;
}

// One arc of that weight from 0 to 1, as a graph and as a matrix, solved in another type.
template <class From>
struct OneArc {
  explicit OneArc(From weight) : weight_(weight) {}

  double by_graph(WeightType type) const {
    const Arc<From> arcs[] = {{0, 1, weight_}};
    const Graph graph = Graph::from_arcs<From>(2, arcs);
    const warpath::Result result = warpath::solve(graph, in_type(type));
    EXPECT_EQ(result.weight_type(), type);
    EXPECT_FALSE(result.reachable(1, 0));
    return result.distance(0, 1);
  }
  double by_matrix(WeightType type) const {
    const From none = warpath::no_path<From>();
    const From cells[] = {none, weight_, none, none};
    const warpath::Result result =
        warpath::solve(MatrixView<const From>(cells, 2, 2, 2), in_type(type));
    EXPECT_EQ(result.weight_type(), type);
    EXPECT_FALSE(result.reachable(1, 0));
    return result.distance(0, 1);
  }

  void expect_exact(WeightType type) const {
    EXPECT_EQ(by_graph(type), static_cast<double>(weight_)) << to_string(type);
    EXPECT_EQ(by_matrix(type), static_cast<double>(weight_)) << to_string(type);
  }
  // The message names the number, or as much of it as the type prints.
  // A matrix says "no arc" by a number, which an arc of a graph must not have.
  void expect_refused(WeightType type, const std::string& number, bool matrix_too = true) const {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { by_graph(type); }, &text), ErrorCode::bad_input)
        << +weight_ << " to " << to_string(type) << ": " << text;
    EXPECT_NE(text.find(number), std::string::npos) << text << "\nlacks " << number;
    EXPECT_NE(text.find(to_string(type)), std::string::npos) << text;
    if (!matrix_too) return;
    text = "no error";
    EXPECT_EQ(code_of([&] { by_matrix(type); }, &text), ErrorCode::bad_input)
        << +weight_ << " to " << to_string(type) << ": " << text;
    EXPECT_NE(text.find(number), std::string::npos) << text << "\nlacks " << number;
  }

 private:
  From weight_;
};

TEST(Conversion, OfWholeNumbersThatFitIsExact) {
  for (const WeightType type : warpath::kArcWeightTypes) {
    for (const int value : {0, 1, -1, 7, 16382, -16382}) {
      for_each_arc_type(
          [&]<class From>() { OneArc<From>(static_cast<From>(value)).expect_exact(type); });
    }
  }
}

TEST(Conversion, OfFractionsToIntegersIsRefused) {
  OneArc<float>(0.5f).expect_refused(WeightType::int32, "0.5");
  OneArc<double>(0.5).expect_refused(WeightType::int16, "0.5");
  OneArc<double>(-2.25).expect_refused(WeightType::int32, "-2.25");
  OneArc<double>(1e-9).expect_refused(WeightType::int32, "1e-09");
}

TEST(Conversion, OfNumbersBeyondTheIntegerRangeIsRefused) {
  OneArc<std::int32_t>(16383).expect_refused(WeightType::int16, "16383");
  OneArc<std::int32_t>(70000).expect_refused(WeightType::int16, "70000");
  OneArc<std::int32_t>(-70000).expect_refused(WeightType::int16, "-70000");
  OneArc<std::int32_t>(65537).expect_refused(WeightType::int16, "65537");
  OneArc<float>(1e30f).expect_refused(WeightType::int32, "1e+30");
  OneArc<float>(2147483648.0f).expect_refused(WeightType::int32, "21474836");
  OneArc<float>(-2147483648.0f).expect_refused(WeightType::int32, "-21474836");
  OneArc<float>(1073741824.0f).expect_refused(WeightType::int32, "10737418");
  OneArc<double>(-1e300).expect_refused(WeightType::int32, "-1e+300");
  OneArc<double>(1073741823).expect_refused(WeightType::int32, "1073741823");
  OneArc<double>(1073741822).expect_exact(WeightType::int32);
}

TEST(Conversion, OfNothingStillChecksTheRange) {
  OneArc<std::int16_t>(16383).expect_refused(WeightType::int16, "16383", false);
  OneArc<std::int32_t>(1073741823).expect_refused(WeightType::int32, "1073741823", false);
  OneArc<std::int16_t>(32767).expect_refused(WeightType::int16, "32767");
  OneArc<std::int16_t>(-16383).expect_refused(WeightType::int16, "-16383");
}

TEST(Conversion, OfIntegersToFloat32IsRefusedWhereItWouldRound) {
  OneArc<std::int32_t>(16777216).expect_exact(WeightType::float32);
  OneArc<std::int32_t>(16777218).expect_exact(WeightType::float32);
  OneArc<std::int32_t>(16777217).expect_refused(WeightType::float32, "16777217");
  OneArc<std::int32_t>(-16777217).expect_refused(WeightType::float32, "-16777217");
  OneArc<std::int32_t>(1073741822).expect_refused(WeightType::float32, "1073741822");
  OneArc<std::int32_t>(1073741822).expect_exact(WeightType::float64);
}

TEST(Conversion, OfInt64IsRefusedWhereItWouldRound) {
  const std::int64_t wide = std::int64_t{1} << 53;
  OneArc<std::int64_t>(wide).expect_exact(WeightType::float64);
  OneArc<std::int64_t>(wide + 2).expect_exact(WeightType::float64);
  OneArc<std::int64_t>(wide + 1).expect_refused(WeightType::float64, "9007199254740993");
  OneArc<std::int64_t>(-wide - 1).expect_refused(WeightType::float64, "-9007199254740993");
  OneArc<std::int64_t>((std::int64_t{1} << 62) - 2)
      .expect_refused(WeightType::float64, "4611686018427387902");
  OneArc<std::int64_t>(std::numeric_limits<std::int64_t>::max())
      .expect_refused(WeightType::float64, "9223372036854775807");
  OneArc<std::int64_t>(16777217).expect_refused(WeightType::float32, "16777217");
  OneArc<std::int64_t>(1073741823).expect_refused(WeightType::int32, "1073741823");
  OneArc<std::int64_t>(std::int64_t{1} << 32).expect_refused(WeightType::int32, "4294967296");
  OneArc<double>(0x1p61).expect_exact(WeightType::int64);
  OneArc<double>(0x1p62).expect_refused(WeightType::int64, "4.61168");
  OneArc<double>(0x1p63).expect_refused(WeightType::int64, "9.22337");
}

TEST(Conversion, OfFloat64ToFloat32MayRound) {
  EXPECT_EQ(OneArc<double>(0.1).by_graph(WeightType::float32), static_cast<double>(0.1f));
  EXPECT_EQ(OneArc<double>(0.1).by_matrix(WeightType::float32), static_cast<double>(0.1f));
  EXPECT_EQ(OneArc<double>(1e-45).by_matrix(WeightType::float32), static_cast<double>(1e-45f));
  EXPECT_EQ(OneArc<double>(0).by_matrix(WeightType::float32), 0);
  EXPECT_EQ(OneArc<double>(-0.0).by_graph(WeightType::float32), 0);
  EXPECT_EQ(OneArc<float>(0.1f).by_graph(WeightType::float64), static_cast<double>(0.1f));
}

// Rounding to infinity would make "no path" of an arc.
TEST(Conversion, OfFloat64ToFloat32IsRefusedBeyondTheRange) {
  OneArc<double>(1e300).expect_refused(WeightType::float32, "1e+300");
  OneArc<double>(-1e300).expect_refused(WeightType::float32, "-1e+300");
  OneArc<double>(3.5e38).expect_refused(WeightType::float32, "3.5e+38");
}

// An arc that costs nothing is another than one that costs little.
TEST(Conversion, OfFloat64ToFloat32IsRefusedWhereItWouldBecome0) {
  OneArc<double>(1e-300).expect_refused(WeightType::float32, "1e-300");
  OneArc<double>(-1e-300).expect_refused(WeightType::float32, "-1e-300");
  OneArc<double>(7e-46).expect_refused(WeightType::float32, "7e-46");
}

TEST(Conversion, ToBooleanIsForReachability) {
  const Arc<double> arcs[] = {{0, 1, 0.5}, {1, 2, -3}};
  const Graph graph = Graph::from_arcs<double>(4, arcs);
  Options options;
  options.semiring = warpath::SemiringKind::reachability;
  const warpath::Result result = warpath::solve(graph, options);
  EXPECT_EQ(result.weight_type(), WeightType::boolean);
  EXPECT_TRUE(result.reachable(0, 2));
  EXPECT_FALSE(result.reachable(2, 0));
  EXPECT_TRUE(result.reachable(3, 3));
  EXPECT_EQ(result.distance(0, 2), 1);
  EXPECT_EQ(result.distance(2, 0), 0);
  EXPECT_NE(code_of([&] { warpath::solve(graph, in_type(WeightType::boolean)); }), std::nullopt)
      << "shortest paths in one bit";
}

TEST(Conversion, InPlaceIsRefused) {
  std::vector<double> cells(4, 1.0);
  const auto code = code_of([&] {
    warpath::solve_in_place(MatrixView<double>(cells.data(), 2, 2, 2),
                            in_type(WeightType::float32));
  });
  EXPECT_TRUE(code == ErrorCode::usage || code == ErrorCode::unsupported);
  EXPECT_EQ(cells, std::vector<double>(4, 1.0));
  EXPECT_EQ(code_of([&] {
              warpath::solve_in_place(MatrixView<double>(cells.data(), 2, 2, 2),
                                      in_type(WeightType::float64));
            }),
            std::nullopt);
}

TEST(Conversion, BottleneckPathsInDoubleComputeInTheirOwnTypeOrANamedOne) {
  const Arc<double> arcs[] = {{0, 1, 5}, {1, 2, 3}};
  const Graph graph = Graph::from_arcs<double>(3, arcs);
  Options options;
  options.semiring = warpath::SemiringKind::widest_path;
  for (const auto type : {WeightType::float64, WeightType::int32, WeightType::int64}) {
    if (type != WeightType::float64) options.weights = type;
    const warpath::Result result = warpath::solve(graph, options);
    EXPECT_EQ(result.weight_type(), type);
    EXPECT_EQ(result.distance(0, 2), 3);
    EXPECT_EQ(result.distance(2, 0), -std::numeric_limits<double>::infinity());
  }
  options.weights = WeightType::boolean;
  std::string text;
  EXPECT_EQ(code_of([&] { warpath::solve(graph, options); }, &text), ErrorCode::unsupported);
  EXPECT_NE(text.find("boolean"), std::string::npos) << text;
  EXPECT_NE(text.find("widest"), std::string::npos) << text;
}

}  // namespace
}  // namespace support
