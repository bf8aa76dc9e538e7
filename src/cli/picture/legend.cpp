#include <vector>

#include "cli/picture/svg.hpp"

namespace warpath::cli {
namespace {

constexpr double kBase = 76;  // of the text, as that of the subtitle
constexpr double kSize = 13;
constexpr double kGap = 18;     // between items
constexpr double kBeside = 7;   // between a mark and its word
constexpr double kMark = 12;    // wide, for dots
constexpr double kStroke = 24;  // wide, for lines

struct Item {
  enum Mark { start, end, route, network } mark;
  const char* word;
  double word_width;  // in DejaVu Sans, the widest of the fonts

  bool line() const { return mark == route || mark == network; }
  double width() const { return (line() ? kStroke : kMark) + kBeside + word_width; }
};

std::string line(double x, double y, const char* colour, double width) {
  return fmt::format(
      "<path d=\"M{} {}H{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n", px(x),
      px(y), px(x + kStroke), colour, px(width));
}

std::string mark(const Item& item, double x) {
  constexpr double y = kBase - 4.5;
  const Point centre{x + kMark / 2, y};
  switch (item.mark) {
    case Item::start: return circle(centre, 4.5, kPaper, kRoute, 3);
    case Item::end: return circle(centre, 6, kRoute, kRoute, 0);
    case Item::route: return line(x, y, kRoute, 4.5);
    case Item::network: break;
  }
  return line(x, y, kArcs, 1.5);
}

}  // namespace

std::string legend(double left, bool has_route, bool has_end) {
  std::vector<Item> items{{Item::start, "start", 31}};
  if (has_end) items.push_back({Item::end, "end", 25});
  if (has_route && has_end) items.push_back({Item::route, "best route", 67});
  items.push_back({Item::network, "network", 53});
  const auto total = [&] {
    double width = kGap * static_cast<double>(items.size() - 1);
    for (const Item& item : items) width += item.width();
    return width;
  };
  while (!items.empty() && kWidth - kMargin - total() < left + kGap) items.pop_back();
  if (items.empty()) return {};
  double x = kWidth - kMargin - total();
  std::string text;
  for (const Item& item : items) {
    text += mark(item, x);
    text += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\">{}</text>\n",
                        px(x + item.width() - item.word_width), px(kBase), px(kSize), kFaintInk,
                        item.word);
    x += item.width() + kGap;
  }
  return text;
}

}  // namespace warpath::cli
