// The sparse method on CUDA: eliminated by the host, but for a large root, which the dense engine closes; swept on the device.

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <vector>

#include "base/dispatch.hpp"
#include "cpu/isa.hpp"
#include "cpu/sparse/factor.hpp"
#include "cuda/sparse/panel_steps.hpp"
#include "cuda/sparse/plan.hpp"
#include "cuda/sparse/root.hpp"
#include "cuda/sparse/sweeper.hpp"
#include "cuda/steps.hpp"
#include "kernels/host.hpp"
#include "kernels/kernel_call.hpp"
#include "kernels/sparse_call.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "sparse/rows.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Arcs;
using warpath::sparse::at;
using warpath::sparse::Factor;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Roots from this size on are closed sooner by the device, with the way there and back.
constexpr Index kRootOnDevice = 1024;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Variant variant_of(const Problem& problem) {
  Variant found;
  visit_step(problem, [&]<class S, bool kNonnegative>(StepKey<S, kNonnegative>) {
    found = variant<S, kNonnegative>();
  });
  return found;
}

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

// Host memory that a device can copy to while the host goes on, for as long as this lives. Little memory shares its pages with
// other things, and is left as it is: copies then wait.
class Registered {
 public:
  Registered(void* memory, std::size_t bytes) : memory_(bytes < kLittle ? nullptr : memory) {
    if (memory_ != nullptr) CUDA_CHECK(cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
  }
  ~Registered() {
    if (memory_ != nullptr) ignore(cudaHostUnregister(memory_));
  }
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;

 private:
  static constexpr std::size_t kLittle = std::size_t{1} << 20;
  void* memory_;
};

// Waits for the work of some streams, whatever ends a scope: memory that it uses goes after this.
class WaitAtTheEnd {
 public:
  WaitAtTheEnd(cudaStream_t first, cudaStream_t second) : first_(first), second_(second) {}
  ~WaitAtTheEnd() {
    ignore(cudaStreamSynchronize(first_));
    ignore(cudaStreamSynchronize(second_));
  }
  WaitAtTheEnd(const WaitAtTheEnd&) = delete;
  WaitAtTheEnd& operator=(const WaitAtTheEnd&) = delete;

 private:
  cudaStream_t first_;
  cudaStream_t second_;
};

template <class S>
class Engine {
 public:
  using T = typename S::Weight;

  explicit Engine(SparseCall& call)
      : call_(call),
        n_(call.plan.problem.n),
        tree_(call.plan.sparse.data().tree),
        crew_(call.plan.threads) {}

  void run() {
    start_ = std::chrono::steady_clock::now();
    eliminate();
    if (call_.measures != nullptr) {
      measures();
    } else if (call_.sink) {
      rows(call_.sources, call_.batch, call_.sink);
    } else if (call_.on_device) {
      resident();
      return;  // timed by the device
    } else {
      matrix();
    }
    call_.sweep_seconds = seconds_since(start_) - call_.factor_seconds;
  }

 private:
  void eliminate() {
    cpu::FactorJob<T> job;
    job.tiles = cpu::find_tiles<T>(S::kind, call_.plan.problem.nonnegative, cpu::best_isa());
    job.tree = &tree_;
    job.arcs = static_cast<const Arcs<T>*>(call_.arcs);
    job.look_for_cycles = S::kind == SemiringKind::shortest_path && !call_.facts.nonnegative;
    job.tolerance = call_.tolerance;
    job.least_no_path = least_no_path<S>(call_.facts);
    job.elsewhere_from = kRootOnDevice;
    job.close_elsewhere = [this](const cpu::Root<T>& root) { return close(root); };
    factor_ = cpu::factor<S>(job, crew_, call_.meter);
  }

  // A dense problem for the dense engine.
  Index close(const cpu::Root<T>& root) {
    Machine machine = host_machine();
    find_devices(machine, true);
    Problem problem = call_.plan.problem;
    problem.n = root.size;
    problem.rows = -1;
    problem.in_place = problem.resident = true;
    problem.streamed = false;
    Options options;
    options.kernel = "cuda";
    const Plan plan = make_plan(problem, options, machine);
    try {
      roots_.push_back(close_root<S>(root, plan, call_.tolerance, crew_));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::negative_cycle || error.vertices().empty()) throw;
      return error.vertices().front();
    }
    return -1;
  }

