#include "gpu/failing_calls.hpp"

#include <cuda_runtime_api.h>

#include <atomic>
#include <utility>

#include "cuda/sparse/panel_steps.hpp"
#include "gpu/played_device.hpp"

namespace failing {
namespace {

enum class Kind { takes_memory, takes, gives, waits, launches, other };

constexpr long kNever = -1;
bool played_instead = false;
bool lost = false;  // the device that is played has had a fault
std::atomic<long> until_failure{kNever};
std::atomic<long> until_fault{kNever};
std::atomic<long> taken{0};
std::string failed;
thread_local cudaError_t last = cudaSuccess;  // of those that the runtime knows nothing of

bool comes(std::atomic<long>& until) { return until >= 0 && until-- == 0; }

cudaError_t error_of(Kind kind) {
  if (kind == Kind::takes_memory) return cudaErrorMemoryAllocation;
  return kind == Kind::launches ? cudaErrorLaunchOutOfResources : cudaErrorUnknown;
}

void launch_a_fault(cudaStream_t stream) {
  lost = played_instead;
  if (played_instead) return;
  warpath::cuda::sparse::Sweep<float> nowhere;
  nowhere.tiles = reinterpret_cast<warpath::cuda::sparse::Tile*>(0x1000);
  warpath::cuda::sparse::copy_own_parts<float>(nowhere, nullptr, nullptr, nullptr, false, 1,
                                               stream);
}

template <class Call>
cudaError_t pass(Kind kind, const char* name, const Call& call) {
  if (lost) {
    if (kind == Kind::gives) call();
    return last = cudaErrorIllegalAddress;
  }
  const bool fails = comes(until_failure);
  cudaError_t status = cudaSuccess;
  if (!fails || kind == Kind::gives || kind == Kind::waits) status = call();
  if (played_instead && status != cudaSuccess && status != cudaErrorNotReady) last = status;
  const bool done = status == cudaSuccess;
  if (!fails) taken += done && (kind == Kind::takes_memory || kind == Kind::takes);
  taken -= done && kind == Kind::gives;
  if (!fails) return status;
  failed = name;
  return last = error_of(kind);
}

}  // namespace

void play_a_device() { played_instead = true; }
bool is_played() { return played_instead; }

void arm(long index) {
  failed.clear();
  until_failure = index;
}
std::string disarm() {
  until_failure = kNever;
  return failed;
}
void fault(long index) { until_fault = index; }
long live() { return taken; }

}  // namespace failing

using namespace failing;

// The build reads the names from these lines, and has the linker send all calls here.
#define WRAP(kind, name, parameters, arguments, instead)                                     \
  extern "C" cudaError_t __real_##name parameters;                                           \
  extern "C" cudaError_t __wrap_##name parameters {                                          \
    return pass(Kind::kind, #name,                                                           \
                [&] { return played_instead ? played::instead : __real_##name arguments; }); \
  }

// clang-format off
WRAP(other, cudaGetDeviceCount, (int* count), (count), answer(count, 1))
WRAP(other, cudaDriverGetVersion, (int* version), (version), answer(version, 13000))
WRAP(other, cudaGetDevice, (int* device), (device), answer(device, 0))
WRAP(other, cudaSetDevice, (int device), (device), set_device(device))
WRAP(other, cudaGetDeviceProperties, (cudaDeviceProp* all, int device), (all, device),
     properties(all))
WRAP(other, cudaMemGetInfo, (size_t* free, size_t* total), (free, total), memory(free, total))
WRAP(other, cudaDeviceGetAttribute, (int* value, cudaDeviceAttr which, int device),
     (value, which, device), device_attribute(value, which))
WRAP(other, cudaPointerGetAttributes, (cudaPointerAttributes* all, const void* pointer),
     (all, pointer), pointer_attributes(all, pointer))
WRAP(other, cudaFuncGetAttributes, (cudaFuncAttributes* all, const void* kernel), (all, kernel),
     function_attributes(all))
WRAP(other, cudaFuncSetAttribute, (const void* kernel, cudaFuncAttribute which, int value),
     (kernel, which, value), set_device(0))
WRAP(other, cudaOccupancyMaxActiveBlocksPerMultiprocessor,
     (int* blocks, const void* kernel, int threads, size_t shared),
     (blocks, kernel, threads, shared), answer(blocks, 1))

WRAP(takes_memory, cudaMalloc, (void** memory, size_t bytes), (memory, bytes),
     malloc(memory, bytes))
WRAP(takes_memory, cudaMallocHost, (void** memory, size_t bytes), (memory, bytes),
     take(memory, bytes))
WRAP(gives, cudaFree, (void* memory), (memory), free(memory))
WRAP(gives, cudaFreeHost, (void* memory), (memory), give(memory))

WRAP(other, cudaMemcpy, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind),
     (to, from, bytes, kind), copy(to, 0, from, 0, bytes, 1))
