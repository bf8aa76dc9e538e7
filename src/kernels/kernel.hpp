// A row of the kernel table: what a kernel is, takes and gives.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "numerics/facts.hpp"
#include "warpath/kernel.hpp"
#include "warpath/plan.hpp"

namespace warpath {

struct Work;

// A square matrix in a device's memory: n rows of n weights, `ld` elements apart.
struct DeviceMatrix {
  void* data = nullptr;
  Index n = 0;
  Index ld = 0;
  SemiringKind semiring = SemiringKind::shortest_path;
  WeightType weight = WeightType::float32;
  Orientation orientation = Orientation::as_seen;
  bool undirected = false;
  void* stream = nullptr;
};

enum class CopyWay : std::uint8_t { to_host, to_device };

struct Kernel {
  KernelInfo info;

  // Empty when the kernel can solve the problem, else the reason why not.
  std::string_view (*unsupported)(const Problem&) = nullptr;

  // Completes a plan whose problem is set: block, threads, isa, batch, bytes and predicted_seconds.
  // The first three hold the user's wishes (0 or empty: choose). Error usage or unsupported for a
  // wish that cannot be met.
  void (*configure)(Plan&, const Machine&) = nullptr;

  // Does the work. Throws Error. Null, as are the functions below, in a build without the backend,
  // where no machine has a device for it.
  void (*run)(Work&) = nullptr;

  // What the hardware allows, measured now: tasks per second of the kernel's inner step with all
  // operands at hand. Takes about 20 ms.
  double (*peak)(const Plan&) = nullptr;

  // On devices only. Bytes per second, read and written, of a copy within the device's memory.
  double (*copy_rate)(const Plan&) = nullptr;

  // For kernels that solve matrices in a device's memory: looks at every weight there, and makes
  // the matrix symmetric where arcs count both ways. Error bad_input as for any matrix; usage for
  // memory that is no device's.
  MatrixFacts (*look)(const DeviceMatrix&, int device) = nullptr;
  int (*device_of)(const void* memory) = nullptr;  // -1: it is no device's

  // Whether kernels may add the weights of such a matrix as they are: no cycle is negative, nor can
  // rounding make it so. False where the host must look closer. Arcs below 0 by `margin` count as 0.
  bool (*has_clear_cycles)(const DeviceMatrix&, int device, const InputFacts&,
                           double margin) = nullptr;

  // Copies rows first .. first + count - 1 of such a matrix to host memory, where they lie `ld`
  // elements apart, or from there.
  void (*copy_rows)(const DeviceMatrix&, int device, Index first, Index count, void* host, Index ld,
                    CopyWay way) = nullptr;

  bool needs_order = false;     // Plan::sparse
  bool gives_measures = false;  // else they are taken from its rows
};

std::span<const Kernel> kernel_table();

// The row of a plan's kernel.
const Kernel& kernel_of(const Plan& plan);
const Kernel& kernel_of(const KernelInfo& info);

}  // namespace warpath
