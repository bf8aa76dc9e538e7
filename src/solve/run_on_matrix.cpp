// Kernels of the dense method: input -> working matrix -> kernel -> what was asked for.

#include <algorithm>
#include <atomic>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "base/stopwatch.hpp"
#include "kernels/kernel.hpp"
#include "kernels/work.hpp"
#include "numerics/fill.hpp"
#include "numerics/prepare.hpp"
#include "routes/predecessors.hpp"
#include "solve/arc_bytes.hpp"
#include "solve/run.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

// Smaller matrices are prepared by one thread.
constexpr Index kThreadsToPrepare = 512;

using routes::at;

// As many as there are, each larger than the last: all of them, in order.
bool is_all(std::span<const Index> sources, Index n) {
  return static_cast<Index>(sources.size()) == n &&
         std::adjacent_find(sources.begin(), sources.end(), std::greater_equal<>()) ==
             sources.end();
}

// The rows of some sources out of a matrix of all.
template <class T>
Matrix<T> chosen(MatrixView<const T> all, std::span<const Index> sources) {
  if (all.rows() == 0) return {};
  Matrix<T> rows(static_cast<Index>(sources.size()), all.columns());
  for (Index i = 0; i < rows.rows(); ++i) {
    std::copy_n(&all(sources[at(i)], 0), all.columns(), &rows(i, 0));
  }
  return rows;
}

template <class S>
class OnMatrix {
 public:
  using T = typename S::Weight;

  OnMatrix(const Request& request, const Facts& facts, const Plan& plan)
      : request_(request),
        plan_(plan),
        n_(plan.problem.n),
        facts_(facts.weights),
        crew_(n_ < kThreadsToPrepare ? 1 : threads_of(request.options)) {}

  Outcome outcome() {
    place_weights();
    if (plan_.problem.predecessors) {
      outcome_.predecessors = fresh_predecessors(n_, request_.options);
    }
    close();
    hand_over();
    return std::move(outcome_);
  }

 private:
  // The working matrix: the caller's where it lies in one piece, else a new one.
  void place_weights() {
    const AnyMatrix& memory = request_.memory;
    if (request_.into == Into::memory && plan_.problem.in_place) {
      // Distances of the transpose are the transposed distances: column-major is row-major as well.
      const bool rows_lie = memory.is_row_major();
      if (!rows_lie) orientation_ = Orientation::transposed;
      // The stride of a single row may be anything.
      matrix_ = {static_cast<T*>(memory.data), n_, n_,
                 std::max(rows_lie ? memory.row_stride : memory.column_stride, n_)};
    } else {
      own_ = Matrix<T>(n_, n_);
      matrix_ = own_.view();
      detail::touch_pages(own_.data(), Matrix<T>::bytes_needed(n_, n_), crew_);
    }
    if (request_.on_device) return;  // the kernel looks after it
    if (request_.graph != nullptr) {
      fill(matrix_, *request_.graph, rules_of<S>, crew_);
      facts_ = look_at<S>(MatrixView<const T>(matrix_), request_.options.undirected,
                          Orientation::as_seen, crew_);
    } else if (!request_.in_place() || !plan_.problem.in_place) {
      fill(matrix_, request_.weights, rules_of<S>, crew_);
    } else if (!facts_.tidy) {
      tidy<S>(matrix_.data(), n_, matrix_.row_stride(), crew_);
    }
    if (request_.options.undirected) {
      make_symmetric<S>(matrix_.data(), n_, matrix_.row_stride(), crew_);
    }
    set_diagonal<S>(matrix_.data(), n_, matrix_.row_stride());
  }

  void close() {
    Statistics& statistics = outcome_.statistics;
    statistics.plan = plan_;
    ProgressMeter meter(request_.options.progress, plan_.tasks);
    meter.begin();
    Work work{.plan = plan_, .facts = facts_, .meter = meter};
    work.matrix = {matrix_.data(), matrix_.row_stride()};
    work.stream = request_.stream;
    work.orientation = orientation_;
    work.predecessors.data = outcome_.predecessors.data();
    work.predecessors.ld = outcome_.predecessors.leading_dimension();
    const Stopwatch watch;
    if (n_ > 0) kernel_of(plan_).run(work);
    statistics.kernel_seconds = work.kernel_seconds > 0 ? work.kernel_seconds : watch.seconds();
    if (!request_.on_device) {
      finish<S>(matrix_.data(), n_, matrix_.row_stride(), facts_, orientation_, crew_);
    }
    if (plan_.problem.predecessors && n_ > 0) {
      const double before = watch.seconds();
      find_routes(work.predecessors, meter);
      statistics.routes_seconds = watch.seconds() - before;
      meter.check();
    }
    statistics.seconds = request_.on_device ? work.resident_seconds : watch.seconds();
    const double n = static_cast<double>(n_);
    statistics.tasks_per_second = statistics.seconds > 0 ? n * n * n / statistics.seconds : 0;
    meter.finish();
  }

