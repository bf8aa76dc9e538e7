// The order of the work: which tile is relaxed through which pivots, and when.
//
// The matrix is cut into tiles x tiles tiles; the vertices of tile k are pivot block k. Pivot blocks come
// in groups of kept width (Order::width): a tile outside the rows and columns of a group is visited once
// for all its pivot blocks, so that it is read and written less often. Tiles inside need every pivot block
// by itself, because pivots and panels are made of them.
//
//   group g        for each pivot block k of it:  close k; the panels of k; relax the tiles in the rows and
//                  columns of g through k ("ahead")
//                  then relax all other tiles through all of g: first those that group g + 1 needs, then
//                  the rest
//
// All of it is one list. Workers take tasks from its front and wait for what a task needs, which always
// stands before it: so nothing can wait in a circle, however few workers there are. Group g + 1 is
// spread over the rest of group g, so that its pivots and panels are ready when their turn comes.
//
// Plain arithmetic, so that the host can test it; the device decodes the same list.
#pragma once

#if defined(__CUDACC__)
#define WARPATH_BOTH __host__ __device__
#else
#define WARPATH_BOTH
#endif

namespace warpath::cuda::dense {

struct Task {
  enum Kind : int { none, close, column_panel, row_panel, relax };
  Kind kind = none;
  int i = 0, j = 0;            // the tile
  int first = 0, last = 0;     // pivot blocks [first, last)
};

struct Order {
  int tiles = 0;
  int width = 1;           // pivot blocks of a group
  bool symmetric = false;  // only tiles on and above the diagonal
  int gap = 0;             // tasks that cover the wait for a pivot, or for its panels

  static constexpr int kRaster = 16;  // rows of tiles that are walked together: their panels stay in cache

  WARPATH_BOTH int groups() const { return (tiles + width - 1) / width; }

  // The list is cut into sections: section 0 is group 0 without its rest; section g + 1 is the rest of
  // group g with group g + 1 spread over it.
  WARPATH_BOTH int sections() const { return groups() + 1; }

  WARPATH_BOTH long long section_size(int section) const {
    long long size = 0;
    if (section > 0) size += ahead_of_next(section - 1) + rest(section - 1);
    if (section < groups()) size += static_cast<long long>(size_of(section)) * per_pivot(section);
    return size;
  }

  // Relaxations through pivots of group g: when all are done its panels are no longer needed.
  WARPATH_BOTH long long relaxations(int g) const {
    return size_of(g) * ahead(g) + ahead_of_next(g) + rest(g);
  }

  WARPATH_BOTH Task task(int section, long long index) const {
    if (section > 0) {
      const int g = section - 1;
      if (index < ahead_of_next(g)) return relax_for_next(g, static_cast<int>(index));
      index -= ahead_of_next(g);
      if (section == groups()) return relax_rest(g, index);
    }
    return spread(section, index);
  }

 private:
  WARPATH_BOTH int begin(int g) const { return g * width; }
  WARPATH_BOTH int size_of(int g) const {
    if (g >= groups()) return 0;
    return begin(g) + width <= tiles ? width : tiles - begin(g);
  }
  WARPATH_BOTH int other(int g) const { return tiles - size_of(g); }

  WARPATH_BOTH long long panels() const { return (symmetric ? 1LL : 2LL) * (tiles - 1); }
  WARPATH_BOTH long long ahead(int g) const {
    const long long others = size_of(g) - 1;
    return others * (tiles - 1) + (symmetric ? 0 : others * other(g));
  }
  WARPATH_BOTH long long per_pivot(int g) const { return 1 + panels() + ahead(g); }

  WARPATH_BOTH long long ahead_of_next(int g) const {
    const long long next = size_of(g + 1);
    return next * other(g) + (symmetric ? 0 : next * (other(g) - next));
  }
  WARPATH_BOTH int rest_side(int g) const { return other(g) - size_of(g + 1); }
  WARPATH_BOTH long long rest(int g) const {
    const long long side = rest_side(g);
    if (!symmetric) return side * side;
    long long count = 0;
    for (long long row = 0; row < side; row += kRaster) count += raster_rows(row, side) * (side - row);
    return count;
  }
  static WARPATH_BOTH long long raster_rows(long long row, long long side) {
    return row + kRaster <= side ? kRaster : side - row;
  }

  // Index x of the tiles outside of `size` tiles from `begin` on.
  static WARPATH_BOTH int outside(int x, int begin, int size) { return x < begin ? x : x + size; }

