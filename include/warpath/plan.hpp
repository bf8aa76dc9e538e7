// Every decision of a solve, made before it starts by a pure function.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "warpath/kernel.hpp"
#include "warpath/machine.hpp"
#include "warpath/options.hpp"
#include "warpath/sparse_plan.hpp"
#include "warpath/types.hpp"

namespace warpath {

// What is to be solved. A plain struct: tests invent problems.
struct Problem {
  Index n = 0;
  SemiringKind semiring = SemiringKind::shortest_path;
  WeightType weight = WeightType::float32;
  bool nonnegative = false;   // every weight is at least +0
  bool symmetric = false;     // w_ij == w_ji for all pairs
  bool in_place = false;      // the caller's matrix is the working matrix
  bool resident = false;      // which lies in the device's memory
  Index rows = -1;            // sources that are asked for; -1: all
  bool predecessors = false;  // are asked for
  bool streamed = false;      // rows go somewhere else as they come: no matrix is kept
  bool measured = false;      // nor these: only what all distances say together,
  bool summed = false;        // of which sums and a histogram are a part
};

struct Plan {
  const KernelInfo* kernel = nullptr;
  Problem problem;
  Index block = 0;  // width of a pivot block
  int threads = 1;
  std::string_view isa;             // SIMD instruction set; empty where none is chosen
  std::size_t matrix_bytes = 0;     // taken for the working matrix, and its routes; 0 in place
  std::size_t workspace_bytes = 0;  // taken beside it
  int device = -1;                  // ordinal of the device that is used; -1: none
  std::size_t device_bytes =
      0;  // needed in its memory: the sparse method takes more where it is there
  bool routes_on_device = false;    // predecessors are found there
  Index batch = 0;                  // rows, or columns, that are in memory at a time; 0: all
  std::size_t batch_row_bytes = 0;  // what each of them takes; 0: as a row does, and its trunk
  std::size_t leaf_bytes = 0;       // for trunks of leaves, on a device
  double tasks = 0;                 // n³, or about half of it for symmetric problems
  double predicted_seconds = 0;     // a rough estimate from nominal rates

  // Where both methods were thought of: what each would take. 0: not asked.
  double dense_seconds = 0;
  double sparse_seconds = 0;
  SparsePlan sparse;            // of the sparse method
  bool order_was_kept = false;  // it is Options::sparse_plan: no time was spent on it

  // That of its kernel; automatic without one.
  Method method() const { return kernel != nullptr ? kernel->method : Method::automatic; }
  std::size_t bytes() const { return matrix_bytes + workspace_bytes; }

  // A few lines for people: "kernel cpu (…), float32, 4096 x 4096, …".
  std::string to_string() const;
};

// Chooses. Looks at nothing but its arguments. Error usage for an unknown kernel or ISA name or a
// negative option, unsupported when no kernel (or not the one asked for) offers the combination,
// device_unavailable for a device that is not there (or a kernel that needs one), does_not_fit with
// the bytes needed, the bytes available and remedies.
Plan make_plan(const Problem& problem, const Options& options, const Machine& machine);

}  // namespace warpath
