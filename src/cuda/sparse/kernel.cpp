// The sparse method on CUDA: eliminated by the host, but for a large root, which the dense engine
// closes; swept on the device.

#include <algorithm>
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
#include "sparse/rows.hpp"

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
    eliminate();
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
  void eliminate() {
    cpu::FactorJob<T> job;
    job.tiles = cpu::find_tiles<T>(S::kind, work_.plan.problem.nonnegative, cpu::best_isa());
    job.tree = &tree_;
    job.arcs = static_cast<const Arcs<T>*>(work_.arcs);
    job.nonnegative = S::kind != SemiringKind::shortest_path || work_.facts.nonnegative;
    job.least_no_path = least_no_path<S>(work_.facts);
    job.elsewhere_from = kRootOnDevice;
    job.close_elsewhere = [this](const cpu::Root<T>& root) {
      roots_.push_back(close_root<S>(root, dense::plan_of_root(work_.plan, root.size), crew_));
    };
    factor_ = cpu::factor<S>(job, crew_, work_.meter);
  }

  void make_sweeper(Columns columns, cudaStream_t stream) {
    sweeper_.emplace(tree_, factor_, roots_, columns, variant_of(work_.plan.problem), S::no_path(),
                     work_.plan.leaf_bytes, crew_, stream);
    if (S::kind == SemiringKind::shortest_path && std::integral<T> && !work_.facts.nonnegative) {
      sweeper_->restore_from(least_no_path<S>(work_.facts));
    }
    roots_.clear();                           // they have been copied
    work_.factor_seconds = watch_.seconds();  // all is where it is needed
  }

  // Room for so many columns that are swept at once; returns the cells of a row of it.
  Index take_panel(Index columns) {
    const Index ld = (columns + 255) / 256 * 256;
    panel_ = DeviceArray<T>(at(n_) * at(ld));
    return ld;
  }

  void did(Index columns) {
    work_.meter.add(work_.plan.sparse.facts().sweep_tasks * static_cast<double>(columns));
    work_.meter.check();
  }

  // All columns at once, in memory that the caller has there.
  void resident() {
    const auto stream = static_cast<cudaStream_t>(work_.stream);
    const WorkOfScope work(stream);  // it needs what the engine holds
    make_sweeper(Columns::targets, stream);
    std::vector<Vertex> columns(at(n_));
    std::iota(columns.begin(), columns.end(), 0);
    Event start;
    Event end;
    start.record(stream);
    for (Index first = 0; first < n_;) {
      const std::span<const Vertex> rest(columns.data() + first, at(n_ - first));
      const Index count = whole_tiles(sweeper_->fitting(rest), n_ - first);
      sweeper_->start(rest.first(at(count)), work_.cells<T>() + first, work_.matrix.ld, stream);
      first += count;
    }
    end.record(stream);
    end.wait();
    work_.sweep_seconds = end.seconds_since(start);
    did(n_);
  }

  // So many that those behind them begin at a multiple of 16 bytes.
  static Index whole_tiles(Index fitting, Index left) {
    constexpr Index kTile = 256;
    if (fitting >= left) return left;
    return fitting >= kTile ? fitting / kTile * kTile : fitting / 16 * 16;
  }

  // A batch of rows on its way: computed on the device, copied to where the host takes it from.
  struct Batch {
    Batch(Index rows, Index columns)
        : device(at(rows) * at(columns)), host(at(rows) * at(columns)) {}
    DeviceArray<T> device;
    PinnedArray<T> host;
    Event computed;
    Event copied;
    Index first = 0;
    Index count = 0;
    std::optional<warpath::sparse::Distinct> distinct;
  };

  // To their place in host memory, by all threads.
  void hand_over(Batch& batch) {
    batch.copied.wait();
    const bool to_matrix = work_.rows == nullptr;
    const Cells to = to_matrix
                         ? Cells{work_.cells<T>() + batch.first * work_.matrix.ld, work_.matrix.ld}
                         : work_.rows->place(batch.first, batch.count);
    crew_.run_each(batch.count, [&](Index i) {
      const Index from = batch.distinct->column_of_row[at(i)];
      std::copy_n(batch.host.get() + from * n_, n_, static_cast<T*>(to.data) + i * to.ld);
    });
    if (!to_matrix) work_.rows->done(batch.first, batch.count);
  }

  // Two batches at a time: one is copied and handed over while the other is swept.
  void rows(std::span<const Vertex> sources) {
    const auto total = static_cast<Index>(sources.size());
    if (total == 0) return;
    make_sweeper(Columns::sources, stream_);
    const Index most = std::min(work_.plan.batch, total);
    const Index ld = take_panel(most);
    for (auto& batch : batches_) batch.emplace(most, n_);
    Index number = 0;
    for (Index first = 0; first < total; ++number) {
      Batch& batch = *batches_[number % 2];
      std::span<const Vertex> some = sources.subspan(at(first), at(std::min(most, total - first)));
      some = some.first(at(sweeper_->fitting(some)));
      batch.first = first;
      batch.count = static_cast<Index>(some.size());
      batch.distinct.emplace(some, n_);
      const std::size_t columns = batch.distinct->columns.size();
      sweeper_->start(batch.distinct->columns, panel_.get(), ld, stream_);
      transpose(panel_.get(), ld, n_, static_cast<int>(columns), batch.device.get(), n_, stream_);
      batch.computed.record(stream_);
      CUDA_CHECK(cudaStreamWaitEvent(copies_, batch.computed.get()));
      to_host(batch.host.get(), batch.device.get(), at(n_) * columns, copies_);
      batch.copied.record(copies_);
      if (number > 0) hand_over(*batches_[(number + 1) % 2]);
      did(batch.count);
      first += batch.count;
    }
    hand_over(*batches_[(number + 1) % 2]);
  }

  // Columns in the tree's order: those of a leaf are together.
  void measures() {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      make_sweeper(Columns::targets, stream_);
      const Index batch = work_.plan.batch;
      const Index ld = take_panel(batch);
      PanelMeasures<T> sums(n_, batch, S::no_path(), stream_);
      for (Index first = 0; first < n_;) {
        std::span<const Vertex> some(tree_.vertex.data() + first, at(std::min(batch, n_ - first)));
        some = some.first(at(sweeper_->fitting(some)));
        sweeper_->start(some, panel_.get(), ld, stream_);
        sums.add(panel_.get(), ld, some);
        did(static_cast<Index>(some.size()));
        first += static_cast<Index>(some.size());
      }
      work_.measures->add(sums.finish());
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
  DeviceArray<T> panel_;
  std::optional<Batch> batches_[2];

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
