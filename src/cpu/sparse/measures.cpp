#include "cpu/sparse/measures.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/dispatch.hpp"
#include "base/pool.hpp"
#include "cpu/sparse/sweep.hpp"
#include "numerics/panel_look.hpp"
#include "numerics/prepare.hpp"
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
      : work_(work),
        measures_(*work.measures),
        rules_(rules),
        tree_(*job.tree),
        arcs_(*job.arcs),
        crew_(crew),
        long_sums_(needs_long_sums(std::span(arcs_.weights), tree_.vertices())) {}

  // Rows and columns in the tree's order: the columns of leaves are together, whose trunks are then
  // made at once. Of a symmetric matrix half of the cells say all: those of rows behind the column.
  void run(Sweep<T>& sweep) {
    const Index n = tree_.vertices();
    const ByVertex<Ends> arcs = arcs_to_check();
    const bool half = arcs_.symmetric && measures_.symmetric() && !work_.facts.may_overflow;
    std::vector<PanelSums> sums;
    const Index batch = std::max(kPanel, work_.plan.batch / kPanel * kPanel);
    for (Index first = 0; first < n; first += batch) {
      const Index count = std::min(batch, n - first);
      sweep.start({tree_.vertex.data() + first, at(count)}, crew_);
      sums.resize(at((count + kPanel - 1) / kPanel));
      const auto measure_one = [&](Index p) {
        const Index begin = p * kPanel;
        const Index end = std::min(count, begin + kPanel);
        half ? measure_half(sweep, first, begin, end, sums[at(p)])
             : measure_panel(sweep, arcs, first, begin, end, sums[at(p)]);
        work_.meter.add(sweep.tasks() * static_cast<double>(end - begin));
      };
      crew_.run(static_cast<Index>(sums.size()), measure_one,
                [this] { return work_.meter.cancelled(); });
      work_.meter.check();
      measures_.add(sums, crew_);
    }
    measures_.reorder(tree_.vertex);
  }

 private:
  // Where the rows of a node say something about some columns.
  struct Panel {
    const Sweep<T>& sweep;
    Matrix<T>& cells;
    T* row(Vertex place) const { return &cells(sweep.trunk_row(place), 0); }
  };

  // In the memory that it has.
  void begin_sums(PanelSums& sums, Index first_row, Index first_column) const {
    sums.first_row = first_row;
    sums.rows.assign(at(tree_.vertices() - first_row), {});
    sums.first_column = first_column;
    sums.histogram = {};
  }

  // Columns [begin, end) of those that the sweep has started with the vertex at place `first`.
  void measure_panel(const Sweep<T>& sweep, const ByVertex<Ends>& arcs, Index first, Index begin,
                     Index end, PanelSums& sums) {
    const Index width = end - begin;
    const Index from = first + begin;
    begin_sums(sums, 0, from);
    PanelLook<T> look(measures_.extent(), measures_.wants_columns() ? width : 0, rules_.no_path,
                      long_sums_);
    std::vector<const T*> rows;
    const auto in_panel = [&](Matrix<T>& cells) {
      const Panel panel{sweep, cells};
      const auto look_at_node = [&](const auto& node) {
        rows.clear();
        const Index node_end = node.first + node.width;
        // A vertex is not one of the others that it reaches; but further rows come by way of it.
        const auto mark_own = [&](T mark) {
          for (Index place = std::max<Index>(node.first, from);
               place < std::min(node_end, from + width); ++place) {
            panel.row(static_cast<Vertex>(place))[place - from] = mark;
          }
        };
        for (Vertex place = node.first; place < node_end; ++place) {
          rows.push_back(panel.row(place));
          for (const Ends& arc : arcs.of(place)) {
            check_reached(arc, panel.row(arc.from), panel.row(arc.to), from, width);
          }
        }
        mark_own(rules_.no_path);
        look.look_at(rows, width, &sums.rows[at(node.first)], sums.histogram);
        mark_own(rules_.empty_path);
      };
      sweep.look_at_panel(begin, end, cells.data(), cells.leading_dimension(), look_at_node);
    };
    panels_.lend(in_panel, Sweep<T>::trunk_rows(tree_), kPanel);
    sums.columns = look.columns();
  }

  // The same where a distance is that of the way back: each pair is seen once, in the row of the one
  // that comes later in the tree, and counts for both.
  void measure_half(const Sweep<T>& sweep, Index first, Index begin, Index end, PanelSums& sums) {
    const Index width = end - begin;
    const auto from = static_cast<Vertex>(first + begin);
    begin_sums(sums, from, from);
    PanelLook<T> look(measures_.extent(), width, rules_.no_path, long_sums_);
    std::vector<const T*> rows;
    const auto in_panel = [&](Matrix<T>& cells) {
      const Panel panel{sweep, cells};
      const auto look_at_node = [&](const auto& node) {
        rows.clear();
        for (Vertex place = node.first; place < node.first + node.width; ++place) {
          if (place <= from) continue;
          const T* const row = panel.row(place);
          if (place < from + width) {
            look.look_at({&row, 1}, place - from, &sums.rows[at(place - from)], sums.histogram);
          } else {
            rows.push_back(row);
          }
        }
        if (rows.empty()) return;
        const Index last = node.first + node.width - from;
        look.look_at(rows, width, &sums.rows[at(last) - rows.size()], sums.histogram);
      };
      sweep.look_at_panel(begin, end, cells.data(), cells.leading_dimension(), look_at_node, from);
    };
    panels_.lend(in_panel, Sweep<T>::trunk_rows(tree_), kPanel);
    sums.columns = look.columns();
    sums.histogram.count_twice();
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
  MeasureBuilder& measures_;
  const Rules<T>& rules_;
  const Tree& tree_;
  const warpath::sparse::Arcs<T>& arcs_;
  Crew& crew_;
  const bool long_sums_;
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
