#include "cli/picture/label_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cli/shell/utf8.hpp"

namespace warpath::cli {
namespace {

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// The length of the part of a line from p to q that lies in a box (Liang and Barsky).
double length_inside(const Point& p, const Point& q, const Box& box) {
  const double dx = q.x - p.x;
  const double dy = q.y - p.y;
  double enters = 0;
  double leaves = 1;
  const std::array<std::array<double, 2>, 4> sides{
      {{-dx, p.x - box.left}, {dx, box.right - p.x}, {-dy, p.y - box.top}, {dy, box.bottom - p.y}}};
  for (const auto& [step, room] : sides) {
    if (step == 0) {
      if (room < 0) return 0;
    } else if (step < 0) {
      enters = std::max(enters, room / step);
    } else {
      leaves = std::min(leaves, room / step);
    }
  }
  return enters < leaves ? (leaves - enters) * std::hypot(dx, dy) : 0;
}

}  // namespace

void Labels::keep_free(const Point& centre, double radius) {
  taken_.push_back({centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius});
}

double Text::width() const {
  return (strong ? 0.72 : 0.64) * size * static_cast<double>(columns(text));
}

Labels::Covered Labels::covered(const Box& box) const {
  constexpr double per_overlap = 1e4;  // worse than any line
  Covered result;
  for (const Box& other : taken_) {
    if (!overlap(box, other)) continue;
    result.sum += per_overlap;
    result.too_much = true;
  }
  for (const Line& line : lines_) {
    const double length = length_inside(line.from, line.to, box);
    result.sum += length * line.matters;
    if (length > 0 && line.matters >= 1) result.too_much = true;
  }
  return result;
}

std::optional<Spot> Labels::place(const Point& point, double radius, const Text& text, bool must) {
  // Directions by how well people read them: right, left, above, below, then the corners.
  constexpr std::array<std::array<int, 2>, 8> directions{
      {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}}};
  const double wide = text.width();
  const double high = 1.1 * text.size;
  const double gap = radius + 0.35 * text.size;
  Covered least{std::numeric_limits<double>::infinity(), true};
  Box best;
  int side = 0;
  for (const auto& [x, y] : directions) {
    const double away = x != 0 && y != 0 ? 0.6 * gap : gap;
    const double left = point.x - wide / 2 + x * (wide / 2 + away);
    const double top = point.y - high / 2 + y * (high / 2 + away);
    // Pushed back into the frame it comes close to its dot, or lies on it.
    const double inside_left = std::max(frame_.left, std::min(left, frame_.right - wide));
    const double inside_top = std::max(frame_.top, std::min(top, frame_.bottom - high));
    const Box box{inside_left, inside_top, inside_left + wide, inside_top + high};
    Covered here = covered(box);
    here.sum += std::abs(inside_left - left) + std::abs(inside_top - top);
    if (here.sum < least.sum) {
      least = here;
      best = box;
      side = x;
    }
  }
  if (!must && least.too_much) return std::nullopt;
  taken_.push_back(best);
  // Held at the end beside the dot, the text may be narrower than thought.
  const double base = best.top + 0.88 * text.size;
  if (side > 0) return Spot{{best.left, base}, "start"};
  if (side < 0) return Spot{{best.right, base}, "end"};
  return Spot{{(best.left + best.right) / 2, base}, "middle"};
}

}  // namespace warpath::cli
