#include "cpu/dijkstra.hpp"

#include "cpu/search_heap.hpp"

namespace warpath::cpu {

template <class T>
void dijkstra_rows(const sparse::Arcs<T>& arcs, std::span<const sparse::Vertex> sources, T* rows,
                   Index ld, Crew& crew, ProgressMeter* meter) {
  if (sources.empty()) return;
  with_network(arcs, {}, [&]<class Offset>(const Network<T, Offset>& network) {
    search_each<HeapSearch<T, Offset>>(sources, rows, ld, crew, meter, network);
  });
}

#define WARPATH_INSTANTIATE(T, name)                                                              \
  template void dijkstra_rows(const sparse::Arcs<T>&, std::span<const sparse::Vertex>, T*, Index, \
                              Crew&, ProgressMeter*);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
