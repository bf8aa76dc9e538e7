// The ways to solve on this machine: every kernel of the table with every instruction set and
// thread count that it can use. New kernels and instruction sets are found, not listed.
//
// A program walks the kernels of one backend, the CPU's unless its main says otherwise: the same
// cases then test every backend, and what the CPU is tested for is the same on every machine.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "support/combinations.hpp"
#include "warpath/error.hpp"
#include "warpath/kernel.hpp"
#include "warpath/machine.hpp"
#include "warpath/solve.hpp"

namespace support {

// Before the first walk.
void use_backend(warpath::Backend backend);

// Looked at once.
const warpath::Machine& this_machine();

// Sizes to leave out, for tools that make everything slow: those above WARPATH_TEST_LARGEST.
bool too_large(std::size_t n);

// From one round of a random test to the next: 1, or WARPATH_TEST_STRIDE, for the same reason.
int stride();

struct Way {
  std::string kernel;
  std::string isa = {};  // empty: the kernel has no choice
  int threads = 1;
  Index block = 0;
  bool production = true;  // not one of the paper's kernels
  bool sparse = false;     // one of the sparse method
  bool on_cpu = true;
  bool undirected = false;  // so that small symmetric matrices are solved as such, too

  // The paper's kernels on the CPU, and the production kernel where it has no vectors: large
  // matrices are left to the others.
  bool slow() const { return on_cpu && (!production || isa == "scalar"); }

  // Kernels on the CPU have every combination; some on devices have few.
  template <class S>
  bool supports() const {
    return offers(S::kind, warpath::weight_type_of<typename S::Weight>);
  }
  bool offers(warpath::SemiringKind semiring, warpath::WeightType weight) const;

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

// The same, without the kernels that do not have S. Empty when no kernel of the backend has it.
template <class S>
std::vector<Way> supporting(std::vector<Way> ways) {
  std::erase_if(ways, [](const Way& way) { return !way.supports<S>(); });
  return ways;
}
template <class S>
std::vector<Way> all_ways(const std::vector<int>& threads) {
  return supporting<S>(all_ways(threads));
}
template <class S>
std::vector<Way> each_kernel(int threads) {
  return supporting<S>(each_kernel(threads));
}
template <class S>
std::vector<Way> each_isa(int threads) {
  return supporting<S>(each_isa(threads));
}

// Whether a kernel takes this width of blocks, as Options::block.
bool takes_block(const std::string& kernel, Index block, warpath::SemiringKind semiring,
                 warpath::WeightType weight);
template <class S>
bool takes_block(const std::string& kernel, Index block) {
  return takes_block(kernel, block, S::kind, warpath::weight_type_of<typename S::Weight>);
}

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
inline void PrintTo(ErrorCode code, std::ostream* out) { *out << to_string(code); }
inline void PrintTo(SemiringKind kind, std::ostream* out) { *out << to_string(kind); }
inline void PrintTo(WeightType type, std::ostream* out) { *out << to_string(type); }
}  // namespace warpath
