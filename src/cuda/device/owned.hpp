// What is taken from a device and given back: memory, streams, events, and the choice of the device
// itself.
#pragma once

#include <cstddef>
#include <utility>

#include "cuda/device/check.hpp"

namespace warpath::cuda {

// For destructors, which cannot throw: errors of earlier work were or will be reported by whoever
// waits for it, and none is left for the next, unrelated call.
inline void ignore(cudaError_t status) {
  if (status != cudaSuccess) (void)cudaGetLastError();
}

// The calling thread's current device, for a scope.
class CurrentDevice {
 public:
  explicit CurrentDevice(int device) {
    CUDA_CHECK(cudaGetDevice(&before_));
    CUDA_CHECK(cudaSetDevice(device));
  }
  ~CurrentDevice() { ignore(cudaSetDevice(before_)); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

// Device memory, uninitialised.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t size) {
    if (size > 0) CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)));
  }
  ~DeviceArray() { ignore(cudaFree(data_)); }
  DeviceArray(DeviceArray&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }

  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

// Host memory that the device can copy to while the host goes on.
template <class T>
class PinnedArray {
 public:
  explicit PinnedArray(std::size_t size) {
    CUDA_CHECK(cudaMallocHost(reinterpret_cast<void**>(&data_), size * sizeof(T)));
  }
  ~PinnedArray() { ignore(cudaFreeHost(data_)); }
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;

  T* get() const { return data_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
};

// Work in one stream runs in order, and beside that of other streams.
class Stream {
 public:
  Stream() { CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  // Work that was not waited for, because an error came between, must not outlive its memory.
  ~Stream() {
    ignore(cudaStreamSynchronize(stream_));
    ignore(cudaStreamDestroy(stream_));
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  operator cudaStream_t() const { return stream_; }
  void wait() const { CUDA_CHECK(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

// A point in a stream's work.
class Event {
 public:
  Event() { CUDA_CHECK(cudaEventCreate(&event_)); }
  ~Event() { ignore(cudaEventDestroy(event_)); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  cudaEvent_t get() const { return event_; }
  void record(cudaStream_t stream) { CUDA_CHECK(cudaEventRecord(event_, stream)); }
  void wait() const { CUDA_CHECK(cudaEventSynchronize(event_)); }
  bool has_come() const {
    const cudaError_t status = cudaEventQuery(event_);
    if (status == cudaErrorNotReady) return false;
    CUDA_CHECK(status);
    return true;
  }

  // Both must have been waited for.
  double seconds_since(const Event& start) const {
    float milliseconds = 0;
    CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start.event_, event_));
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace warpath::cuda
