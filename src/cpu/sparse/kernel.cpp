// The sparse method on the CPU: factor, then sweep, panel by panel.

#include "cpu/sparse/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "base/stopwatch.hpp"
#include "cpu/sparse/factor.hpp"
#include "cpu/sparse/panels.hpp"
#include "cpu/sparse/rows.hpp"
#include "cpu/sparse/sweep.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "sparse/rows.hpp"
#include "warpath/error.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::at;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Panels of columns that threads use one after the other.
template <class T>
class Panels {
 public:
  Panels(Index n, Index columns) : n_(n), columns_(columns) {}

  // A matrix that nobody else has, for as long as the caller keeps it.
  Matrix<T> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return Matrix<T>(n_, columns_);
    Matrix<T> panel = std::move(free_.back());
    free_.pop_back();
    return panel;
  }
  void give(Matrix<T> panel) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(panel));
  }

 private:
  Index n_;
  Index columns_;
  std::mutex mutex_;
  std::vector<Matrix<T>> free_;
};

template <class S>
class Engine {
 public:
  using T = typename S::Weight;

  explicit Engine(Work& work)
      : work_(work),
        tree_(work.plan.sparse.data().tree),
        arcs_(*static_cast<const warpath::sparse::Arcs<T>*>(work.arcs)),
        tiles_(*find_tiles<T>(S::kind, work.plan.problem.nonnegative, work.plan.isa)),
        crew_(work.plan.threads) {}

  void run() {
    const Stopwatch watch;
    FactorJob<T> job;
    job.tiles = &tiles_;
    job.tree = &tree_;
    job.arcs = &arcs_;
    job.look_for_cycles = S::kind == SemiringKind::shortest_path && !work_.facts.nonnegative;
    job.tolerance = work_.tolerance;
    job.least_no_path = least_no_path<S>(work_.facts);
    if (work_.kept != nullptr) kept_ = std::static_pointer_cast<Kept>(*work_.kept);
    if (kept_ == nullptr) {
      kept_ = std::make_shared<Kept>();
      kept_->factor = factor<S>(job, crew_, work_.meter);
    }
    if (work_.kept != nullptr) *work_.kept = kept_;
    work_.factor_seconds = watch.seconds();

    const Stopwatch sweeping;
    if (work_.rows != nullptr) {
      rows();
    } else if (work_.measures != nullptr) {
      measures();
    } else {
      matrix();
    }
    work_.sweep_seconds = sweeping.seconds();
    work_.kernel_seconds = watch.seconds();
  }

 private:
  // What further calls can use again.
  struct Kept {
    warpath::sparse::Factor<T> factor;
    std::optional<Sweep<S>> by_source;
  };

  SweepJob<T> sweep_job(Columns columns) const {
    SweepJob<T> job;
    job.tiles = &tiles_;
    job.tree = &tree_;
    job.factor = &kept_->factor;
    job.columns = columns;
    job.restore =
        std::integral<T> && S::kind == SemiringKind::shortest_path && !work_.facts.nonnegative;
    job.least_no_path = least_no_path<S>(work_.facts);
    return job;
  }

  // Calls body(begin, end) for the panels of [0, columns).
  template <class Body>
  void each_panel(Index columns, Index width, double tasks, const Body& body) {
    crew_.run((columns + width - 1) / width,
              [&](Index p) {
                const Index end = std::min(columns, (p + 1) * width);
                body(p * width, end);
                work_.meter.add(tasks * static_cast<double>(end - p * width));
              },
              [this] { return work_.meter.cancelled(); });
    work_.meter.check();
  }

  // All columns in the caller's order, where they belong.
  void matrix() {
    const Index n = tree_.vertices();
    Sweep<S> sweep(sweep_job(Columns::targets), crew_);
    std::vector<Vertex> columns(at(n));
    std::iota(columns.begin(), columns.end(), 0);
    const Index batch = columns_at_once<S>(tree_);
    T* const cells = work_.cells<T>();
    if (work_.fresh) detail::touch_pages(cells, at(n) * at(work_.matrix.ld) * sizeof(T), crew_);
    for (Index first = 0; first < n; first += batch) {
      const Index count = std::min(batch, n - first);
      sweep.start({columns.data() + first, at(count)}, crew_);
      // Narrower where there would be too few for the threads.
      const bool many = count >= 4 * kWidePanel * crew_.threads();
      each_panel(count, many ? kWidePanel : kPanel, sweep.tasks(), [&](Index begin, Index end) {
        sweep.panel(begin, end, cells + first + begin, work_.matrix.ld);
      });
    }
  }

