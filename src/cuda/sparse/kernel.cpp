// The sparse method on CUDA: eliminated by the host, but for a large root, which the dense engine
// closes; swept on the device.

#include <algorithm>
#include <future>
#include <numeric>
#include <optional>
#include <vector>

#include "base/dispatch.hpp"
#include "base/stopwatch.hpp"
#include "cpu/isa.hpp"
#include "cpu/sparse/factor.hpp"
#include "cuda/dense/plan.hpp"
#include "cuda/sparse/measures.hpp"
#include "cuda/sparse/panel_steps.hpp"
#include "cuda/sparse/plan.hpp"
#include "cuda/sparse/root.hpp"
#include "cuda/sparse/sweeper.hpp"
#include "cuda/steps.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Arcs;
using warpath::sparse::Factor;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

Variant variant_of(const Problem& problem) {
  Variant found;
  visit_step(problem, [&]<class S, bool kNonnegative>(StepKey<S, kNonnegative>) {
    found = variant<S, kNonnegative>();
  });
  return found;
}

template <class S>
class Engine {
 public:
  using T = typename S::Weight;

  explicit Engine(Work& work)
      : work_(work),
        n_(work.plan.problem.n),
        tree_(work.plan.sparse.data().tree),
        crew_(work.plan.threads) {}

  void run() {
    if (work_.measures != nullptr) {
      measures();
    } else if (work_.rows != nullptr) {
      rows(work_.sources);
    } else if (work_.plan.problem.resident) {
      resident();
    } else {
      std::vector<Vertex> all(at(n_));
      std::iota(all.begin(), all.end(), 0);
      rows(all);
    }
    if (!work_.plan.problem.resident) {  // that is timed by the device
      work_.sweep_seconds = watch_.seconds() - work_.factor_seconds;
    }
    work_.kernel_seconds = work_.factor_seconds + work_.sweep_seconds;
  }

 private:
  const Arcs<T>& arcs() const { return *static_cast<const Arcs<T>*>(work_.arcs); }

  void eliminate() {
    cpu::FactorJob<T> job;
    job.tiles = cpu::find_tiles<T>(S::kind, work_.plan.problem.nonnegative, cpu::best_isa());
    job.tree = &tree_;
    job.arcs = &arcs();
    job.nonnegative = S::kind != SemiringKind::shortest_path || work_.facts.nonnegative;
    job.least_no_path = least_no_path<S>(work_.facts);
    job.elsewhere_from = kRootOnDevice;
    job.close_elsewhere = [this](const cpu::Root<T>& root) {
      roots_.push_back(close_root<S>(root, dense::plan_of_root(work_.plan, root.size), crew_));
    };
    factor_ = cpu::factor<S>(job, crew_, work_.meter);
  }

  void lay_out(Columns kind, std::span<const Vertex> columns, std::span<const Vertex> number,
               bool half, bool to_matrix, cudaStream_t stream) {
    const CurrentDevice device(work_.plan.device);
    const Variant variant = variant_of(work_.plan.problem);
    sweeper_.emplace(typename Sweeper<T>::Job{.tree = tree_,
                                              .symmetric = arcs().symmetric,
                                              .kind = kind,
                                              .columns = columns,
                                              .number = number,
                                              .half = half,
                                              .to_matrix = to_matrix,
                                              .variant = variant,
                                              .no_path = S::no_path(),
                                              .leaf_bytes = work_.plan.leaf_bytes,
                                              .most_columns = work_.plan.batch},
                     stream);
    if (S::kind == SemiringKind::shortest_path && std::integral<T> && !work_.facts.nonnegative) {
      sweeper_->restore_from(least_no_path<S>(work_.facts));
    }
  }

  // Eliminates; meanwhile a thread of its own has the device take its memory, and what the tree alone decides.
  // `number`: how rows are counted where they go, by their places in the tree.
  void make_sweeper(Columns kind, std::span<const Vertex> columns, std::span<const Vertex> number,
                    bool half, bool to_matrix, cudaStream_t stream) {
    const auto when =
        crew_.threads() > 1 ? std::launch::async | std::launch::deferred : std::launch::deferred;
    std::future<void> laid_out =
        std::async(when, [&] { lay_out(kind, columns, number, half, to_matrix, stream); });
    eliminate();
    laid_out.get();
    sweeper_->bring(factor_, roots_, stream);
    roots_.clear();                           // they have been copied
    work_.factor_seconds = watch_.seconds();  // all is where it is needed
  }

  void did(Index columns) {
    work_.meter.add(work_.plan.sparse.facts().sweep_tasks * static_cast<double>(columns));
    work_.meter.check();
  }

  static Index few_of(Index batch) {
    return std::min(batch, std::max(batch / 1024 * 256, Index{1024}));
  }

  // All columns, into memory that the caller has there.
  void resident() {
    const auto stream = static_cast<cudaStream_t>(work_.stream);
    const WorkOfScope work(stream);  // it needs what the engine holds
    std::vector<Vertex> columns(at(n_));
    std::iota(columns.begin(), columns.end(), 0);
    make_sweeper(Columns::targets, columns, tree_.vertex, arcs().symmetric, true, stream);
    Event start;
    Event end;
    start.record(stream);
    for (Index first = 0; first < n_;) {
      // Few at first: branches wait for their stem.
      const Index most = first == 0 ? few_of(work_.plan.batch) : work_.plan.batch;
      const Index count = sweeper_->fitting(first, std::min(most, n_ - first));
      const int panel = sweeper_->start(first, count, work_.cells<T>(), work_.matrix.ld);
      sweeper_->write_columns(panel, work_.cells<T>(), work_.matrix.ld, n_, first, stream);
      first += count;
    }
    end.record(stream);
    factor_ = Factor<T>();  // giving it back takes a while, and the device is busy
    end.wait();
    work_.sweep_seconds = end.seconds_since(start);
    did(n_);
  }

