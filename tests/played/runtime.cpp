// The runtime of the device that is played. What is put into a stream is done as late as it may be, when it is waited for; of
// some streams, at once: so that what depends on work that it does not wait for shows. Memory is that of the host, full of
// garbage.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "cuda/device/launch.cuh"
#include "played/device.hpp"
#include "played/threads_of_a_block.hpp"

namespace played {
namespace {

// Streams are used by several threads; one at a time gets here, and kernels run for it.
std::recursive_mutex& the_device() {
  static std::recursive_mutex mutex;
  return mutex;
}
#define ON_DEVICE const std::scoped_lock alone(the_device())

struct Queue {
  std::deque<std::function<void()>> work;
  long put = 0;
  long done = 0;
  bool at_once = false;

  void run_until(long end) {
    while (done < end) {
      const std::function<void()> next = std::move(work.front());
      work.pop_front();
      ++done;  // before it is: it may wait for others, which wait for what was before
      next();
    }
  }
};

// Which streams are at once: different ones from solve to solve.
std::shared_ptr<Queue> new_queue() {
  static std::minstd_rand random(1);
  auto queue = std::make_shared<Queue>();
  queue->at_once = random() / 2 % 2 == 0;
  return queue;
}

struct Block {
  std::size_t bytes;
  cudaMemoryType type;
};

struct {
  std::size_t memory = kMemory;
  std::size_t said_free = 0;
  std::size_t taken = 0;
  std::size_t most_taken = 0;
  long launches = 0;
  std::map<const char*, Block> blocks;      // of memory
  std::map<const void*, int> shared_bytes;  // that kernels may have
  std::vector<std::weak_ptr<Queue>> queues;
} device;

}  // namespace
}  // namespace played

struct PlayedStream {
  std::shared_ptr<played::Queue> queue = played::new_queue();
};
struct PlayedEvent {
  std::shared_ptr<played::Queue> queue = nullptr;
  long until = 0;
};

namespace played {
namespace {

const std::shared_ptr<Queue>& queue_of(cudaStream_t stream) {
  static const PlayedStream none;
  return (stream == nullptr ? none : *stream).queue;
}

cudaError_t put(cudaStream_t stream, std::function<void()> work) {
  Queue& queue = *queue_of(stream);
  queue.work.push_back(std::move(work));
  ++queue.put;
  if (queue.at_once) queue.run_until(queue.put);
  return cudaSuccess;
}

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

cudaError_t wait_for(Queue& queue) {
  queue.run_until(queue.put);
  return cudaSuccess;
}

template <class T>
cudaError_t answer(T* place, T value) {
  *place = value;
  return cudaSuccess;
}

constexpr int kMultiprocessors = 4;

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
void do_on_host(cudaStream_t stream, std::function<void()> work) {
  ON_DEVICE;
  put(stream, std::move(work));
}
long launches() {
  ON_DEVICE;
  return device.launches;
}

}  // namespace played

using namespace played;

// Every other time the last block comes first, and so do threads.
void on_host::launch(const void* kernel, dim3 grid, unsigned threads, std::size_t shared_bytes,
                     cudaStream_t stream, std::function<void()> thread) {
  ON_DEVICE;
  constexpr int kSharedUnasked = 48 << 10;
  const auto asked = device.shared_bytes.find(kernel);
  const int most =
      asked == device.shared_bytes.end() ? kSharedUnasked : std::max(asked->second, kSharedUnasked);
  if (shared_bytes > static_cast<std::size_t>(most)) fail("more shared memory than was asked for");
  if (grid.x == 0 || grid.y == 0 || grid.y > 65535) fail("such a grid");
  const bool backwards = device.launches++ % 2 == 1;
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
cudaError_t cudaDeviceSynchronize() {
  ON_DEVICE;
  for (const auto& weak : device.queues) {
    if (const auto queue = weak.lock()) wait_for(*queue);
  }
  return wait_for(*queue_of(nullptr));
}

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
  return wait_for(*queue_of(nullptr));
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

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  ON_DEVICE;
  *stream = new PlayedStream;
  std::erase_if(device.queues, [](const auto& queue) { return queue.expired(); });
  device.queues.push_back((*stream)->queue);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  ON_DEVICE;
  wait_for(*stream->queue);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  ON_DEVICE;
  return wait_for(*queue_of(stream));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event) {
  ON_DEVICE;
  if (event->queue == nullptr) return cudaSuccess;  // it was never recorded
  return put(stream, [queue = event->queue, until = event->until] { queue->run_until(until); });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new PlayedEvent;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  ON_DEVICE;
  event->queue = queue_of(stream);
  event->until = event->queue->put;
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  ON_DEVICE;
  if (event->queue != nullptr) event->queue->run_until(event->until);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  ON_DEVICE;
  const bool come = event->queue == nullptr || event->queue->done >= event->until;
  if (!come) event->queue->run_until(event->queue->done + 1);
  return come ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  return answer(milliseconds, 1.0F);
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute, int value) {
  ON_DEVICE;
  if (value < 0 || static_cast<std::size_t>(value) > on_host::kSharedBytes) {
    return cudaErrorInvalidValue;
  }
  device.shared_bytes[kernel] = value;
  return cudaSuccess;
}
