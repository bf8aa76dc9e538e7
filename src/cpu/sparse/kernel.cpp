// The sparse method on the CPU: factor, then sweep, panel by panel.

#include "cpu/kernel.hpp"

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
#include "cpu/sparse/mirror.hpp"
#include "cpu/sparse/sweep.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"
#include "numerics/row_look.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "sparse/rows.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::ByVertex;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// to[c * ld + i] <- from(i, c), in blocks that stay in the cache.
template <class T>
void transpose(MatrixView<const T> from, T* to, Index ld) {
  constexpr Index kBlock = 16;
  for (Index i0 = 0; i0 < from.rows(); i0 += kBlock) {
    const Index i1 = std::min(i0 + kBlock, from.rows());
    for (Index c0 = 0; c0 < from.columns(); c0 += kBlock) {
      const Index c1 = std::min(c0 + kBlock, from.columns());
      for (Index c = c0; c < c1; ++c) {
        for (Index i = i0; i < i1; ++i) to[c * ld + i] = from(i, c);
      }
    }
  }
}

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
    std::optional<Sweep<T>> by_source;
  };

  // The ends of an arc, as places in the tree.
  struct Ends {
    Vertex from, to;
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
    for (Index first = 0; first < total; first += work_.plan.batch) {
      const Index count = std::min(work_.plan.batch, total - first);
      const Cells out = work_.rows->place(first, count);
      T* const rows = static_cast<T*>(out.data);
      const warpath::sparse::Distinct distinct(work_.sources.subspan(at(first), at(count)), n);
      sweep.start(distinct.columns, crew_);
      each_panel(static_cast<Index>(distinct.columns.size()), width, sweep.tasks(),
                 [&](Index begin, Index end) {
                   const auto sweep_panel = [&](Matrix<T>& panel) {
                     sweep.panel(begin, end, panel.data(), panel.leading_dimension());
                     transpose<T>(panel.view().block(0, 0, n, end - begin), rows + begin * out.ld,
                                  out.ld);
                   };
                   panels_.lend(sweep_panel, n, width);
                 });
      spread(distinct, MatrixView<T>(rows, count, n, out.ld));
      work_.rows->done(first, count);
    }
  }

  // Columns in the tree's order: the leaves' are together, whose trunks are then made at once. Of a
  // symmetric matrix half of the cells say all: those of rows behind the column.
  void measures() {
    if constexpr (!std::same_as<T, std::uint8_t>) {
      const Index n = tree_.vertices();
      Sweep<T> sweep(job_, rules_, kept_->factor, Columns::targets, crew_);
      const ByVertex<Ends> arcs = arcs_to_check();
      const bool half = arcs_.symmetric && !work_.facts.may_overflow && sums_fit();
      std::vector<PanelSums> sums;
      const Index batch = std::max(kPanel, work_.plan.batch / kPanel * kPanel);
      for (Index first = 0; first < n; first += batch) {
        const Index count = std::min(batch, n - first);
        sweep.start({tree_.vertex.data() + first, at(count)}, crew_);
        sums.resize(at((count + kPanel - 1) / kPanel));
        each_panel(count, kPanel, sweep.tasks(), [&](Index begin, Index end) {
          PanelSums& mine = sums[at(begin / kPanel)];
          mine.rows.assign(at(n), {});
          mine.histogram = {};
          half ? measure_half(sweep, first, begin, end, mine)
               : measure_panel(sweep, arcs, first, begin, end, mine);
        });
        work_.measures->add(sums, crew_);
      }
    }
  }

  // Whether doubles hold the sum of any row.
  bool sums_fit() const {
    return static_cast<Bound>(tree_.vertices()) * work_.facts.positive_bound <
           static_cast<Bound>(std::numeric_limits<double>::max());
  }

  // Columns [begin, end) of those that the sweep has started with the vertex at place `first`.
  void measure_panel(const Sweep<T>& sweep, const ByVertex<Ends>& arcs, Index first, Index begin,
                     Index end, PanelSums& sums) {
    const auto look = [&](Matrix<T>& panel) {
      const auto row_at = [&](Vertex place) { return &panel(sweep.trunk_row(place), 0); };
      const auto look_at_node = [&](const auto& node) {
        for (Vertex place = node.first; place < node.first + node.width; ++place) {
          T* const row = row_at(place);
          for (const Ends& arc : arcs.of(place)) {
            check_reached(arc, row_at(arc.from), row_at(arc.to), first + begin, end - begin);
          }
          // A vertex is not one of the others that it reaches; but further rows come by way of it.
          const Index own = place - first - begin;
          const bool has_own = own >= 0 && own < end - begin;
          if (has_own) row[own] = rules_.no_path;
          sums.look_at(tree_.vertex[at(place)], row, end - begin, rules_.no_path);
          if (has_own) row[own] = rules_.empty_path;
        }
      };
      sweep.look_at_panel(begin, end, panel.data(), panel.leading_dimension(), look_at_node);
    };
    panels_.lend(look, Sweep<T>::trunk_rows(tree_), kPanel);
  }

  // The same where a distance is that of the way back: each pair is seen once, in the row of the one
  // that comes later in the tree, and counts for both.
  void measure_half(const Sweep<T>& sweep, Index first, Index begin, Index end, PanelSums& sums) {
    const Index width = end - begin;
    const auto from = static_cast<Vertex>(first + begin);
    std::vector<double> totals(at(width)), reached(at(width));
    std::vector<double> farthest(at(width), std::numeric_limits<double>::lowest());
    const ColumnLook columns{totals.data(), farthest.data(), reached.data()};
    std::vector<const T*> whole;  // rows behind all columns
    const auto look = [&](Matrix<T>& panel) {
      const auto look_at_node = [&](const auto& node) {
        whole.clear();
        for (Vertex place = node.first; place < node.first + node.width; ++place) {
          const Index count = std::clamp<Index>(place - from, 0, width);
          if (count == 0) continue;
          const T* const row = &panel(sweep.trunk_row(place), 0);
          sums.look_at(tree_.vertex[at(place)], row, count, rules_.no_path);
          if (count == width) {
            whole.push_back(row);
          } else {
            look_at_columns(&row, 1, count, rules_.no_path, columns);
          }
        }
        look_at_columns(whole.data(), static_cast<Index>(whole.size()), width, rules_.no_path,
                        columns);
      };
      sweep.look_at_panel(begin, end, panel.data(), panel.leading_dimension(), look_at_node, from);
    };
    panels_.lend(look, Sweep<T>::trunk_rows(tree_), kPanel);
    sums.histogram.count_twice();
    for (Index c = 0; c < width; ++c) {
      sums.add(tree_.vertex[at(from + c)],
               {totals[at(c)], farthest[at(c)], static_cast<Index>(reached[at(c)])});
    }
  }

  // The arcs where distances may outgrow their type, by the end that comes later: the other is on its
  // way to the root, so that the rows of both are there by then.
  ByVertex<Ends> arcs_to_check() const {
    return {tree_.vertices(), [&](const auto& visit) {
              for (Vertex u = 0; u < arcs_.vertices() && work_.facts.may_overflow; ++u) {
                for (Index a = arcs_.offsets[at(u)]; a < arcs_.offsets[at(u) + 1]; ++a) {
                  const Ends arc{tree_.place[at(u)], tree_.place[at(arcs_.targets[at(a)])]};
                  visit(std::max(arc.from, arc.to), arc);
                }
              }
            }};
  }

  // Where v leads, an arc from u to v leads as well. The columns begin with the vertex at `place`.
  void check_reached(const Ends& arc, const T* from, const T* by, Index place, Index count) const {
    bool lost = false;
    for (Index c = 0; c < count; ++c) lost |= from[c] == no_path<T>() && by[c] != no_path<T>();
    for (Index c = 0; c < count && lost; ++c) {
      if (from[c] != no_path<T>() || by[c] == no_path<T>()) continue;
      refuse_distance<T>(tree_.vertex[at(arc.from)], tree_.vertex[at(place + c)]);
    }
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
