// Edge lists: what a table may look like, how its vertices are numbered, and where it is wrong.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/told_graph.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;
using test::told;

Graph parse(const std::string& text, const std::string& name = "x.csv",
            const io::ReadOptions& options = {}) {
  return io::parse_graph(text, name, options);
}

std::string told(const std::string& text, const std::string& name = "x.csv") {
  return told(parse(text, name));
}

std::vector<std::string> labels(const std::string& text) {
  const Graph graph = parse(text);
  return {graph.labels().begin(), graph.labels().end()};
}

std::string said(const std::string& text, const io::ReadOptions& options = {}) {
  try {
    parse(text, "x.csv", options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    return error.happened();
  }
  return "(nothing: it was read)";
}

TEST(EdgeList, EveryDelimiter) {
  for (const std::string text :
       {"a,b,3\nb,c,4\n", "a;b;3\nb;c;4\n", "a\tb\t3\nb\tc\t4\n", "a b 3\nb  c   4\n",
        " a , b , 3 \nb,c,4", "a\tb\t3\r\nb\tc\t4\r\n"}) {
    for (const std::string name : {"x.csv", "x.tsv", "x.el", "anything"}) {
      EXPECT_EQ(told(text, name), "a>b:3 b>c:4") << text;
    }
  }
}

TEST(EdgeList, MarksCommentsAndEmptyLinesAreSkipped) {
  EXPECT_EQ(told("\xef\xbb\xbf# hello\n\n% more\n  # indented\na,b,3\n\r\n#\nb,c,4\n  \n"),
            "a>b:3 b>c:4");
}

TEST(EdgeList, TwoColumnsMeanOne) {
  EXPECT_EQ(told("1 2\n2 0\n"), "1>2:1 2>0:1");
  EXPECT_EQ(told("a,b\nb,a\n"), "a>b:1 b>a:1");
}

TEST(EdgeList, HeadersAreTold) {
  EXPECT_EQ(told("from,to,km\na,b,3\n"), "a>b:3");
  EXPECT_EQ(told("\"From\",\"To\",\"Distance (km)\"\na,b,3\n"), "a>b:3");
  EXPECT_EQ(told("source target\n0 1\n"), "0>1:1");
  EXPECT_EQ(told("x,y\n0,1\n"), "0>1:1") << "words over numbers";
  EXPECT_EQ(told("a,b\nc,d\n"), "a>b:1 c>d:1") << "words over words";
  EXPECT_EQ(told("from,to,weight\n"), "");
}

TEST(EdgeList, ColumnsAreFoundByName) {
  EXPECT_EQ(told("id,from,to,weight\n9,a,b,3\n"), "a>b:3");
  EXPECT_EQ(told("weight;target;source;remark\n3;b;a;\"x;y\"\n"), "a>b:3");
  EXPECT_EQ(told("km,from,to\n3,a,b\n"), "a>b:3");
  EXPECT_EQ(told("Source,Target,Type,Id,Label,Weight\na,b,Directed,0,,3\n"), "a>b:3") << "Gephi";
}

TEST(EdgeList, ColumnsWithoutANameMeanNothing) {
  EXPECT_EQ(told(",from,to,km\n0,a,b,3\n1,b,c,4\n"), "a>b:3 b>c:4") << "pandas";
  EXPECT_EQ(told("\"\",\"from\",\"to\",\"km\"\n\"0\",\"a\",\"b\",\"3\"\n"), "a>b:3") << "R";
  EXPECT_EQ(told(",source,target\n0,0,1\n1,1,2\n"), "0>1:1 1>2:1") << "the index is no weight";
  EXPECT_EQ(told(",u,v,weight\n17,a,b,3\n4,b,c,4\n"), "a>b:3 b>c:4") << "rows were left out";
  EXPECT_EQ(told(",from,to,km\n"), "");
  EXPECT_EQ(told("from,to,km,\na,b,3,\n"), "a>b:3");
  EXPECT_EQ(told(parse(",a,b,c\n0,x,y,3\n", "x.csv", {.column = "c"})), "x>y:3");
}

TEST(EdgeList, ColumnsAreNeverGuessedFromTheirPlaceAmongMany) {
  EXPECT_EQ(told("id,u,v,weight\n1,10,20,5\n"), "10>20:5");
  EXPECT_EQ(told("weight,u,v\n5,1,2\n"), "1>2:5");
  EXPECT_EQ(told("time_to_travel,from,to\n5,1,2\n"), "1>2:5") << "whole names before words";
  EXPECT_EQ(said("id,here,there,weight\n1,10,20,5\n"),
            "x.csv:1:1: found 'id', expected among 4 columns one called from");
  EXPECT_EQ(
      said("from,to,capacity,cost\na,b,1,2\n"),
      "x.csv:1:18: found 'cost', expected one column for the weights only; 'capacity' could be "
      "it, too");
  EXPECT_EQ(told(parse("from,to,capacity,cost\na,b,1,2\n", "x.csv", {.column = "Cost"})), "a>b:2");
  EXPECT_EQ(told(parse("wohin,woher,Strecke\na,b,7\n", "x.csv", {.column = "strecke"})), "a>b:7");
  EXPECT_EQ(said("a,b,1\n", {.column = "cost"}),
            "x.csv:1:1: found 'a,b,1', expected a header with a column called 'cost'");
}

TEST(EdgeList, AColumnThatIsNotThereIsAnsweredWithThoseThatAre) {
  try {
    parse("from,to,km\na,b,3\n", "x.csv", {.column = "miles"});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.remedy(), "the first line has 'from', 'to', 'km'");
  }
}