  Sweeper<T> make_sweeper(Columns columns, std::size_t leaf_bytes, cudaStream_t stream) {
    Sweeper<T> sweeper(tree_, factor_, roots_, columns, variant_of(call_.plan.problem),
                       S::no_path(), leaf_bytes, crew_, stream);
    if (S::kind == SemiringKind::shortest_path && std::integral<T> && !call_.facts.nonnegative) {
      sweeper.restore_from(least_no_path<S>(call_.facts));
    }
    roots_.clear();                                // they have been copied
    call_.factor_seconds = seconds_since(start_);  // all is where it is needed
    return sweeper;
  }

  // Room for trunks of leaves: all of them, or an eighth of what is free.
  std::size_t leaf_bytes() const {
    const std::size_t wanted = trunk_bytes(tree_, sizeof(T)).leaves;
    const std::size_t inner = trunk_bytes(tree_, sizeof(T)).inner;
    const std::size_t free = free_bytes();
    std::size_t largest = 0;
    for (const auto& node : tree_.nodes) {
      largest = std::max(largest, at(node.width) * at(trunk_stride(node, sizeof(T))) * sizeof(T));
    }
    // Some columns always fit, so that the next begin at a multiple of 16 bytes.
    return std::max(std::min(wanted, 16 * largest),
                    std::min(wanted, free > inner ? (free - inner) / 8 : 0));
  }

  void did(Index columns) {
    call_.meter.add(call_.plan.sparse.facts().sweep_tasks * static_cast<double>(columns));
    call_.meter.check();
  }

  // All columns at once, in memory that the caller has there.
  void resident() {
    cudaPointerAttributes attributes{};
    CUDA_CHECK(cudaPointerGetAttributes(&attributes, call_.matrix));
    if (n_ > 0 && attributes.type != cudaMemoryTypeDevice &&
        attributes.type != cudaMemoryTypeManaged) {
      throw Error(ErrorCode::usage, "a matrix for distances that is not in a device's memory",
                  "use solve(), which answers in host memory");
    }
    const auto stream = static_cast<cudaStream_t>(call_.stream);
    Sweeper<T> sweeper = make_sweeper(Columns::targets, leaf_bytes(), stream);
    std::vector<Vertex> columns(at(n_));
    std::iota(columns.begin(), columns.end(), 0);
    Event start;
    Event end;
    start.record(stream);
    for (Index first = 0; first < n_;) {
      const std::span<const Vertex> rest(columns.data() + first, at(n_ - first));
      const Index count = whole_tiles(sweeper.fitting(rest), n_ - first);
      sweeper.start(rest.first(at(count)), static_cast<T*>(call_.matrix) + first, call_.ld, stream);
      first += count;
    }
    end.record(stream);
    end.wait();
    call_.sweep_seconds = end.seconds_since(start);
    did(n_);
  }

  // So many that those behind them begin at a multiple of 16 bytes.
  static Index whole_tiles(Index fitting, Index left) {
    constexpr Index kTile = 256;
    if (fitting >= left) return left;
    return fitting >= kTile ? fitting / kTile * kTile : fitting / 16 * 16;
  }

  // Into host memory, by way of buffers that the device copies to at full speed.
  void matrix() {
    std::vector<Vertex> all(at(n_));
    std::iota(all.begin(), all.end(), 0);
    T* const cells = static_cast<T*>(call_.matrix);
    constexpr std::size_t kBuffer = std::size_t{128} << 20;
    const auto batch = static_cast<Index>(kBuffer / (at(n_) * sizeof(T)));
    rows(all, std::max<Index>(batch, 256),
         [&](Index first, const Result::Storage& some, Index count) {
           const auto& from = std::get<Matrix<T>>(some);
           crew_.run_each(count, [&](Index i) {
             std::copy_n(&from(i, 0), n_, cells + (first + i) * call_.ld);
           });
         });
  }

