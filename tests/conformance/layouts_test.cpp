// Input in any layout, solved where it lies or copied, and nothing touched that is not the
// matrix's.
#include <gtest/gtest.h>

#include <cstring>

#include "base/semiring.hpp"
#include "support/guarded.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::MatrixView;

// Where the cells of an n x n matrix lie in a buffer of `size` elements.
struct Layout {
  const char* name;
  Index first, row_stride, column_stride, size;

  std::size_t at(std::size_t i, std::size_t j) const {
    return static_cast<std::size_t>(first + static_cast<Index>(i) * row_stride +
                                    static_cast<Index>(j) * column_stride);
  }
};

std::vector<Layout> layouts(Index n) {
  const Index ld = n + 5;
  return {
      {"row-major", 0, n, 1, n * n},
      {"row-major, gaps", 0, ld, 1, n * ld},
      {"row-major, one element past a line", 1, ld, 1, n * ld + 1},
      {"row-major, odd start and odd gaps", 3, n + 1, 1, n * (n + 1) + 3},
      {"column-major", 0, 1, n, n * n},
      {"column-major, gaps", 7, 1, ld, n * ld + 7},
      {"every third column", 0, 3 * n, 3, 3 * n * n},
      {"every second row and column", 1, 4 * n, 2, 4 * n * n + 1},
      {"strided, columns first", 2, 2, 2 * ld, 2 * n * ld + 2},
      {"rows upside down", (n - 1) * ld, -ld, 1, n * ld},
      {"columns from right to left", n - 1, ld, -1, n * ld},
      {"both reversed", n * n - 1, -n, -1, n * n},
      {"reversed, strided, columns first", 3 * n * n - 3, -3, -3 * n, 3 * n * n},
      {"column-major, upside down", (n - 1), -1, ld, n * ld},
  };
}

template <class T>
T poison() {
  T value;
  std::memset(&value, 0xa5, sizeof value);
  return value;
}

template <class T>
std::vector<T> placed(const Cells<T>& cells, std::size_t n, const Layout& layout) {
  std::vector<T> buffer(static_cast<std::size_t>(layout.size), poison<T>());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) buffer[layout.at(i, j)] = cells[i * n + j];
  }
  return buffer;
}

template <class T>
void expect_untouched(const std::vector<T>& buffer, std::size_t n, const Layout& layout) {
  std::vector<bool> inside(buffer.size(), false);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) inside[layout.at(i, j)] = true;
  }
  for (std::size_t at = 0; at < buffer.size(); ++at) {
    ASSERT_TRUE(inside[at] || same_bits(buffer[at], poison<T>()))
        << "wrote outside the matrix, at element " << at << " of " << buffer.size();
  }
}

template <class T>
Cells<T> gathered(MatrixView<const T> view) {
  Cells<T> cells;
  for (Index i = 0; i < view.rows(); ++i) {
    for (Index j = 0; j < view.columns(); ++j) cells.push_back(view(i, j));
  }
  return cells;
}

constexpr std::size_t kSizes[] = {1, 2, 13, 67, 131};
constexpr const char* kFamilies[] = {"negative_arcs", "scale_free"};

template <class F>
void for_each_case(F&& f) {
  for (const char* name : kFamilies) {
    for (const std::size_t n : kSizes) {
      if (too_large(n)) continue;
      Truth truth(family(name).make(n, 0));
      for_each_combination([&]<class S>() {
        const std::vector<Way> ways = each_isa<S>(2);
        if (ways.empty()) return;
        const auto cells = to_cells<S>(truth.arcs());
        const auto want = expected<S>(truth);
        for (const Layout& layout : layouts(static_cast<Index>(n))) {
          for (const Way& way : ways) {
            SCOPED_TRACE(testing::Message() << way << " " << name_of<S>() << " n=" << n
                                            << " family=" << name << " layout=" << layout.name);
            f.template operator()<S>(n, cells, want, layout, way);
          }
        }
      });
    }
  }
}

TEST(Layouts, AreSolvedInPlace) {
  for_each_case([]<class S>(std::size_t n, const auto& cells, const auto& want,
                            const Layout& layout, const Way& way) {
    using T = typename S::Weight;
    auto buffer = placed(cells, n, layout);
    const auto size = static_cast<Index>(n);
    const MatrixView<T> view(buffer.data() + layout.first, size, size, layout.row_stride,
                             layout.column_stride);
    warpath::solve_in_place(view, way.options(S::kind));
    EXPECT_TRUE(matches(want, gathered<T>(view), n));
    expect_untouched(buffer, n, layout);
  });
}

