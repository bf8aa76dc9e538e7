// Distances as files: all at once or row by row, with names for rows and columns.

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "io/row_writer.hpp"
#include "support/ways.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;
namespace fs = std::filesystem;

// Some rows of a result.
AnyMatrixView rows_of(const Result& result, Index first, Index count) {
  return result.distances<std::int32_t>().block(first, 0, count, result.vertices());
}

class Distances : public testing::Test {
 protected:
  Distances() { fs::create_directories(folder_); }
  ~Distances() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string content(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  fs::path folder_ =
      fs::temp_directory_path() / ("warpath_distances_" + std::to_string(::getpid()));
};

const std::vector<std::string> kLabels = {"a", "b,c", "", "d"};
using Names = std::vector<std::string>;

Graph small_graph() {
  return Graph::from_arcs<std::int32_t>(
             4, std::vector<Arc<std::int32_t>>{{0, 1, 5}, {1, 2, 7}, {2, 0, 1}, {0, 3, 9}})
      .with_labels(kLabels);
}

TEST_F(Distances, RowByRowIsTheSameFile) {
  const Result result = solve(small_graph());
  for (const std::string end : {"npy", "csv", "npy.gz"}) {
    io::write_distances(path("whole." + end), result, {kLabels});
    io::RowWriter writer(path("rows." + end), {4, 4, WeightType::int32}, {kLabels});
    writer.write_rows(rows_of(result, 0, 1));
    writer.write_rows(rows_of(result, 0, 0));
    writer.write_rows(rows_of(result, 1, 3));
    EXPECT_FALSE(fs::exists(path("rows." + end)));
    writer.commit();
    EXPECT_EQ(content("rows." + end), content("whole." + end)) << end;
    EXPECT_FALSE(content("rows." + end).empty());
    fs::remove(path("whole.labels.txt"));
    fs::remove(path("rows.labels.txt"));
  }
}

TEST_F(Distances, SourcesNameTheRows) {
  const std::vector<Index> sources = {3, 0, 0, 2};
  const Result result = solve_from(small_graph(), sources);
  io::write_distances(path("d.npy"), result, {kLabels});
  EXPECT_EQ(files(), (Names{"d.labels.txt", "d.npy", "d.sources.txt"}));
  EXPECT_EQ(content("d.sources.txt"), "d\na\na\n2\n");
  EXPECT_EQ(content("d.labels.txt"), "a\nb,c\n\nd\n");
  io::write_distances(path("d.csv"), result, {.first_vertex = 1});
  EXPECT_EQ(content("d.csv"),
            "from,to,distance\n"
            "1,2,5\n1,3,12\n1,4,9\n"
            "1,2,5\n1,3,12\n1,4,9\n"
            "3,1,1\n3,2,6\n3,4,10\n");
  // Those of another matrix do not stay, and do not vanish without a word.
  const Result all = solve(small_graph());
  fs::remove(path("d.npy"));
  EXPECT_EQ(support::code_of([&] { io::write_distances(path("d.npy"), all); }), ErrorCode::usage);
  io::write_distances(path("d.npy"), all, {}, {.force = true});
  EXPECT_EQ(files(), (Names{"d.csv", "d.npy"}));
}

// Whoever waits for a matrix finds its names beside it.
TEST_F(Distances, TheMatrixGetsItsNameLast) {
  const std::vector<Index> sources = {3, 0};
  const Result result = solve_from(small_graph(), sources);
  io::RowWriter writer(path("d.npy"), {2, 4, WeightType::int32}, {kLabels, 0, sources});
  writer.write_rows(rows_of(result, 0, 2));
  io::Changes changes;
  writer.finish(changes);
  ASSERT_EQ(changes.size(), 3U);
  changes[0]->make(false);
  changes[1]->make(false);
  EXPECT_EQ(files(), (Names{"d.labels.txt", "d.sources.txt"}));
  changes[2]->make(false);
  EXPECT_EQ(files(), (Names{"d.labels.txt", "d.npy", "d.sources.txt"}));
}

// What stands for -inf where weights are added is a weight like others where they are compared.
TEST_F(Distances, OnlySumsHaveNoEnd) {
  Matrix<std::int32_t> cells(1, 2);
  cells(0, 0) = cells(0, 1) = unbounded<std::int32_t>();
  const std::vector<Index> sources = {0};
  for (const auto semiring : {SemiringKind::shortest_path, SemiringKind::minimax_path}) {
    const std::string name = std::string(to_string(semiring)) + ".csv";
    io::RowWriter writer(path(name), {1, 2, WeightType::int32, semiring}, {.sources = sources});
    writer.write_rows(std::as_const(cells).view());
    writer.commit();
  }
  EXPECT_EQ(content("shortest-path.csv"), "from,to,distance\n0,1,-inf\n");
  EXPECT_EQ(content("minimax-path.csv"),
            "from,to,distance\n0,1," + std::to_string(cells(0, 1)) + "\n");
}

TEST_F(Distances, NamesOfFilesBeside) {
  const std::vector<Index> sources = {1};
  const io::Naming naming{.sources = sources};
  EXPECT_EQ(io::names_written(io::kSources, "x/d.npy.gz", naming), "x/d.sources.txt");
  EXPECT_EQ(io::names_written(io::kSources, "d.csv", naming), "");
  EXPECT_EQ(io::names_written(io::kSources, "-", naming), "");
  EXPECT_EQ(io::names_written(io::kSources, "d.npy", {}), "");
  EXPECT_EQ(io::names_written(io::kLabels, "d.npy", naming), "");
}

TEST_F(Distances, WhatIsNotCommittedLeavesNothing) {
  const Result result = solve(small_graph());
  for (const std::string name : {"d.npy", "d.csv"}) {
    io::RowWriter writer(path(name), {4, 4, WeightType::int32}, {kLabels});
    writer.write_rows(rows_of(result, 0, 2));
    EXPECT_EQ(support::code_of([&] { writer.commit(); }), ErrorCode::usage);
  }
  EXPECT_EQ(files(), Names{});
}

TEST_F(Distances, OnlyWhatWasAnnounced) {
  const Result result = solve(small_graph());
  const auto refuses = [&](io::DistanceShape shape, Index count, Index written = 0) {
    io::RowWriter writer(path("d.csv"), shape);
    if (written > 0) writer.write_rows(rows_of(result, 0, written));
    return support::code_of([&] { writer.write_rows(rows_of(result, 0, count)); }) ==
           ErrorCode::usage;
  };
  EXPECT_TRUE(refuses({4, 4, WeightType::float32}, 4));
  EXPECT_TRUE(refuses({3, 3, WeightType::int32}, 3));
  EXPECT_TRUE(refuses({4, 4, WeightType::int32}, 2, 3));
  const std::vector<Index> sources = {1, 2};
  for (const io::Naming& naming : {io::Naming{.labels = {}}, io::Naming{.sources = sources}}) {
    EXPECT_EQ(support::code_of([&] {
                io::RowWriter(path("d.npy"), {3, 4, WeightType::int32}, naming);
              }),
              ErrorCode::usage);
  }
  EXPECT_EQ(files(), Names{});
}

// Large files are written through their pages, small ones are not, and the largest past them.
TEST_F(Distances, RowsMayComeInAnyOrderFromAnyThread) {
  for (const auto& [n, most_in_pages] :
       {std::pair<Index, std::size_t>{50, ~0U}, {700, ~0U}, {700, 0}, {1023, 0}}) {
    const Result result = solve(generate(GraphKind::random, n, {.weight = WeightType::int32}));
    io::write_distances(path("expected.npy"), result);
    io::RowWriter writer(path("d.npy"), {n, n, WeightType::int32});
    ASSERT_TRUE(writer.takes_any_order());
    writer.expect_all({.most_in_pages = most_in_pages});
    // Four rows of eight by one thread, the others by the other.
    const auto write = [&](Index last) {
      for (Index i = last; i >= 0; i -= 8) {
        const Index first = std::max<Index>(i - 3, 0);
        writer.write_rows_at(first, rows_of(result, first, i - first + 1));
      }
    };
    std::thread other(write, n - 5);
    write(n - 1);
    other.join();
    EXPECT_FALSE(fs::exists(path("d.npy")));
    writer.commit();
    EXPECT_EQ(content("d.npy"), content("expected.npy")) << n;
    fs::remove(path("d.npy"));
    fs::remove(path("expected.npy"));
  }
}

TEST_F(Distances, NoRowsAreAFileToo) {
  io::RowWriter writer(path("d.npy"), {0, 4, WeightType::float64});
  writer.commit();
  const DenseMatrix matrix = io::read_npy(path("d.npy"));
  EXPECT_EQ(std::get<Matrix<double>>(matrix).columns(), 4);
}

TEST_F(Distances, MeasuresOfEveryVertex) {
  const Graph graph =
      Graph::from_arcs<float>(3, std::vector<Arc<float>>{{0, 1, 0.1F}, {1, 2, 0.5F}});
  const std::vector<std::string> labels = {"x y", "b,c", "z"};
  io::write_measures(path("m.csv"), measure(graph), {labels});
  const std::string text = content("m.csv");
  EXPECT_TRUE(
      text.starts_with("vertex,reached,eccentricity,closeness,harmonic,"
                       "reached_in,eccentricity_in,closeness_in,harmonic_in\n"));
  EXPECT_NE(text.find("\nx y,2,0.6,2.8571"), std::string::npos) << text;
  EXPECT_NE(text.find("\n\"b,c\",1,0.5,1,2,1,0.1,"), std::string::npos) << text;
  EXPECT_NE(text.find("\nz,0,,0,0,2,0.6,"), std::string::npos) << text;
  const Graph undirected =
      Graph::from_arcs<double>(2, std::vector<Arc<double>>{{0, 1, 0.5}}, Direction::undirected);
  io::write_measures(path("u.csv"), measure(undirected), {std::span(labels).first(2)});
  EXPECT_NE(content("u.csv").find("\nx y,1,0.5,2,2,1,0.5,2,2\n"), std::string::npos);
  const Measures measures = measure(graph);
  EXPECT_EQ(support::code_of([&] { io::write_measures(path("m.npy"), measures); }),
            ErrorCode::usage);
  EXPECT_EQ(support::code_of([&] { io::write_measures(path("m.csv"), measures); }),
            ErrorCode::usage);
}

}  // namespace