  // Two batches at a time: one is copied, and taken by the sink, while the other is swept.
  void rows(std::span<const Vertex> sources, Index most, const RowSink& sink) {
    const auto total = static_cast<Index>(sources.size());
    if (total == 0) return;
    const Stream copies;
    const Stream stream;
    Sweeper<T> sweeper = make_sweeper(Columns::sources, leaf_bytes(), stream);
    const Index batch = std::max<Index>(
        1, std::min({most, total, columns_that_fit(call_.plan, free_bytes(), total, 3)}));
    const Index panel_ld = (batch + 255) / 256 * 256;
    const DeviceArray<T> panel(at(n_) * at(panel_ld));
    struct Buffer {
      Buffer(Index rows, Index columns)
          : device(at(rows) * at(columns)), host(Matrix<T>(rows, columns)) {
        auto& matrix = std::get<Matrix<T>>(host);
        registered.emplace(matrix.data(), Matrix<T>::bytes_needed(rows, columns));
      }
      DeviceArray<T> device;
      Result::Storage host;
      std::optional<Registered> registered;
      Event computed;
      Event copied;
      Index first = 0;
      Index count = 0;
      std::optional<warpath::sparse::Distinct> distinct;
    };
    Buffer buffers[2] = {{batch, n_}, {batch, n_}};
    const WaitAtTheEnd wait(stream, copies);  // a sink may throw
    const auto consume = [&](Buffer& buffer) {
      buffer.copied.wait();
      spread(*buffer.distinct, std::get<Matrix<T>>(buffer.host));
      sink(buffer.first, buffer.host, buffer.count);
    };
    Index number = 0;
    for (Index first = 0; first < total; ++number) {
      Buffer& buffer = buffers[number % 2];
      buffer.first = first;
      buffer.count = std::min(batch, total - first);
      buffer.count =
          std::min(buffer.count, sweeper.fitting(sources.subspan(at(first), at(buffer.count))));
      buffer.distinct.emplace(sources.subspan(at(first), at(buffer.count)), n_);
      const auto columns = static_cast<int>(buffer.distinct->columns.size());
      sweeper.start(buffer.distinct->columns, panel.get(), panel_ld, stream);
      transpose(panel.get(), panel_ld, n_, columns, buffer.device.get(), n_, stream);
      buffer.computed.record(stream);
      CUDA_CHECK(cudaStreamWaitEvent(copies, buffer.computed.get()));
      auto& host = std::get<Matrix<T>>(buffer.host);
      CUDA_CHECK(cudaMemcpy2DAsync(host.data(), at(host.leading_dimension()) * sizeof(T),
                                   buffer.device.get(), at(n_) * sizeof(T), at(n_) * sizeof(T),
                                   static_cast<std::size_t>(columns), cudaMemcpyDeviceToHost,
                                   copies));
      buffer.copied.record(copies);
      if (number > 0) consume(buffers[(number + 1) % 2]);
      did(buffer.count);
      first += buffer.count;
    }
    consume(buffers[(number + 1) % 2]);
  }

