#include "cli/picture/layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "cli/input/load.hpp"

namespace warpath::cli {
namespace {

constexpr double kRound = 360;

// In [0, 360).
double eastwards(double longitude) {
  const double rest = std::fmod(longitude, kRound);
  return rest < 0 ? rest + kRound : rest;
}

// In the middle of the widest gap between longitudes.
double best_cut(std::span<const Coordinate> places) {
  std::vector<double> longitudes;
  for (const Coordinate& place : places) longitudes.push_back(eastwards(place.x));
  std::sort(longitudes.begin(), longitudes.end());
  double widest = longitudes.front() + kRound - longitudes.back();
  double cut = longitudes.back() + widest / 2;
  for (std::size_t i = 1; i < longitudes.size(); ++i) {
    const double gap = longitudes[i] - longitudes[i - 1];
    if (gap <= widest) continue;
    widest = gap;
    cut = longitudes[i - 1] + gap / 2;
  }
  return cut;
}

}  // namespace

Layout::Layout(const Graph& graph, std::span<const Coordinate> places, double degree)
    : places_(places.begin(), places.end()) {
  if (degree > 0 && !places_.empty()) lay_flat(degree);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Coordinate low{infinity, infinity};
  Coordinate high{-infinity, -infinity};
  const auto include = [&](const Coordinate& place) {
    low = {std::min(low.x, place.x), std::min(low.y, place.y)};
    high = {std::max(high.x, place.x), std::max(high.y, place.y)};
  };
  for (const Coordinate& place : places_) include(place);
  for (Index u = 0; round_ > 0 && u < graph.vertices(); ++u) {
    for (const Index v : targets_of(graph, u)) {
      if (!crosses((*this)[u], (*this)[v])) continue;
      include({0, low.y});
      include({round_, low.y});
    }
  }
  corners_ = {low, high};
}

void Layout::lay_flat(double degree) {
  double sum = 0;
  for (Coordinate& place : places_) {
    place = {place.x / degree, place.y / degree};
    sum += place.y;
  }
  const double middle = sum / static_cast<double>(places_.size());
  // Never so narrow that nothing could be seen, at the poles.
  const double shrink = std::max(0.05, std::cos(middle * std::numbers::pi / 180));
  const double cut = best_cut(places_);
  for (Coordinate& place : places_) place.x = eastwards(place.x - cut) * shrink;
  round_ = kRound * shrink;
}

}  // namespace warpath::cli
