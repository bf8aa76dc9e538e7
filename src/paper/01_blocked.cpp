// 01 blocked: the paper's figure 2, sequential.
//
// Idea       per block of s pivots: close the pivot block, then the panels that depend on it, then
//            the interior, which depends on the panels; each tile is worked on s times while it
//            is in the cache
// Changes    from textbook: the order of the tasks, nothing else
// Threads    one
// Bound by   the branch of each task, no longer by memory
// Source     Venkataraman, Sahni and Mukhopadhyaya 2003; Lund and Smith, figure 2

#include <algorithm>

#include "core/combinations.hpp"
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

  Blocked(T* w, Index n, Index ld, Index s, const CycleTolerance& tolerance, ProgressMeter& meter)
      : w_(w), n_(n), ld_(ld), s_(s), tolerance_(tolerance), meter_(meter) {}

  void run() {
    const Index blocks = (n_ + s_ - 1) / s_;
    for (Index b = 0; b < blocks; ++b) {
      pivot(b);
      for (Index bj = 0; bj < blocks; ++bj) {
        if (bj != b) panel(b, bj, b);
      }
      for (Index bi = 0; bi < blocks; ++bi) {
        if (bi != b) panel(bi, b, b);
      }
      for (Index k = begin(b); k < end(b); ++k) {
        check_pivot<S>(w_, ld_, k, 0, begin(b), tolerance_);
        check_pivot<S>(w_, ld_, k, end(b), n_, tolerance_);
      }
      for (Index bi = 0; bi < blocks; ++bi) {
        if (bi == b) continue;
        for (Index bj = 0; bj < blocks; ++bj) {
          if (bj != b) interior(bi, bj, b);
        }
      }
    }
  }

 private:
  T& w(Index i, Index j) { return w_[i * ld_ + j]; }
  Index begin(Index block) const { return block * s_; }
  Index end(Index block) const { return std::min(n_, (block + 1) * s_); }

  void done(Index bi, Index bj, Index b) {
    meter_.add(static_cast<double>(end(bi) - begin(bi)) * static_cast<double>(end(bj) - begin(bj)) *
               static_cast<double>(end(b) - begin(b)));
    if (meter_.cancelled()) meter_.check();
  }

  void pivot(Index b) {
    for (Index k = begin(b); k < end(b); ++k) {
      check_pivot<S>(w_, ld_, k, begin(b), end(b), tolerance_);
      for (Index i = begin(b); i < end(b); ++i) {
        for (Index j = begin(b); j < end(b); ++j) relax_cell<S>(w(i, j), w(i, k), w(k, j));
      }
    }
    done(b, b, b);
  }

  // k stays outside: within a panel, later tasks depend on earlier ones.
  void panel(Index bi, Index bj, Index b) {
    for (Index k = begin(b); k < end(b); ++k) {
      for (Index i = begin(bi); i < end(bi); ++i) {
        for (Index j = begin(bj); j < end(bj); ++j) relax_cell<S>(w(i, j), w(i, k), w(k, j));
      }
    }
    done(bi, bj, b);
  }

  // k is innermost now: no task depends on another.
  void interior(Index bi, Index bj, Index b) {
    for (Index i = begin(bi); i < end(bi); ++i) {
      for (Index j = begin(bj); j < end(bj); ++j) {
        for (Index k = begin(b); k < end(b); ++k) relax_cell<S>(w(i, j), w(i, k), w(k, j));
      }
    }
    done(bi, bj, b);
  }

  T* w_;
  Index n_, ld_, s_;
  CycleTolerance tolerance_;
  ProgressMeter& meter_;
};

}  // namespace

void configure_blocked(Plan& plan, const Machine& machine) {
  const Index block = plan.block;
  configure_textbook(plan, machine);
  plan.block = block ? block : kPaperBlock;
}

void run_blocked(KernelCall& call) {
  const Problem& problem = call.plan.problem;
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    Blocked<S>(call.matrix<typename S::Weight>(), problem.n, call.ld, call.plan.block,
               call.tolerance, call.meter)
        .run();
  });
}

}  // namespace warpath::paper
