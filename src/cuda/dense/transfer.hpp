// The way of a matrix between host and device.
#pragma once

#include <array>
#include <optional>

#include "base/crew.hpp"
#include "cuda/device/owned.hpp"
#include "warpath/types.hpp"

namespace warpath::cuda::dense {

// Rows of bytes.
struct Rows {
  void* data;
  std::size_t pitch;  // from one to the next

  char* row(Index i) const {
    return static_cast<char*>(data) + static_cast<std::size_t>(i) * pitch;
  }
};

// Rows of a matrix in host memory, and of its copy on the device. Pinned host memory is copied at
// once; other large matrices pass through two pinned buffers, which threads fill or empty while the
// engine copies the other.
class Transfer {
 public:
  Transfer(Rows host, Rows device, std::size_t row_bytes, Index rows);

  // Rows [begin, end), in the stream's order; up() and down() of the same rows never run at a time.
  // What passes through buffers is in host memory, or has left it, when wait() returns.
  void up(Index begin, Index end, cudaStream_t stream) { move(begin, end, stream, true); }
  void down(Index begin, Index end, cudaStream_t stream) { move(begin, end, stream, false); }
  void wait(cudaStream_t stream);

 private:
  struct Buffer {
    explicit Buffer(std::size_t bytes) : cells(bytes) {}
    PinnedArray<char> cells;
    Event copied;
    Index begin = 0, end = 0;  // rows on their way down
    bool busy = false;
  };

  void move(Index begin, Index end, cudaStream_t stream, bool up);
  void copy(Rows host, Index begin, Index end, cudaStream_t stream, bool up) const;
  void between(Buffer& buffer, Index begin, Index end, bool up);
  void empty(Buffer& buffer);

  const Rows host_;
  const Rows device_;
  const std::size_t row_bytes_;
  Index rows_per_buffer_ = 0;  // 0: no buffers
  std::array<std::optional<Buffer>, 2> buffers_;
  std::optional<Crew> crew_;
  std::size_t turn_ = 0;
};

}  // namespace warpath::cuda::dense
