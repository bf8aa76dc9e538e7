// Graphs with a negative cycle that is known, and what a cycle must be to prove that there is one.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "support/combinations.hpp"
#include "support/random.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace support {

// Arcs of reduced costs >= 0, many of them 0, seen from random heights, so that there are cycles of sum 0 and none below.
// Then one of `length` vertices, in random places, whose arcs cost 0 but for one of -1: every negative cycle goes through that.
// Sums of whole numbers that int16 holds up to n = 2000. `density` 1: a complete graph.
template <class S>
Cells<typename S::Weight> with_cycle(std::size_t n, std::size_t length, double density,
                                     Random& random) {
  using T = typename S::Weight;
  std::vector<int> height(n);
  for (int& h : height) h = static_cast<int>(random.below(2));
  Cells<T> cells(n * n, S::no_path());
  const auto set = [&](std::size_t i, std::size_t j, int cost) {
    cells[i * n + j] = static_cast<T>(cost + height[i] - height[j]);
  };
  const auto chance = static_cast<std::uint64_t>(density * 1024);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint64_t bits = random.bits();
      if (i != j && (bits & 1023) < chance) set(i, j, static_cast<int>((bits >> 20) % 3));
    }
  }
  const std::vector<std::size_t> order = random.permutation(n);
  const std::size_t cheap = random.below(length);
  for (std::size_t k = 0; k < length; ++k) {
    set(order[k], order[(k + 1) % length], k == cheap ? -1 : 0);
  }
  return cells;
}

// Whether a cycle proves what it claims: distinct vertices, arcs that are there at these weights (the best from each to the
// next), and a sum that is theirs, exactly, and below `below`. best(u, v) is no_path() where there is no arc.
inline testing::AssertionResult proves(const warpath::Error& error,
                                       const std::function<double(Index, Index)>& best,
                                       double below = 0) {
  const warpath::Cycle& cycle = error.cycle();
  const auto no = [&] { return testing::AssertionFailure() << error.what() << ": "; };
  if (error.code() != warpath::ErrorCode::negative_cycle) return no() << "another error";
  if (cycle.vertices.empty()) return no() << "no cycle";
  if (cycle.vertices.size() != cycle.weights.size()) return no() << "as many weights as vertices";
  if (error.vertices() != cycle.vertices) return no() << "the vertices are those of the cycle";
  if (std::set<Index>(cycle.vertices.begin(), cycle.vertices.end()).size() !=
      cycle.vertices.size()) {
    return no() << "a vertex comes twice";
  }
  long double sum = 0;  // of floats: with what it was rounded by, wide enough here
  long double lost = 0;
  for (std::size_t k = 0; k < cycle.vertices.size(); ++k) {
    const Index u = cycle.vertices[k];
    const Index v = cycle.vertices[(k + 1) % cycle.vertices.size()];
    if (best(u, v) != cycle.weights[k]) {
      return no() << u << " -> " << v << " is " << best(u, v) << ", not " << cycle.weights[k];
    }
    const long double weight = cycle.weights[k];
    const long double before = sum;
    sum += weight;
    lost += std::abs(before) < std::abs(weight) ? weight - sum + before : before - sum + weight;
  }
  sum += lost;
  if (static_cast<double>(sum) != cycle.sum) {
    return no() << "the sum is " << static_cast<double>(sum) << ", not " << cycle.sum;
  }
  if (!(cycle.sum < below)) return no() << "the sum is not below " << below;
  if (error.happened().find("->") == std::string::npos) return no() << "the text has no arcs";
  return testing::AssertionSuccess();
}

template <class S>
testing::AssertionResult proves(const warpath::Error& error, const Cells<typename S::Weight>& cells,
                                std::size_t n, bool both_ways = false) {
  return proves(error, [&](Index u, Index v) {
    const auto there = cells[static_cast<std::size_t>(u) * n + static_cast<std::size_t>(v)];
    const auto back = cells[static_cast<std::size_t>(v) * n + static_cast<std::size_t>(u)];
    return static_cast<double>(both_ways ? std::min(there, back) : there);
  });
}

}  // namespace support
