#include "sparse/order.hpp"

#include <fmt/format.h>
#include <metis.h>
#include <signal.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>

#include "warpath/error.hpp"

namespace warpath::sparse {
namespace {

static_assert(sizeof(idx_t) == sizeof(Vertex), "METIS is expected to count in 32 bits");

// METIS takes SIGTERM for an error of its own and goes on. Here it waits until METIS is through.
class LaterSignals {
 public:
  LaterSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~LaterSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  LaterSignals(const LaterSignals&) = delete;
  LaterSignals& operator=(const LaterSignals&) = delete;

 private:
  sigset_t before_;
};

// METIS seeds and uses rand(). It gets a state of its own for that, and the caller's comes back.
class OwnRandomNumbers {
 public:
  OwnRandomNumbers() : before_(initstate(1, state_, sizeof(state_))) {}
  ~OwnRandomNumbers() { setstate(before_); }
  OwnRandomNumbers(const OwnRandomNumbers&) = delete;
  OwnRandomNumbers& operator=(const OwnRandomNumbers&) = delete;

 private:
  char state_[128];
  char* before_;
};

// What is left of a graph when vertices with at most two neighbours are eliminated, again and again: dead ends, and bends of
// roads. There is no better place for them than at the beginning, since they leave one link behind at most, and every third
// vertex of a road network is one.
class Reduced {
 public:
  explicit Reduced(const Pattern& whole)
      : offsets_(whole.offsets), neighbours_(whole.neighbours), degree_(at(whole.vertices())) {
    const Vertex n = whole.vertices();
    std::vector<Vertex> waiting;
    for (Vertex v = n - 1; v >= 0; --v) {
      degree_[at(v)] = static_cast<Vertex>(whole.of(v).size());
      if (degree_[at(v)] <= 2) waiting.push_back(v);
    }
    std::vector<bool> gone(at(n));
    while (!waiting.empty()) {
      const Vertex v = waiting.back();
      waiting.pop_back();
      if (gone[at(v)]) continue;
      gone[at(v)] = true;
      eliminated.push_back(v);
      const std::span<Vertex> around = of(v);
      for (std::size_t i = 0; i < around.size(); ++i) {
        const Vertex u = around[i];
        replace(u, v, around.size() == 2 ? around[1 - i] : -1);
        if (degree_[at(u)] <= 2) waiting.push_back(u);
      }
    }
    compact(n, gone);
  }

  std::vector<Vertex> eliminated;  // in this order
  std::vector<Vertex> kept;        // the vertices of the pattern
  Pattern pattern;                 // of those

 private:
  std::span<Vertex> of(Vertex v) {
    return {neighbours_.data() + offsets_[at(v)], at(degree_[at(v)])};
  }

  // u loses its neighbour `old` and gets `other`, unless it has it, or there is none (-1).
  void replace(Vertex u, Vertex old, Vertex other) {
    const std::span<Vertex> around = of(u);
    const auto place = std::find(around.begin(), around.end(), old);
    if (other >= 0 && std::find(around.begin(), around.end(), other) == around.end()) {
      *place = other;
    } else {
      *place = around.back();
      --degree_[at(u)];
    }
  }

  void compact(Vertex n, const std::vector<bool>& gone) {
    std::vector<Vertex> number(at(n), -1);
    for (Vertex v = 0; v < n; ++v) {
      if (gone[at(v)]) continue;
      number[at(v)] = static_cast<Vertex>(kept.size());
      kept.push_back(v);
    }
    for (const Vertex v : kept) {
      for (const Vertex u : of(v)) pattern.neighbours.push_back(number[at(u)]);
      pattern.offsets.push_back(static_cast<Index>(pattern.neighbours.size()));
    }
  }

  std::vector<Index> offsets_;
  std::vector<Vertex> neighbours_;
  std::vector<Vertex> degree_;
};

std::vector<Vertex> by_metis(const Pattern& pattern) {
  Vertex n = pattern.vertices();
  std::vector<Vertex> order(at(n));
  std::iota(order.begin(), order.end(), 0);
  if (pattern.neighbours.empty()) return order;
  if (pattern.neighbours.size() > static_cast<std::size_t>(std::numeric_limits<idx_t>::max())) {
    throw Error(ErrorCode::unsupported,
                fmt::format("the sparse method with {} links", pattern.neighbours.size() / 2),
                "it takes fewer than 2^30; use the dense method");
  }
  // METIS changes neither, but has no word for it.
  std::vector<idx_t> offsets(pattern.offsets.begin(), pattern.offsets.end());
  auto* neighbours = const_cast<idx_t*>(pattern.neighbours.data());
  std::vector<idx_t> place(at(n));
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  options[METIS_OPTION_NUMBERING] = 0;

  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const OwnRandomNumbers random;
  const LaterSignals later;
  const int status =
      METIS_NodeND(&n, offsets.data(), neighbours, nullptr, options, order.data(), place.data());
  if (status == METIS_ERROR_MEMORY) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("METIS had not enough memory to order {} vertices", n));
  }
  if (status != METIS_OK) {
    throw Error(ErrorCode::internal, fmt::format("METIS could not order {} vertices", n));
  }
  return order;
}

}  // namespace

std::vector<Vertex> nested_dissection(const Pattern& pattern) {
  Reduced reduced(pattern);
  std::vector<Vertex> order = std::move(reduced.eliminated);
  order.reserve(at(pattern.vertices()));
  for (const Vertex v : by_metis(reduced.pattern)) order.push_back(reduced.kept[at(v)]);
  return order;
}

}  // namespace warpath::sparse
