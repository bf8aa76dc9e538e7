// The order of the work: which tile is relaxed through which pivots, and when.
//
// The matrix is cut into tiles x tiles tiles; the vertices of tile k are pivot block k. Pivot
// blocks come in groups of kept width (Order::width): a tile outside the rows and columns of a
// group is visited once for all its pivot blocks, so that it is read and written less often. Tiles
// inside need every pivot block by itself, because pivots and panels are made of them.
//
//   group g      for each pivot block k of it: close k; the panels of k; relax the tiles in the
//                rows and columns of g through k ("ahead")
//                then relax all other tiles through all of g: first those that group g + 1 needs,
//                then the rest
//
// All of it is one list. Workers take tasks from its front and wait for what a task needs, which
// always stands before it: so nothing can wait in a circle, however few workers there are. Group g
// + 1 is spread over the rest of group g, so that its pivots and panels are ready when their turn
// comes.
//
// Plain arithmetic, so that the host can test it. The device writes the list down before the first
// solve: a block would take microseconds to find its next task by arithmetic.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define WARPATH_BOTH __host__ __device__
#else
#define WARPATH_BOTH
#endif

namespace warpath::cuda::dense {

struct Task {
  // close: relax the tile through [first, last), which may be empty, and close it: it is pivot
  // block `last`. skip: nothing at all. none: a relaxation that another task does.
  enum Kind : int { none, skip, close, column_panel, row_panel, relax, end };
  Kind kind = none;
  int i = 0, j = 0;         // the tile
  int first = 0, last = 0;  // pivot blocks [first, last)
};

// As the list holds it.
struct PackedTask {
  std::uint16_t i, j, first;
  std::uint8_t count, kind;

  static WARPATH_BOTH PackedTask of(const Task& task) {
    return {static_cast<std::uint16_t>(task.i), static_cast<std::uint16_t>(task.j),
            static_cast<std::uint16_t>(task.first),
            static_cast<std::uint8_t>(task.last - task.first),
            static_cast<std::uint8_t>(task.kind)};
  }
  WARPATH_BOTH Task task() const {
    return {static_cast<Task::Kind>(kind), i, j, first, first + count};
  }
};

struct Order {
  int tiles = 0;
  int width = 1;           // pivot blocks of a group
  bool symmetric = false;  // only tiles on and above the diagonal
  int gap = 0;             // tasks that cover the wait for a pivot, or for its panels
  // Pivots, and the panels between one and the next, are closed by a worker of their own: the list
  // leaves them out. With width 1.
  bool chain = false;

  static constexpr int kRaster =
      16;  // rows of tiles that are walked together: their panels stay in cache

  WARPATH_BOTH int groups() const { return (tiles + width - 1) / width; }

  // The list is cut into sections: section 0 is group 0 without its rest; section g + 1 is the rest
  // of group g with group g + 1 spread over it. What decoding needs to know of one:
  struct Section {
    long long begin;  // in the list
    int for_next;     // relaxations that group g + 1 needs first
    int rest;         // and the others
    int per_pivot;    // tasks of a pivot block of group g + 1 by itself,
    int each;         // and of the rest in each of two gaps behind it
  };

  WARPATH_BOTH int sections() const { return groups() + 1; }

  // The one that follows `begin` tasks. Its own size is size_of(section).
  WARPATH_BOTH Section section(int index, long long begin) const {
    Section section{begin, 0, 0, 0, 0};
    if (index > 0) {
      section.for_next = for_next(index - 1);
      section.rest = rest(index - 1);
    }
    if (index < groups()) {
      section.per_pivot = 1 + panels() + ahead(index);
      section.each = section.rest / (2 * width_of(index));
      if (section.each > gap) section.each = gap;
    }
    return section;
  }

  WARPATH_BOTH long long size_of(const Section& section, int index) const {
    return static_cast<long long>(section.for_next) + section.rest +
           static_cast<long long>(section.per_pivot) * width_of(index);
  }

  // Tasks in all sections.
  WARPATH_BOTH long long size() const {
    long long size = 0;
    for (int s = 0; s < sections(); ++s) size += size_of(section(s, size), s);
    return size;
  }

  // Relaxations through pivots of group g: when all are done its panels are no longer needed.
  WARPATH_BOTH int relaxations(int g) const {
    return width_of(g) * ahead(g) + for_next(g) + rest(g);
  }

  // Where panels and pivots are kept. Two groups have panels at a time: see relaxations().
  WARPATH_BOTH int slots() const { return 2 * width; }
  WARPATH_BOTH int slot(int k) const { return k / width % 2 * width + k % width; }
  // Pivots of three: one is closed when the panels of its own tile are there, and nothing says that
  // those of all others are, in the group before last.
  WARPATH_BOTH int pivot_slots() const { return 3 * width; }
  WARPATH_BOTH int pivot_slot(int k) const { return k / width % 3 * width + k % width; }

