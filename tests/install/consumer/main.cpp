// What a user's first program looks like: it must build against an installed Warpath and be right.
#include <warpath/version.hpp>
#include <warpath/warpath.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

int main() {
  std::printf("warpath %s\n", warpath::version());
  if (std::strcmp(warpath::version(), WARPATH_VERSION_STRING) != 0) return 1;

  const std::vector<warpath::Arc<float>> arcs = {{0, 1, 2.5F}, {1, 2, 1.0F}, {2, 0, 4.0F}};
  const auto graph = warpath::Graph::from_arcs<float>(3, arcs);
  const warpath::Result result = warpath::solve(graph);
  if (result.distance(0, 2) != 3.5 || result.distance(2, 1) != 6.5) return 1;

  std::vector<double> matrix = {0, 1, 9, 9, 0, 1, 1, 9, 0};
  warpath::solve_in_place(warpath::MatrixView<double>::row_major(matrix.data(), 3, 3));
  return matrix[2] == 2 && matrix[3] == 2 ? 0 : 1;
}