TEST(EdgeList, ColumnsAreTakenByPlaceOrName) {
  const auto by = [](const std::string& text, const std::vector<std::string>& columns) {
    return told(parse(text, "x.csv", {.columns = columns}));
  };
  EXPECT_EQ(by("17 a b 3\n18 b c 4\n", {"2", "3", "4"}), "a>b:3 b>c:4") << "no header";
  EXPECT_EQ(by("id,p,q,r\n17,a,b,3\n", {"2", "3", "4"}), "a>b:3") << "a header over weights";
  EXPECT_EQ(by("1,2,3,4\n", {"4", "3", "1"}), "4>3:1") << "numbers are places, never names";
  EXPECT_EQ(by("id,p,q,r\n17,a,b,3\n", {"P", "q", "r"}), "a>b:3");
  EXPECT_EQ(by("from,to,km\na,b,3\n", {"to", "from", "3"}), "b>a:3");
  EXPECT_EQ(by("from,to,km\na,b,3\n", {"from", "to"}), "a>b:1") << "no weight is asked for";
  EXPECT_EQ(by("9,x,y\n", {"2", "3"}), "x>y:1");
  EXPECT_EQ(by("p,q,r\n1,2,x\n", {"1", "2"}), "1>2:1") << "words over numbers";
  EXPECT_EQ(by(",A,B\nA,0,5\nB,6,0\n", {"2", "3"}), "0>5:1 6>0:1") << "what was asked for";
  EXPECT_EQ(parse("a;b;x;3,5\n", "x.csv", {.columns = {"1", "2", "4"}}).weights<float>()[0], 3.5F);
  // Whatever the file is called.
  EXPECT_EQ(told(parse("1 a b 3\n2 b c 4\n", "x.txt", {.columns = {"2", "3", "4"}})),
            "a>b:3 b>c:4");
}

TEST(EdgeList, ColumnsThatCannotBeMeantAreRefused) {
  const auto refused = [](const std::vector<std::string>& columns, ErrorCode code) {
    try {
      parse("from,to,km\na,b,3\n", "x.csv", {.columns = columns});
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code);
      return error.happened();
    }
    return std::string("(nothing: it was read)");
  };
  EXPECT_EQ(refused({"1"}, ErrorCode::usage), "1 columns are named for the arcs");
  EXPECT_EQ(refused({"1", "2", "1"}, ErrorCode::usage), "the column '1' is named twice");
  EXPECT_EQ(refused({"1", "2", "4"}, ErrorCode::bad_input),
            "x.csv:1:1: found 'from,to,km', expected a column 4; there are 3, counted from 1");
  EXPECT_EQ(refused({"from", "to", "miles"}, ErrorCode::bad_input),
            "x.csv:1:1: found 'from,to,km', expected a header with a column called 'miles'");
}

TEST(EdgeList, WhatNetworkXWritesBehindAnArc) {
  EXPECT_EQ(told("a b {'weight': 3}\nb c {'weight': 4}\n", "x.edgelist"), "a>b:3 b>c:4");
  EXPECT_EQ(told("#comment\n0 1 {}\n1 2 {}\n", "x"), "0>1:1 1>2:1") << "nothing is said";
  EXPECT_EQ(told("a b {'name': \"it's\", 'at': (1, [2, {'weight': 7}]), 'weight': 3}\n"), "a>b:3");
  EXPECT_EQ(told("a,b,{'note': 'x, y; \\'z\\'', 'length': '3',}\n"), "a>b:3") << "a usual name";
  EXPECT_EQ(told("a\tb\t{'colour': None}\r\n"), "a>b:1");
  EXPECT_EQ(told(parse("a b {'weight': 3, 'Time': 5}\n", "x", {.column = "time"})), "a>b:5");
  EXPECT_EQ(told(parse("a b {'weight': 3}\n", "x.el", {.columns = {"2", "1"}})), "b>a:1");
}