TEST(Layouts, AreOnlyReadByACopyingSolve) {
  for_each_case([]<class S>(std::size_t n, const auto& cells, const auto& want,
                            const Layout& layout, const Way& way) {
    using T = typename S::Weight;
    const auto buffer = placed(cells, n, layout);
    auto before = buffer;
    const auto size = static_cast<Index>(n);
    const MatrixView<const T> view(buffer.data() + layout.first, size, size, layout.row_stride,
                                   layout.column_stride);
    const warpath::Result result = warpath::solve(view, way.options(S::kind));
    EXPECT_TRUE(matches(want, gathered<T>(result.distances<T>()), n));
    EXPECT_EQ(std::memcmp(before.data(), buffer.data(), buffer.size() * sizeof(T)), 0);
  });
}

TEST(Layouts, NothingBesideTheMatrixIsReadOrWritten) {
  for (const std::size_t n : {1u, 2u, 13u, 61u, 64u, 67u, 131u, 200u}) {
    if (too_large(n)) continue;
    Truth truth(family("sparse").make(n, 0));
    for_each_combination([&]<class S>() {
      using T = typename S::Weight;
      const std::vector<Way> ways = each_isa<S>(2);
      if (ways.empty()) return;
      const auto cells = to_cells<S>(truth.arcs());
      const auto want = expected<S>(truth);
      const auto size = static_cast<Index>(n);
      for (const Guarded::At side : {Guarded::At::start, Guarded::At::end}) {
        for (const Way& way : ways) {
          Guarded memory(n * n * sizeof(T), side);
          std::copy(cells.begin(), cells.end(), memory.as<T>());
          const auto view = MatrixView<T>::row_major(memory.as<T>(), size, size);
          warpath::solve_in_place(view, way.options(S::kind));
          EXPECT_TRUE(matches(want, gathered<T>(view), n)) << way << " " << name_of<S>();
        }
      }
    });
  }
}

TEST(Layouts, ReadOnlyMemoryIsEnoughForACopyingSolve) {
  for (const std::size_t n : {1u, 13u, 64u, 67u, 131u}) {
    if (too_large(n)) continue;
    Truth truth(family("scale_free").make(n, 0));
    for_each_combination([&]<class S>() {
      using T = typename S::Weight;
      const auto cells = to_cells<S>(truth.arcs());
      const auto size = static_cast<Index>(n);
      Guarded memory(n * n * sizeof(T), Guarded::At::end);
      std::copy(cells.begin(), cells.end(), memory.as<T>());
      memory.make_read_only();
      for (const Way& way : each_isa<S>(2)) {
        for (const bool transposed : {false, true}) {  // the same graph: it is symmetric
          auto view = MatrixView<const T>::row_major(memory.as<const T>(), size, size);
          if (transposed) view = view.transposed();
          const warpath::Result result = warpath::solve(view, way.options(S::kind));
          EXPECT_TRUE(matches(expected<S>(truth), gathered<T>(result.distances<T>()), n))
              << way << " " << name_of<S>() << " n=" << n;
        }
      }
    });
  }
}

// As NumPy's broadcasting makes them: every row is the same memory.
TEST(Layouts, RowsMayOverlapWhereTheyAreOnlyRead) {
  const std::size_t n = 70;
  std::vector<float> row(n);
  for (std::size_t j = 0; j < n; ++j) row[j] = static_cast<float>(1 + j % 7);
  Weights arcs(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) arcs(i, j) = row[j];
  }
  Truth truth(arcs);
  for (const Way& way : each_isa<warpath::ShortestPath<float>>(1)) {
    const MatrixView<const float> view(row.data(), n, n, 0, 1);
    const warpath::Result result = warpath::solve(view, way.options(warpath::SemiringKind{}));
    EXPECT_TRUE(matches(expected<warpath::ShortestPath<float>>(truth),
                        gathered<float>(result.distances<float>()), n))
        << way;
  }
}

TEST(Layouts, AMatrixThatIsNotSquareIsRefused) {
  std::vector<float> cells(6, 1.0f);
  std::string text;
  EXPECT_EQ(code_of([&] { warpath::solve(MatrixView<const float>(cells.data(), 2, 3, 3)); }, &text),
            warpath::ErrorCode::usage);
  EXPECT_NE(text.find('2'), std::string::npos) << text;
  EXPECT_NE(text.find('3'), std::string::npos) << text;
  EXPECT_EQ(code_of([&] { warpath::solve_in_place(MatrixView<float>(cells.data(), 3, 2, 2)); }),
            warpath::ErrorCode::usage);
}

}  // namespace
}  // namespace support
