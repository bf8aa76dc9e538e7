// Many things in one piece of device memory: to take a piece, and to give it back, takes as long as filling it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

#include "cuda/device/owned.hpp"

namespace warpath::cuda {

class DeviceParts {
 public:
  // Each begins at a multiple of so many bytes.
  static constexpr std::size_t kAlignment = 256;

  // From take() on `part` points to room for so many. It must stay where it is until then.
  template <class T>
  void want(T*& part, std::size_t count) {
    const std::size_t begin = bytes_;
    bytes_ += (count * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
    settle_.push_back([&part, begin](char* memory, cudaStream_t) {
      part = reinterpret_cast<T*>(memory + begin);
    });
  }

  // And to a copy of `from`, which must stay until the stream of take() has been waited for.
  template <class T>
  void bring(T*& part, std::span<const std::type_identity_t<T>> from) {
    want(part, from.size());
    settle_.push_back([&part, from](char*, cudaStream_t stream) {
      to_device(const_cast<std::remove_const_t<T>*>(part), from.data(), from.size(), stream);
    });
  }

  // Once.
  void take(cudaStream_t stream) {
    memory_ = DeviceArray<char>(bytes_);
    for (const auto& settle : settle_) settle(memory_.get(), stream);
    settle_.clear();
  }

 private:
  std::size_t bytes_ = 0;
  std::vector<std::function<void(char*, cudaStream_t)>> settle_;
  DeviceArray<char> memory_;
};

}  // namespace warpath::cuda
