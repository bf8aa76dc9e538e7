// The sparse method on the CPU: factor, then sweep, panel by panel.

#include "cpu/sparse/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <vector>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "cpu/isa.hpp"
#include "cpu/sparse/factor.hpp"
#include "cpu/sparse/rows.hpp"
#include "cpu/sparse/sweep.hpp"
#include "kernels/kernel_call.hpp"
#include "kernels/sparse_call.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "sparse/rows.hpp"
#include "warpath/error.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::at;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Columns of a panel. Rows are written in runs of that length, and long runs are faster; but a panel that is not part of
// the result has to have a place, too.
constexpr Index kPanel = 256;
constexpr Index kWidePanel = 1024;

// Trunks of leaves are made for so many columns at a time that they stay below this.
constexpr std::size_t kTrunkBytes = std::size_t{256} << 20;

// Columns whose trunks are made at once, where all are asked for.
template <class S>
Index columns_at_once(const Tree& tree) {
  const auto most = static_cast<Index>(kTrunkBytes / (Sweep<S>::bytes_per_column(tree) + 1));
  return std::max(kPanel, most / kPanel * kPanel);
}

// What a thread packs for the largest product.
template <class T>
std::size_t product_bytes(const Tree& tree, Index columns) {
  constexpr Index kEdge = 64;  // of tiles
  Index cells = 0;
  for (const auto& node : tree.nodes) {
    const Index wide = std::max<Index>(columns, node.above) + kEdge;
    cells =
        std::max(cells, (node.boundary + kRun) * (wide + (node.width + kEdge) * (1 + kRepeat<T>)));
  }
  return at(cells) * sizeof(T);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

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

  explicit Engine(SparseCall& call)
      : call_(call),
        tree_(call.plan.sparse.data().tree),
        arcs_(*static_cast<const warpath::sparse::Arcs<T>*>(call.arcs)),
        tiles_(*find_tiles<T>(S::kind, call.plan.problem.nonnegative, call.plan.isa)),
        crew_(call.plan.threads) {}

  void run() {
    const auto start = std::chrono::steady_clock::now();
    FactorJob<T> job;
    job.tiles = &tiles_;
    job.tree = &tree_;
    job.arcs = &arcs_;
    job.look_for_cycles = S::kind == SemiringKind::shortest_path && !call_.facts.nonnegative;
    job.tolerance = call_.tolerance;
    job.least_no_path = least_no_path<S>(call_.facts);
    if (call_.kept != nullptr) kept_ = std::static_pointer_cast<Kept>(*call_.kept);
    if (kept_ == nullptr) {
      kept_ = std::make_shared<Kept>();
      kept_->factor = factor<S>(job, crew_, call_.meter);
    }
    if (call_.kept != nullptr) *call_.kept = kept_;
    call_.factor_seconds = seconds_since(start);

    const auto sweeping = std::chrono::steady_clock::now();
    if (call_.sink) {
      rows();
    } else if (call_.measures != nullptr) {
      measures();
    } else {
      matrix();
    }
    call_.sweep_seconds = seconds_since(sweeping);
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
        std::integral<T> && S::kind == SemiringKind::shortest_path && !call_.facts.nonnegative;
    job.least_no_path = least_no_path<S>(call_.facts);
    return job;
  }

  // Calls work(begin, end) for the panels of [0, columns).
  template <class Work>
  void each_panel(Index columns, Index width, double tasks, const Work& work) {
    crew_.run((columns + width - 1) / width,
              [&](Index p) {
                const Index end = std::min(columns, (p + 1) * width);
                work(p * width, end);
                call_.meter.add(tasks * static_cast<double>(end - p * width));
              },
              [this] { return call_.meter.cancelled(); });
    call_.meter.check();
  }

  // All columns in the caller's order, where they belong.
  void matrix() {
    const Index n = tree_.vertices();
    Sweep<S> sweep(sweep_job(Columns::targets), crew_);
    std::vector<Vertex> columns(at(n));
    std::iota(columns.begin(), columns.end(), 0);
    const Index batch = columns_at_once<S>(tree_);
    T* const cells = static_cast<T*>(call_.matrix);
    if (call_.fresh) detail::touch_pages(cells, at(n) * at(call_.ld) * sizeof(T), crew_);
    for (Index first = 0; first < n; first += batch) {
      const Index count = std::min(batch, n - first);
      sweep.start({columns.data() + first, at(count)}, crew_);
      // Narrower where there would be too few for the threads.
      const bool many = count >= 4 * kWidePanel * crew_.threads();
      each_panel(count, many ? kWidePanel : kPanel, sweep.tasks(), [&](Index begin, Index end) {
        sweep.panel(begin, end, cells + first + begin, call_.ld);
      });
    }
  }

  // Sources are columns of the transposed matrix, which is turned panel by panel.
  void rows() {
    const Index n = tree_.vertices();
    if (!kept_->by_source) kept_->by_source.emplace(sweep_job(Columns::sources), crew_);
    Sweep<S>& sweep = *kept_->by_source;
    const auto total = static_cast<Index>(call_.sources.size());
    // Few are done in a narrow panel: it has a place for every vertex.
    const Index width = std::clamp<Index>((total + 15) / 16 * 16, 16, kPanel);
    Panels<T> panels(n, width);
    Result::Storage storage = Matrix<T>(std::min(call_.batch, total), n);
    auto& out = std::get<Matrix<T>>(storage);
    for (Index first = 0; first < total; first += call_.batch) {
      const Index count = std::min(call_.batch, total - first);
      const warpath::sparse::Distinct distinct({call_.sources.data() + first, at(count)}, n);
      sweep.start(distinct.columns, crew_);
      each_panel(static_cast<Index>(distinct.columns.size()), width, sweep.tasks(),
                 [&](Index begin, Index end) {
                   Matrix<T> panel = panels.take();
                   sweep.panel(begin, end, panel.data(), panel.leading_dimension());
                   transpose<T>(panel.view().block(0, 0, n, end - begin),
                                out.data() + begin * out.leading_dimension(),
                                out.leading_dimension());
                   panels.give(std::move(panel));
                 });
      spread(distinct, out);
      call_.sink(first, storage, count);
    }
  }

  // Columns in the tree's order: the leaves' are together, whose trunks are then made at once.
  void measures() {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      const Index n = tree_.vertices();
      Sweep<S> sweep(sweep_job(Columns::targets), crew_);
      Panels<T> panels(n, kPanel);
      const Index batch = std::max(kPanel, call_.batch / kPanel * kPanel);
      for (Index first = 0; first < n; first += batch) {
        const Index count = std::min(batch, n - first);
        const std::span<const Vertex> columns(tree_.vertex.data() + first, at(count));
        sweep.start(columns, crew_);
        std::vector<PanelSums> sums(at((count + kPanel - 1) / kPanel));
        each_panel(count, kPanel, sweep.tasks(), [&](Index begin, Index end) {
          Matrix<T> panel = panels.take();
          sweep.panel(begin, end, panel.data(), panel.leading_dimension());
          if (call_.facts.may_overflow)
            check_reached(panel, columns.subspan(at(begin), at(end - begin)));
          for (Index c = begin; c < end; ++c) panel(columns[at(c)], c - begin) = S::no_path();
          sums[at(begin / kPanel)] = MeasureBuilder::look_at(
              panel.data(), n, end - begin, panel.leading_dimension(), S::no_path());
          panels.give(std::move(panel));
        });
        for (const PanelSums& panel : sums) call_.measures->add(panel);
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

  SparseCall& call_;
  const Tree& tree_;
  const warpath::sparse::Arcs<T>& arcs_;
  const Tiles<T>& tiles_;
  Crew crew_;
  std::shared_ptr<Kept> kept_;
};

// Nominal tasks per second and core, for predictions: what was measured, by the width of a vector.
double nominal_rate(std::string_view isa, WeightType weight) {
  const double bytes = isa == "avx512" ? 64 : isa == "avx2" ? 40 : isa == "scalar" ? 4 : 16;
  return 1e9 * bytes / size_of(weight);
}

}  // namespace

void configure_sparse(Plan& plan, const Machine& machine) {
  const Problem& problem = plan.problem;
  plan.isa = resolve_isa(plan.isa, machine.isa);
  plan.block = 0;
  constexpr double kSerialTasks = 4e6;
  constexpr double kBytesPerSecond = 6e9;  // of a core that writes fresh memory
  constexpr double kSecondsPerNode = 5e-6;
  constexpr double kFrontRate = 0.55;  // of that of the sweep
  const double n = static_cast<double>(problem.n);
  const double rows = problem.rows < 0 ? n : static_cast<double>(problem.rows);
  const SparseFacts& facts = plan.sparse.facts();
  // Without a plan the order is found on the way: anything may come out, even as much as for a dense matrix.
  if (plan.sparse) plan.tasks = facts.front_tasks + facts.sweep_tasks * rows;
  if (plan.threads == 0) plan.threads = plan.tasks < kSerialTasks ? 1 : machine.cores;
  const double cores = std::min(plan.threads, machine.cores);
  const double front = plan.sparse ? facts.front_tasks : plan.tasks;
  const double tasks = front / kFrontRate + (plan.tasks - front);
  plan.predicted_seconds = tasks / (nominal_rate(plan.isa, problem.weight) * cores) +
                           n * rows * size_of(problem.weight) / (kBytesPerSecond * cores) +
                           kSecondsPerNode * static_cast<double>(facts.supernodes) / cores;
  if (!plan.sparse) return;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    using T = typename S::Weight;
    const Tree& tree = plan.sparse.data().tree;
    // Streamed rows have their trunks beside them in the batch, but for the fewest that are swept.
    const Index swept = problem.rows < 0 ? problem.n : std::min(problem.rows, problem.n);
    const Index at_once = problem.streamed   ? kPanel
                          : problem.rows < 0 ? columns_at_once<S>(tree)
                                             : swept;
    const std::size_t trunks = Sweep<S>::bytes_per_column(tree) * at(std::min(at_once, swept));
    plan.workspace_bytes =
        warpath::sparse::Factor<T>::bytes(tree, problem.symmetric) +
        std::max(Sweep<S>::bytes(tree) + trunks + product_bytes<T>(tree, kPanel) * at(plan.threads),
                 front_bytes<T>(tree, plan.threads));
    const std::size_t panel = at(problem.n) * at(kPanel) * sizeof(T);
    if (problem.streamed || problem.rows >= 0) {
      plan.workspace_bytes += panel * static_cast<std::size_t>(plan.threads);
    }
  });
}

void solve_sparse(SparseCall& call) {
  visit_semiring(call.plan.problem.semiring, call.plan.problem.weight,
                 [&]<class S>(S) { Engine<S>(call).run(); });
}

void run_sparse(KernelCall& call) {
  const Problem& problem = call.plan.problem;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    using T = typename S::Weight;
    using View = MatrixView<const T>;
    const auto arcs = warpath::sparse::arcs_of<S>(
        View::row_major(call.matrix<T>(), problem.n, problem.n, call.ld));
    Plan plan = call.plan;
    plan.sparse = warpath::sparse::PlanData::make(pattern_of(arcs), Backend::cpu);
    SparseCall mine{.plan = plan,
                    .arcs = &arcs,
                    .facts = warpath::sparse::facts_of<S>(arcs),
                    .tolerance = call.tolerance,
                    .meter = call.meter};
    mine.matrix = call.data;
    mine.ld = call.ld;
    Engine<S>(mine).run();
  });
}

}  // namespace warpath::cpu
