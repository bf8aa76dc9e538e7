// The paper's CUDA kernels have twins on the CPU that do the same operations on every cell, in the same
// order: whatever the twin answers, down to the last bit of a rounded sum, they must answer.
#pragma once

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/ways.hpp"

namespace support {

using FloatPaths = warpath::ShortestPath<float>;
using DoublePaths = warpath::ShortestPath<double>;
using IntPaths = warpath::ShortestPath<std::int32_t>;
using ShortPaths = warpath::ShortestPath<std::int16_t>;

inline bool is_blocked(const Way& way) { return way.kernel != "harish-narayanan"; }
inline Way textbook() { return {.kernel = "textbook", .production = false}; }
inline Way blocked() { return {.kernel = "blocked", .block = 32, .production = false}; }
inline Way twin_of(const Way& way) { return is_blocked(way) ? blocked() : textbook(); }

// The paper's kernels on the device.
inline std::vector<Way> paper_kernels() {
  std::vector<Way> ways = each_kernel(1);
  std::erase_if(ways, [](const Way& way) { return way.production; });
  return ways;
}

// What became of a solve: distances, or an error and the vertex that it names.
template <class S>
struct Outcome {
  std::optional<warpath::ErrorCode> code;
  Index vertex = -1;
  std::string text = "no error";
  Cells<typename S::Weight> cells;
};

template <class S>
Outcome<S> outcome(const Cells<typename S::Weight>& cells, std::size_t n, const Way& way) {
  Outcome<S> result;
  try {
    result.cells = solved<S>(cells, n, way);
  } catch (const warpath::Error& error) {
    result.code = error.code();
    result.text = error.what();
    if (!error.vertices().empty()) result.vertex = error.vertices().front();
  }
  return result;
}

// For sizes at which the tables of the families would be slow to make: reals in [0.1, 1).
inline Cells<float> random_cells(std::size_t n) {
  Random random(n);
  Cells<float> cells(n * n);
  for (float& cell : cells) cell = static_cast<float>(random.real(0.1, 1));
  return cells;
}

}  // namespace support
