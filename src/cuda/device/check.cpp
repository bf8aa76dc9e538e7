#include "cuda/device/check.hpp"

#include <fmt/format.h>

#include "warpath/error.hpp"

namespace warpath::cuda {
namespace {

ErrorCode code_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation: return ErrorCode::does_not_fit;
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorInvalidPitchValue:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorLaunchFailure: return ErrorCode::internal;
    case cudaErrorNoKernelImageForDevice: return ErrorCode::unsupported;
    default: return ErrorCode::device_unavailable;
  }
}

const char* remedy(ErrorCode code) {
  switch (code) {
    case ErrorCode::does_not_fit: return "free memory of the device or the host, or use the cpu";
    case ErrorCode::unsupported: return "build with -DCMAKE_CUDA_ARCHITECTURES for this device";
    case ErrorCode::internal: return "please report this; the cpu can do the same";
    default: return "look at nvidia-smi; the cpu can do the same";
  }
}

}  // namespace

void fail(cudaError_t status, const char* call, const char* file, int line) {
  // The runtime keeps its last error until it is read: leave none for later, unrelated calls.
  (void)cudaGetLastError();
  const ErrorCode code = code_of(status);
  throw Error(code,
              fmt::format("CUDA: {} ({}) in {} at {}:{}", cudaGetErrorString(status),
                          cudaGetErrorName(status), call, file, line),
              remedy(code));
}

}  // namespace warpath::cuda
