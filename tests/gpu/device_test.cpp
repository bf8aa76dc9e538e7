// What the device is said to be able to do, and the wrappers of the CUDA runtime.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <utility>

#include "cuda/device/owned.hpp"
#include "gpu/twins.hpp"
#include "kernels/kernel.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Plan;
using warpath::WeightType;
using warpath::cuda::CurrentDevice;
using warpath::cuda::DeviceArray;
using warpath::cuda::Event;
using warpath::cuda::PinnedArray;
using warpath::cuda::Stream;

Plan plan_of(const Way& way, WeightType weight) {
  return warpath::make_plan({.n = 1000, .weight = weight}, way.options(FloatPaths::kind),
                            this_machine());
}

const warpath::Device& first_device() { return this_machine().devices.front(); }

TEST(Device, IsDescribedPlausibly) {
  const warpath::Device& device = first_device();
  EXPECT_FALSE(device.name.empty());
  EXPECT_EQ(this_machine().cuda, "");
  EXPECT_GT(device.memory_total, std::size_t{1} << 30);
  EXPECT_LE(device.memory_free, device.memory_total);
  EXPECT_GE(device.compute_major, 7);
  EXPECT_GT(device.multiprocessors, 0);
}

// Nothing is slower than a tenth of what data-centre devices do, nor faster than ten of them.
TEST(Device, IsMeasuredPlausibly) {
  const bool large = first_device().multiprocessors > 100;
  const Way way = each_kernel<FloatPaths>(1).front();
  const warpath::Kernel& kernel = warpath::kernel_of(*warpath::find_kernel(way.kernel));
  for (const WeightType weight : {WeightType::float32, WeightType::int32}) {
    const double tasks = kernel.peak(plan_of(way, weight));
    EXPECT_GT(tasks, large ? 1e12 : 1e10) << to_string(weight);
    EXPECT_LT(tasks, 1e15) << to_string(weight);
  }
  const double bytes = kernel.copy_rate(plan_of(way, WeightType::float32));
  EXPECT_GT(bytes, large ? 1e12 : 1e10);
  EXPECT_LT(bytes, 1e14);
}

// --- the wrappers --------------------------------------------------------------------------------

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

TEST(Wrappers, DeviceArraysGiveTheirMemoryBackOnce) {
  constexpr std::size_t bytes = std::size_t{256} << 20;
  const std::size_t before = free_bytes();
  {
    DeviceArray<char> first(bytes);
    EXPECT_NE(first.get(), nullptr);
    EXPECT_LE(free_bytes() + bytes, before);
    char* where = first.get();
    DeviceArray<char> second(std::move(first));
    EXPECT_EQ(second.get(), where);
    EXPECT_EQ(first.get(), nullptr);  // NOLINT: moved from, and empty
    DeviceArray<char> third;
    third = std::move(second);
    EXPECT_EQ(third.get(), where);
  }
  // Tools that watch keep memory of their own.
  EXPECT_GE(free_bytes() + (std::size_t{64} << 20), before);
  EXPECT_EQ(DeviceArray<int>(0).get(), nullptr);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

TEST(Wrappers, StreamsKeepTheOrderOfTheirWork) {
  constexpr std::size_t count = 1 << 20;
  const PinnedArray<int> there(count);
  const PinnedArray<int> back(count);
  std::iota(there.get(), there.get() + count, 7);
  std::memset(back.get(), 0, count * sizeof(int));
  const DeviceArray<int> a(count);
  const DeviceArray<int> b(count);
  const Stream stream;
  const std::size_t bytes = count * sizeof(int);
  CUDA_CHECK(cudaMemcpyAsync(a.get(), there.get(), bytes, cudaMemcpyHostToDevice, stream));
  CUDA_CHECK(cudaMemcpyAsync(b.get(), a.get(), bytes, cudaMemcpyDeviceToDevice, stream));
  CUDA_CHECK(cudaMemcpyAsync(back.get(), b.get(), bytes, cudaMemcpyDeviceToHost, stream));
  stream.wait();
  EXPECT_EQ(std::memcmp(there.get(), back.get(), bytes), 0);
}

TEST(Wrappers, EventsMeasureWhatLiesBetweenThem) {
  const DeviceArray<char> array(std::size_t{256} << 20);
  const Stream stream;
  Event start;
  Event end;
  start.record(stream);
  CUDA_CHECK(cudaMemsetAsync(array.get(), 1, std::size_t{256} << 20, stream));
  end.record(stream);
  end.wait();
  EXPECT_GT(end.seconds_since(start), 1e-6);
  EXPECT_LT(end.seconds_since(start), 10);
}

TEST(Wrappers, TheCurrentDeviceIsTheSameAfterAScope) {
  int before = -1;
  int after = -1;
  CUDA_CHECK(cudaGetDevice(&before));
  { const CurrentDevice scope(0); }
  CUDA_CHECK(cudaGetDevice(&after));
  EXPECT_EQ(before, after);
}

// In a suite of their own, because tools that watch the runtime count every failed call.
TEST(WrapperErrors, CarryTheCallAndItsPlace) {
  std::string text = "no error";
  const int line = __LINE__ + 1;
  EXPECT_EQ(code_of([] { CUDA_CHECK(cudaSetDevice(12345)); }, &text),
            ErrorCode::device_unavailable);
  for (const std::string& word :
       {std::string("cudaSetDevice(12345)"), std::string("invalid device"),
        "device_test.cpp:" + std::to_string(line)}) {
    EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks " << word;
  }
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess) << "left behind for unrelated calls";
}

TEST(WrapperErrors, SayThatMemoryIsShort) {
  std::string text = "no error";
  EXPECT_EQ(code_of([] { DeviceArray<char>(std::size_t{1} << 50); }, &text),
            ErrorCode::does_not_fit);
  EXPECT_NE(text.find("cudaMalloc of 1.0 PiB"), std::string::npos) << text;
  EXPECT_NE(text.find("owned.hpp:"), std::string::npos) << text;
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
}

}  // namespace
}  // namespace support
