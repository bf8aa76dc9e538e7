// What all searches share: the arcs as they read them, and the threads that take source after source.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/crew.hpp"
#include "base/progress_meter.hpp"
#include "sparse/arcs.hpp"

namespace warpath::cpu {

template <class T>
struct Hop {
  sparse::Vertex target;
  T weight;
};

// Target beside weight. `Offset` is as short as the number of arcs allows, for the cache.
template <class T, class Offset>
struct Network {
  // `renumbered` says what the caller's vertices are called here; empty: the same.
  Network(const sparse::Arcs<T>& arcs, std::vector<sparse::Vertex> renumbered)
      : number(std::move(renumbered)), offsets(arcs.offsets.size()), hops(arcs.targets.size()) {
    using sparse::at;
    const std::size_t n = at(vertices());
    const auto here = [&](std::size_t v) { return number.empty() ? v : at(number[v]); };
    for (std::size_t v = 0; v < n; ++v) {
      offsets[here(v) + 1] = static_cast<Offset>(arcs.offsets[v + 1] - arcs.offsets[v]);
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    for (std::size_t v = 0; v < n; ++v) {
      Hop<T>* hop = hops.data() + offsets[here(v)];
      for (std::size_t a = at(arcs.offsets[v]); a < at(arcs.offsets[v + 1]); ++a) {
        *hop++ = {static_cast<sparse::Vertex>(here(at(arcs.targets[a]))), arcs.weights[a]};
      }
    }
  }

  sparse::Vertex vertices() const { return static_cast<sparse::Vertex>(offsets.size() - 1); }

  std::vector<sparse::Vertex> number;
  std::vector<Offset> offsets;
  std::vector<Hop<T>> hops;
};

// Row k gets the distances from sources[k]. A Searcher is made of the network and of what goes
// with it, is kept by one thread at a time, and has search(source, row).
template <class Searcher, class T, class... With>
void search_each(std::span<const sparse::Vertex> sources, T* rows, Index ld, Crew& crew,
                 ProgressMeter* meter, const With&... with) {
  constexpr Index kPiece = 4;  // sources that a thread takes at a time
  const auto total = static_cast<Index>(sources.size());
  std::mutex mutex;
  std::vector<std::unique_ptr<Searcher>> idle;
  const auto stop = [&] { return meter && meter->cancelled(); };
  const auto search = [&](Index piece) {
    std::unique_ptr<Searcher> searcher;
    {
      const std::lock_guard lock(mutex);
      if (!idle.empty()) {
        searcher = std::move(idle.back());
        idle.pop_back();
      }
    }
    if (!searcher) searcher = std::make_unique<Searcher>(with...);
    for (Index k = piece * kPiece; k < std::min(total, (piece + 1) * kPiece) && !stop(); ++k) {
      searcher->search(sources[sparse::at(k)], rows + k * ld);
      if (meter) meter->add(static_cast<double>(searcher->network().vertices()));
    }
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(searcher));
  };
  crew.run((total + kPiece - 1) / kPiece, search, stop);
  if (meter) meter->check();
}

// Calls use(Network), with the shortest offsets that do.
template <class T, class Use>
void with_network(const sparse::Arcs<T>& arcs, std::vector<sparse::Vertex> number, const Use& use) {
  if (arcs.targets.size() <= std::numeric_limits<std::uint32_t>::max()) {
    use(Network<T, std::uint32_t>(arcs, std::move(number)));
  } else {
    use(Network<T, std::uint64_t>(arcs, std::move(number)));
  }
}

}  // namespace warpath::cpu
