// The ways to solve on this machine: every kernel of the table with every instruction set and
// thread count that it can use. New kernels and instruction sets are found, not listed.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "support/combinations.hpp"
#include "warpath/error.hpp"
#include "warpath/solve.hpp"

namespace support {

struct Way {
  std::string kernel;
  std::string isa;  // empty: the kernel has no choice
  int threads = 1;
  Index block = 0;
  bool production = true;  // not one of the paper's kernels

  // The paper's kernels, and the production kernel where it has no vectors: large matrices are
  // left to the others.
  bool slow() const { return !production || isa == "scalar"; }

  warpath::Options options(warpath::SemiringKind semiring) const;
};
std::ostream& operator<<(std::ostream& out, const Way& way);

// The instruction sets by name that this machine can run, found by asking for them.
const std::vector<std::string>& present_isas();

// Every kernel x instruction set x thread count.
std::vector<Way> all_ways(const std::vector<int>& threads);

// One way per kernel, with its own choices and so many threads.
std::vector<Way> each_kernel(int threads);

// One way per kernel and instruction set.
std::vector<Way> each_isa(int threads);

// Whether Options::block changes anything for a kernel.
bool takes_block(const std::string& kernel);

// A matrix of the same cells, closed in place.
template <class S>
Cells<typename S::Weight> solved(Cells<typename S::Weight> cells, std::size_t n, const Way& way) {
  const auto size = static_cast<Index>(n);
  using View = warpath::MatrixView<typename S::Weight>;
  warpath::solve_in_place(View::row_major(cells.data(), size, size), way.options(S::kind));
  return cells;
}

// The code of the Error that `f` throws; empty when it throws none. Its text goes to `text`.
template <class F>
std::optional<warpath::ErrorCode> code_of(F&& f, std::string* text = nullptr) {
  try {
    f();
  } catch (const warpath::Error& error) {
    if (text != nullptr) *text = error.what();
    return error.code();
  }
  return std::nullopt;
}

}  // namespace support

namespace warpath {
// Readable failures: GoogleTest finds these by argument-dependent lookup.
inline void PrintTo(ErrorCode code, std::ostream* out) {
  *out << to_string(code);
}
inline void PrintTo(SemiringKind kind, std::ostream* out) {
  *out << to_string(kind);
}
inline void PrintTo(WeightType type, std::ostream* out) {
  *out << to_string(type);
}
}  // namespace warpath