TEST(EdgeList, DictionariesThatDoNotTellAreRefused) {
  EXPECT_EQ(said("a b {'weight': 3}\nb c {}\n"),
            "x.csv:2:5: found '{}', expected an arc with 'weight', as others have it");
  EXPECT_EQ(said("a b {'weight': 'far'}\n"),
            "x.csv:1:17: found 'far', expected a weight, a finite number");
  EXPECT_EQ(said("a b {'time': 3, 'length': 4}\n"),
            "x.csv: the arcs have 'length' and 'time', and either may be the weight");
  EXPECT_EQ(said("a b {'weight': 3}\n", {.column = "cost"}), "x.csv: no arc has 'cost'");
  EXPECT_EQ(said("a b {'weight' 3}\n"), "x.csv:1:15: found '3}', expected ':'");
  EXPECT_EQ(said("a b {'weight': 3 'x': 4}\n"),
            "x.csv:1:16: found '3 'x': 4', expected a weight, a finite number");
  EXPECT_EQ(said("a b {'weight': }\n"), "x.csv:1:16: found nothing, expected a value");
  EXPECT_EQ(said("a b {'weight: 3}\n"),
            "x.csv:1:6: found ''weight: 3}', expected a quote that is closed");
}

TEST(EdgeList, AFirstLineOfWordsIsAHeaderOnlyOverNumbers) {
  EXPECT_EQ(told("s t\n1 2\n2 t\n"), "s>t:1 1>2:1 2>t:1");
  EXPECT_EQ(told("s t\n1 2\n2 3\n"), "1>2:1 2>3:1");
  EXPECT_EQ(told("s t\n"), "s>t:1");
  EXPECT_EQ(told("Anfang,Ende,Strecke\n1,2,7\n"), "1>2:7");
  EXPECT_EQ(said("A,B,NA\nC,D,3\n"), "x.csv:1:5: found 'NA', expected a weight, a finite number");
}

TEST(EdgeList, NumbersAroundTheLimitOfTheTable) {
  EXPECT_EQ(labels("600000 600001\n600001 1100000\n").size(), 3U);
  EXPECT_EQ(labels("1048576 1048575\n1048577 3\n").size(), 4U);
}

TEST(EdgeList, SpreadsheetsFromEverywhere) {
  EXPECT_EQ(parse("von;nach;km\na;b;3,5\n", "x.csv", {.column = "km"}).weights<float>()[0], 3.5F);
  EXPECT_EQ(told("from,to,km\na,b,3\n,,\n"), "a>b:3") << "an empty line at the end";
}

TEST(EdgeList, LoneVerticesStandInTheirOrder) {
  EXPECT_EQ(told("from,to,km\nx,,\na,b,3\ny,,\n"), "a>b:3 [x] [y]");
  EXPECT_EQ(labels("from,to,km\nx,,\na,b,3\n"), (std::vector<std::string>{"x", "a", "b"}));
  EXPECT_EQ(told("from,to\na,b\nx,\n"), "a>b:1 [x]");
  EXPECT_EQ(told("0,1,5\n2,,\n"), "0>1:5 [2]");
}

TEST(EdgeList, NumbersAreOrderedByValueWordsByAppearance) {
  EXPECT_TRUE(labels("1,0,5\n2,1,5\n").empty()) << "0 .. n-1 need no labels";
  EXPECT_EQ(labels("10,9,1\n"), (std::vector<std::string>{"9", "10"}));
  EXPECT_EQ(labels("5,-7,1\n3000000000000,5,1\n"),
            (std::vector<std::string>{"-7", "5", "3000000000000"}));
  EXPECT_EQ(labels("9223372036854775807,-9223372036854775808,1\n"),
            (std::vector<std::string>{"-9223372036854775808", "9223372036854775807"}));
  EXPECT_EQ(labels("z,a,1\n1,0,1\n"), (std::vector<std::string>{"z", "a", "1", "0"}));
  EXPECT_EQ(labels("1,0,1\n007,7,1\n"), (std::vector<std::string>{"1", "0", "007", "7"}))
      << "one name that is no plain number makes all of them words";
  EXPECT_EQ(labels("9223372036854775808,1,1\n"),
            (std::vector<std::string>{"9223372036854775808", "1"}));
}

