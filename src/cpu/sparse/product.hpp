// Products of rows of the factor with rows that lie anywhere: what trunks and panels are made by.
#pragma once

#include <vector>

#include "cpu/sparse/sweep.hpp"

namespace warpath::cpu {

// What one thread needs for one product: packed rows of the factor, and where rows lie.
template <class T>
struct Sweep<T>::Space {
  std::vector<T> chosen;  // rows of the factor
  std::vector<T> row_strips;
  std::vector<T> gathered;  // rows that are too short, filled up
  std::vector<const T*> sources;
  std::vector<T*> rows;
  std::vector<Vertex> own;  // which of its own vertices a node's rows belong to
  Matrix<T> nowhere;        // a row for those that are missing to a strip

  // rows[i] <- row i of `left` (x) the sources. `left` has the depth as its leading dimension.
  void multiply(const Tiles<T>& tiles, const T* left, Index columns, bool non_temporal) {
    const auto depth = static_cast<Index>(sources.size());
    const auto count = static_cast<Index>(rows.size());
    reserve(row_strips, tiles.row_strips(count) * tiles.row_strip_size(depth));
    tiles.pack_rows({left, depth, 1}, count, depth, row_strips.data());
    if (nowhere.columns() < columns) nowhere = Matrix<T>(1, columns);
    rows.resize(at(tiles.row_strips(count) * tiles.rows), nowhere.data());
    tiles.multiply(row_strips.data(), sources.data(), count, columns, depth, rows.data(),
                   non_temporal);
  }

  static void reserve(std::vector<T>& cells, Index count) {
    if (cells.size() < at(count)) cells.resize(at(count));
  }
};

}  // namespace warpath::cpu
