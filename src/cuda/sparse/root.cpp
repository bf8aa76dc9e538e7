// Only what is there is sent: the arcs of the root, and what its children contribute, which is far less than a large root has cells.

#include "cuda/sparse/root.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/sparse/root_steps.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::at;

// What is sent of a root; of a symmetric one the part above the diagonal.
template <class T>
class Parcel {
 public:
  Parcel(const cpu::Root<T>& root, bool symmetric, Crew& crew) : first_piece(at(root.size) + 1) {
    // Counted by row first, then placed: there are many.
    const auto each_row = [&](const auto& visit) {
      for (const auto& arc : root.arcs) {
        if (!symmetric || arc.from < arc.to) visit(arc.from);
      }
      for (const auto& part : root.contributions) {
        for (const Index row : part.vertices) visit(row);
      }
    };
    each_row([&](Index row) { ++first_piece[at(row) + 1]; });
    for (std::size_t row = 0; row < at(root.size); ++row) first_piece[row + 1] += first_piece[row];
    pieces.resize(at(first_piece.back()));
    std::vector<int> next(first_piece.begin(), first_piece.end() - 1);
    const auto place = [&](Index row, long long column, int count) {
      pieces[at(next[at(row)]++)] = {count_, column, count};
      count_ += count;
    };
    std::vector<T> weights;
    for (const auto& arc : root.arcs) {
      if (symmetric && arc.to < arc.from) continue;
      place(arc.from, static_cast<long long>(columns.size()), 1);
      columns.push_back(static_cast<int>(arc.to));
      weights.push_back(arc.weight);
    }
    std::vector<long long> begin;
    for (const auto& part : root.contributions) {
      begin.push_back(count_);
      const auto column = static_cast<long long>(columns.size());
      const auto size = static_cast<int>(part.vertices.size());
      columns.insert(columns.end(), part.vertices.begin(), part.vertices.end());
      for (int i = 0; i < size; ++i) {
        const int skipped = symmetric ? i : 0;
        place(part.vertices[at(i)], column + skipped, size - skipped);
      }
    }
    cells_ = detail::allocate_cells(at(count_) * sizeof(T));
    std::copy(weights.begin(), weights.end(), cells());
    crew.run(
        static_cast<Index>(root.contributions.size()),
        [&](Index c) {
          const auto& part = root.contributions[at(c)];
          T* to = cells() + begin[at(c)];
          const Index size = part.cells.rows();
          for (Index i = 0; i < size; ++i) {
            const Index skipped = symmetric ? i : 0;
            to = std::copy_n(&part.cells(i, skipped), size - skipped, to);
          }
        },
        [] { return false; });
  }

  T* cells() const { return static_cast<T*>(cells_.get()); }
  std::size_t count() const { return at(count_); }

  std::vector<int> first_piece;
  std::vector<Piece> pieces;
  std::vector<int> columns;

 private:
  long long count_ = 0;
  std::unique_ptr<void, detail::FreeCells> cells_;
};

template <class T>
DeviceArray<T> brought(const T* from, std::size_t count, cudaStream_t stream) {
  DeviceArray<T> to(count);
  if (count > 0) {
    CUDA_CHECK(cudaMemcpyAsync(to.get(), from, count * sizeof(T), cudaMemcpyHostToDevice, stream));
  }
  return to;
}

}  // namespace

template <class S>
ClosedRoot<typename S::Weight> close_root(const cpu::Root<typename S::Weight>& root,
                                          const Plan& plan, const CycleTolerance& tolerance,
                                          Crew& crew) {
  using T = typename S::Weight;
  const Index side = dense::layout_of(plan).side;
  ClosedRoot<T> closed{root.node, root.size, side, DeviceArray<T>(at(side) * at(side))};
  dense::Solver solver(plan);
  const Stream stream;
  clear_root<S>(closed.cells.get(), side, stream);
  const Parcel<T> parcel(root, plan.problem.symmetric, crew);
  const auto first_piece = brought(parcel.first_piece.data(), parcel.first_piece.size(), stream);
  const auto pieces = brought(parcel.pieces.data(), parcel.pieces.size(), stream);
  const auto columns = brought(parcel.columns.data(), parcel.columns.size(), stream);
  const auto cells = brought<T>(parcel.cells(), parcel.count(), stream);
  assemble_root<S>(closed.cells.get(), side, root.size, plan.problem.symmetric,
                   {first_piece.get(), pieces.get(), cells.get(), columns.get()}, stream);
  solver.prepare(closed.cells.get(), side, stream);
  solver.start(tolerance, stream);
  solver.ask(stream);
  stream.wait();
  solver.check();
  return closed;
}

#define WARPATH_INSTANTIATE(S)                           \
  template ClosedRoot<typename S::Weight> close_root<S>( \
      const cpu::Root<typename S::Weight>&, const Plan&, const CycleTolerance&, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
