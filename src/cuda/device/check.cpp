#include "cuda/device/check.hpp"

#include <fmt/format.h>

#include "base/messages.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda {
namespace {

// Of a kernel.
bool is_fault(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorLaunchFailure: return true;
    default: return false;
  }
}

ErrorCode code_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation: return ErrorCode::does_not_fit;
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorInvalidPitchValue:
    case cudaErrorLaunchOutOfResources: return ErrorCode::internal;
    case cudaErrorNoKernelImageForDevice: return ErrorCode::unsupported;
    default: return is_fault(status) ? ErrorCode::internal : ErrorCode::device_unavailable;
  }
}

const char* remedy(ErrorCode code, bool lasting) {
  if (lasting) {
    return code == ErrorCode::internal
               ? "please report this; the device works again in a new process, and the cpu in this "
                 "one"
               : "look at nvidia-smi; the device works again in a new process, and the cpu in this "
                 "one";
  }
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
              remedy(code, is_lasting(status)));
}

std::string with_bytes(const char* call, std::size_t bytes) {
  return fmt::format("{} of {}", call, format_bytes(bytes));
}

bool is_lasting(cudaError_t status) {
  switch (status) {
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorExternalDevice:
    case cudaErrorMpsClientTerminated: return true;
    default: return is_fault(status);
  }
}

}  // namespace warpath::cuda
