// Blocked Floyd-Warshall (Venkataraman, Sahni and Mukhopadhyaya 2003) over packed panels.
//
// Per pivot block k:  pivot     close(W[k,k])
//                     panels    W[*,k] <- W[*,k] (x) W[k,k],  W[k,*] <- W[k,k] (x) W[k,*]
//                     interior  W[i,j] <- W[i,j] (+) W[i,k] (x) W[k,j]
//
// The panels are plain products because the pivot is closed and has empty paths on its diagonal.
// Each is packed, relaxed in place against its packed old self, and packed again for the
// interior. The next pivot is closed inside the interior of this step, by the thread that relaxed
// it first, so that it holds nobody up.
//
// Every cell sees the same operations in the same order whatever the pieces and threads are:
// results do not depend on them.

#include "cpu/closure.hpp"

#include <atomic>
#include <concepts>
#include <numeric>

namespace warpath::cpu {
namespace {

// Rows and columns of the pieces that threads take: large enough that taking one costs nothing,
// small enough that none is left waiting for the last one.
constexpr Index kPanelPiece = 96;
constexpr Index kInteriorRows = 384;
constexpr Index kInteriorFewerRows = 192;  // where there would be too few pieces for the threads
constexpr Index kInteriorColumns = 192;
constexpr Index kMirrorPiece = 64;
constexpr Index kMostColumns = 64;  // of a tile of floats on any machine
// Rows that share a first column along the diagonal of a symmetric matrix.
constexpr Index kStairs = 48;

constexpr Index round_up(Index value, Index multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// The width of pivot blocks inside a pivot block that is too large to be closed at once.
constexpr Index kInnerBlock = kBaseBlock;

template <class T>
Index aligned_size(Index elements) {
  return round_up(elements, 64 / static_cast<Index>(sizeof(T)));
}

template <class T>
class Closure {
 public:
  Closure(const ClosureJob<T>& job, T* workspace, Crew& crew, ProgressMeter* meter)
      : tiles_(*job.tiles),
        w_(job.matrix),
        n_(job.n),
        ld_(job.ld),
        block_(std::min(job.block, job.n)),
        pivots_(job.pivots < 0 ? job.n : job.pivots),
        symmetric_(job.symmetric),
        look_for_cycles_(job.look_for_cycles),
        tolerance_(job.tolerance),
        unit_(std::lcm(tiles_.rows, tiles_.columns)),
        crew_(crew),
        meter_(meter) {
    const Index row_size = tiles_.row_strip_size(block_);
    const Index column_size = tiles_.column_strip_size(block_);
    // Two partly filled strips: one in front of the pivot, one at the end.
    row_strips_ = take(workspace, (tiles_.row_strips(n_) + 1) * row_size);
    column_strips_ = take(workspace, (tiles_.column_strips(n_) + 1) * column_size);
    pivot_rows_ = take(workspace, tiles_.row_strips(block_) * row_size);
    pivot_columns_ = take(workspace, tiles_.column_strips(block_) * column_size);
    inner_workspace_ = workspace;
  }

  static Index workspace(const Tiles<T>& tiles, Index n, Index block) {
    block = std::min(block, n);
    const Index row_size = tiles.row_strip_size(block);
    const Index column_size = tiles.column_strip_size(block);
    Index size = aligned_size<T>((tiles.row_strips(n) + 1) * row_size) +
                 aligned_size<T>((tiles.column_strips(n) + 1) * column_size) +
                 aligned_size<T>(tiles.row_strips(block) * row_size) +
                 aligned_size<T>(tiles.column_strips(block) * column_size);
    if (block > kBaseBlock) size += workspace(tiles, block, kInnerBlock);
    return size;
  }

  Index run() {
    bad_vertex_ = close_pivot(0);
    for (k0_ = 0; k0_ < pivots_; k0_ = k1_) {
      if (bad_vertex_ >= 0) return bad_vertex_;
      k1_ = std::min(k0_ + block_, pivots_);
      pack_pivot();
      panels();
      if (bad_vertex_ < 0) interior();
    }
    if (bad_vertex_ < 0 && symmetric_) mirror();
    return bad_vertex_;
  }

 private:
  static T* take(T*& workspace, Index elements) {
    T* taken = workspace;
    workspace += aligned_size<T>(elements);
    return taken;
  }

  T* at(Index i, Index j) const { return w_ + i * ld_ + j; }
  Index depth() const { return k1_ - k0_; }
  PanelSource<T> rows_of(Index i, Index k) const { return {at(i, k), ld_, 1}; }
  PanelSource<T> columns_of(Index k, Index j) const { return {at(k, j), 1, ld_}; }

  // Runs the pieces; throws on cancellation, when all threads have come back.
  template <class Work>
  void run_pieces(Index count, const Work& work) {
    if (meter_ == nullptr) {
      crew_.run(count, work, [] { return false; });
      return;
    }
    crew_.run(count, work, [this] { return meter_->cancelled(); });
    meter_->check();
  }

  void done(Index rows, Index columns) const {
    if (meter_ == nullptr) return;
    meter_->add(static_cast<double>(rows) * static_cast<double>(columns) *
                static_cast<double>(depth()));
  }

  // Closes the pivot block that starts at k; returns the offending vertex or -1.
  Index close_pivot(Index k) {
    const Index size = std::min(block_, pivots_ - k);
    T* block = at(k, k);
    if (symmetric_) {  // only the upper triangle has been kept up to date
      for (Index i = 1; i < size; ++i) {
        for (Index j = 0; j < i; ++j) block[i * ld_ + j] = block[j * ld_ + i];
      }
    }
    Index bad;
    if (size <= kBaseBlock) {
      bad = tiles_.close(block, ld_, size, look_for_cycles_, tolerance_);
    } else {
      Crew alone(1);
      const ClosureJob<T> job{&tiles_,          block,     size, ld_, kInnerBlock, false,
                              look_for_cycles_, tolerance_};
      bad = Closure(job, inner_workspace_, alone, nullptr).run();
    }
    return bad < 0 ? bad : k + bad;
  }

  void pack_pivot() {
    tiles_.pack_rows(rows_of(k0_, k0_), depth(), depth(), pivot_rows_);
    tiles_.pack_columns(columns_of(k0_, k0_), depth(), depth(), pivot_columns_);
    done(depth(), depth());
  }

  // Symmetric: the way to the pivot is kept in front of it as a column, behind it as a row, and
  // either serves as both panels.
  void panels() {
    const Index piece = round_up(kPanelPiece, unit_);
    const Cuts rows(n_, k0_, k1_, piece, tiles_.rows);
    const Cuts columns(n_, k0_, k1_, piece, tiles_.columns);
    if (symmetric_) {
      run_pieces(rows.count(), [&](Index i) {
        const Cuts::Cut row = rows[i];
        const Cuts::Cut column = columns[i];
        if (i < rows.before()) {
          column_panel(row);
          pack_columns({at(column.begin, k0_), ld_, 1}, column);
        } else {
          row_panel(column);
          pack_rows({at(k0_, row.begin), 1, ld_}, row);
        }
      });
      return;
    }
    const bool settle = std::floating_point<T> && look_for_cycles_;
    std::atomic<Index> bad{k1_};
    run_pieces(rows.count(), [&](Index i) {
      column_panel(rows[i]);
      row_panel(columns[i]);
      if (!settle || !any_cycle(rows[i], columns[i])) return;
      lower(bad, settle_pairs(columns[i]));
    });
    if (bad < k1_) bad_vertex_ = bad;
  }

  void column_panel(const Cuts::Cut& cut) {
    pack_rows(rows_of(cut.begin, k0_), cut);
    tiles_.relax(row_strips_ + cut.strip * row_strip(), pivot_columns_, cut.end - cut.begin,
                 depth(), depth(), at(cut.begin, k0_), ld_);
    pack_rows(rows_of(cut.begin, k0_), cut);
    done(cut.end - cut.begin, depth());
  }

  void row_panel(const Cuts::Cut& cut) {
    pack_columns(columns_of(k0_, cut.begin), cut);
    tiles_.relax(pivot_rows_, column_strips_ + cut.strip * column_strip(), depth(),
                 cut.end - cut.begin, depth(), at(k0_, cut.begin), ld_);
    pack_columns(columns_of(k0_, cut.begin), cut);
    done(depth(), cut.end - cut.begin);
  }

  void pack_rows(PanelSource<T> source, const Cuts::Cut& cut) {
    tiles_.pack_rows(source, cut.end - cut.begin, depth(), row_strips_ + cut.strip * row_strip());
  }
  void pack_columns(PanelSource<T> source, const Cuts::Cut& cut) {
    tiles_.pack_columns(source, cut.end - cut.begin, depth(),
                        column_strips_ + cut.strip * column_strip());
  }

  // The last block may be shallower than the others, and its strips shorter.
  Index row_strip() const { return tiles_.row_strip_size(depth()); }
  Index column_strip() const { return tiles_.column_strip_size(depth()); }

  // Looks at every pair of a pivot and a vertex of the cut (see numerics/rounding.hpp); returns the first
  // pivot on a negative cycle, or the end of the block.
  Index settle_pairs(const Cuts::Cut& cut) {
    Index bad = k1_;
    for (Index k = k0_; k < k1_; ++k) {
      for (Index i = cut.begin; i < cut.end; ++i) {
        if (!settle_pair(*at(i, k), *at(k, i), tolerance_)) bad = std::min(bad, k);
      }
    }
    pack_columns(columns_of(k0_, cut.begin), cut);
    return bad;
  }

  // Whether there is anything to settle, which is hardly ever so: whether i -> k -> i is better than
  // standing still for a pivot k and an i of the cut, which is the same for rows and columns. Both
  // ways are read from their strips, from front to back. One minimum per column: a single one would
  // be a chain in which each pair waits for the last.
  bool any_cycle(const Cuts::Cut& rows, const Cuts::Cut& columns) const {
    T least[kMostColumns] = {};
    const T* back = column_strips_ + columns.strip * column_strip();
    for (Index begin = columns.begin; begin < columns.end; begin += tiles_.columns) {
      const Index count = std::min(tiles_.columns, columns.end - begin);
      const T* out[kMostColumns];
      for (Index c = 0; c < count; ++c) {
        const Index i = begin + c - rows.begin;
        out[c] =
            row_strips_ + (rows.strip + i / tiles_.rows) * row_strip() + i % tiles_.rows * kRun;
      }
      for (Index k = 0; k < depth(); ++k) {
        const Index offset = k / kRun * kRun * tiles_.rows + k % kRun;
        for (Index c = 0; c < count; ++c) {
          const T cycle = static_cast<T>(out[c][offset] + back[k * tiles_.columns + c]);
          least[c] = cycle < least[c] ? cycle : least[c];
        }
      }
      back += column_strip();
    }
    return *std::min_element(least, least + kMostColumns) < 0;
  }

  void interior() {
    // A piece is never smaller than a block, so that the first one behind the pivot covers all of
    // the next pivot.
    const bool many = n_ / kInteriorRows * (n_ / kInteriorColumns) >= Index{16} * crew_.threads();
    const Index height = std::max(many ? kInteriorRows : kInteriorFewerRows, block_);
    const Index width = std::max(kInteriorColumns, block_);
    const Cuts rows(n_, k0_, k1_, round_up(height, tiles_.rows), tiles_.rows);
    const Cuts columns(n_, k0_, k1_, round_up(width, tiles_.columns), tiles_.columns);
    const Index count = rows.count() * columns.count();
    // Count from the first piece behind the pivot, so that the next pivot comes first.
    const Index first = k1_ < n_ ? rows.before() * columns.count() + columns.before() : 0;
    run_pieces(count, [&](Index i) {
      const Index piece = (i + first) % count;
      relax_piece(rows[piece / columns.count()], columns[piece % columns.count()],
                  columns.strips_before());
      if (i == 0 && k1_ < pivots_) bad_vertex_ = close_pivot(k1_);
    });
  }

  void relax_piece(const Cuts::Cut& row, const Cuts::Cut& column, Index strips_before) {
    if (!symmetric_ || column.begin >= row.end) {
      relax(row, column);
      return;
    }
    if (column.end <= row.begin) return;  // below the diagonal
    const Index step = round_up(kStairs, tiles_.rows);
    const Index origin = column.begin < k0_ ? 0 : k1_;
    const Index origin_strip = column.begin < k0_ ? 0 : strips_before;
    for (Index i = row.begin; i < row.end; i += step) {
      const Cuts::Cut stair{i, std::min(i + step, row.end),
                            row.strip + (i - row.begin) / tiles_.rows};
      Cuts::Cut rest = column;
      if (i > column.begin) {
        const Index strip = (i - origin) / tiles_.columns;
        rest = {origin + strip * tiles_.columns, column.end, origin_strip + strip};
      }
      if (rest.begin < rest.end) relax(stair, rest);
    }
  }

  void relax(const Cuts::Cut& row, const Cuts::Cut& column) {
    tiles_.relax(row_strips_ + row.strip * row_strip(),
                 column_strips_ + column.strip * column_strip(), row.end - row.begin,
                 column.end - column.begin, depth(), at(row.begin, column.begin), ld_);
    done(row.end - row.begin, column.end - column.begin);
  }

  void mirror() {
    const Index pieces = (n_ + kMirrorPiece - 1) / kMirrorPiece;
    run_pieces(pieces, [&](Index piece) {
      const Index i0 = piece * kMirrorPiece;
      const Index i1 = std::min(i0 + kMirrorPiece, n_);
      for (Index j0 = 0; j0 <= i0; j0 += kMirrorPiece) {
        for (Index i = i0; i < i1; ++i) {
          const Index j1 = std::min(j0 + kMirrorPiece, i);
          for (Index j = j0; j < j1; ++j) *at(i, j) = *at(j, i);
        }
      }
    });
  }

  const Tiles<T>& tiles_;
  T* const w_;
  const Index n_;
  const Index ld_;
  const Index block_;
  const Index pivots_;  // of n vertices
  const bool symmetric_;
  const bool look_for_cycles_;
  const CycleTolerance tolerance_;
  const Index unit_;  // pieces that start both row and column strips are multiples of this
  Crew& crew_;
  ProgressMeter* const meter_;

  T* row_strips_;
  T* column_strips_;
  T* pivot_rows_;
  T* pivot_columns_;
  T* inner_workspace_;

  Index k0_ = 0;  // the pivot block is [k0, k1)
  Index k1_ = 0;
  Index bad_vertex_ = -1;
};

}  // namespace

template <class T>
Index closure_workspace(const Tiles<T>& tiles, Index n, Index block) {
  if (n <= kBaseBlock) return 0;
  return Closure<T>::workspace(tiles, n, block);
}

template <class T>
Index close_matrix(const ClosureJob<T>& job, T* workspace, Crew& crew, ProgressMeter* meter) {
  if (job.n <= kBaseBlock) {
    return job.tiles->close(job.matrix, job.ld, job.n, job.look_for_cycles, job.tolerance);
  }
  return Closure<T>(job, workspace, crew, meter).run();
}

#define WARPATH_INSTANTIATE(T, name)                               \
  template Index closure_workspace(const Tiles<T>&, Index, Index); \
  template Index close_matrix(const ClosureJob<T>&, T*, Crew&, ProgressMeter*);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
