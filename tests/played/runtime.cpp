// The device that is played, and how it runs kernels.
#include <map>

#include "cuda/device/launch.cuh"
#include "played/device.hpp"
#include "played/streams.hpp"
#include "played/threads_of_a_block.hpp"

namespace played {
namespace {

constexpr int kMultiprocessors = 4;

long launched = 0;

// That kernels may have.
std::map<const void*, int>& shared_bytes_of() {
  static std::map<const void*, int> bytes;
  return bytes;
}

}  // namespace

long launches() {
  ON_DEVICE;
  return launched;
}

}  // namespace played

using namespace played;

// Every other launch begins with its last block, and every other block with its last thread.
void on_host::launch(const void* kernel, dim3 grid, unsigned threads, std::size_t shared_bytes,
                     cudaStream_t stream, std::function<void()> thread) {
  ON_DEVICE;
  constexpr int kSharedUnasked = 48 << 10;
  const auto asked = shared_bytes_of().find(kernel);
  const int most =
      asked == shared_bytes_of().end() ? kSharedUnasked : std::max(asked->second, kSharedUnasked);
  if (shared_bytes > static_cast<std::size_t>(most)) fail("more shared memory than was asked for");
  if (grid.x == 0 || grid.y == 0 || grid.y > 65535) fail("such a grid");
  const bool backwards = launched++ % 2 == 1;
  put(stream, [=] {
    gridDim = grid;
    blockDim = threads;
    const std::size_t blocks = std::size_t{grid.x} * grid.y;
    for (std::size_t k = 0; k < blocks; ++k) {
      const std::size_t block = backwards ? blocks - 1 - k : k;
      blockIdx = {static_cast<unsigned>(block % grid.x), static_cast<unsigned>(block / grid.x)};
      run_block(threads, shared_bytes, (backwards ? block : block + 1) % 2 == 0, thread);
    }
  });
}

const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorMemoryAllocation ? "out of memory" : "an error that is played";
}
const char* cudaGetErrorName(cudaError_t) { return "played"; }
cudaError_t cudaGetLastError() { return cudaSuccess; }

cudaError_t cudaGetDeviceCount(int* count) { return answer(count, 1); }
cudaError_t cudaDriverGetVersion(int* version) { return answer(version, 13000); }
cudaError_t cudaGetDevice(int* one) { return answer(one, 0); }
cudaError_t cudaSetDevice(int one) { return one == 0 ? cudaSuccess : cudaErrorInvalidDevice; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {.name = "a device that is played",
                 .major = 9,
                 .minor = 0,
                 .multiProcessorCount = kMultiprocessors};
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  return answer(value, kMultiprocessors);
}
cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute, int value) {
  ON_DEVICE;
  if (value < 0 || static_cast<std::size_t>(value) > on_host::kSharedBytes) {
    return cudaErrorInvalidValue;
  }
  shared_bytes_of()[kernel] = value;
  return cudaSuccess;
}
