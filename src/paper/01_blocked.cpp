// 01 blocked: the paper's figure 2, sequential.
//
// Idea       per round of t pivots: close the pivot tile, then the panels that depend on it, then
//            the interior, which depends on the panels; each tile is worked on t times while it is
//            in the cache
// Changes    from textbook: the order of the tasks, nothing else
// Threads    one
// Bound by   the branch of each task, no longer by memory; with k innermost, as in the figure, the
//            loop walks down a column of a panel, and little of the gain is left
// Source     Venkataraman, Sahni and Mukhopadhyaya 2003; Lund and Smith, figure 2

#include <algorithm>

#include "base/dispatch.hpp"
#include "paper/kernels.hpp"
#include "paper/relax_cell.hpp"

namespace warpath::paper {
namespace {

// The tile size of Katz and Kider, and of the paper.
constexpr Index kPaperBlock = 32;

template <class S>
class Blocked {
 public:
  using T = typename S::Weight;

  Blocked(T* w, Index n, Index ld, Index t, ProgressMeter& meter)
      : w_(w), n_(n), ld_(ld), t_(t), meter_(meter) {}

  void run() {
    const Index blocks = (n_ + t_ - 1) / t_;
    for (Index bk = 0; bk < blocks; ++bk) {
      dependent(bk, bk, bk);
      for (Index bj = 0; bj < blocks; ++bj) {
        if (bj != bk) dependent(bk, bj, bk);
      }
      for (Index bi = 0; bi < blocks; ++bi) {
        if (bi != bk) dependent(bi, bk, bk);
      }
      for (Index bi = 0; bi < blocks; ++bi) {
        if (bi == bk) continue;
        for (Index bj = 0; bj < blocks; ++bj) {
          if (bj != bk) interior(bi, bj, bk);
        }
      }
    }
  }

 private:
  T& w(Index i, Index j) { return w_[i * ld_ + j]; }
  Index begin(Index block) const { return block * t_; }
  Index end(Index block) const { return std::min(n_, (block + 1) * t_); }

  void done(Index bi, Index bj, Index bk) {
    meter_.add(static_cast<double>(end(bi) - begin(bi)) * static_cast<double>(end(bj) - begin(bj)) *
               static_cast<double>(end(bk) - begin(bk)));
    if (meter_.cancelled()) meter_.check();
  }

  // The pivot tile, and the panels. k stays outside: later tasks depend on earlier ones.
  void dependent(Index bi, Index bj, Index bk) {
    for (Index k = begin(bk); k < end(bk); ++k) {
      for (Index i = begin(bi); i < end(bi); ++i) {
        for (Index j = begin(bj); j < end(bj); ++j) relax_cell<S>(w(i, j), w(i, k), w(k, j));
      }
    }
    done(bi, bj, bk);
  }

  // k is innermost now: no task depends on another.
  void interior(Index bi, Index bj, Index bk) {
    for (Index i = begin(bi); i < end(bi); ++i) {
      for (Index j = begin(bj); j < end(bj); ++j) {
        for (Index k = begin(bk); k < end(bk); ++k) relax_cell<S>(w(i, j), w(i, k), w(k, j));
      }
    }
    done(bi, bj, bk);
  }

  T* w_;
  Index n_, ld_, t_;
  ProgressMeter& meter_;
};

}  // namespace

void configure_blocked(Plan& plan, const Machine& machine) {
  const Index block = plan.block;
  configure_textbook(plan, machine);
  plan.block = block ? block : kPaperBlock;
}

void run_blocked(Work& work) {
  const Problem& problem = work.plan.problem;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    Blocked<S>(work.cells<typename S::Weight>(), problem.n, work.matrix.ld, work.plan.block,
               work.meter)
        .run();
  });
}

}  // namespace warpath::paper
