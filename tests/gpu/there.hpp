// Matrices in a device's memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstring>
#include <vector>

#include "cuda/device/owned.hpp"
#include "support/ways.hpp"
#include "warpath/matrix.hpp"

namespace support {

using warpath::MatrixView;
using warpath::cuda::DeviceArray;

// A square matrix on the device, `skip` cells behind the start of its memory, with other bytes around it.
template <class T>
class There {
 public:
  There(const Cells<T>& cells, std::size_t n, std::size_t skip, std::size_t gap)
      : n_(n), ld_(n + gap), skip_(skip), all_(skip + n * ld_), memory_(all_) {
    CUDA_CHECK(cudaMemset(memory_.get(), 0x5a, all_ * sizeof(T)));
    CUDA_CHECK(cudaMemcpy2D(memory_.get() + skip_, ld_ * sizeof(T), cells.data(), n * sizeof(T),
                            n * sizeof(T), n, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaDeviceSynchronize());  // other streams do not wait for the default one
  }

  MatrixView<T> view() const {
    const auto n = static_cast<Index>(n_);
    return {memory_.get() + skip_, n, n, static_cast<Index>(ld_)};
  }
  MatrixView<T> column_major() const {
    const auto n = static_cast<Index>(n_);
    return {memory_.get() + skip_, n, n, 1, static_cast<Index>(ld_)};
  }

  // The cells now; counts what was changed beside them.
  Cells<T> cells(std::size_t& beside) const {
    std::vector<T> all(all_);
    CUDA_CHECK(cudaMemcpy(all.data(), memory_.get(), all_ * sizeof(T), cudaMemcpyDeviceToHost));
    Cells<T> inside;
    T poison;
    std::memset(&poison, 0x5a, sizeof poison);
    beside = 0;
    for (std::size_t at = 0; at < all_; ++at) {
      const bool in = at >= skip_ && (at - skip_) % ld_ < n_;
      if (in) inside.push_back(all[at]);
      if (!in) beside += !same_bits(all[at], poison);
    }
    return inside;
  }

 private:
  std::size_t n_, ld_, skip_, all_;
  DeviceArray<T> memory_;
};

}  // namespace support
