// Only what is there is sent: the arcs of the root, and what its children contribute, which is far
// less than a large root has cells.

#include "cuda/sparse/root.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/dispatch.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/dense/steps.cuh"
#include "cuda/device/launch.cuh"

namespace warpath::cuda::sparse {
namespace {

// Some cells of one row of the root, which lie together in what is sent.
struct Piece {
  long long cells;
  long long columns;
  int count;
};

// All that goes into a root: the pieces of row r are first_piece[r] to first_piece[r + 1] - 1.
template <class T>
struct RootPieces {
  const int* first_piece;
  const Piece* pieces;
  const T* cells;
  const int* columns;
};

// The matrix of a graph without arcs.
template <class S>
__global__ void clear(typename S::Weight* matrix, long long side) {
  const long long row = blockIdx.x;
  for (long long k = threadIdx.x; k < side; k += blockDim.x) {
    matrix[row * side + k] = k == row ? S::empty_path() : S::no_path();
  }
}

// Puts the pieces in. A block per row, and per column of what lies below the diagonal: its pieces
// come one after the other, so that no two threads want the same cell. `symmetric`: there is
// nothing in them below the diagonal, which becomes the same as above.
template <class S>
__global__ void assemble(typename S::Weight* matrix, long long ld, bool symmetric,
                         RootPieces<typename S::Weight> all) {
  typename S::Weight* row = matrix + blockIdx.x * ld;
  for (int p = all.first_piece[blockIdx.x]; p < all.first_piece[blockIdx.x + 1]; ++p) {
    const Piece piece = all.pieces[p];
    for (int i = static_cast<int>(threadIdx.x); i < piece.count;
         i += static_cast<int>(blockDim.x)) {
      const int column = all.columns[piece.columns + i];
      const auto better = dense::Ops<S>::better(row[column], all.cells[piece.cells + i]);
      row[column] = better;
      if (symmetric) matrix[column * ld + blockIdx.x] = better;
    }
    __syncthreads();  // the piece is in the row
  }
}

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
    std::partial_sum(first_piece.begin(), first_piece.end(), first_piece.begin());
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
    const auto copy_part = [&](Index c) {
      const auto& part = root.contributions[at(c)];
      T* to = cells() + begin[at(c)];
      const Index size = part.cells.rows();
      for (Index i = 0; i < size; ++i) {
        const Index skipped = symmetric ? i : 0;
        to = std::copy_n(&part.cells(i, skipped), size - skipped, to);
      }
    };
    crew.run(static_cast<Index>(root.contributions.size()), copy_part);
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

}  // namespace

template <class S>
ClosedRoot<typename S::Weight> close_root(const cpu::Root<typename S::Weight>& root,
                                          const Plan& plan, Crew& crew) {
  using T = typename S::Weight;
  const Index side = dense::layout_of(plan).side;
  ClosedRoot<T> closed{root.node, root.size, side, DeviceArray<T>(at(side) * at(side))};
  dense::Solver solver(plan);
  const Stream stream;
  launch_kernel(clear<S>, {.grid = blocks_for(side, 1), .threads = kThreads, .stream = stream},
                closed.cells.get(), side);
  CUDA_CHECK_LAUNCH(clear);
  const Parcel<T> parcel(root, plan.problem.symmetric, crew);
  const WorkOfScope work(stream);  // it reads the parcel
  const auto first_piece = brought(parcel.first_piece, stream);
  const auto pieces = brought(parcel.pieces, stream);
  const auto columns = brought(parcel.columns, stream);
  const DeviceArray<T> cells(parcel.count());
  to_device(cells.get(), parcel.cells(), parcel.count(), stream);
  launch_kernel(assemble<S>,
                {.grid = blocks_for(root.size, 1), .threads = kThreads, .stream = stream},
                closed.cells.get(), side, plan.problem.symmetric,
                RootPieces<T>{first_piece.get(), pieces.get(), cells.get(), columns.get()});
  CUDA_CHECK_LAUNCH(assemble);
  solver.prepare(closed.cells.get(), side, stream);
  solver.start(stream);
  stream.wait();
  return closed;
}

#define WARPATH_INSTANTIATE(S)                                                                \
  template ClosedRoot<typename S::Weight> close_root<S>(const cpu::Root<typename S::Weight>&, \
                                                        const Plan&, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
