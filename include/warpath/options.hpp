// What the user asks for. Every field has a default that is right for most, so that
// solve(graph, {.threads = 4}) names only what is wished for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "warpath/progress.hpp"
#include "warpath/sparse_plan.hpp"
#include "warpath/types.hpp"

namespace warpath {

struct Options {
  // Beside the distances, the vertex before the last on a best path of every pair: Result::path()
  // follows them. Takes 4 bytes a pair. Not offered by the paper's kernels, nor by calls that leave
  // distances in memory of the caller.
  bool predecessors = false;

  // What "best path" means. Matrices hold its no_path() where there is no arc: -inf for widest paths.
  SemiringKind semiring = SemiringKind::shortest_path;

  // Compute in this type instead of the input's own. A weight that the type cannot hold exactly
  // is refused; only float64 to float32 may round.
  std::optional<WeightType> weights = {};

  // Every arc may be travelled both ways; where both directions have a weight, the better counts.
  // (Symmetric input is noticed by itself and solved in half the time.)
  bool undirected = false;

  // dense: all pairs at once. sparse: eliminate vertices one after the other, which pays where arcs
  // are few. search: from every source. automatic: what is predicted to be faster, for graphs;
  // matrices are taken to be dense.
  Method method = Method::automatic;

  // For the sparse method: a plan for the same arcs, made before. Empty: one is made.
  SparsePlan sparse_plan = {};

  // A name from kernels(), or "auto".
  std::string kernel = "auto";

  // Run on this backend only: Error device_unavailable, before any work, where there is none; nothing
  // falls back silently. Empty: where the solve is predicted to end first, the time to open a device
  // included, or where the kernel that is named runs.
  std::optional<Backend> device = {};

  // Threads on the CPU; 0: as many as this process may use, and OMP_NUM_THREADS allows.
  int threads = 0;

  // Width of the pivot blocks; 0: the kernel's own choice.
  Index block = 0;

  // SIMD instruction set by name: "avx512", "avx2", "sse4" or the baseline ("sse2" or "scalar") on
  // x86-64, "neon" on ARM. Empty: the environment variable WARPATH_ISA, else the best there is.
  std::string isa = {};

  // Refuse to use more than this many bytes; 0: what the machine (or its container) has left.
  std::size_t memory_limit = 0;

  // stream_rows() hands on so many rows at a time at most; 0: what fits into half of the memory.
  Index batch = 0;

  // refuse: a negative cycle is an Error that holds it. mark: every pair that can use one gets
  // unbounded() as its distance, and no path; all others are as without it.
  OnNegativeCycle on_negative_cycle = OnNegativeCycle::refuse;

  // Float cycles count as negative below -tolerance; those between it and 0 are taken for rounding
  // and for 0. Empty: 2^-15 (float32) or 2^-36 (float64) times the largest weight, or times the
  // longest way along the cycle where that is longer. Integers are exact.
  std::optional<double> negative_cycle_tolerance = {};

  // Progress and cancellation; may be empty.
  Progress progress = {};
};

}  // namespace warpath
