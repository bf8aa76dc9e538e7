// Distances and routes from 100 depots of a road network to all its crossings, on a GPU where there
// is one.
//
//   routes_from_sources [GRAPH]    any file that warpath reads; default: a generated network
//
// Vertices count from 0 here, whatever the file does: vertex 1 of a DIMACS .gr is 0.
#include <warpath/warpath.hpp>

#include <iostream>
#include <vector>

using warpath::Index;

int main(int argc, char** argv) try {
  const warpath::Graph roads = argc > 1 ? warpath::io::read_graph(argv[1])
                                        : warpath::generate(warpath::GraphKind::road, 10'000);
  if (roads.vertices() < 100) {
    std::cerr << roads.vertices() << " crossings are too few for 100 depots\n";
    return 2;
  }
  std::vector<Index> depots;
  for (Index k = 0; k < 100; ++k) depots.push_back(k * roads.vertices() / 100);

  warpath::Options options{.predecessors = true};
  if (!warpath::Machine::detect().devices.empty()) options.device = warpath::Backend::cuda;

  // Row k is that of depots[k]: 100 x n distances and predecessors, never n x n.
  const warpath::Result result = warpath::solve_from(roads, depots, options);

  const Index depot = depots.front();
  Index farthest = depot;
  for (Index v = 0; v < roads.vertices(); ++v) {
    if (result.reachable(depot, v) &&
        result.distance(depot, v) > result.distance(depot, farthest)) {
      farthest = v;
    }
  }
  std::cout << depots.size() << " x " << roads.vertices() << " distances, kernel "
            << result.statistics().plan.kernel->name << "\nfarthest from " << depot << ": "
            << farthest << ", " << result.distance(depot, farthest) << " in "
            << result.path(depot, farthest).size() - 1 << " legs\n";
} catch (const warpath::Error& error) {
  std::cerr << error.what() << '\n';  // too little memory, a damaged file, a negative cycle, ...
  return 1;
}
