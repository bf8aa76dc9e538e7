// Cells are turned, rows into columns, in squares that fit registers.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "warpath/types.hpp"

namespace warpath::cpu {

namespace squares {

template <class T>
inline constexpr int kSide = 16 / static_cast<int>(sizeof(T));
template <class T>
using Row __attribute__((vector_size(16))) = T;

// a[0] b[0] a[1] b[1] ... of the cells from kFirst on.
template <int kFirst, class Vector, int... kPlace>
Vector interleaved(Vector a, Vector b, std::integer_sequence<int, kPlace...>) {
  constexpr int count = sizeof...(kPlace);
  return __builtin_shufflevector(a, b, (kFirst + kPlace / 2 + kPlace % 2 * count)...);
}

// Each round does what shuffling cards does, and after the last each card is where it should be.
template <class T>
void turn(Row<T> (&rows)[kSide<T>]) {
  constexpr int side = kSide<T>;
  constexpr std::make_integer_sequence<int, side> places;
  for (int round = 1; round < side; round *= 2) {
    Row<T> next[side];
    for (int i = 0; i < side / 2; ++i) {
      next[2 * i] = interleaved<0>(rows[i], rows[i + side / 2], places);
      next[2 * i + 1] = interleaved<side / 2>(rows[i], rows[i + side / 2], places);
    }
    std::copy_n(next, side, rows);
  }
}

}  // namespace squares

struct PlainStore {
  template <class Vector>
  void operator()(const Vector& cells, void* to) const {
    std::memcpy(to, &cells, sizeof(cells));
  }
};

// to(c)[i] <- from(i)[c]; from() and to() say where rows begin. Whole squares go by store(cells, place).
template <class T, class From, class To, class Store = PlainStore>
void turn(Index rows, Index columns, const From& from, const To& to, const Store& store = {}) {
  constexpr Index side = squares::kSide<T>;
  Index c = 0;
  for (; c + side <= columns; c += side) {
    Index i = 0;
    for (; i + side <= rows; i += side) {
      squares::Row<T> square[side];
      for (Index k = 0; k < side; ++k) std::memcpy(&square[k], from(i + k) + c, sizeof(square[k]));
      squares::turn<T>(square);
      for (Index k = 0; k < side; ++k) store(square[k], to(c + k) + i);
    }
    for (; i < rows; ++i) {
      for (Index k = 0; k < side; ++k) to(c + k)[i] = from(i)[c + k];
    }
  }
  for (; c < columns; ++c) {
    for (Index i = 0; i < rows; ++i) to(c)[i] = from(i)[c];
  }
}

}  // namespace warpath::cpu