  routes::Links<T> links(const routes::Wanted<T>& wanted) {
    const bool both_ways = request_.options.undirected;
    const auto made_of = [&](const auto& arcs) {
      if (request_.options.memory_limit != 0) {
        // How many arcs are best paths themselves is known only now: mostly few, at worst all.
        const std::size_t count = routes::count_links(arcs, both_ways, wanted, crew_);
        (void)left_of_limit(request_.options, plan_.bytes() + ArcBytes(request_).links(count),
                            "the result and what finds its routes");
      }
      return routes::links_of(arcs, both_ways, wanted, crew_);
    };
    return request_.graph != nullptr ? made_of(*request_.graph) : made_of(request_.weights);
  }

  void find_routes(const PredecessorWork& work, ProgressMeter& meter) {
    const routes::Wanted<T> best_paths{
        .rules = rules_of<S>, .distances = matrix_, .signs = {!facts_.nonnegative, facts_.largest}};
    if (work.found && make_trees(work, best_paths)) return;
    // Where the few arcs that are best paths leave something unexplained, all of them cannot.
    const routes::Rows<T> rows{matrix_, outcome_.predecessors.view()};
    for (const routes::Wanted<T>& wanted : {best_paths, routes::Wanted<T>{rules_of<S>}}) {
      if (routes::find_predecessors(links(wanted), rows, crew_,
                                    [&] { return meter.cancelled(); })) {
        return;
      }
    }
    throw Error(ErrorCode::internal, "there are distances that no path leads to");
  }

  // Makes trees of predecessors that a kernel has found, where they may be none. False where its
  // links leave something unexplained.
  bool make_trees(const PredecessorWork& work, const routes::Wanted<T>& wanted) {
    const auto& doubts = work.doubts;
    const auto most = std::max_element(doubts.begin(), doubts.end());
    if (most == doubts.end() || *most == PredecessorWork::none) return true;
    const routes::Links<T> arcs = links(wanted);
    const int harmless =
        arcs.has_zero_cycle() ? PredecessorWork::none : PredecessorWork::by_zero_arcs;
    std::atomic<bool> explained{true};
    crew_.run_each(static_cast<Index>(doubts.size()), [&](Index i) {
      if (doubts[at(i)] <= harmless || !explained) return;
      if (!routes::make_tree<S>(arcs, static_cast<routes::Vertex>(i), &matrix_(i, 0),
                                &outcome_.predecessors(i, 0))) {
        explained = false;
      }
    });
    return explained;
  }

  // From the finished matrix to what was asked for.
  void hand_over() {
    switch (request_.into) {
      case Into::memory:
        if (!plan_.problem.in_place) {
          const MatrixView<T> to = request_.memory.as<T>();
          crew_.run_each(n_, [&](Index i) {
            for (Index j = 0; j < n_; ++j) to(i, j) = own_(i, j);
          });
        }
        break;
      case Into::matrix:
        choose_rows();
        outcome_.distances = std::move(own_);
        break;
      case Into::rows: {
        choose_rows();
        Rows rows{0, own_.rows(), std::move(own_), std::move(outcome_.predecessors)};
        if (rows.count > 0) request_.sink(rows);
        break;
      }
      case Into::measures:       // measure_rows()
      case Into::router: break;  // make_router()
    }
  }

  void choose_rows() {
    if (!request_.sources || is_all(*request_.sources, n_)) return;
    const auto sources = *request_.sources;
    own_ = chosen<T>(own_.view(), sources);
    outcome_.predecessors =
        chosen<routes::Vertex>(std::as_const(outcome_.predecessors).view(), sources);
  }

  const Request& request_;
  const Plan& plan_;
  const Index n_;
  InputFacts facts_;
  Crew crew_;
  Orientation orientation_ = Orientation::as_seen;
  Matrix<T> own_;
  MatrixView<T> matrix_;
  Outcome outcome_;
};

}  // namespace

Outcome run_on_matrix(const Request& request, const Facts& facts, const Plan& plan) {
  Outcome outcome;
  visit_semiring(plan.problem.semiring, plan.problem.weight,
                 [&]<class S>(S) { outcome = OnMatrix<S>(request, facts, plan).outcome(); });
  return outcome;
}

}  // namespace warpath
