// The memory of the device that is played is that of the host, full of garbage.
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "played/device.hpp"
#include "played/streams.hpp"
#include "played/threads_of_a_block.hpp"

namespace played {
namespace {

struct Block {
  std::size_t bytes;
  cudaMemoryType type;
};

struct {
  std::size_t memory = kMemory;
  std::size_t said_free = 0;
  std::size_t taken = 0;
  std::size_t most_taken = 0;
  std::map<const char*, Block> blocks;
} device;

// The piece of memory that something lies in; null where it is none of the runtime's.
const Block* block_of(const void* memory) {
  const auto* at = static_cast<const char*>(memory);
  const auto above = device.blocks.upper_bound(at);
  if (above == device.blocks.begin()) return nullptr;
  const auto& [begin, block] = *std::prev(above);
  return at < begin + block.bytes ? &block : nullptr;
}
bool is_on_device(const void* memory) {
  const Block* block = block_of(memory);
  return block != nullptr && block->type != cudaMemoryTypeHost;
}

cudaError_t take(void** memory, std::size_t bytes, cudaMemoryType type) {
  ON_DEVICE;
  const bool counts = type != cudaMemoryTypeHost;
  if (counts && bytes > device.memory - std::min(device.taken, device.memory)) {
    return cudaErrorMemoryAllocation;
  }
  constexpr std::size_t kAlignment = 256;
  if (posix_memalign(memory, kAlignment, bytes) != 0) return cudaErrorMemoryAllocation;
  std::memset(*memory, on_host::kGarbage, bytes);
  device.blocks[static_cast<char*>(*memory)] = {bytes, type};
  if (counts) device.taken += bytes;
  device.most_taken = std::max(device.most_taken, device.taken);
  return cudaSuccess;
}

cudaError_t give(void* memory) {
  ON_DEVICE;
  if (memory == nullptr) return cudaSuccess;
  const auto block = device.blocks.find(static_cast<char*>(memory));
  if (block == device.blocks.end()) return cudaErrorInvalidValue;
  if (block->second.type != cudaMemoryTypeHost) device.taken -= block->second.bytes;
  std::memset(memory, on_host::kGarbage, block->second.bytes);
  std::free(memory);
  device.blocks.erase(block);
  return cudaSuccess;
}

struct Rows {
  std::size_t width;
  std::size_t count = 1;
};

void copy(char* to, std::size_t to_pitch, const char* from, std::size_t from_pitch, Rows rows) {
  for (std::size_t row = 0; row < rows.count; ++row) {
    std::memcpy(to + row * to_pitch, from + row * from_pitch, rows.width);
  }
}

cudaError_t copy(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                 Rows rows, cudaMemcpyKind kind, cudaStream_t stream) {
  ON_DEVICE;
  if (is_on_device(to) != (kind != cudaMemcpyDeviceToHost) ||
      is_on_device(from) != (kind != cudaMemcpyHostToDevice)) {
    on_host::fail("a copy the wrong way");
  }
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  // So little of the host's is read before this returns.
  constexpr std::size_t kReadNow = std::size_t{64} << 10;
  if (kind == cudaMemcpyHostToDevice && block_of(from) == nullptr && rows.count == 1 &&
      rows.width <= kReadNow) {
    return put(stream, [target, kept = std::vector<char>(source, source + rows.width)] {
      std::memcpy(target, kept.data(), kept.size());
    });
  }
  return put(stream, [=] { copy(target, to_pitch, source, from_pitch, rows); });
}

cudaError_t fill(void* memory, std::size_t pitch, int byte, Rows rows, cudaStream_t stream) {
  ON_DEVICE;
  if (!is_on_device(memory)) on_host::fail("fills memory that is not the device's");
  return put(stream, [=] {
    for (std::size_t row = 0; row < rows.count; ++row) {
      std::memset(static_cast<char*>(memory) + row * pitch, byte, rows.width);
    }
  });
}

}  // namespace

void have_memory(std::size_t bytes) {
  ON_DEVICE;
  device.memory = bytes;
}
void say_free(std::size_t bytes) {
  ON_DEVICE;
  device.said_free = bytes;
}
std::size_t taken() {
  ON_DEVICE;
  return device.taken;
}
std::size_t most_taken() {
  ON_DEVICE;
  return std::exchange(device.most_taken, device.taken);
}

}  // namespace played

using namespace played;

cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  return take(memory, bytes, cudaMemoryTypeDevice);
}
cudaError_t cudaMallocHost(void** memory, std::size_t bytes) {
  return take(memory, bytes, cudaMemoryTypeHost);
}
cudaError_t cudaMallocManaged(void** memory, std::size_t bytes) {
  return take(memory, bytes, cudaMemoryTypeManaged);
}
cudaError_t cudaFree(void* memory) { return give(memory); }
cudaError_t cudaFreeHost(void* memory) { return give(memory); }
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  ON_DEVICE;
  *total = device.memory;
  *free = device.said_free > 0 ? device.said_free
                               : device.memory - std::min(device.taken, device.memory);
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* memory) {
  ON_DEVICE;
  const Block* block = block_of(memory);
  *attributes = {block == nullptr ? cudaMemoryTypeUnregistered : block->type, 0};
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  ON_DEVICE;
  copy(to, 0, from, 0, {bytes}, kind, nullptr);
  return cudaStreamSynchronize(nullptr);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(to, 0, from, 0, {bytes}, kind, stream);
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                              std::size_t from_pitch, std::size_t width, std::size_t rows,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(to, to_pitch, from, from_pitch, {width, rows}, kind, stream);
}
cudaError_t cudaMemset(void* memory, int byte, std::size_t bytes) {
  return fill(memory, 0, byte, {bytes}, nullptr);
}
cudaError_t cudaMemsetAsync(void* memory, int byte, std::size_t bytes, cudaStream_t stream) {
  return fill(memory, 0, byte, {bytes}, stream);
}
cudaError_t cudaMemset2DAsync(void* memory, std::size_t pitch, int byte, std::size_t width,
                              std::size_t rows, cudaStream_t stream) {
  return fill(memory, pitch, byte, {width, rows}, stream);
}
