// The CPU backend's verbs on blocks of every shape, against three loops.
#include "cpu/tiles.hpp"
#include "base/semiring.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>

#include "cpu/cuts.hpp"
#include "support/random.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::cpu::Cuts;
using warpath::cpu::PanelSource;
using warpath::cpu::Tiles;

template <class S>
Cells<typename S::Weight> random_cells(std::size_t count, Random& random) {
  using T = typename S::Weight;
  Cells<T> cells(count);
  for (T& cell : cells) {
    if constexpr (S::kind == warpath::SemiringKind::reachability) {
      cell = random.chance(0.1) ? 1 : 0;
    } else {
      cell = random.chance(0.2) ? S::no_path() : static_cast<T>(random.whole(0, 1000));
    }
  }
  return cells;
}

template <class F>
void for_each_tiles(F&& f) {
  for (const std::string& isa : present_isas()) {
    for_each_combination([&]<class S>() {
      for (const bool nonnegative : {false, true}) {
        SCOPED_TRACE(isa + " " + name_of<S>() + (nonnegative ? " >= 0" : ""));
        f.template operator()<S>(
            *warpath::cpu::find_tiles<typename S::Weight>(S::kind, nonnegative, isa));
      }
    });
  }
}

// What memory may hold before strips are packed into it: nothing that padding would survive.
template <class T>
T hostile() {
  if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::quiet_NaN();
  return std::is_signed_v<T> ? std::numeric_limits<T>::lowest() : T{1};
}

// rows x depth times depth x columns, packed from row-major or column-major sources, with the
// strips' ends guarded and the block surrounded by cells that must survive.
template <class S>
void check_relax(const Tiles<typename S::Weight>& tiles, Index rows, Index columns, Index depth,
                 bool by_columns, Random& random) {
  using T = typename S::Weight;
  const auto size = [](Index count) { return static_cast<std::size_t>(count); };
  const Cells<T> a = random_cells<S>(size(rows * depth), random);
  const Cells<T> b = random_cells<S>(size(depth * columns), random);
  const Index ld = columns + 3;
  Cells<T> c = random_cells<S>(size((rows + 2) * ld), random);
  Cells<T> want = c;
  const Index first = ld + 1;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      T& cell = want[size(first + i * ld + j)];
      for (Index k = 0; k < depth; ++k) {
        const Index at_a = by_columns ? k * rows + i : i * depth + k;
        const Index at_b = by_columns ? j * depth + k : k * columns + j;
        const T through = S::extend(a[size(at_a)], b[size(at_b)]);
        if (S::is_better(through, cell)) cell = through;
      }
    }
  }
  const T mark = hostile<T>();
  Cells<T> row_strips(size(tiles.row_strips(rows) * tiles.row_strip_size(depth)) + 64, mark);
  Cells<T> column_strips(size(tiles.column_strips(columns) * tiles.column_strip_size(depth)) + 64,
                         mark);
  const PanelSource<T> from_a{a.data(), by_columns ? 1 : depth, by_columns ? rows : 1};
  const PanelSource<T> from_b{b.data(), by_columns ? depth : 1, by_columns ? 1 : columns};
  tiles.pack_rows(from_a, rows, depth, row_strips.data());
  tiles.pack_columns(from_b, columns, depth, column_strips.data());
  tiles.relax(row_strips.data(), column_strips.data(), rows, columns, depth, c.data() + first, ld);
  for (std::size_t at = 0; at < c.size(); ++at) {
    ASSERT_TRUE(same_bits(c[at], want[at]))
        << "rows " << rows << " columns " << columns << " depth " << depth << " at " << at << ": "
        << +c[at] << " instead of " << +want[at];
  }
  for (std::size_t at = 0; at < 64; ++at) {
    ASSERT_TRUE(same_bits(row_strips[row_strips.size() - 64 + at], mark)) << "row strips overrun";
    ASSERT_TRUE(same_bits(column_strips[column_strips.size() - 64 + at], mark))
        << "column strips overrun";
  }
}

TEST(Tiles, RelaxBlocksOfEveryShape) {
  for_each_tiles([]<class S>(const Tiles<typename S::Weight>& tiles) {
    Random random(1);
    const Index r = tiles.rows;
    const Index c = tiles.columns;
    for (const Index rows : {Index{1}, r - 1, r, r + 1, 2 * r + 3}) {
      for (const Index columns : {Index{1}, c / 2, c - 1, c, c + 1, 2 * c + 3}) {
        for (const Index depth : {1, 7, 15, 16, 17, 64, 70}) {
          for (const bool by_columns : {false, true}) {
            check_relax<S>(tiles, rows, columns, depth, by_columns, random);
          }
        }
      }
    }
  });
}

// Leaves its bytes on the stack, for whoever comes next.
template <class T>
[[gnu::noinline]] void soil_stack() {
  volatile T cells[std::size_t{1} << 15];
  for (volatile T& cell : cells) cell = hostile<T>();
}

