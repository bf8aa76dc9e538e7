// Every distance of a small graph, and one route.
#include <warpath/warpath.hpp>

#include <iostream>
#include <vector>

int main() try {
  // From, to, weight; vertices are counted from 0. Also with double and int64_t, int32_t, int16_t.
  const std::vector<warpath::Arc<float>> arcs = {{0, 1, 2.5F}, {1, 2, 1}, {2, 0, 4}, {2, 3, 0.5F}};
  const auto graph = warpath::Graph::from_arcs<float>(4, arcs);

  const warpath::Result result = warpath::solve(graph, {.predecessors = true});

  std::cout << "from 0 to 3: " << result.distance(0, 3) << ", by way of";
  for (const warpath::Index vertex : result.path(0, 3)) std::cout << ' ' << vertex;
  std::cout << "\nfrom 3 to 0: " << result.distance(3, 0) << '\n';  // inf: no path
} catch (const warpath::Error& error) {
  std::cerr << error.what() << '\n';  // what happened, with the values, and what to do about it
  return 1;
}
