// Cells and rows of saved matrices, looked at where they lie, and predecessors as files.

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "io/npy_rows.hpp"
#include "io/row_writer.hpp"
#include "warpath/error.hpp"

namespace {

using namespace warpath;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class Saved : public testing::Test {
 protected:
  Saved() { fs::create_directories(folder_); }
  ~Saved() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string file(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  std::string content(const std::string& name) const {
    std::ifstream stream(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  // What is said about a file with these bytes, without its folder.
  std::string complaint(const std::string& bytes, ErrorCode code = ErrorCode::bad_input) const {
    const std::string name = file("bad.npy", bytes);
    try {
      io::NpyRows rows(name);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      std::string text = error.happened();
      if (const auto at = text.find(name); at != text.npos)
        text.replace(at, name.size(), "bad.npy");
      return text;
    }
    return "(nothing: it was opened)";
  }

 private:
  fs::path folder_ = fs::temp_directory_path() / ("warpath_saved_" + std::to_string(::getpid()));
};

std::string npy(const std::string& type, const std::string& order, const std::string& shape,
                const std::string& cells) {
  const std::string dictionary =
      "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += static_cast<char>(dictionary.size());
  bytes += '\0';
  return bytes + dictionary + cells;
}

Matrix<std::int32_t> counted(Index rows, Index columns) {
  Matrix<std::int32_t> matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) matrix(i, j) = static_cast<std::int32_t>(100 * i + j - 1);
  }
  return matrix;
}

TEST_F(Saved, CellsAndRowsAreThoseThatWereWritten) {
  const auto matrix = counted(7, 5);
  io::write_npy<std::int32_t>(path("m.npy"), matrix.view());
  const io::NpyRows rows(path("m.npy"));
  EXPECT_EQ(rows.rows(), 7);
  EXPECT_EQ(rows.columns(), 5);
  EXPECT_EQ(rows.weight_type(), WeightType::int32);
  for (Index i = 0; i < 7; ++i) {
    for (Index j = 0; j < 5; ++j) EXPECT_EQ(rows.cell(i, j), matrix(i, j));
  }
  Matrix<std::int32_t> some(3, 5);
  for (const Index first : {0, 2, 4}) {
    rows.read_rows<std::int32_t>(first, some.view());
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 5; ++j) EXPECT_EQ(some(i, j), matrix(first + i, j));
    }
  }
  Matrix<std::int32_t> turned(5, 3);
  rows.read_rows<std::int32_t>(1, turned.view().transposed());
  EXPECT_EQ(turned(4, 2), matrix(3, 4));
}

TEST_F(Saved, WhatIsNotThereIsRefused) {
  io::write_npy<std::int32_t>(path("m.npy"), counted(3, 2).view());
  const io::NpyRows rows(path("m.npy"));
  EXPECT_THROW(rows.cell(3, 0), Error);
  EXPECT_THROW(rows.cell(0, 2), Error);
  EXPECT_THROW(rows.cell(-1, 0), Error);
  Matrix<std::int32_t> two(2, 2);
  EXPECT_THROW(rows.read_rows<std::int32_t>(2, two.view()), Error);
  EXPECT_THROW(rows.read_rows<std::int32_t>(-1, two.view()), Error);
  Matrix<std::int32_t> wide(1, 3);
  EXPECT_THROW(rows.read_rows<std::int32_t>(0, wide.view()), Error);
  Matrix<float> real(1, 2);
  EXPECT_THROW(rows.read_rows<float>(0, real.view()), Error);
}

TEST_F(Saved, EitherOrderOfCellsAndBytes) {
  const std::string cells("\x00\x01\x00\x02\x00\x03\xff\xff\x00\x05\x00\x06", 12);
  const io::NpyRows rows(file("c.npy", npy(">i2", "False", "(2, 3)", cells)));
  EXPECT_EQ(rows.cell(0, 2), 3);
  EXPECT_EQ(rows.cell(1, 0), -1);
  const io::NpyRows columns(file("f.npy", npy(">i2", "True", "(2, 3)", cells)));
  EXPECT_EQ(columns.cell(0, 2), 5);
  EXPECT_EQ(columns.cell(1, 0), 2);
  Matrix<std::int16_t> one(1, 3);
  columns.read_rows<std::int16_t>(1, one.view());
  EXPECT_EQ(one(0, 0), 2);
  EXPECT_EQ(one(0, 1), -1);
  EXPECT_EQ(one(0, 2), 6);
}

TEST_F(Saved, DamagedFilesAreRefused) {
  const std::string four(4 * 4, '\0');
  EXPECT_EQ(complaint(""), "bad.npy:1:1: this is not a NumPy file (.npy)");
  EXPECT_EQ(complaint("from,to\n"), "bad.npy:1:1: this is not a NumPy file (.npy)");
  EXPECT_EQ(complaint(npy("<i4", "False", "(2, 2)", four.substr(1))),
            "bad.npy: found 15 bytes of cells, expected 2 x 2 cells of 4 bytes");
  EXPECT_EQ(complaint(npy("<i4", "False", "(2, 2)", four + "x")),
            "bad.npy: found 17 bytes of cells, expected 2 x 2 cells of 4 bytes");
  EXPECT_EQ(complaint(npy("<i4", "False", "(4,)", four)),
            "bad.npy:1:61: found an array with 1 dimensions, expected a matrix");
  EXPECT_NE(complaint(npy("<u8", "False", "(1, 2)", four)).find("found cells of type 'u8'"),
            std::string::npos);
  // 2^30 * 2^31 * 8 bytes are 0 modulo 2^64.
  EXPECT_NE(complaint(npy("<f8", "False", "(1073741824, 2147483648)", "")).find("at most"),
            std::string::npos);
  EXPECT_NE(complaint(npy("<f8", "False", "(2147483646, 2147483646)", "")).find("found 0 bytes"),
            std::string::npos);
  EXPECT_EQ(complaint(std::string("\x1f\x8b\x08\x00", 4), ErrorCode::usage),
            "bad.npy is gzipped: its rows cannot be found");
  EXPECT_THROW(io::NpyRows(path("none.npy")), Error);
  EXPECT_THROW(io::NpyRows(path("")), Error);
  EXPECT_THROW(io::NpyRows("-"), Error);
  EXPECT_THROW(io::NpyRows("/dev/null"), Error);
}