// Rows that lie anywhere, `offset` bytes behind a multiple of 64.
template <class S>
void check_multiply(const Tiles<typename S::Weight>& tiles, Index rows, Index columns, Index depth,
                    Index offset, Random& random) {
  using T = typename S::Weight;
  const auto size = [](Index count) { return static_cast<std::size_t>(count); };
  const Cells<T> a = random_cells<S>(size(rows * depth), random);
  const Cells<T> b = random_cells<S>(size(depth * columns), random);
  Cells<T> row_strips(size(tiles.row_strips(rows) * tiles.row_strip_size(depth)), hostile<T>());
  tiles.pack_rows({a.data(), depth, 1}, rows, depth, row_strips.data());
  std::vector<const T*> sources;
  for (Index k = 0; k < depth; ++k) sources.push_back(b.data() + k * columns);
  const Index whole = tiles.row_strips(rows) * tiles.rows;
  const Index ld = (columns * static_cast<Index>(sizeof(T)) + 63) / 64 * 64 + 64;  // bytes
  std::vector<char> memory(size(whole * ld + 64 + offset));
  char* const first = memory.data() + (64 - reinterpret_cast<std::uintptr_t>(memory.data()) % 64);
  std::vector<T*> out;
  for (Index i = 0; i < whole; ++i) {
    out.push_back(reinterpret_cast<T*>(first + i * ld + offset));
  }
  soil_stack<T>();
  tiles.multiply(row_strips.data(), sources.data(), rows, columns, depth, out.data(), true);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      T want = S::no_path();
      for (Index k = 0; k < depth; ++k) {
        const T through = S::extend(a[size(i * depth + k)], b[size(k * columns + j)]);
        if (S::is_better(through, want)) want = through;
      }
      ASSERT_TRUE(same_bits(out[size(i)][j], want))
          << "rows " << rows << " columns " << columns << " depth " << depth << " offset " << offset
          << " (" << i << ", " << j << "): " << +out[size(i)][j] << " instead of " << +want;
    }
  }
}

TEST(Tiles, MultiplyBlocksOfEveryShape) {
  for_each_tiles([]<class S>(const Tiles<typename S::Weight>& tiles) {
    Random random(2);
    const Index c = tiles.columns;
    for (const Index rows : {Index{1}, tiles.rows, tiles.rows + 3}) {
      for (const Index columns : {Index{1}, c - 1, c, 2 * c + 3}) {
        for (const Index depth : {1, 6, 16, 63, 70}) {
          for (const Index offset : {0, 16, 32}) {
            check_multiply<S>(tiles, rows, columns, depth, offset, random);
          }
        }
      }
    }
  });
}

TEST(Tiles, CloseBlocksOfEverySize) {
  for_each_tiles([]<class S>(const Tiles<typename S::Weight>& tiles) {
    using T = typename S::Weight;
    for (Index size = 1; size <= warpath::cpu::kBaseBlock; ++size) {
      const auto n = static_cast<std::size_t>(size);
      const char* name = size % 2 == 0 ? "sparse" : "shuffled_chain";
      Truth truth(family(name).make(n, 0));
      auto cells = to_cells<S>(truth.arcs());
      for (std::size_t i = 0; i < n; ++i) cells[i * n + i] = S::empty_path();
      const std::size_t ld = n + 5;
      const T mark = static_cast<T>(77);
      Cells<T> block(n * ld, mark);
      for (std::size_t i = 0; i < n; ++i) std::copy_n(&cells[i * n], n, &block[i * ld]);
      tiles.close(block.data(), static_cast<Index>(ld), size);
      const auto want = expected<S>(truth);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < ld; ++j) {
          ASSERT_TRUE(same_bits(block[i * ld + j], j < n ? want[i * n + j] : mark))
              << "size " << size << " (" << i << ", " << j << ")";
        }
      }
    }
  });
}

TEST(Tiles, CutsCoverEveryRowOnceAndNeverThePivot) {
  for (const Index tile : {1, 6, 8}) {
    for (const Index piece : {tile, 4 * tile}) {
      for (const Index n : {1, 2, 7, 30, 64, 101}) {
        for (Index k0 = 0; k0 < n; k0 += 5) {
          for (const Index k1 : {k0 + 1, std::min(k0 + 17, n), n}) {
            const Cuts cuts(n, k0, k1, piece, tile);
            std::vector<int> covered(static_cast<std::size_t>(n), 0);
            Index next_strip = 0;
            for (Index c = 0; c < cuts.count(); ++c) {
              const Cuts::Cut cut = cuts[c];
              ASSERT_LT(cut.begin, cut.end);
              ASSERT_LE(cut.end - cut.begin, piece);
              ASSERT_GE(cut.strip, next_strip) << "strips overlap";
              next_strip = cut.strip + (cut.end - cut.begin + tile - 1) / tile;
              for (Index i = cut.begin; i < cut.end; ++i) ++covered[static_cast<std::size_t>(i)];
            }
            for (Index i = 0; i < n; ++i) {
              const bool pivot = i >= k0 && i < k1;
              ASSERT_EQ(covered[static_cast<std::size_t>(i)], pivot ? 0 : 1)
                  << "n " << n << " pivot " << k0 << " .. " << k1 << " row " << i;
            }
            ASSERT_LE(next_strip, (n + tile - 1) / tile + 1);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace support
