// Floyd-Warshall (Floyd 1962), Bellman-Ford (Bellman 1958), Dijkstra (Dijkstra 1959).
#include <queue>

#include "oracle/oracle.hpp"

namespace oracle {

template <class W>
Answer<W> floyd_warshall(Table<W> arcs) {
  const std::size_t n = arcs.n();
  for (std::size_t i = 0; i < n; ++i) {
    if (!(arcs(i, i) < 0)) arcs(i, i) = 0;
  }
  Answer<W> answer{false, std::move(arcs)};
  Table<W>& d = answer.best;
  for (std::size_t i = 0; i < n; ++i) answer.negative_cycle |= d(i, i) < 0;
  for (std::size_t k = 0; k < n && !answer.negative_cycle; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const W first = d(i, k);
      if (first == absent<W>()) continue;
      for (std::size_t j = 0; j < n; ++j) {
        const W second = d(k, j);
        const W through = second == absent<W>() ? second : first + second;
        d(i, j) = through < d(i, j) ? through : d(i, j);
      }
    }
    for (std::size_t i = 0; i < n; ++i) answer.negative_cycle |= d(i, i) < 0;
  }
  return answer;
}

template <class W>
Answer<W> bellman_ford(const Table<W>& arcs) {
  struct Arc {
    std::size_t from, to;
    W weight;
  };
  const std::size_t n = arcs.n();
  std::vector<Arc> list;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (arcs(i, j) != absent<W>()) list.push_back({i, j, arcs(i, j)});
    }
  }
  Answer<W> answer{false, Table<W>(n)};
  for (std::size_t source = 0; source < n; ++source) {
    std::vector<W> d(n, absent<W>());
    d[source] = 0;
    bool changed = true;
    for (std::size_t round = 0; changed; ++round) {
      if (round == n) {
        answer.negative_cycle = true;
        return answer;
      }
      changed = false;
      for (const Arc& arc : list) {
        if (d[arc.from] == absent<W>() || !(d[arc.from] + arc.weight < d[arc.to])) continue;
        d[arc.to] = d[arc.from] + arc.weight;
        changed = true;
      }
    }
    for (std::size_t j = 0; j < n; ++j) answer.best(source, j) = d[j];
  }
  return answer;
}

template <class W>
Table<W> dijkstra(const Table<W>& arcs) {
  const std::size_t n = arcs.n();
  Table<W> best(n);
  for (std::size_t source = 0; source < n; ++source) {
    using Entry = std::pair<W, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    best(source, source) = 0;
    queue.push({W{0}, source});
    while (!queue.empty()) {
      const auto [distance, u] = queue.top();
      queue.pop();
      if (distance != best(source, u)) continue;
      for (std::size_t v = 0; v < n; ++v) {
        if (arcs(u, v) == absent<W>() || !(distance + arcs(u, v) < best(source, v))) continue;
        best(source, v) = distance + arcs(u, v);
        queue.push({best(source, v), v});
      }
    }
  }
  return best;
}

template Answer<double> floyd_warshall(Table<double>);
template Answer<long double> floyd_warshall(Table<long double>);
template Answer<std::int64_t> floyd_warshall(Table<std::int64_t>);
template Answer<double> bellman_ford(const Table<double>&);
template Answer<long double> bellman_ford(const Table<long double>&);
template Answer<std::int64_t> bellman_ford(const Table<std::int64_t>&);
template Table<double> dijkstra(const Table<double>&);
template Table<long double> dijkstra(const Table<long double>&);
template Table<std::int64_t> dijkstra(const Table<std::int64_t>&);

}  // namespace oracle