  // Columns in the tree's order: those of a leaf are together.
  void measures() {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      const Stream stream;
      Sweeper<T> sweeper = make_sweeper(Columns::targets, leaf_bytes(), stream);
      const Index batch = std::max<Index>(256, columns_that_fit(call_.plan, free_bytes(), n_, 1));
      const Index ld = (batch + 255) / 256 * 256;
      const DeviceArray<T> panel(at(n_) * at(ld));
      const DeviceArray<double> farthest(at(n_));
      const DeviceArray<double> total(at(n_));
      const DeviceArray<long long> reached(at(n_));
      const DeviceArray<int> columns(at(batch));
      const DeviceArray<long long> extremes(2);
      const DeviceArray<unsigned long long> bins(HistogramBuilder::kBins);
      const DeviceSums sums{farthest.get(), total.get(), reached.get()};
      CUDA_CHECK(cudaMemsetAsync(farthest.get(), 0, at(n_) * sizeof(double), stream));
      CUDA_CHECK(cudaMemsetAsync(total.get(), 0, at(n_) * sizeof(double), stream));
      CUDA_CHECK(cudaMemsetAsync(reached.get(), 0, at(n_) * sizeof(long long), stream));
      PanelSums sum;
      for (Index first = 0; first < n_;) {
        std::span<const Vertex> some(tree_.vertex.data() + first, at(std::min(batch, n_ - first)));
        some = some.first(at(sweeper.fitting(some)));
        const auto count = static_cast<int>(some.size());
        sweeper.start(some, panel.get(), ld, stream);
        CUDA_CHECK(cudaMemcpyAsync(columns.get(), some.data(), some.size() * sizeof(int),
                                   cudaMemcpyHostToDevice, stream));
        set_diagonal_cells(panel.get(), ld, columns.get(), count, S::no_path(), stream);
        long long keys[2] = {std::numeric_limits<long long>::max(),
                             std::numeric_limits<long long>::min()};
        CUDA_CHECK(
            cudaMemcpyAsync(extremes.get(), keys, sizeof(keys), cudaMemcpyHostToDevice, stream));
        add_rows(panel.get(), ld, n_, count, S::no_path(), sums, extremes.get(), stream);
        CUDA_CHECK(
            cudaMemcpyAsync(keys, extremes.get(), sizeof(keys), cudaMemcpyDeviceToHost, stream));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        if (keys[0] <= keys[1]) {
          HistogramBuilder histogram;
          histogram.cover(from_order_key(keys[0]), from_order_key(keys[1]));
          CUDA_CHECK(
              cudaMemsetAsync(bins.get(), 0, HistogramBuilder::kBins * sizeof(long long), stream));
          count_bins(panel.get(), ld, n_, count, S::no_path(),
                     static_cast<int>(histogram.first_bin()), 1 / histogram.width(), bins.get(),
                     stream);
          CUDA_CHECK(cudaMemcpyAsync(histogram.bins(), bins.get(),
                                     HistogramBuilder::kBins * sizeof(long long),
                                     cudaMemcpyDeviceToHost, stream));
          CUDA_CHECK(cudaStreamSynchronize(stream));
          sum.histogram.add(histogram);
        }
        did(count);
        first += count;
      }
      std::vector<double> far(at(n_));
      std::vector<double> all(at(n_));
      std::vector<long long> count(at(n_));
      const auto home = [&](auto& to, const auto& from) {
        CUDA_CHECK(
            cudaMemcpy(to.data(), from.get(), to.size() * sizeof(to[0]), cudaMemcpyDeviceToHost));
      };
      home(far, farthest);
      home(all, total);
      home(count, reached);
      for (std::size_t v = 0; v < at(n_); ++v) sum.rows.push_back({far[v], all[v], count[v]});
      call_.measures->add(sum);
    }
  }

  // The inverse of what the device does to compare doubles as integers.
  static double from_order_key(long long key) {
    return std::bit_cast<double>(key ^ ((key >> 63) & 0x7fffffffffffffffLL));
  }

  SparseCall& call_;
  const Index n_;
  const Tree& tree_;
  Crew crew_;
  std::chrono::steady_clock::time_point start_;
  Factor<T> factor_;
  std::vector<ClosedRoot<T>> roots_;  // whose ways inside are not in the factor
};

}  // namespace

Footprint footprint(const Plan& plan) {
  const CurrentDevice device(plan.device);
  const Variant variant = variant_of(plan.problem);
  cudaFuncAttributes attributes{};
  CUDA_CHECK(cudaFuncGetAttributes(&attributes, variant.kernel));
  return {variant.threads, attributes.numRegs, attributes.sharedSizeBytes + variant.shared_bytes};
}

void solve(SparseCall& call) {
  const CurrentDevice device(call.plan.device);
  visit_semiring(call.plan.problem.semiring, call.plan.problem.weight,
                 [&]<class S>(S) { Engine<S>(call).run(); });
}

void run(KernelCall& call) {
  const Problem& problem = call.plan.problem;
  const CurrentDevice device(call.plan.device);
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    using T = typename S::Weight;
    using View = MatrixView<const T>;
    const auto arcs = warpath::sparse::arcs_of<S>(
        View::row_major(call.matrix<T>(), problem.n, problem.n, call.ld));
    Plan plan = call.plan;
    plan.sparse = warpath::sparse::PlanData::make(pattern_of(arcs), Backend::cuda);
    SparseCall mine{.plan = plan,
                    .arcs = &arcs,
                    .facts = warpath::sparse::facts_of<S>(arcs),
                    .tolerance = call.tolerance,
                    .meter = call.meter};
    mine.matrix = call.data;
    mine.ld = call.ld;
    Engine<S>(mine).run();
    call.device_seconds = mine.factor_seconds + mine.sweep_seconds;
  });
}

}  // namespace warpath::cuda::sparse