TEST_F(Saved, EmptyMatricesHaveNoCells) {
  const io::NpyRows rows(file("e.npy", npy("<f4", "False", "(0, 5)", "")));
  EXPECT_EQ(rows.rows(), 0);
  EXPECT_EQ(rows.columns(), 5);
  EXPECT_THROW(rows.cell(0, 0), Error);
  rows.read_rows<float>(0, {nullptr, 0, 5, 5});
}

TEST_F(Saved, PredecessorsAsAMatrixAndAsATable) {
  const Names labels = {"a", "b,c", "d"};
  Matrix<std::int32_t> before(2, 3);
  const std::vector<std::int32_t> cells = {1, 2, -1, -1, 0, 1};
  for (Index i = 0; i < 6; ++i) before(i / 3, i % 3) = cells[static_cast<std::size_t>(i)];
  const std::vector<Index> sources = {2, 0};
  for (const std::string name : {"p.npy", "p.csv"}) {
    io::RowWriter writer(path(name), {2, 3, WeightType::int32}, {labels, 0, sources}, {},
                         io::Cells::predecessors);
    EXPECT_THROW(writer.commit(), Error);
    writer.write_rows(before.view().block(0, 0, 1, 3));
    writer.write_rows(before.view().block(1, 0, 1, 3));
    EXPECT_THROW(writer.write_rows(before.view()), Error);
    writer.commit();
  }
  EXPECT_EQ(content("p.csv"),
            "from,to,before\nd,a,\"b,c\"\nd,\"b,c\",d\na,\"b,c\",a\na,d,\"b,c\"\n");
  const io::NpyRows rows(path("p.npy"));
  EXPECT_EQ(rows.weight_type(), WeightType::int32);
  for (Index i = 0; i < 6; ++i) EXPECT_EQ(rows.cell(i / 3, i % 3), before(i / 3, i % 3));
  const io::SavedNames names = io::read_saved_names(path("p.npy"));
  EXPECT_EQ(names.labels, labels);
  EXPECT_EQ(names.sources, (Names{"d", "a"}));
  EXPECT_TRUE(io::read_saved_names(path("q.npy")).labels.empty());
}

TEST_F(Saved, NoVertexIsNotWrittenIntoATable) {
  Matrix<std::int32_t> before(1, 1);
  before(0, 0) = 1;
  io::RowWriter writer(path("p.csv"), {1, 1, WeightType::int32}, {}, {}, io::Cells::predecessors);
  EXPECT_THROW(writer.write_rows(before.view()), Error);
}

// Large enough for several bands, and for squares that are not whole.
TEST_F(Saved, AllOfItInAnotherType) {
  constexpr Index n = 1100;
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<double> all(n * n);
  const auto cells = [&](Index i, Index j) -> double& {
    return all[static_cast<std::size_t>(i * n + j)];
  };
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      cells(i, j) = (i + 2 * j) % 7 == 0 ? none : static_cast<double>(1000 * i + j);
    }
  }
  const std::string bytes(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(double));
  for (const bool fortran : {false, true}) {
    // Cells begin where doubles may.
    std::string head = npy("<f8", fortran ? "True" : "False", "(1100, 1100)", "");
    while (head.size() % 8 != 0) {
      head.insert(head.end() - 1, ' ');
      ++head[8];
    }
    const io::NpyRows rows(file("m.npy", head + bytes));
    ASSERT_TRUE(rows.view());
    const auto narrow = rows.converted(WeightType::float32, SemiringKind::shortest_path, 0);
    const auto reach = rows.converted(WeightType::boolean, SemiringKind::reachability, 0);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        const double cell = fortran ? cells(j, i) : cells(i, j);
        ASSERT_EQ(std::get<Matrix<float>>(narrow)(i, j), static_cast<float>(cell)) << i << " " << j;
        ASSERT_EQ(std::get<Matrix<std::uint8_t>>(reach)(i, j), cell != none) << i << " " << j;
      }
    }
    const auto refused = [&](WeightType type, std::size_t limit) {
      try {
        (void)rows.converted(type, SemiringKind::shortest_path, limit);
      } catch (const Error& error) {
        return error.happened();
      }
      return std::string("(nothing)");
    };
    // The first that does not fit, by its place in the matrix.
    const std::string said = refused(WeightType::int16, 0);
    EXPECT_TRUE(said.starts_with(fortran ? "the weight from 383 to 16 is 16383, "
                                         : "the weight from 16 to 383 is 16383, "))
        << said;
    EXPECT_NE(refused(WeightType::float32, 1 << 20).find("takes 4."), std::string::npos);
  }
}

}  // namespace
