// Where vertices lie on paper: as they are, or a part of the globe laid flat.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "warpath/graph.hpp"

namespace warpath::cli {

class Layout {
 public:
  // `degree` as io::Map has it: longitudes and latitudes, if it is not 0. These are drawn by the
  // equirectangular projection that is true at their mean latitude, and cut where the largest part of
  // the globe has no vertices, so that neighbours across the date line stay together.
  Layout(const Graph& graph, std::span<const Coordinate> places, double degree);

  const Coordinate& operator[](Index v) const { return places_[static_cast<std::size_t>(v)]; }

  // Between which all lies.
  std::span<const Coordinate> corners() const { return corners_; }

  // Calls piece(from, to) for the line between two vertices: once, or twice where it takes the short
  // way across the cut.
  template <class Piece>
  void draw_line(Index u, Index v, const Piece& piece) const {
    const Coordinate& a = (*this)[u];
    const Coordinate& b = (*this)[v];
    if (!crosses(a, b)) return piece(a, b);
    const bool to_the_left = a.x < b.x;
    const double beyond = b.x + (to_the_left ? -round_ : round_);
    const double edge = to_the_left ? 0 : round_;
    const double share = beyond == a.x ? 0 : (edge - a.x) / (beyond - a.x);
    const double y = a.y + share * (b.y - a.y);
    piece(a, Coordinate{edge, y});
    piece(Coordinate{round_ - edge, y}, b);
  }

 private:
  void lay_flat(double degree);
  bool crosses(const Coordinate& a, const Coordinate& b) const {
    const double apart = a.x < b.x ? b.x - a.x : a.x - b.x;
    return round_ > 0 && 2 * apart > round_;
  }

  std::vector<Coordinate> places_;
  std::vector<Coordinate> corners_;
  double round_ = 0;  // the way round the globe; 0: this is none
};

}  // namespace warpath::cli
