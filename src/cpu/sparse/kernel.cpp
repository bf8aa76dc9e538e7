// The sparse method on the CPU: factor, then sweep, panel by panel.

#include "cpu/kernel.hpp"
#include "cpu/batches.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "base/pool.hpp"
#include "base/stopwatch.hpp"
#include "cpu/sparse/factor.hpp"
#include "cpu/sparse/measures.hpp"
#include "cpu/sparse/sweep.hpp"
#include "cpu/sparse/write_panel.hpp"
#include "numerics/prepare.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "sparse/rows.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Tree;
using warpath::sparse::Vertex;

template <class T>
class Engine {
 public:
  Engine(Work& work, const Rules<T>& rules, T least_no_path)
      : work_(work),
        rules_(rules),
        tree_(work.plan.sparse.data().tree),
        arcs_(*static_cast<const warpath::sparse::Arcs<T>*>(work.arcs)),
        job_{.tiles = find_tiles<T>(rules.kind, work.plan.problem.nonnegative, work.plan.isa),
             .tree = &tree_,
             .arcs = &arcs_,
             .nonnegative = !rules.adds || work.facts.nonnegative,
             .least_no_path = least_no_path},
        crew_(work.plan.threads) {}

  template <class S>
  void run() {
    const Stopwatch watch;
    if (work_.kept != nullptr) kept_ = std::static_pointer_cast<Kept>(*work_.kept);
    if (kept_ == nullptr) {
      kept_ = std::make_shared<Kept>();
      kept_->factor = factor<S>(job_, crew_, work_.meter);
    }
    if (work_.kept != nullptr) *work_.kept = kept_;
    work_.factor_seconds = watch.seconds();

    const Stopwatch sweeping;
    if (work_.rows != nullptr) {
      rows();
    } else if (work_.measures != nullptr) {
      if constexpr (!std::same_as<T, std::uint8_t>) {
        measure(work_, job_, rules_, kept_->factor, crew_);
      }
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
    std::optional<Sweep<T>> by_source;
  };

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

  // All columns in the caller's order, where they belong; of a symmetric matrix half of them, from
  // panels that stay in the caches.
  void matrix() {
    const Index n = tree_.vertices();
    Sweep<T> sweep(job_, rules_, kept_->factor, Columns::targets, crew_);
    std::vector<Vertex> columns(at(n));
    std::iota(columns.begin(), columns.end(), 0);
    const Index batch = Sweep<T>::columns_at_once(tree_);
    T* const cells = work_.cells<T>();
    const MatrixView<T> matrix(cells, n, n, work_.matrix.ld);
    if (work_.fresh) detail::touch_pages(cells, at(n) * at(work_.matrix.ld) * sizeof(T), crew_);
    for (Index first = 0; first < n; first += batch) {
      const Index count = std::min(batch, n - first);
      sweep.start({columns.data() + first, at(count)}, crew_);
      if (arcs_.symmetric) {
        const Index width = half_panel_columns<T>(n);
        each_panel(count, width, sweep.tasks(), [&](Index begin, Index end) {
          const auto use = [&](Matrix<T>& space) {
            sweep.half_panel(begin, end, space.data(), space.leading_dimension());
            const MatrixView<T> panel = space.view().block(0, 0, n, end - begin);
            write_both_ways<T>(panel, first + begin, matrix);
          };
          panels_.lend(use, n, width);
        });
        continue;
      }
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
    if (!kept_->by_source) {
      kept_->by_source.emplace(job_, rules_, kept_->factor, Columns::sources, crew_);
    }
    Sweep<T>& sweep = *kept_->by_source;
    const auto total = static_cast<Index>(work_.sources.size());
    // Few are done in a narrow panel: it has a place for every vertex.
    const Index width = std::clamp<Index>((total + 15) / 16 * 16, 16, kPanel);
    each_batch(work_, [&](Index first, Index count, const Cells& out) {
      T* const rows = static_cast<T*>(out.data);
      const warpath::sparse::Distinct distinct(work_.sources.subspan(at(first), at(count)), n);
      sweep.start(distinct.columns, crew_);
      each_panel(static_cast<Index>(distinct.columns.size()), width, sweep.tasks(),
                 [&](Index begin, Index end) {
                   const auto sweep_panel = [&](Matrix<T>& panel) {
                     sweep.panel(begin, end, panel.data(), panel.leading_dimension());
                     write_turned<T>(panel.view().block(0, 0, n, end - begin),
                                     {rows + begin * out.ld, end - begin, n, out.ld});
                   };
                   panels_.lend(sweep_panel, n, width);
                 });
      spread(distinct, MatrixView<T>(rows, count, n, out.ld));
    });
  }

  Work& work_;
  const Rules<T> rules_;
  const Tree& tree_;
  const warpath::sparse::Arcs<T>& arcs_;
  const FactorJob<T> job_;
  Crew crew_;
  std::shared_ptr<Kept> kept_;
  Pool<Matrix<T>> panels_;
};

}  // namespace

void run_sparse(Work& work) {
  visit_semiring(work.plan.problem.semiring, work.plan.problem.weight, [&]<class S>(S) {
    Engine(work, rules_of<S>, least_no_path<S>(work.facts)).template run<S>();
  });
}

}  // namespace warpath::cpu