WRAP(other, cudaMemcpyAsync,
     (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
     (to, from, bytes, kind, stream), copy(to, 0, from, 0, bytes, 1))
WRAP(other, cudaMemcpy2D,
     (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t rows,
      cudaMemcpyKind kind),
     (to, to_pitch, from, from_pitch, width, rows, kind),
     copy(to, to_pitch, from, from_pitch, width, rows))
WRAP(other, cudaMemcpy2DAsync,
     (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t rows,
      cudaMemcpyKind kind, cudaStream_t stream),
     (to, to_pitch, from, from_pitch, width, rows, kind, stream),
     copy(to, to_pitch, from, from_pitch, width, rows))
WRAP(other, cudaMemset, (void* memory, int byte, size_t bytes), (memory, byte, bytes),
     fill(memory, byte, bytes))
WRAP(other, cudaMemsetAsync, (void* memory, int byte, size_t bytes, cudaStream_t stream),
     (memory, byte, bytes, stream), fill(memory, byte, bytes))

WRAP(takes, cudaStreamCreateWithFlags, (cudaStream_t* stream, unsigned flags), (stream, flags),
     take(stream))
WRAP(takes, cudaStreamCreateWithPriority, (cudaStream_t* stream, unsigned flags, int priority),
     (stream, flags, priority), take(stream))
WRAP(gives, cudaStreamDestroy, (cudaStream_t stream), (stream), give(stream))
WRAP(waits, cudaStreamSynchronize, (cudaStream_t stream), (stream), set_device(0))
WRAP(other, cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags),
     (stream, event, flags), set_device(0))
WRAP(takes, cudaEventCreate, (cudaEvent_t* event), (event), take(event))
WRAP(gives, cudaEventDestroy, (cudaEvent_t event), (event), give(event))
WRAP(other, cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream),
     set_device(0))
WRAP(waits, cudaEventSynchronize, (cudaEvent_t event), (event), set_device(0))
WRAP(other, cudaEventQuery, (cudaEvent_t event), (event), query())
WRAP(other, cudaEventElapsedTime, (float* milliseconds, cudaEvent_t start, cudaEvent_t end),
     (milliseconds, start, end), answer(milliseconds, 1.0F))
WRAP(waits, cudaDeviceSynchronize, (), (), set_device(0))
// clang-format on

// <<<...>>> is one of these, by the version of nvcc; the other one may not be there.
template <class Launch, class Kernel>
static cudaError_t launch(Launch real, Kernel kernel, dim3 grid, dim3 block, void** arguments,
                          size_t shared, cudaStream_t stream) {
  if (comes(until_fault)) launch_a_fault(stream);
  return pass(Kind::launches, "launch of", [&] {
    return played_instead ? cudaSuccess : real(kernel, grid, block, arguments, shared, stream);
  });
}
#define WRAP_LAUNCH(name, Kernel)                                                              \
  extern "C" cudaError_t __real_##name(Kernel, dim3, dim3, void**, size_t, cudaStream_t)       \
      __attribute__((weak));                                                                   \
  extern "C" cudaError_t __wrap_##name(Kernel kernel, dim3 grid, dim3 block, void** arguments, \
                                       size_t shared, cudaStream_t stream) {                   \
    return launch(__real_##name, kernel, grid, block, arguments, shared, stream);              \
  }
WRAP_LAUNCH(cudaLaunchKernel, const void*)
WRAP_LAUNCH(__cudaLaunchKernel, cudaKernel_t)

// The runtime's own last error, unless there is one of ours.
static cudaError_t last_error(bool keep, cudaError_t real) {
  const cudaError_t ours = keep || lost ? last : std::exchange(last, cudaSuccess);
  return ours != cudaSuccess ? ours : real;
}
#define WRAP_LAST(name, keep)                                                \
  extern "C" cudaError_t __real_##name();                                    \
  extern "C" cudaError_t __wrap_##name() {                                   \
    return last_error(keep, played_instead ? cudaSuccess : __real_##name()); \
  }
WRAP_LAST(cudaGetLastError, false)
WRAP_LAST(cudaPeekAtLastError, true)