  // Group g + 1 (here: `section`) within the rest of the group before: after the close of a pivot, and
  // after its panels, comes a gap that is filled with relaxations of the rest.
  WARPATH_BOTH Task spread(int section, long long index) const {
    const int before = section - 1;
    const long long filling = section > 0 ? rest(before) : 0;
    const int count = size_of(section);
    long long each = filling / (2 * count);
    if (each > gap) each = gap;
    const long long block = per_pivot(section) + 2 * each;
    if (index >= block * count) {
      return relax_rest(before, index - block * count + 2 * each * count);
    }
    const int t = static_cast<int>(index / block);
    const int k = begin(section) + t;
    index -= t * block;
    const long long used = 2 * each * t;
    if (index == 0) return {Task::close, k, k, k, k + 1};
    index -= 1;
    if (index < each) return relax_rest(before, used + index);
    index -= each;
    if (index < panels()) return panel(k, static_cast<int>(index));
    index -= panels();
    if (index < each) return relax_rest(before, used + each + index);
    return relax_ahead(section, k, static_cast<int>(index - each));
  }

  // Columns first: rows may look at them (see settle in panel.cuh).
  WARPATH_BOTH Task panel(int k, int index) const {
    const int x = outside(index % (tiles - 1), k, 1);
    if (symmetric) {
      if (x < k) return {Task::column_panel, x, k, k, k + 1};
      return {Task::row_panel, k, x, k, k + 1};
    }
    if (index < tiles - 1) return {Task::column_panel, x, k, k, k + 1};
    return {Task::row_panel, k, x, k, k + 1};
  }

  WARPATH_BOTH Task ordered(int i, int j, int first, int last) const {
    if (symmetric && i > j) return {Task::relax, j, i, first, last};
    return {Task::relax, i, j, first, last};
  }

  // A relaxation that another one has done, below the diagonal. It is counted like those that are done.
  static WARPATH_BOTH Task nothing(int k) { return {Task::none, 0, 0, k, k + 1}; }

  // Through k alone: tiles in the rows of group g, then those in its columns. The next pivot comes first.
  WARPATH_BOTH Task relax_ahead(int g, int k, int index) const {
    const int begin_g = begin(g);
    const int size = size_of(g);
    const int in_rows = (size - 1) * (tiles - 1);
    if (index < in_rows) {
      // Row by row from the one behind k; in each, from its diagonal on.
      const int offset = index / (tiles - 1) + 1;
      const int i = begin_g + (k - begin_g + offset) % size;
      int x = index % (tiles - 1);
      const int diagonal = i < k ? i : i - 1;
      x = (x + diagonal) % (tiles - 1);
      const int j = outside(x, k, 1);
      if (symmetric && j >= begin_g && j < begin_g + size && j < i) return nothing(k);
      return ordered(i, j, k, k + 1);
    }
    index -= in_rows;
    const int offset = index / other(g) + 1;
    const int j = begin_g + (k - begin_g + offset) % size;
    return ordered(outside(index % other(g), begin_g, size), j, k, k + 1);
  }

  // Through all of g: tiles in the rows of group g + 1, then those in its columns.
  WARPATH_BOTH Task relax_for_next(int g, int index) const {
    const int first = begin(g);
    const int last = first + size_of(g);
    const int next = size_of(g + 1);
    const int in_rows = next * other(g);
    if (index < in_rows) {
      const int i = last + index / other(g);
      // From the diagonal on, so that the next pivot comes first.
      const int x = (index % other(g) + i - size_of(g)) % other(g);
      const int j = outside(x, first, size_of(g));
      if (symmetric && j >= last && j < last + next && j < i) return nothing(first);
      return ordered(i, j, first, last);
    }
    index -= in_rows;
    const int side = other(g) - next;
    return ordered(outside(index % side, first, size_of(g) + next), last + index / side, first, last);
  }

  // Through all of g: what is in the rows and columns of neither g nor g + 1.
  WARPATH_BOTH Task relax_rest(int g, long long index) const {
    const long long side = rest_side(g);
    long long row = 0;
    if (symmetric) {
      while (index >= raster_rows(row, side) * (side - row)) {
        index -= raster_rows(row, side) * (side - row);
        row += kRaster;
      }
    } else {
      row = index / (kRaster * side) * kRaster;
      index -= row * side;
    }
    const long long rows = raster_rows(row, side);
    const int i = static_cast<int>(row + index % rows);
    const int j = static_cast<int>((symmetric ? row : 0) + index / rows);
    if (symmetric && j < i) return nothing(begin(g));
    const int skipped = size_of(g) + size_of(g + 1);
    return {Task::relax, outside(i, begin(g), skipped), outside(j, begin(g), skipped), begin(g),
            begin(g) + size_of(g)};
  }
};

}  // namespace warpath::cuda::dense
