#include <vector>

#include "cli/picture/svg.hpp"

namespace warpath::cli {
namespace {

constexpr double kBase = 76;  // of the text, as that of the subtitle
constexpr double kMiddle = kBase - 4.5;
constexpr double kGap = 18;     // between items
constexpr double kBeside = 7;   // between a mark and its word
constexpr double kMark = 12;    // wide, for dots
constexpr double kStroke = 24;  // wide, for lines

struct Item {
  std::string (*mark)(double x);
  double mark_width;
  const char* word;
  double word_width;  // in DejaVu Sans, the widest of the fonts

  double width() const { return mark_width + kBeside + word_width; }
};

std::string line(double x, const char* colour, double width) {
  return fmt::format(
      "<path d=\"M{} {}H{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n", px(x),
      px(kMiddle), px(x + kStroke), colour, px(width));
}

std::string start(double x) { return circle({x + kMark / 2, kMiddle}, 4.5, kPaper, kRoute, 3); }
std::string end(double x) { return circle({x + kMark / 2, kMiddle}, 6, kRoute, kRoute, 0); }
std::string route(double x) { return line(x, kRoute, 4.5); }
std::string network(double x) { return line(x, kArcs, 1.5); }

}  // namespace

std::string legend(double left, bool has_route, bool has_end) {
  std::vector<Item> items{{start, kMark, "start", 31}};
  if (has_end) items.push_back({end, kMark, "end", 25});
  if (has_route && has_end) items.push_back({route, kStroke, "best route", 67});
  items.push_back({network, kStroke, "network", 53});
  const auto total = [&] {
    double width = -kGap;
    for (const Item& item : items) width += kGap + item.width();
    return width;
  };
  while (!items.empty() && kWidth - kMargin - total() < left + kGap) items.pop_back();
  double x = kWidth - kMargin - total();
  std::string text;
  for (const Item& item : items) {
    text += item.mark(x);
    text += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"13\" fill=\"{}\">{}</text>\n",
                        px(x + item.width() - item.word_width), px(kBase), kFaintInk, item.word);
    x += item.width() + kGap;
  }
  return text;
}

}  // namespace warpath::cli
