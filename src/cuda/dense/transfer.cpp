#include "cuda/dense/transfer.hpp"

#include <algorithm>
#include <cstring>

#include "kernels/host.hpp"
#include "warpath/machine.hpp"

namespace warpath::cuda::dense {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{16} << 20;
constexpr std::size_t kWorthBuffers = 4 * kBufferBytes;  // to pin memory takes time
constexpr int kMostThreads = 8;                          // more do not copy faster

bool is_pinned(const void* pointer) {
  cudaPointerAttributes attributes{};
  if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
    (void)cudaGetLastError();
    return false;
  }
  return attributes.type == cudaMemoryTypeHost || attributes.type == cudaMemoryTypeManaged;
}

}  // namespace

Transfer::Transfer(void* host, std::size_t host_pitch, void* device, std::size_t device_pitch,
                   std::size_t row_bytes, Index rows)
    : host_(static_cast<char*>(host)),
      host_pitch_(host_pitch),
      device_(static_cast<char*>(device)),
      device_pitch_(device_pitch),
      row_bytes_(row_bytes) {
  if (row_bytes * static_cast<std::size_t>(rows) < kWorthBuffers || is_pinned(host)) return;
  rows_per_buffer_ = std::max<Index>(1, static_cast<Index>(kBufferBytes / row_bytes));
  for (auto& buffer : buffers_)
    buffer.emplace(static_cast<std::size_t>(rows_per_buffer_) * row_bytes);
  crew_.emplace(std::min(host_machine().cores, kMostThreads));
}

void Transfer::copy(void* host, std::size_t host_pitch, Index begin, Index end, cudaStream_t stream,
                    bool up) {
  char* device = device_ + static_cast<std::size_t>(begin) * device_pitch_;
  const auto rows = static_cast<std::size_t>(end - begin);
  if (up) {
    CUDA_CHECK(cudaMemcpy2DAsync(device, device_pitch_, host, host_pitch, row_bytes_, rows,
                                 cudaMemcpyHostToDevice, stream));
  } else {
    CUDA_CHECK(cudaMemcpy2DAsync(host, host_pitch, device, device_pitch_, row_bytes_, rows,
                                 cudaMemcpyDeviceToHost, stream));
  }
}

// Between the caller's rows and a buffer.
void Transfer::between(Buffer& buffer, Index begin, Index end, bool up) {
  constexpr Index kRowsAtOnce = 16;
  crew_->run((end - begin + kRowsAtOnce - 1) / kRowsAtOnce,
             [&](Index piece) {
               const Index last = std::min(end, begin + (piece + 1) * kRowsAtOnce);
               for (Index i = begin + piece * kRowsAtOnce; i < last; ++i) {
                 char* row = host_ + static_cast<std::size_t>(i) * host_pitch_;
                 char* copy = buffer.cells.get() + static_cast<std::size_t>(i - begin) * row_bytes_;
                 std::memcpy(up ? copy : row, up ? row : copy, row_bytes_);
               }
             },
             [] { return false; });
}

// Waits for the buffer's copy, and brings home what it holds.
void Transfer::empty(Buffer& buffer) {
  if (!buffer.busy) return;
  buffer.copied.wait();
  if (buffer.end > buffer.begin) between(buffer, buffer.begin, buffer.end, false);
  buffer.begin = buffer.end = 0;
  buffer.busy = false;
}

void Transfer::move(Index begin, Index end, cudaStream_t stream, bool up) {
  if (rows_per_buffer_ == 0) {
    if (end > begin) {
      copy(host_ + static_cast<std::size_t>(begin) * host_pitch_, host_pitch_, begin, end, stream,
           up);
    }
    return;
  }
  for (; begin < end; begin += rows_per_buffer_) {
    const Index last = std::min(end, begin + rows_per_buffer_);
    Buffer& buffer = *buffers_[static_cast<std::size_t>(turn_)];
    turn_ ^= 1;
    empty(buffer);
    if (up) between(buffer, begin, last, true);
    copy(buffer.cells.get(), row_bytes_, begin, last, stream, up);
    buffer.copied.record(stream);
    buffer.busy = true;
    if (!up) {
      buffer.begin = begin;
      buffer.end = last;
    }
  }
}

void Transfer::wait(cudaStream_t stream) {
  for (int i = 0; i < 2; ++i) {  // the older one first
    auto& buffer = buffers_[static_cast<std::size_t>(turn_)];
    if (buffer) empty(*buffer);
    turn_ ^= 1;
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

}  // namespace warpath::cuda::dense
