// Matrices of undirected graphs.

#include <algorithm>

#include "base/dispatch.hpp"
#include "numerics/prepare.hpp"

namespace warpath {
namespace {

// Squares of the matrix are walked together with their mirror images, so that neither side leaves
// the cache.
constexpr Index kSquare = 32;

// Calls work(i, j) for the cells below the diagonal, j < i, until one answers false.
template <class Work>
bool below_diagonal(Index n, Crew& crew, const Work& work) {
  const Index squares = (n + kSquare - 1) / kSquare;
  std::atomic<bool> going{true};
  crew.run(
      squares,
      [&](Index piece) {
        const Index i0 = (squares - 1 - piece) * kSquare;  // the longest rows first
        const Index i1 = std::min(i0 + kSquare, n);
        for (Index j0 = 0; j0 <= i0; j0 += kSquare) {
          bool all = true;
          for (Index i = i0; i < i1; ++i) {
            for (Index j = j0; j < std::min(j0 + kSquare, i); ++j) all = work(i, j) && all;
          }
          if (!all) going = false;
          if (!going) return;
        }
      },
      [&] { return !going; });
  return going;
}

}  // namespace

template <class S>
void make_symmetric(typename S::Weight* w, Index n, Index ld, Crew& crew) {
  below_diagonal(n, crew, [&](Index i, Index j) {
    auto& a = w[i * ld + j];
    auto& b = w[j * ld + i];
    if (S::is_better(a, b)) b = a;
    a = b;
    return true;
  });
}

template <class T>
void mirror_upper(T* w, Index n, Index ld, Crew& crew) {
  below_diagonal(n, crew, [&](Index i, Index j) {
    w[i * ld + j] = w[j * ld + i];
    return true;
  });
}

bool is_symmetric(const AnyInput& matrix, Crew& crew) {
  return matrix.visit([&](auto cells) {
    return below_diagonal(cells.rows(), crew,
                          [&](Index i, Index j) { return cells(i, j) == cells(j, i); });
  });
}

#define WARPATH_INSTANTIATE(S) \
  template void make_symmetric<S>(typename S::Weight*, Index, Index, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

#define WARPATH_MIRROR(T, name) template void mirror_upper(T*, Index, Index, Crew&);
WARPATH_EACH_WEIGHT(WARPATH_MIRROR)

}  // namespace warpath
