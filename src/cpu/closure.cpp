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

#include <algorithm>
#include <numeric>

#include "numerics/prepare.hpp"

namespace warpath::cpu {
namespace {

// Rows and columns of the pieces that threads take: large enough that taking one costs nothing,
// small enough that none is left waiting for the last one.
constexpr Index kPanelPiece = 96;
constexpr Index kInteriorRows = 384;
constexpr Index kInteriorFewerRows = 192;  // where there would be too few pieces for the threads
constexpr Index kInteriorColumns = 192;
// Rows that share a first column along the diagonal of a symmetric matrix.
constexpr Index kStairs = 48;

template <class T>
class Closure {
 public:
  Closure(const ClosureJob<T>& job, T* workspace, Crew& crew, ProgressMeter* meter)
      : job_(job),
        tiles_(*job.tiles),
        n_(job.n),
        ld_(job.ld),
        block_(std::min(job.block, job.n)),
        pivots_(job.pivots < 0 ? job.n : job.pivots),
        crew_(crew),
        meter_(meter) {
    const Layout<T> layout(tiles_, n_, block_);
    row_strips_ = workspace + layout.row_strips;
    column_strips_ = workspace + layout.column_strips;
    pivot_rows_ = workspace + layout.pivot_rows;
    pivot_columns_ = workspace + layout.pivot_columns;
    inner_workspace_ = workspace + layout.inner;
  }

  void run() {
    close_pivot(0);
    for (k0_ = 0; k0_ < pivots_; k0_ = k1_) {
      k1_ = std::min(k0_ + block_, pivots_);
      pack_pivot();
      panels();
      interior();
    }
    if (job_.symmetric) mirror_upper(job_.matrix, n_, ld_, crew_);
  }

 private:
  T* at(Index i, Index j) const { return job_.matrix + i * ld_ + j; }
  Index depth() const { return k1_ - k0_; }
  PanelSource<T> rows_of(Index i, Index k) const { return {at(i, k), ld_, 1}; }
  PanelSource<T> columns_of(Index k, Index j) const { return {at(k, j), 1, ld_}; }

  // Runs the pieces; throws on cancellation, when all threads have come back.
  template <class Work>
  void run_pieces(Index count, const Work& work) {
    crew_.run(count, work, [this] { return meter_ != nullptr && meter_->cancelled(); });
    if (meter_ != nullptr) meter_->check();
  }

  void done(Index rows, Index columns) const {
    if (meter_ == nullptr) return;
    meter_->add(static_cast<double>(rows) * static_cast<double>(columns) *
                static_cast<double>(depth()));
  }

  // Closes the pivot block that starts at k.
  void close_pivot(Index k) {
    const Index size = std::min(block_, pivots_ - k);
    Crew alone(1);
    if (job_.symmetric) mirror_upper(at(k, k), size, ld_, alone);  // the lower half is out of date
    const ClosureJob<T> job{
        .tiles = &tiles_, .matrix = at(k, k), .n = size, .ld = ld_, .block = kInnerBlock};
    close_matrix<T>(job, inner_workspace_, alone, nullptr);
  }

  void pack_pivot() {
    tiles_.pack_rows(rows_of(k0_, k0_), depth(), depth(), pivot_rows_);
    tiles_.pack_columns(columns_of(k0_, k0_), depth(), depth(), pivot_columns_);
    done(depth(), depth());
  }

  // Symmetric: the way to the pivot is kept in front of it as a column, behind it as a row, and
  // either serves as both panels.
  void panels() {
    // Pieces that start both row and column strips.
    const Index piece = round_up(kPanelPiece, std::lcm(tiles_.rows, tiles_.columns));
    const Cuts rows(n_, k0_, k1_, piece, tiles_.rows);
    const Cuts columns(n_, k0_, k1_, piece, tiles_.columns);
    if (job_.symmetric) {
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
    run_pieces(rows.count(), [&](Index i) {
      column_panel(rows[i]);
      row_panel(columns[i]);
    });
  }

  void column_panel(const Cuts::Cut& cut) {
    pack_rows(rows_of(cut.begin, k0_), cut);
    tiles_.relax(row_strip(cut.strip), pivot_columns_, cut.size(), depth(), depth(),
                 at(cut.begin, k0_), ld_);
    pack_rows(rows_of(cut.begin, k0_), cut);
    done(cut.size(), depth());
  }

  void row_panel(const Cuts::Cut& cut) {
    pack_columns(columns_of(k0_, cut.begin), cut);
    tiles_.relax(pivot_rows_, column_strip(cut.strip), depth(), cut.size(), depth(),
                 at(k0_, cut.begin), ld_);
    pack_columns(columns_of(k0_, cut.begin), cut);
    done(depth(), cut.size());
  }

  void pack_rows(PanelSource<T> source, const Cuts::Cut& cut) {
    tiles_.pack_rows(source, cut.size(), depth(), row_strip(cut.strip));
  }
  void pack_columns(PanelSource<T> source, const Cuts::Cut& cut) {
    tiles_.pack_columns(source, cut.size(), depth(), column_strip(cut.strip));
  }

  // The last block may be shallower than the others, and its strips shorter.
  T* row_strip(Index strip) const { return row_strips_ + strip * tiles_.row_strip_size(depth()); }
  T* column_strip(Index strip) const {
    return column_strips_ + strip * tiles_.column_strip_size(depth());
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
      if (i == 0 && k1_ < pivots_) close_pivot(k1_);
    });
  }

  void relax_piece(const Cuts::Cut& row, const Cuts::Cut& column, Index strips_before) {
    if (!job_.symmetric || column.begin >= row.end) {
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
    tiles_.relax(row_strip(row.strip), column_strip(column.strip), row.size(), column.size(),
                 depth(), at(row.begin, column.begin), ld_);
    done(row.size(), column.size());
  }

  const ClosureJob<T> job_;
  const Tiles<T>& tiles_;
  const Index n_;
  const Index ld_;
  const Index block_;
  const Index pivots_;  // of n vertices
  Crew& crew_;
  ProgressMeter* const meter_;

  T* row_strips_;
  T* column_strips_;
  T* pivot_rows_;
  T* pivot_columns_;
  T* inner_workspace_;

  Index k0_ = 0;  // the pivot block is [k0, k1)
  Index k1_ = 0;
};

}  // namespace

template <class T>
Index closure_workspace(const Tiles<T>& tiles, Index n, Index block) {
  return n <= kBaseBlock ? 0 : Layout<T>(tiles, n, std::min(block, n)).size;
}

template <class T>
void close_matrix(const ClosureJob<T>& job, T* workspace, Crew& crew, ProgressMeter* meter) {
  if (job.n <= kBaseBlock) return job.tiles->close(job.matrix, job.ld, job.n);
  Closure<T>(job, workspace, crew, meter).run();
}

#define WARPATH_INSTANTIATE(T, name)                               \
  template Index closure_workspace(const Tiles<T>&, Index, Index); \
  template void close_matrix(const ClosureJob<T>&, T*, Crew&, ProgressMeter*);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
