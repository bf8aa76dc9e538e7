// The formats: what is written comes back, and what is wrong is said with its place.

#include <gtest/gtest.h>

#include <cstring>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "generate/kinds.hpp"
#include "io/format.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::string scratch(const std::string& name) {
  return (std::filesystem::temp_directory_path() /
          ("warpath_io_" + std::to_string(::getpid()) + "_" + name))
      .string();
}

std::string message_of(const std::string& bytes, const std::string& name) {
  try {
    io::parse_input(bytes, name);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << bytes;
  return {};
}

TEST(Dimacs, ReadsArcsFromOneBasedText) {
  const Graph graph = io::parse_graph("c a comment\np sp 3 2\na 1 2 5\na 3 1 7\n", "x.gr");
  EXPECT_EQ(graph.vertices(), 3);
  EXPECT_EQ(graph.arcs(), 2);
  ASSERT_EQ(graph.weight_type(), WeightType::int32);
  EXPECT_EQ(graph.targets()[0], 1);
  EXPECT_EQ(graph.weights<std::int32_t>()[1], 7);
}

TEST(Dimacs, TheMarkOfUtf8InFrontIsPassedOver) {
  EXPECT_EQ(io::parse_graph("\xef\xbb\xbfp sp 2 1\na 1 2 5\n", "x").arcs(), 1);
  EXPECT_NE(message_of("\xef\xbb\xbfp sq 2 1\n", "x.gr").find("x.gr:1:3: found 'sq'"),
            std::string::npos);
}

TEST(Dimacs, RealWeightsChooseTheSmallestTypeThatHoldsThem) {
  EXPECT_EQ(io::parse_graph("p sp 2 1\na 1 2 1.5\n", "x.gr").weight_type(), WeightType::float32);
  EXPECT_EQ(io::parse_graph("p sp 2 1\na 1 2 1.23456789012\n", "x.gr").weight_type(),
            WeightType::float64);
}

// Every whole number below 2^62 is kept as it is; reals beside it need a float.
TEST(Dimacs, WholeWeightsBeyondInt32AreInt64) {
  for (const std::string number :
       {"1073741823", "-1073741823", "9007199254740993", "-9007199254740993", "4611686018427387902",
        "-4611686018427387902"}) {
    const Graph graph = io::parse_graph("p sp 2 2\na 1 2 " + number + "\na 2 1 7\n", "x.gr");
    ASSERT_EQ(graph.weight_type(), WeightType::int64) << number;
    EXPECT_EQ(std::to_string(graph.weights<std::int64_t>()[0]), number);
  }
  EXPECT_EQ(io::parse_graph("p sp 2 2\na 1 2 1073741823\na 2 1 7.5\n", "x.gr").weight_type(),
            WeightType::float64);
  for (const std::string number : {"4611686018427387903", "9223372036854775807",
                                   "-4611686018427387903", "99999999999999999999"}) {
    const std::string text = message_of("p sp 2 1\na 1 2 " + number + "\n", "x.gr");
    EXPECT_NE(text.find("found '" + number + "', expected a whole number"), std::string::npos)
        << text;
  }
}

TEST(Dimacs, ErrorsNameFileLineAndWhatWasFound) {
  struct Case {
    const char* text;
    const char* place;
  };
  for (const Case& wrong :
       {Case{"p sp 2 1\na 0 1 5\n", "bad.gr:2"},           // vertex 0
        Case{"p sp 2 1\na 1 3 5\n", "bad.gr:2"},           // beyond n
        Case{"p sp 2 2\na 1 2 5\n", "bad.gr"},             // an arc is missing
        Case{"p sp 2 1\na 1 2 5\na 2 1 5\n", "bad.gr:3"},  // one too many
        Case{"p sp 2 1\na 1 2 nan\n", "bad.gr:2"}, Case{"p sp 2 1\na 1 2\n", "bad.gr:2"},
        Case{"a 1 2 5\n", "bad.gr:1"},  // no p line
        Case{"p sp 99999999999 1\na 1 2 5\n", "bad.gr:1"},
        Case{"p sp 2 1\nx 1 2 5\n", "bad.gr:2"}}) {
    EXPECT_NE(message_of(wrong.text, "bad.gr").find(wrong.place), std::string::npos)
        << wrong.text << message_of(wrong.text, "bad.gr");
  }
}

TEST(Dimacs, CutAnywhereItIsAnErrorOrAGraphButNeverACrash) {
  const std::string whole = "c x\np sp 4 3\na 1 2 5\na 2 3 -7.25\na 4 1 1e3\n";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    try {
      io::parse_graph(whole.substr(0, length), "cut.gr");
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_input);
    }
  }
}

