// What is taken from a device and given back: memory, streams, events, and the choice of the device
// itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
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
    (void)cudaGetLastError();  // one that the caller left unread: our first launch would report it
    CUDA_CHECK(cudaGetDevice(&before_));
    CUDA_CHECK(cudaSetDevice(device));
  }
  ~CurrentDevice() { ignore(cudaSetDevice(before_)); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

// Memory of the device, or pinned memory of the host, which the device can copy to while the host
// goes on. Uninitialised.
template <class T, bool kPinned>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) {
    auto** data = reinterpret_cast<void**>(&data_);
    if (size == 0) return;
    const std::size_t bytes = size * sizeof(T);
    const cudaError_t status = kPinned ? cudaMallocHost(data, bytes) : cudaMalloc(data, bytes);
    if (status != cudaSuccess) {
      const std::string call = with_bytes(kPinned ? "cudaMallocHost" : "cudaMalloc", bytes);
      fail(status, call.c_str(), __FILE__, __LINE__);
    }
  }
  ~Array() {
    if (data_ != nullptr) ignore(kPinned ? cudaFreeHost(data_) : cudaFree(data_));
  }
  Array(Array&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
  Array& operator=(Array&& other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }

  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};
template <class T>
using DeviceArray = Array<T, false>;
template <class T>
using PinnedArray = Array<T, true>;

// Work in one stream runs in order, and beside that of other streams.
class Stream {
 public:
  Stream() { CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  // Its work goes before that of other streams.
  static Stream urgent() { return Stream(-1); }
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
  explicit Stream(int priority) {
    CUDA_CHECK(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, priority));
  }

  cudaStream_t stream_ = nullptr;
};

// The work of a stream is over when a scope ends, whatever ends it: what it reads and writes may go.
class WorkOfScope {
 public:
  explicit WorkOfScope(cudaStream_t stream) : stream_(stream) {}
  ~WorkOfScope() { ignore(cudaStreamSynchronize(stream_)); }
  WorkOfScope(const WorkOfScope&) = delete;
  WorkOfScope& operator=(const WorkOfScope&) = delete;

 private:
  cudaStream_t stream_;
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
    if (status == cudaErrorNotReady) {
      (void)cudaGetLastError();  // some runtimes keep it for the next launch
      return false;
    }
    check(status, "cudaEventQuery(event_)", __FILE__, __LINE__);
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

// Copies between host and device, in the stream's order. Host memory must stay until then.
template <class T>
void to_device(T* to, const T* from, std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  CUDA_CHECK(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, stream));
}
template <class T>
void to_host(T* to, const T* from, std::size_t count, cudaStream_t stream) {
  if (count == 0) return;
  CUDA_CHECK(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
}

// A copy of a std::vector, in memory that is taken for it.
template <class Vector>
auto brought(const Vector& from, cudaStream_t stream) {
  DeviceArray<typename Vector::value_type> to(from.size());
  to_device(to.get(), from.data(), from.size(), stream);
  return to;
}

// Sets every byte.
template <class T>
void fill_bytes(T* to, int byte, std::size_t count, cudaStream_t stream) {
  CUDA_CHECK(cudaMemsetAsync(to, byte, count * sizeof(T), stream));
}

// What the runtime knows of memory; of memory that it did not give, nothing.
inline cudaPointerAttributes attributes_of(const void* memory) {
  cudaPointerAttributes attributes{};
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, memory));
  return attributes;
}

inline int multiprocessors_of(int device) {
  int count = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

// Of launch(): the median of several times, after one that warms up.
template <class Launch>
double median_seconds(const Launch& launch) {
  const Stream stream;
  Event start;
  Event end;
  double seconds[7];
  launch(stream);
  for (double& one : seconds) {
    start.record(stream);
    launch(stream);
    end.record(stream);
    end.wait();
    one = end.seconds_since(start);
  }
  std::nth_element(seconds, seconds + 3, seconds + 7);
  return seconds[3];
}

}  // namespace warpath::cuda
