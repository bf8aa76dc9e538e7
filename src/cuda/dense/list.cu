#include "cuda/dense/variant.hpp"
#include "cuda/device/check.hpp"

namespace warpath::cuda::dense {
namespace {

// A thread per task, as many at a time as there are.
__global__ void write_tasks(Order order, const Order::Section* sections, PackedTask* list,
                            long long size) {
  const long long threads = static_cast<long long>(gridDim.x) * blockDim.x;
  for (long long index = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
       index < size; index += threads) {
    // The last section that begins at the index or before; empty ones begin where the next does.
    int low = 0;
    int high = order.sections();
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (sections[middle].begin <= index ? low : high) = middle;
    }
    const Order::Section section = sections[low];
    list[index] = PackedTask::of(order.task(section, low, static_cast<int>(index - section.begin)));
  }
}

}  // namespace

void write_list(const Order& order, const Order::Section* sections, PackedTask* list,
                long long size, cudaStream_t stream) {
  write_tasks<<<1024, 256, 0, stream>>>(order, sections, list, size);
  CUDA_CHECK_LAUNCH(write_tasks);
}

}  // namespace warpath::cuda::dense