  // Sources are columns of the transposed matrix, which is turned panel by panel.
  void rows() {
    const Index n = tree_.vertices();
    if (!kept_->by_source) kept_->by_source.emplace(sweep_job(Columns::sources), crew_);
    Sweep<S>& sweep = *kept_->by_source;
    const auto total = static_cast<Index>(work_.sources.size());
    // Few are done in a narrow panel: it has a place for every vertex.
    const Index width = std::clamp<Index>((total + 15) / 16 * 16, 16, kPanel);
    Panels<T> panels(n, width);
    for (Index first = 0; first < total; first += work_.plan.batch) {
      const Index count = std::min(work_.plan.batch, total - first);
      const Cells out = work_.rows->place(first, count);
      T* const rows = static_cast<T*>(out.data);
      const warpath::sparse::Distinct distinct(work_.sources.subspan(at(first), at(count)), n);
      sweep.start(distinct.columns, crew_);
      each_panel(static_cast<Index>(distinct.columns.size()), width, sweep.tasks(),
                 [&](Index begin, Index end) {
                   Matrix<T> panel = panels.take();
                   sweep.panel(begin, end, panel.data(), panel.leading_dimension());
                   transpose<T>(panel.view().block(0, 0, n, end - begin), rows + begin * out.ld,
                                out.ld);
                   panels.give(std::move(panel));
                 });
      spread(distinct, MatrixView<T>(rows, count, n, out.ld));
      work_.rows->done(first, count);
    }
  }

  // Columns in the tree's order: the leaves' are together, whose trunks are then made at once.
  void measures() {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      const Index n = tree_.vertices();
      Sweep<S> sweep(sweep_job(Columns::targets), crew_);
      Panels<T> panels(n, kPanel);
      const Index batch = std::max(kPanel, work_.plan.batch / kPanel * kPanel);
      for (Index first = 0; first < n; first += batch) {
        const Index count = std::min(batch, n - first);
        const std::span<const Vertex> columns(tree_.vertex.data() + first, at(count));
        sweep.start(columns, crew_);
        std::vector<PanelSums> sums(at((count + kPanel - 1) / kPanel));
        each_panel(count, kPanel, sweep.tasks(), [&](Index begin, Index end) {
          Matrix<T> panel = panels.take();
          sweep.panel(begin, end, panel.data(), panel.leading_dimension());
          if (work_.facts.may_overflow)
            check_reached(panel, columns.subspan(at(begin), at(end - begin)));
          for (Index c = begin; c < end; ++c) panel(columns[at(c)], c - begin) = S::no_path();
          sums[at(begin / kPanel)] = MeasureBuilder::look_at(
              panel.data(), n, end - begin, panel.leading_dimension(), S::no_path());
          panels.give(std::move(panel));
        });
        for (const PanelSums& panel : sums) work_.measures->add(panel);
      }
    }
  }

  // Looks for distances that have outgrown their type: where v leads, an arc from u to v leads as well.
  void check_reached(const Matrix<T>& panel, std::span<const Vertex> targets) const {
    const auto count = static_cast<Index>(targets.size());
    for (Vertex u = 0; u < arcs_.vertices(); ++u) {
      const T* from = &panel(u, 0);
      for (Index a = arcs_.offsets[at(u)]; a < arcs_.offsets[at(u) + 1]; ++a) {
        const T* by = &panel(arcs_.targets[at(a)], 0);
        bool lost = false;
        for (Index c = 0; c < count; ++c) lost |= from[c] == S::no_path() && by[c] != S::no_path();
        for (Index c = 0; c < count && lost; ++c) {
          if (from[c] != S::no_path() || by[c] == S::no_path()) continue;
          throw Error(
              ErrorCode::bad_input,
              fmt::format("the distance from {} to {} is too large for {}, which holds less "
                          "than {}",
                          u, targets[at(c)], to_string(weight_type_of<T>), S::no_path()),
              "use a wider weight type", {u, targets[at(c)]});
        }
      }
    }
  }

  Work& work_;
  const Tree& tree_;
  const warpath::sparse::Arcs<T>& arcs_;
  const Tiles<T>& tiles_;
  Crew crew_;
  std::shared_ptr<Kept> kept_;
};

}  // namespace

void run_sparse(Work& work) {
  visit_semiring(work.plan.problem.semiring, work.plan.problem.weight,
                 [&]<class S>(S) { Engine<S>(work).run(); });
}

}  // namespace warpath::cpu
