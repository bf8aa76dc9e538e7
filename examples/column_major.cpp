// A column-major matrix of doubles, as in Fortran, MATLAB, R and Eigen, solved where it lies.
#include <warpath/warpath.hpp>

#include <iostream>
#include <limits>
#include <vector>

int main() try {
  const int n = 4;
  const int ld = 6;  // from column to column; n, unless the matrix is part of a larger one
  const double none = std::numeric_limits<double>::infinity();

  // The arc from i to j stands at w[i + j * ld]. No arc is said by infinity: 0 is an arc of weight 0.
  std::vector<double> w(ld * n, none);
  w[0 + 1 * ld] = 1.5;
  w[1 + 2 * ld] = -0.5;
  w[2 + 3 * ld] = 2;
  w[0 + 3 * ld] = 4;

  const auto matrix = warpath::MatrixView<double>::column_major(w.data(), n, n, ld);
  const warpath::Result copy = warpath::solve(matrix);  // reads it, and answers in a new matrix
  warpath::solve_in_place(matrix);                      // the same memory, far less workspace

  std::cout << "from 0 to 3: " << w[0 + 3 * ld] << ", " << copy.distance(0, 3) << '\n';
  std::cout << "from 3 to 0: " << matrix(3, 0) << '\n';  // inf: no path
} catch (const warpath::Error& error) {
  const bool cycle = error.code() == warpath::ErrorCode::negative_cycle;
  std::cerr << (cycle ? "there are no shortest paths: " : "") << error.what() << '\n';
  return 1;
}
