// The CPU backend's verbs on small dense blocks, one set per SIMD instruction set.
//
// Two packed layouts, both padded with no_path so that the inner loop has no edges:
//  - row strips    `rows` rows each, cut into runs of kRun along the depth: strip[kb][r][kk].
//                  Packing copies whole runs instead of transposing, and the inner loop, unrolled
//                  over one run, finds every element at a constant distance. Elements below 32
//                  bits are repeated to fill 32, because only those broadcast from memory for free.
//  - column strips `columns` columns each: strip[k][c], the depth padded to whole runs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath::cpu {

// Depth is counted in runs of this many elements.
inline constexpr Index kRun = 4;
template <class T>
inline constexpr Index kRepeat = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
constexpr Index padded_depth(Index depth) { return (depth + kRun - 1) / kRun * kRun; }

// Blocks up to this size are closed by Tiles::close at once.
inline constexpr Index kBaseBlock = 64;

// Where a panel's element (x, k) lies: data[x * stride + k * depth_stride]; x runs across the
// panel, k along its depth.
template <class T>
struct PanelSource {
  const T* data;
  Index stride;
  Index depth_stride;
};

template <class T>
struct Tiles {
  std::string_view isa;
  Index rows;     // of a register tile
  Index columns;  // of a register tile
  T no_path;      // what strips are padded with

  // C <- C (+) A (x) B for a rows x columns block of C and packed A and B.
  void (*relax)(const T* row_strips, const T* column_strips, Index rows, Index columns, Index depth,
                T* c, Index ld);

  // The same for rows that lie anywhere: c[0], c[1], ... become A (x) B, whatever they were, and row k
  // of B lies at sources[k]. Rows come in whole strips: c has that many, of which those behind `rows`
  // mean nothing. `non_temporal`: they will not be read again soon, so that they go past the caches if
  // all are aligned to 64 bytes.
  void (*multiply)(const T* row_strips, const T* const* sources, Index rows, Index columns,
                   Index depth, T* const* c, bool non_temporal);

  // Closes a block of at most kBaseBlock vertices in place.
  void (*close)(T* block, Index ld, Index size);

  // The inner step of `relax` on registers alone; returns the tasks done. For measuring the peak.
  double (*spin)(Index rounds);

  void pack_rows(PanelSource<T> source, Index count, Index depth, T* strips) const;
  void pack_columns(PanelSource<T> source, Index count, Index depth, T* strips) const;

  Index row_strip_size(Index depth) const { return rows * padded_depth(depth) * kRepeat<T>; }
  Index column_strip_size(Index depth) const { return columns * padded_depth(depth); }
  Index row_strips(Index count) const { return (count + rows - 1) / rows; }
  Index column_strips(Index count) const { return (count + columns - 1) / columns; }
};

// An instruction set that is built in.
struct InstructionSet {
  std::string_view name;
  std::int64_t bit;  // Highway's
  const void* (*find_tiles)(SemiringKind semiring, WeightType weight, bool nonnegative);
};

// Best first.
std::span<const InstructionSet> instruction_sets();

// The tiles for one algebra on one instruction set, by name; null where either is not built in.
// `nonnegative` promises that every weight is at least +0.
template <class T>
const Tiles<T>* find_tiles(SemiringKind semiring, bool nonnegative, std::string_view isa) {
  for (const InstructionSet& set : instruction_sets()) {
    if (set.name != isa) continue;
    return static_cast<const Tiles<T>*>(set.find_tiles(semiring, weight_type_of<T>, nonnegative));
  }
  return nullptr;
}

}  // namespace warpath::cpu
