#include "cpu/sparse/measures.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/dispatch.hpp"
#include "base/pool.hpp"
#include "cpu/sparse/sweep.hpp"
#include "numerics/prepare.hpp"
#include "numerics/row_look.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::ByVertex;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// The ends of an arc, as places in the tree.
struct Ends {
  Vertex from, to;
};

template <class T>
class Measurement {
 public:
  Measurement(Work& work, const FactorJob<T>& job, const Rules<T>& rules, Crew& crew)
      : work_(work), rules_(rules), tree_(*job.tree), arcs_(*job.arcs), crew_(crew) {}

  // Columns in the tree's order: the leaves' are together, whose trunks are then made at once. Of a
  // symmetric matrix half of the cells say all: those of rows behind the column.
  void run(Sweep<T>& sweep) {
    const Index n = tree_.vertices();
    const ByVertex<Ends> arcs = arcs_to_check();
    const bool half = arcs_.symmetric && !work_.facts.may_overflow && sums_fit();
    std::vector<PanelSums> sums;
    const Index batch = std::max(kPanel, work_.plan.batch / kPanel * kPanel);
    for (Index first = 0; first < n; first += batch) {
      const Index count = std::min(batch, n - first);
      sweep.start({tree_.vertex.data() + first, at(count)}, crew_);
      sums.resize(at((count + kPanel - 1) / kPanel));
      const auto measure_one = [&](Index p) {
        const Index begin = p * kPanel;
        const Index end = std::min(count, begin + kPanel);
        PanelSums& mine = sums[at(p)];
        mine.rows.assign(at(n), {});
        mine.histogram = {};
        half ? measure_half(sweep, first, begin, end, mine)
             : measure_panel(sweep, arcs, first, begin, end, mine);
        work_.meter.add(sweep.tasks() * static_cast<double>(end - begin));
      };
      crew_.run(static_cast<Index>(sums.size()), measure_one,
                [this] { return work_.meter.cancelled(); });
      work_.meter.check();
      work_.measures->add(sums, crew_);
    }
  }

 private:
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
  const Rules<T>& rules_;
  const Tree& tree_;
  const warpath::sparse::Arcs<T>& arcs_;
  Crew& crew_;
  Pool<Matrix<T>> panels_;
};

}  // namespace

template <class T>
void measure(Work& work, const FactorJob<T>& job, const Rules<T>& rules,
             const warpath::sparse::Factor<T>& factor, Crew& crew) {
  Sweep<T> sweep(job, rules, factor, Columns::targets, crew);
  Measurement<T>(work, job, rules, crew).run(sweep);
}

#define WARPATH_INSTANTIATE(T, name)                                 \
  template void measure(Work&, const FactorJob<T>&, const Rules<T>&, \
                        const warpath::sparse::Factor<T>&, Crew&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