  // Number `index` of a section.
  WARPATH_BOTH Task task(const Section& section, int number, int index) const {
    const int before = number - 1;
    if (index < section.for_next) return relax_for_next(before, index);
    index -= section.for_next;
    if (section.per_pivot == 0) return relax_rest(before, index);

    // The group of this number within the rest of the one before: after the close of a pivot, and
    // after its panels, comes a gap that is filled with relaxations of the rest.
    const int each = section.each;
    const int block = section.per_pivot + 2 * each;
    const int t = index / block;
    if (t >= width_of(number))
      return relax_rest(before, index - width_of(number) * section.per_pivot);
    const int k = begin(number) + t;
    index -= t * block;
    const int used = 2 * each * t;
    if (index == 0) {
      // All but the first pivot are closed by those who relax them last.
      if (k > 0 || chain) return {Task::skip, 0, 0, 0, 0};
      return {Task::close, 0, 0, 0, 0};
    }
    index -= 1;
    if (index < each) return relax_rest(before, used + index);
    index -= each;
    if (index < panels()) return panel(k, index);
    index -= panels();
    if (index < each) return relax_rest(before, used + each + index);
    return relax_ahead(number, k, index - each);
  }

 private:
  WARPATH_BOTH int begin(int g) const { return g * width; }
  WARPATH_BOTH int width_of(int g) const {
    if (g >= groups()) return 0;
    return begin(g) + width <= tiles ? width : tiles - begin(g);
  }
  WARPATH_BOTH int other(int g) const { return tiles - width_of(g); }

  WARPATH_BOTH int panels() const { return (symmetric ? 1 : 2) * (tiles - 1); }
  WARPATH_BOTH int ahead(int g) const {
    const int others = width_of(g) - 1;
    return others * (tiles - 1) + (symmetric ? 0 : others * other(g));
  }
  WARPATH_BOTH int for_next(int g) const {
    const int next = width_of(g + 1);
    return next * other(g) + (symmetric ? 0 : next * (other(g) - next));
  }
  WARPATH_BOTH int rest_side(int g) const { return other(g) - width_of(g + 1); }
  WARPATH_BOTH int rest(int g) const {
    const int side = rest_side(g);
    if (!symmetric) return side * side;
    int count = 0;
    for (int row = 0; row < side; row += kRaster) count += raster_rows(row, side) * (side - row);
    return count;
  }
  static WARPATH_BOTH int raster_rows(int row, int side) {
    return row + kRaster <= side ? kRaster : side - row;
  }

  // Index x of the tiles outside of `size` tiles from `begin` on.
  static WARPATH_BOTH int outside(int x, int begin, int size) { return x < begin ? x : x + size; }

  WARPATH_BOTH Task panel(int k, int index) const {
    const int x = outside(index % (tiles - 1), k, 1);
    if (chain && x == k + 1) return {Task::skip, 0, 0, 0, 0};
    if (symmetric) {
      if (x < k) return {Task::column_panel, x, k, k, k + 1};
      return {Task::row_panel, k, x, k, k + 1};
    }
    if (index < tiles - 1) return {Task::column_panel, x, k, k, k + 1};
    return {Task::row_panel, k, x, k, k + 1};
  }

  WARPATH_BOTH Task ordered(int i, int j, int first, int last) const {
    if (i == last && j == last) return {chain ? Task::skip : Task::close, i, j, first, last};
    if (symmetric && i > j) return {Task::relax, j, i, first, last};
    return {Task::relax, i, j, first, last};
  }

  // A relaxation below the diagonal, which another one has done. It is counted like any other.
  static WARPATH_BOTH Task nothing(int k) { return {Task::none, 0, 0, k, k + 1}; }

  // Through k alone: tiles in the rows of group g, then in its columns. The next pivot is first.
  WARPATH_BOTH Task relax_ahead(int g, int k, int index) const {
    const int begin_g = begin(g);
    const int size = width_of(g);
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
    const int last = first + width_of(g);
    const int next = width_of(g + 1);
    const int in_rows = next * other(g);
    if (index < in_rows) {
      const int i = last + index / other(g);
      // From the diagonal on, so that the next pivot comes first.
      const int x = (index % other(g) + i - width_of(g)) % other(g);
      const int j = outside(x, first, width_of(g));
      if (symmetric && j >= last && j < last + next && j < i) return nothing(first);
      return ordered(i, j, first, last);
    }
    index -= in_rows;
    const int side = other(g) - next;
    return ordered(outside(index % side, first, width_of(g) + next), last + index / side, first,
                   last);
  }

  // Through all of g: what is in the rows and columns of neither g nor g + 1.
  WARPATH_BOTH Task relax_rest(int g, int index) const {
    const int side = rest_side(g);
    int row = 0;
    if (symmetric) {
      while (index >= raster_rows(row, side) * (side - row)) {
        index -= raster_rows(row, side) * (side - row);
        row += kRaster;
      }
    } else {
      row = index / (kRaster * side) * kRaster;
      index -= row * side;
    }
    const int rows = raster_rows(row, side);
    const int i = row + index % rows;
    const int j = (symmetric ? row : 0) + index / rows;
    if (symmetric && j < i) return nothing(begin(g));
    const int skipped = width_of(g) + width_of(g + 1);
    return {Task::relax, outside(i, begin(g), skipped), outside(j, begin(g), skipped), begin(g),
            begin(g) + width_of(g)};
  }
};

// What the host looks at while a solve runs, at the start of the flags. Behind it, one int each: by
// row of tiles, how many have their final values; by group of pivots, how many relaxations are
// done; by tile, through how many pivot blocks it has been relaxed.
struct Head {
  unsigned long long next;  // task to be taken
  int stop;                 // not 0: nobody begins anything any more
  int arrived;              // blocks that asked whether they close pivots
  int chain;                // 1 + the multiprocessor of the block that does
  int left;                 // blocks that made room for it
};

}  // namespace warpath::cuda::dense
