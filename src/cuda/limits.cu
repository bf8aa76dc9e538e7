#include "cuda/device/owned.hpp"
#include "cuda/limits.hpp"
#include "warpath/plan.hpp"

namespace warpath::cuda {
namespace {

constexpr int kSide = 8;    // cells of a thread, down and across
constexpr int kDepth = 32;  // pivots in shared memory
constexpr int kBlocks = 2;  // per multiprocessor, so that latencies are hidden
constexpr int kRounds = 512;

// A min-plus product of what is in shared memory, over and over.
template <class T>
__global__ void __launch_bounds__(kThreads, kBlocks) spin(T* out, T seed) {
  __shared__ alignas(16) T a[kDepth][16 * kSide];
  __shared__ alignas(16) T b[kDepth][16 * kSide];
  for (int c = threadIdx.x; c < kDepth * 16 * kSide; c += kThreads) {
    a[0][c] = static_cast<T>(c * 7 % 1021) + seed;
    b[0][c] = static_cast<T>(c * 13 % 1019) + seed;
  }
  __syncthreads();  // both factors are there
  const int ti = threadIdx.x / 16 * 4;
  const int tj = threadIdx.x % 16 * 4;
  T c[kSide][kSide];
  for (int p = 0; p < kSide; ++p) {
    for (int q = 0; q < kSide; ++q) c[p][q] = static_cast<T>(1 << 30);
  }
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll 16
    for (int k = 0; k < kDepth; ++k) {
      T x[kSide];
      T y[kSide];
#pragma unroll
      for (int p = 0; p < kSide; ++p) {
        // In two groups of four: loads of 16 bytes by neighbours must touch all banks.
        x[p] = a[k][p / 4 * 64 + ti + p % 4];
        y[p] = b[k][p / 4 * 64 + tj + p % 4];
      }
#pragma unroll
      for (int p = 0; p < kSide; ++p) {
#pragma unroll
        for (int q = 0; q < kSide; ++q) c[p][q] = min(c[p][q], x[p] + y[q]);
      }
    }
  }
  T sum{};
  for (int p = 0; p < kSide; ++p) {
    for (int q = 0; q < kSide; ++q) sum += c[p][q];
  }
  out[blockIdx.x * kThreads + threadIdx.x] = sum;
}

template <class T>
double spin_rate(int device) {
  const int blocks = multiprocessors_of(device) * kBlocks;
  const DeviceArray<T> out(static_cast<std::size_t>(blocks) * kThreads);
  const double seconds = median_seconds([&](cudaStream_t stream) {
    spin<T><<<blocks, kThreads, 0, stream>>>(out.get(), T{1});
    CUDA_CHECK_LAUNCH(spin);
  });
  return static_cast<double>(blocks) * kThreads * kSide * kSide * kDepth * kRounds / seconds;
}

}  // namespace

double peak(const Plan& plan) {
  const CurrentDevice device(plan.device);
  return plan.problem.weight == WeightType::int32 ? spin_rate<std::int32_t>(plan.device)
                                                  : spin_rate<float>(plan.device);
}

double copy_rate(const Plan& plan) {
  const CurrentDevice device(plan.device);
  constexpr std::size_t bytes = std::size_t{512} << 20;
  const DeviceArray<char> from(bytes);
  const DeviceArray<char> to(bytes);
  CUDA_CHECK(cudaMemset(from.get(), 1, bytes));
  const double seconds = median_seconds([&](cudaStream_t stream) {
    CUDA_CHECK(cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice, stream));
  });
  return 2.0 * bytes / seconds;
}

}  // namespace warpath::cuda