TEST(EdgeList, QuotesHoldAnything) {
  EXPECT_EQ(labels("\"a,b\",\"say \"\"hi\"\"\",1\n\" x \",\"#1\",1\n"),
            (std::vector<std::string>{"a,b", "say \"hi\"", " x ", "#1"}));
  EXPECT_EQ(labels("\"New York\" Boston 3\n"), (std::vector<std::string>{"New York", "Boston"}));
  EXPECT_EQ(labels("\"1\",\"0\",\"5\"\n").size(), 0U) << "numbers stay numbers";
}

TEST(EdgeList, UndirectedAndParallel) {
  EXPECT_EQ(told(parse("a,b,3\na,b,4\na,a,1\n", "x.csv", {.undirected = true})),
            "a>a:1 a>b:3 a>b:4 b>a:3 b>a:4");
}

TEST(EdgeList, PlacesAreExact) {
  EXPECT_EQ(said("# c\nfrom,to,km\na,b,3\n\nb,c,x\n"),
            "x.csv:5:5: found 'x', expected a weight, a finite number");
  EXPECT_EQ(said("\xef\xbb\xbf"
                 "a,b,1x\n"),
            "x.csv:1:5: found '1x', expected a weight, a finite number")
      << "the mark is no column";
  EXPECT_EQ(
      said("a,b,3\r\nb,c\r\n"),
      "x.csv:2:4: found the end of the line, expected 3 columns, as on the first line, not 2");
  EXPECT_EQ(said("a , b , 3 , 4\n"),
            "x.csv:1:13: found '4', expected the end of the line: FROM, TO and maybe a weight");
  EXPECT_EQ(said("\"a\" ,\"b\"\"c\", \"x\"\n\"a\",,3"),
            "x.csv:2:5: found nothing, expected a vertex");
  EXPECT_EQ(said("a,b,70000\n", {.weights = WeightType::int16}),
            "x.csv:1:5: found '70000', expected a whole weight from -16382 to 16382 for int16");
  EXPECT_EQ(
      said("1,2,3\n1,2,0.5\n", {.weights = WeightType::int32}),
      "x.csv:2:5: found '0.5', expected a whole weight from -1073741822 to 1073741822 for int32");
  EXPECT_EQ(said("1,2,1e39\n", {.weights = WeightType::float32}),
            "x.csv:1:5: found '1e39', expected a weight within the range of float32");
}

TEST(EdgeList, NothingButZeroBecomesZero) {
  const std::string expected = "expected 0, or a weight that ";
  EXPECT_EQ(said("1,2,1e-400\n"), "x.csv:1:5: found '1e-400', " + expected +
                                      "float64 can tell from it (from 4.9e-324 on)");
  EXPECT_EQ(
      said("1,2,3\n1,2,-1e-50\n", {.weights = WeightType::float32}),
      "x.csv:2:5: found '-1e-50', " + expected + "float32 can tell from it (from 1.4e-45 on)");
  EXPECT_EQ(said("1,2,1e-400\n", {.weights = WeightType::int32}),
            "x.csv:1:5: found '1e-400', expected a whole weight from -1073741822 to 1073741822 for "
            "int32");
  EXPECT_EQ(said(",A,B\nA,1e-400,1\nB,1,0\n"), "x.csv:2:3: found '1e-400', " + expected +
                                                   "float64 can tell from it (from 4.9e-324 on)");
  EXPECT_EQ(parse("1,2,5e-324\n").weights<double>()[0], 5e-324) << "denormal, and not 0";
  EXPECT_EQ(parse("1,2,1e-50\n").weights<double>()[0], 1e-50);
  EXPECT_EQ(parse("1,2,1e-45\n", "x.csv", {.weights = WeightType::float32}).weights<float>()[0],
            1e-45F);
  for (const std::string zero : {"0", "0.000", "-0.0", "0e-999", "00"}) {
    EXPECT_EQ(parse("1,2,0.5\n1,2," + zero + "\n").weight_type(), WeightType::float32) << zero;
  }
}

TEST(EdgeList, CutAnywhereItIsAnErrorOrAGraphButNeverACrash) {
  const std::string whole =
      "\xef\xbb\xbf# x\nfrom;to;\"km\"\n\"Zü\"\"rich\";b;-1.5\r\n7;;\nb;7;1e3\n";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    try {
      parse(whole.substr(0, length));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
    }
  }
}

}  // namespace
