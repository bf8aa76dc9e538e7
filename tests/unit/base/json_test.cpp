#include "base/json.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace warpath {
namespace {

TEST(Json, SpellsEveryKindOfValue) {
  EXPECT_EQ(Json().text(), "null");
  EXPECT_EQ(Json(true).text(), "true");
  EXPECT_EQ(Json(std::numeric_limits<std::int64_t>::min()).text(), "-9223372036854775808");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).text(), "18446744073709551615");
  EXPECT_EQ(Json(std::vector<int>{1, 2}).text(), "[1,2]");
  EXPECT_EQ(Json("Zürich").text(), "\"Zürich\"");
}

TEST(Json, TellsNumbersFromIntegers) {
  EXPECT_EQ(Json(0.1).text(), "0.1");
  EXPECT_EQ(Json(-2.0).text(), "-2.0");
  EXPECT_EQ(Json(1e300).text(), "1e+300");
  EXPECT_EQ(Json(std::numeric_limits<double>::infinity()).text(), "null");
  EXPECT_EQ(Json(std::numeric_limits<double>::quiet_NaN()).text(), "null");
}

TEST(Json, EscapesWhatWouldEndAString) {
  EXPECT_EQ(Json("a\"b\\c\n\x01").text(), R"("a\"b\\c\u000a\u0001")");
}

TEST(Json, KeepsMembersInTheirOrder) {
  Json json;
  json["z"] = 1;
  json["a"] = {{"x", "y"}, {"none", nullptr}};
  json["z"] = 2;
  json.update({{"a", false}, {"new", Json::array()}});
  json["list"].push_back({{"n", 1}});
  EXPECT_EQ(json.text(), R"({"z":2,"a":false,"new":[],"list":[{"n":1}]})");
}

TEST(Json, IndentsForReaders) {
  EXPECT_EQ(Json({{"a", Json::array()}, {"b", std::vector<int>{1, 2}}}).text(2),
            "{\n  \"a\": [],\n  \"b\": [\n    1,\n    2\n  ]\n}");
}

}  // namespace
}  // namespace warpath
