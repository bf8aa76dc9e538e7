// What is asked for: every public call becomes one of these.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/any_matrix.hpp"
#include "numerics/facts.hpp"
#include "warpath/graph.hpp"
#include "warpath/measure.hpp"
#include "warpath/options.hpp"
#include "warpath/plan.hpp"
#include "warpath/rows.hpp"

namespace warpath {

struct DeviceMatrix;
struct Kernel;

// Where distances go: a new matrix; memory of the caller; a sink, some rows at a time; nowhere, but
// what they say together is kept; or nowhere yet, but what elimination leaves is kept for questions.
enum class Into : std::uint8_t { matrix, memory, rows, measures, router };

struct Request {
  // One of these: a graph, or a square matrix of arc weights in any layout.
  const Graph* graph = nullptr;
  AnyInput weights = {};

  // From these vertices only; empty: from all.
  std::optional<std::span<const Index>> sources = {};

  Into into = Into::matrix;
  AnyMatrix memory = {};        // Into::memory; in place where the weights lie there, too
  bool on_device = false;       // it is a device's
  void* stream = nullptr;       // then: behind what was put there before
  RowSink sink = {};            // Into::rows
  Extent extent = Extent::all;  // Into::measures

  Options options = {};

  // The arcs' own, or the one that they are converted to.
  WeightType weight() const {
    return options.weights.value_or(graph != nullptr ? graph->weight_type() : weights.weight);
  }
  Index vertices() const { return graph != nullptr ? graph->vertices() : weights.rows; }
  Index rows() const { return sources ? static_cast<Index>(sources->size()) : vertices(); }
  bool in_place() const {
    return graph == nullptr && into == Into::memory && weights.data == memory.data;
  }
};

// What is known about the input before anything is planned.
struct Facts {
  InputFacts weights;      // of a matrix; of a graph, whether any is negative
  bool symmetric = false;  // arcs lead both ways at the same weight
  double seconds = 0;      // that it took to look
  int device = -1;         // where the matrix lies
};

// Error usage for what makes no sense whatever the weights are: vertices that do not exist, a matrix
// that is not square, memory of the wrong type, shape or layout.
void check(const Request& request);

// Error usage for numbers that are out of range.
void check_options(const Options& options);

// Error unsupported for weights that a semiring is not compiled for.
void check_combination(SemiringKind semiring, WeightType weight);

// Looks at every weight. Error bad_input for those that no solve could take.
Facts look_at(const Request& request);

Problem problem_of(const Request& request, const Facts& facts);

// Every decision, made once.
Plan plan_of(const Request& request, const Facts& facts);

// Whether a matrix can be worked on where it lies.
bool lies_ready(const AnyMatrix& matrix);

// The kernel that solves matrices where they lie on a device, and how it is told of one.
const Kernel& device_kernel();
DeviceMatrix device_matrix(const Request& request);

// Threads that the options allow.
int threads_of(const Options& options);

}  // namespace warpath
