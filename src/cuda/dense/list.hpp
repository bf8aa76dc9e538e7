// Writes the list of tasks down in device memory.
#pragma once

#include <cuda_runtime.h>

#include "cuda/dense/schedule.hpp"

namespace warpath::cuda::dense {

// `sections` are those of the order, `size` tasks in all; everything lies in device memory.
void write_list(const Order& order, const Order::Section* sections, PackedTask* list,
                long long size, cudaStream_t stream);

}  // namespace warpath::cuda::dense
