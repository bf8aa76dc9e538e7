// What a device allows: what kernels are measured against.
#pragma once

namespace warpath {
struct Plan;
}

namespace warpath::cuda {

// Tasks per second of add and min, operands in registers and shared memory only, 8 x 8 cells per
// thread: float32 as two instructions, int32 as one. Of the plan's device and weights; takes about
// 20 ms.
double peak(const Plan& plan);

// Bytes per second, read and written, of a copy from device memory to device memory that is far
// larger than the caches. Takes about 20 ms and 1 GiB of the device.
double copy_rate(const Plan& plan);

}  // namespace warpath::cuda
