// What is put into the streams of the device that is played.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <mutex>

namespace played {

// Streams are used by several threads; one at a time gets here, and kernels run for it.
std::recursive_mutex& the_device();
#define ON_DEVICE const std::scoped_lock alone(::played::the_device())

// As late as it may be, or at once.
cudaError_t put(cudaStream_t stream, std::function<void()> work);

template <class T>
cudaError_t answer(T* place, T value) {
  *place = value;
  return cudaSuccess;
}

}  // namespace played
