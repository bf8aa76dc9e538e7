// Where labels go in a picture: beside their points, inside the picture, off the route and off each
// other.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpath::cli {

struct Point {
  double x = 0;
  double y = 0;
};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
};

// Where an SVG text goes: a point on its base line and the part of the text that stands there.
struct Spot {
  Point point;
  const char* anchor = "start";
};

struct Text {
  std::string text;  // readable
  double size = 13;  // of the font, in px
  bool strong = false;

  // In the widest of the picture's fonts.
  double width() const;
};

class Labels {
 public:
  // Labels stay within `frame`.
  explicit Labels(const Box& frame) : frame_(frame) {}

  // Labels keep away from lines, where they can; the more a line matters, the more they do.
  void avoid(const Point& from, const Point& to, double matters) {
    lines_.push_back({from, to, matters});
  }

  // Labels never cover these (unless they must be placed).
  void keep_free(const Point& centre, double radius);

  // For a label beside a dot. `must`: take the least bad place; otherwise none when every place
  // covers a dot, a label or a line that matters by 1 or more.
  std::optional<Spot> place(const Point& point, double radius, const Text& text, bool must);

 private:
  struct Line {
    Point from, to;
    double matters;
  };

  // What a label there would cover.
  struct Covered {
    double sum = 0;
    bool too_much = false;
  };
  Covered covered(const Box& box) const;

  Box frame_;
  std::vector<Line> lines_;
  std::vector<Box> taken_;
};

}  // namespace warpath::cli