TEST(Dimacs, WhatIsWrittenComesBack) {
  for (const GraphKind kind : graph_kinds()) {
    const Graph graph = generate(kind, 23, {.seed = 5});
    const std::string path = scratch("round.gr");
    io::write_graph(path, graph, {.force = true});
    const Graph back = io::read_graph(path);
    std::filesystem::remove(path);
    ASSERT_EQ(back.vertices(), graph.vertices()) << to_string(kind);
    ASSERT_EQ(back.arcs(), graph.arcs()) << to_string(kind);
    for (std::size_t a = 0; a < back.targets().size(); ++a) {
      ASSERT_EQ(back.targets()[a], graph.targets()[a]) << to_string(kind);
      ASSERT_EQ(back.weights<float>()[a], graph.weights<float>()[a]) << to_string(kind);
    }
  }
}

template <class T>
void npy_round_trip(Index rows, Index columns) {
  Matrix<T> matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) matrix(i, j) = static_cast<T>((i * 7 + j) % 2);
  }
  const std::string path = scratch("round.npy");
  io::write_npy<T>(path, std::as_const(matrix).view(), {.force = true});
  const DenseMatrix back = io::read_npy(path);
  std::filesystem::remove(path);
  const auto& cells = std::get<Matrix<T>>(back);
  ASSERT_EQ(cells.rows(), rows);
  ASSERT_EQ(cells.columns(), columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) ASSERT_EQ(cells(i, j), matrix(i, j));
  }
}

TEST(Npy, WhatIsWrittenComesBack) {
  for (const Index n : {0, 1, 2, 17, 64}) {
    npy_round_trip<float>(n, n);
    npy_round_trip<double>(n, n);
    npy_round_trip<std::int32_t>(n, n);
    npy_round_trip<std::int16_t>(n, n);
    npy_round_trip<std::uint8_t>(n, n);
  }
}

TEST(Npy, AFileCutAtEveryByteIsRefused) {
  Matrix<std::int16_t> matrix(3, 3, 5);
  const std::string path = scratch("cut.npy");
  io::write_npy<std::int16_t>(path, std::as_const(matrix).view(), {.force = true});
  std::ifstream file(path, std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove(path);
  EXPECT_NO_THROW(io::parse_input(whole, "whole.npy"));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THROW(io::parse_input(whole.substr(0, length), "cut.npy"), Error) << length;
  }
}

TEST(Npy, AHeaderThatPromisesMoreThanTheFileHoldsIsRefusedWithoutAllocating) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (4000000, 4000000), }";
  header.resize(118, ' ');
  header.back() = '\n';
  const std::string bytes =
      std::string("\x93NUMPY\x01\x00", 8) + std::string("\x76\x00", 2) + header;
  EXPECT_FALSE(message_of(bytes, "lies.npy").empty());
}

TEST(Writing, NothingIsOverwrittenUnlessForcedAndNothingIsLeftBehind) {
  const std::string path = scratch("kept.npy");
  std::ofstream(path) << "precious";
  const Matrix<float> matrix(2, 2, 1.0F);
  EXPECT_THROW(io::write_npy<float>(path, matrix.view()), Error);
  std::string text;
  std::ifstream(path) >> text;
  EXPECT_EQ(text, "precious");

  io::WriteOptions cancel{.force = true};
  cancel.progress = [](const ProgressReport&) { return ProgressAnswer::cancel; };
  EXPECT_THROW(io::write_npy<float>(path, matrix.view(), cancel), Error);
  std::ifstream(path) >> text;
  EXPECT_EQ(text, "precious");
  std::filesystem::remove(path);
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
    EXPECT_EQ(entry.path().string().find(path), std::string::npos) << entry.path();
  }
  EXPECT_THROW(io::write_npy<float>("/no/such/folder/x.npy", matrix.view()), Error);
}

}  // namespace
