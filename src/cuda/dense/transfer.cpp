#include "cuda/dense/transfer.hpp"

#include <algorithm>
#include <cstring>

#include "cuda/dense/plan.hpp"
#include "kernels/host.hpp"
#include "warpath/machine.hpp"

namespace warpath::cuda::dense {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{16} << 20;
constexpr std::size_t kWorthBuffers = 4 * kBufferBytes;  // to pin memory takes time
constexpr int kMostThreads = 8;                          // more do not copy faster

bool is_pinned(const void* pointer) {
  const cudaPointerAttributes attributes = attributes_of(pointer);
  return attributes.type == cudaMemoryTypeHost || attributes.type == cudaMemoryTypeManaged;
}

}  // namespace

Transfer::Transfer(Rows host, Rows device, std::size_t row_bytes, Index rows)
    : host_(host), device_(device), row_bytes_(row_bytes) {
  if (row_bytes * static_cast<std::size_t>(rows) < kWorthBuffers || is_pinned(host.data)) return;
  rows_per_buffer_ = std::max<Index>(1, static_cast<Index>(kBufferBytes / row_bytes));
  for (auto& buffer : buffers_) {
    buffer.emplace(static_cast<std::size_t>(rows_per_buffer_) * row_bytes);
  }
  crew_.emplace(std::min(host_machine().cores, kMostThreads));
}

// `host` begins with row `begin`.
void Transfer::copy(Rows host, Index begin, Index end, cudaStream_t stream, bool up) const {
  const Rows device{device_.row(begin), device_.pitch};
  const Rows& to = up ? device : host;
  const Rows& from = up ? host : device;
  CUDA_CHECK(cudaMemcpy2DAsync(to.data, to.pitch, from.data, from.pitch, row_bytes_,
                               static_cast<std::size_t>(end - begin),
                               up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost, stream));
}

// Between the caller's rows and a buffer.
void Transfer::between(Buffer& buffer, Index begin, Index end, bool up) {
  const auto copy_row = [&](Index i) {
    char* row = host_.row(begin + i);
    char* copy = buffer.cells.get() + static_cast<std::size_t>(i) * row_bytes_;
    std::memcpy(up ? copy : row, up ? row : copy, row_bytes_);
  };
  crew_->run(end - begin, copy_row);
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
  if (rows_per_buffer_ == 0 && begin < end) {
    copy({host_.row(begin), host_.pitch}, begin, end, stream, up);
    return;
  }
  for (; begin < end; begin += rows_per_buffer_) {
    const Index last = std::min(end, begin + rows_per_buffer_);
    Buffer& buffer = *buffers_[turn_];
    turn_ ^= 1;
    empty(buffer);
    if (up) between(buffer, begin, last, true);
    copy({buffer.cells.get(), row_bytes_}, begin, last, stream, up);
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
    if (buffers_[turn_]) empty(*buffers_[turn_]);
    turn_ ^= 1;
  }
  CUDA_CHECK(cudaStreamSynchronize(stream));
}

void copy_rows(const DeviceMatrix& matrix, int device, Index first, Index count, void* host,
               Index ld, CopyWay way) {
  const CurrentDevice current(device);
  const auto stream = static_cast<cudaStream_t>(matrix.stream);
  const auto bytes = [&](Index cells) {
    return static_cast<std::size_t>(cells * size_of(matrix.weight));
  };
  const Rows there{static_cast<char*>(matrix.data) + bytes(first * matrix.ld), bytes(matrix.ld)};
  Transfer transfer({host, bytes(ld)}, there, bytes(matrix.n), count);
  const WorkOfScope work(stream);  // it needs the host's memory and the buffers
  way == CopyWay::to_host ? transfer.down(0, count, stream) : transfer.up(0, count, stream);
  transfer.wait(stream);
}

}  // namespace warpath::cuda::dense
