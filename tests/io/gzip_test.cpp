// Files whose name ends in .gz.

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "support/random.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

class Gzip : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  bool is_empty() const { return std::filesystem::is_empty(folder_); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("warpath_gzip_" + std::to_string(::getpid()));
};

Matrix<std::int32_t> numbers(Index n) {
  Matrix<std::int32_t> matrix(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) matrix(i, j) = static_cast<std::int32_t>(i * j * 2654435761 % n);
  }
  return matrix;
}

TEST_F(Gzip, AMatrixOfManyBuffersComesBackAndIsSmaller) {
  const Index n = 1500;  // 9 MB
  const Matrix<std::int32_t> matrix = numbers(n);
  double told = 0;
  io::WriteOptions options;
  options.progress = [&](const ProgressReport& report) {
    told = report.done;
    return ProgressAnswer::go_on;
  };
  io::write_npy<std::int32_t>(path("m.npy.gz"), matrix.view(), options);
  EXPECT_GT(told, 9e6) << "progress counts what goes in";
  EXPECT_LT(std::filesystem::file_size(path("m.npy.gz")), 9'000'000U * 3 / 4);
  const auto back = std::get<Matrix<std::int32_t>>(io::read_npy(path("m.npy.gz")));
  ASSERT_EQ(back.rows(), n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) ASSERT_EQ(back(i, j), matrix(i, j));
  }
}

// Then a buffer of output does not take a buffer of input; rows are of whole buffers.
TEST_F(Gzip, WhatCannotBePackedComesBack) {
  const Index rows = 3;
  const Index columns = Index{1} << 18;
  support::Random random(1);
  Matrix<std::int64_t> matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) matrix(i, j) = static_cast<std::int64_t>(random.bits());
  }
  io::write_npy<std::int64_t>(path("m.npy.gz"), matrix.view());
  EXPECT_GT(std::filesystem::file_size(path("m.npy.gz")), sizeof(std::int64_t) * rows * columns);
  const auto back = std::get<Matrix<std::int64_t>>(io::read_npy(path("m.npy.gz")));
  ASSERT_EQ(back.rows(), rows);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) ASSERT_EQ(back(i, j), matrix(i, j));
  }
}

TEST_F(Gzip, AGraphComesBack) {
  const Graph graph = generate(GraphKind::gnp, 200, {.seed = 3});
  io::write_graph(path("g.gr.gz"), graph);
  std::ifstream file(path("g.gr.gz"), std::ios::binary);
  EXPECT_EQ(file.get(), 0x1f);
  const Graph back = io::read_graph(path("g.gr.gz"));
  ASSERT_EQ(back.arcs(), graph.arcs());
  EXPECT_TRUE(std::equal(back.targets().begin(), back.targets().end(), graph.targets().begin()));
}

TEST_F(Gzip, EmptyMatricesAreFilesToo) {
  io::write_npy<float>(path("m.npy.gz"), Matrix<float>(0, 0).view());
  EXPECT_EQ(std::get<Matrix<float>>(io::read_npy(path("m.npy.gz"))).rows(), 0);
}

TEST_F(Gzip, NothingIsLeftBehindWhenCancelled) {
  io::WriteOptions options;
  options.progress = [](const ProgressReport&) { return ProgressAnswer::cancel; };
  const Matrix<std::int32_t> matrix = numbers(800);
  EXPECT_THROW(io::write_npy<std::int32_t>(path("m.npy.gz"), matrix.view(), options), Error);
  EXPECT_TRUE(is_empty());
}

}  // namespace