  // A batch of rows on its way: computed on the device, copied to where the host takes it from.
  struct Batch {
    Batch(Index rows, Index columns)
        : device(at(rows) * at(columns)), host(at(rows) * at(columns)) {}
    DeviceArray<T> device;
    PinnedArray<T> host;
    Event begun;
    Event computed;
    Event copied;
    Index first = 0;
    Index count = 0;
  };

  // To their place in host memory, by all threads.
  void hand_over(Batch& batch) {
    batch.copied.wait();
    // The device computed these while those before were taken.
    const double computed = batch.copied.seconds_since(batch.begun);
    work_.waited_seconds += std::max(taken_seconds_ - computed, 0.0);
    const bool to_matrix = work_.rows == nullptr;
    const Cells to = to_matrix
                         ? Cells{work_.cells<T>() + batch.first * work_.matrix.ld, work_.matrix.ld}
                         : work_.rows->place(batch.first, batch.count);
    crew_.run_each(batch.count, [&](Index i) {
      std::copy_n(batch.host.get() + i * n_, n_, static_cast<T*>(to.data) + i * to.ld);
    });
    taken_seconds_ = to_matrix ? 0 : work_.rows->done(batch.first, batch.count);
  }

  // Two batches at a time: one is copied and handed over while the other is swept.
  void rows(std::span<const Vertex> sources) {
    const auto total = static_cast<Index>(sources.size());
    if (total == 0) return;
    make_sweeper(Columns::sources, sources, tree_.vertex, false, false, stream_);
    const Index most = std::min(work_.plan.batch, total);
    const DeviceArray<T> turning(at(n_) * at(sweeper_->room()));
    const WorkOfScope work(stream_);  // it needs that
    // What is behind the last column is read as well.
    fill_bytes(turning.get(), 0, at(n_) * at(sweeper_->room()), stream_);
    for (auto& batch : batches_) batch.emplace(most, n_);
    Index number = 0;
    for (Index first = 0; first < total; ++number) {
      Batch& batch = *batches_[number % 2];
      batch.first = first;
      batch.count = sweeper_->fitting(first, std::min(most, total - first));
      batch.begun.record(stream_);
      const int panel = sweeper_->start(first, batch.count);
      sweeper_->write_rows(panel, batch.device.get(), n_, turning.get(), stream_);
      batch.computed.record(stream_);
      CUDA_CHECK(cudaStreamWaitEvent(copies_, batch.computed.get()));
      to_host(batch.host.get(), batch.device.get(), at(n_) * at(batch.count), copies_);
      batch.copied.record(copies_);
      if (number > 0) hand_over(*batches_[(number + 1) % 2]);
      did(batch.count);
      first += batch.count;
    }
    hand_over(*batches_[(number + 1) % 2]);
    work_.waited_seconds += taken_seconds_;  // the last of them
  }

  // Rows and columns in the tree's order: those of a leaf are together.
  void measures() {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      std::vector<Vertex> number(at(n_));
      std::iota(number.begin(), number.end(), 0);
      make_sweeper(Columns::targets, tree_.vertex, number, arcs().symmetric, false, stream_);
      BranchMeasures<T> sums(*sweeper_, n_, work_.plan.batch, S::no_path(), stream_);
      // The first few tell how far apart vertices are.
      Index count = sweeper_->fitting(0, std::min(Index{256}, n_));
      int panel = sweeper_->start(0, count);
      for (Index first = 0; first < n_;) {
        sums.start(panel, first, count, factor_.symmetric());
        const Index next = first + count;
        const Index more = std::min(work_.plan.batch, n_ - next);
        const Index next_count = more > 0 ? sweeper_->fitting(next, more) : 0;
        // Trunks of leaves that are not all there are needed until all is counted.
        if (!sweeper_->looks_ahead()) sums.finish();
        const int next_panel = more > 0 ? sweeper_->start(next, next_count) : 0;
        if (sweeper_->looks_ahead()) sums.finish();
        did(count);
        first = next;
        count = next_count;
        panel = next_panel;
      }
      PanelSums all = sums.all();
      if (!factor_.symmetric() && !work_.measures->wants_columns()) all.columns.clear();
      work_.measures->add(all);
      work_.measures->reorder(tree_.vertex);
    }
  }

  Work& work_;
  const Index n_;
  const Tree& tree_;
  Crew crew_;
  const Stopwatch watch_;
  Factor<T> factor_;
  std::vector<ClosedRoot<T>> roots_;  // whose ways inside are not in the factor
  std::optional<Sweeper<T>> sweeper_;
  std::optional<Batch> batches_[2];
  double taken_seconds_ = 0;  // by whom the last batch was handed to

  // Last, so that their work is over before anything goes: handing over may throw.
  const Stream copies_;
  const Stream stream_;
};

}  // namespace

void run(Work& work) {
  const CurrentDevice device(work.plan.device);
  visit_semiring(work.plan.problem.semiring, work.plan.problem.weight,
                 [&]<class S>(S) { Engine<S>(work).run(); });
}

}  // namespace warpath::cuda::sparse
