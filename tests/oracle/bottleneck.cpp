// Widest and minimax paths, and reachability.
#include <algorithm>

#include "oracle/oracle.hpp"

namespace oracle {
namespace {

// `narrow` says what an arc does to a path, `keep` which of two paths stays; `worst` is a path that
// every other one beats.
template <class W, class Narrow, class Keep>
Table<W> all_pairs(const Table<W>& arcs, W worst, Narrow narrow, Keep keep) {
  const std::size_t n = arcs.n();
  Table<W> best = arcs;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (arcs(i, j) == absent<W>()) best(i, j) = worst;
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const W first = best(i, k);
      for (std::size_t j = 0; j < n; ++j) best(i, j) = keep(best(i, j), narrow(first, best(k, j)));
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    best(i, i) = absent<W>();
    for (std::size_t j = 0; j < n; ++j) {
      if (best(i, j) == worst) best(i, j) = absent<W>();
    }
  }
  return best;
}

template <class W, class Better>
Table<W> by_search(const Table<W>& arcs, Better better) {
  const std::size_t n = arcs.n();
  struct Arc {
    std::size_t from, to;
    W weight;
  };
  std::vector<Arc> order;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (arcs(i, j) != absent<W>()) order.push_back({i, j, arcs(i, j)});
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](const Arc& a, const Arc& b) { return better(a.weight, b.weight); });
  Table<W> best(n);
  for (std::size_t source = 0; source < n; ++source) {
    std::vector<bool> reached(n, false);
    reached[source] = true;
    for (std::size_t count = 1; count <= order.size(); ++count) {
      bool grew = true;
      while (grew) {
        grew = false;
        for (std::size_t a = 0; a < count; ++a) {
          if (!reached[order[a].from] || reached[order[a].to]) continue;
          reached[order[a].to] = true;
          best(source, order[a].to) = order[count - 1].weight;
          grew = true;
        }
      }
    }
  }
  return best;
}

}  // namespace

template <class W>
Table<W> widest(const Table<W>& arcs) {
  const auto smaller = [](W a, W b) { return a < b ? a : b; };
  const auto larger = [](W a, W b) { return a > b ? a : b; };
  return all_pairs(arcs, std::numeric_limits<W>::lowest(), smaller, larger);
}

template <class W>
Table<W> minimax(const Table<W>& arcs) {
  const auto smaller = [](W a, W b) { return a < b ? a : b; };
  const auto larger = [](W a, W b) { return a > b ? a : b; };
  return all_pairs(arcs, absent<W>(), larger, smaller);
}

template <class W>
Table<W> widest_by_search(const Table<W>& arcs) {
  return by_search(arcs, [](W a, W b) { return a > b; });
}

template <class W>
Table<W> minimax_by_search(const Table<W>& arcs) {
  return by_search(arcs, [](W a, W b) { return a < b; });
}

template <class W>
Table<std::uint8_t> reachable(const Table<W>& arcs) {
  const std::size_t n = arcs.n();
  std::vector<std::vector<std::size_t>> next(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (arcs(i, j) != absent<W>()) next[i].push_back(j);
    }
  }
  Table<std::uint8_t> reached(n, 0);
  for (std::size_t source = 0; source < n; ++source) {
    std::vector<std::size_t> queue{source};
    reached(source, source) = 1;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      for (const std::size_t v : next[queue[at]]) {
        if (reached(source, v)) continue;
        reached(source, v) = 1;
        queue.push_back(v);
      }
    }
  }
  return reached;
}

template Table<double> widest(const Table<double>&);
template Table<long double> widest(const Table<long double>&);
template Table<std::int64_t> widest(const Table<std::int64_t>&);
template Table<double> minimax(const Table<double>&);
template Table<long double> minimax(const Table<long double>&);
template Table<std::int64_t> minimax(const Table<std::int64_t>&);
template Table<double> widest_by_search(const Table<double>&);
template Table<std::int64_t> widest_by_search(const Table<std::int64_t>&);
template Table<double> minimax_by_search(const Table<double>&);
template Table<std::int64_t> minimax_by_search(const Table<std::int64_t>&);
template Table<std::uint8_t> reachable(const Table<double>&);
template Table<std::uint8_t> reachable(const Table<long double>&);
template Table<std::uint8_t> reachable(const Table<std::int64_t>&);

}  // namespace oracle
