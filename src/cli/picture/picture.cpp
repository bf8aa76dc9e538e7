#include "cli/picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/input/load.hpp"
#include "cli/picture/label_places.hpp"
#include "cli/picture/layout.hpp"
#include "cli/picture/sheet.hpp"
#include "cli/shell/utf8.hpp"

namespace warpath::cli {
namespace {

constexpr Index kMostLabelled = 60;  // vertices that are drawn one by one

class Drawing {
 public:
  Drawing(const Journey& journey, const Layout& layout)
      : journey_(journey), layout_(layout), frame_(layout.corners()) {
    if (journey.route) stops_ = journey.route->vertices;
  }

  std::string finish(const std::string& subtitle) {
    start(subtitle);
    const std::vector<std::uint64_t> arcs = lines();
    draw_arcs(arcs);
    const std::vector<Line> route = route_lines();
    const bool each = journey_.graph.vertices() <= kMostLabelled;
    Labels labels({8, kHead - 30, kWidth - 8, frame_.height() - 8});
    for (const Line& line : route) labels.avoid(line.from, line.to, 1);
    // In a fine mesh there is no place without arcs.
    if (each) {
      for (const std::uint64_t arc : arcs) labels.avoid(unpack(arc >> 32), unpack(arc), 0.01);
    }
    if (each) draw_dots(labels);
    draw_route(route);
    if (each) draw_stops(labels);
    draw_ends(labels);
    if (each) label_all(labels);
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  struct Line {
    Point from;
    Point to;
  };

  Point at(Index v) const { return frame_(layout_[v]); }
  std::string name(Index v) const { return journey_.names.name(v); }
  bool stays() const { return journey_.from == journey_.to; }

  void start(const std::string& subtitle) {
    const std::string title = (journey_.route ? "From " : "") + title_of(journey_, 80);
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" role=\"img\" font-family=\"Inter, 'Helvetica Neue', Helvetica, "
        "Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\">\n",
        px(kWidth), px(frame_.height()));
    add("<title>{}</title>\n", escaped(title));
    // A card of its own, on light pages and on dark ones.
    add("<rect x=\"0.5\" y=\"0.5\" width=\"{}\" height=\"{}\" rx=\"14\" fill=\"{}\" "
        "stroke=\"{}\"/>\n",
        px(kWidth - 1), px(frame_.height() - 1), kPaper, kBorder);
    const Text large{title, 24, true};
    const double fits = large.size * std::min(1.0, (kWidth - 2 * kMargin) / large.width());
    add("<text x=\"{}\" y=\"52\" font-size=\"{}\" font-weight=\"600\" fill=\"{}\">{}</text>\n",
        px(kMargin), px(fits), kInk, escaped(title));
    add("<text x=\"{}\" y=\"76\" font-size=\"14\" fill=\"{}\">{}</text>\n", px(kMargin), kFaintInk,
        escaped(subtitle));
    draw_legend(kMargin + Text{subtitle, 14}.width());
  }

  // What the marks mean, at the top right. The subtitle ends at `left`: where there is little room,
  // less is said.
  void draw_legend(double left) {
    constexpr double base = 76;  // of the text, as that of the subtitle
    constexpr double middle = base - 4.5;
    constexpr double gap = 18;  // between items
    struct Item {
      const char* word;
      double word_width;  // in DejaVu Sans, the widest of the fonts
      double mark_width;
      std::string (*mark)(double x);
      double width() const { return mark_width + 7 + word_width; }
    };
    const auto start = [](double x) { return circle({x + 6, middle}, 4.5, kPaper, kRoute, 3); };
    const auto end = [](double x) { return circle({x + 6, middle}, 6, kRoute, kRoute, 0); };
    const auto route = [](double x) { return stroke({x, middle}, kRoute, 4.5); };
    const auto network = [](double x) { return stroke({x, middle}, kArcs, 1.5); };
    std::vector<Item> items{{"start", 31, 12, start}};
    if (!stays()) items.push_back({"end", 25, 12, end});
    if (!stays() && !stops_.empty()) items.push_back({"best route", 67, 24, route});
    items.push_back({"network", 53, 24, network});
    const auto begin = [&] {
      double x = kWidth - kMargin + gap;
      for (const Item& item : items) x -= gap + item.width();
      return x;
    };
    while (!items.empty() && begin() < left + gap) items.pop_back();
    double x = begin();
    for (const Item& item : items) {
      text_ += item.mark(x);
      add("<text x=\"{}\" y=\"{}\" font-size=\"13\" fill=\"{}\">{}</text>\n",
          px(x + item.width() - item.word_width), px(base), kFaintInk, item.word);
      x += item.width() + gap;
    }
  }

  // Every line that can be told from the others. Where they are so many that the mesh is finer than
  // a screen, they are rounded more, for a file that viewers can still open.
  std::vector<std::uint64_t> lines() const {
    constexpr std::size_t many = 100'000;
    std::vector<std::uint64_t> result = lines(1);
    for (const int tenths : {5, 10, 20}) {
      if (result.size() > many) result = lines(tenths);
    }
    return result;
  }

  std::vector<std::uint64_t> lines(int tenths) const {
    const Graph& graph = journey_.graph;
    std::vector<std::uint64_t> lines;
    lines.reserve(static_cast<std::size_t>(graph.arcs()));
    for (Index u = 0; u < graph.vertices(); ++u) {
      for (const Index v : targets_of(graph, u)) {
        layout_.draw_line(u, v, [&](const Coordinate& a, const Coordinate& b) {
          const std::uint64_t line = pack(frame_(a), frame_(b), tenths);
          if (line >> 32 != (line & 0xffffffffU)) lines.push_back(line);
        });
      }
    }
    std::sort(lines.begin(), lines.end());
    lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    return lines;
  }

  void draw_arcs(const std::vector<std::uint64_t>& arcs) {
    if (arcs.empty()) return;
    std::vector<double> lengths;
    double length = 0;
    for (const std::uint64_t arc : arcs) {
      lengths.push_back(length_of(arc));
      length += lengths.back();
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    // Fine meshes want fine lines; where they cover the paper several times over, fainter ones.
    const double per_width = length / (kWidth * frame_.height());
    const double width = std::clamp(*middle / 14, 0.5, per_width > 1 ? 0.8 : 1.5);
    const double opacity = std::clamp(0.4 / (per_width * width), 0.06, 1.0);
    add("<g fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-linecap=\"round\"", kArcs,
        width);
    if (opacity < 1) add(" stroke-opacity=\"{:.2f}\"", opacity);
    text_ += ">\n";
    // Viewers are slow with very long paths. A path does not darken itself where it crosses, so
    // each takes arcs from everywhere, and where arcs are faint there are more of them.
    const std::size_t per_path = opacity < 1 ? 100 : 500;
    const std::size_t paths = (arcs.size() + per_path - 1) / per_path;
    for (std::size_t path = 0; path < paths; ++path) {
      text_ += "<path d=\"";
      for (std::size_t i = path; i < arcs.size(); i += paths) {
        const Point a = unpack(arcs[i] >> 32);
        const Point b = unpack(arcs[i]);
        add("M{} {}L{} {}", px(a.x), px(a.y), px(b.x), px(b.y));
      }
      text_ += "\"/>\n";
    }
    text_ += "</g>\n";
  }

  std::vector<Line> route_lines() const {
    std::vector<Line> lines;
    for (std::size_t i = 1; i < stops_.size(); ++i) {
      layout_.draw_line(stops_[i - 1], stops_[i], [&](const Coordinate& a, const Coordinate& b) {
        lines.push_back({frame_(a), frame_(b)});
      });
    }
    return lines;
  }

  // In one stroke, but for where it leaves the map on one side and comes back on the other.
  void draw_route(const std::vector<Line>& lines) {
    if (lines.empty()) return;
    std::string path;
    std::string last;
    for (const Line& line : lines) {
      const std::string from = fmt::format("{} {}", px(line.from.x), px(line.from.y));
      if (from != last) path += "M" + from;
      last = fmt::format("{} {}", px(line.to.x), px(line.to.y));
      path += "L" + last;
    }
    text_ += "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n";
    add("<path stroke=\"{}\" stroke-width=\"9\" d=\"{}\"/>\n", kPaper, path);
    add("<path stroke=\"{}\" stroke-width=\"4.5\" d=\"{}\"/>\n", kRoute, path);
    text_ += "</g>\n";
  }

  // Twice, the first time as a white halo: not every viewer knows paint-order.
  void draw_label(const Spot& spot, const Text& text, const char* colour) {
    const std::string where = fmt::format("x=\"{}\" y=\"{}\" font-size=\"{}\"{} text-anchor=\"{}\"",
                                          px(spot.point.x), px(spot.point.y), px(text.size),
                                          text.strong ? " font-weight=\"600\"" : "", spot.anchor);
    const std::string shown = escaped(text.text);
    add("<text {} fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" "
        "aria-hidden=\"true\">{}</text>\n",
        where, kPaper, kPaper, px(text.size / 4), shown);
    add("<text {} fill=\"{}\">{}</text>\n", where, colour, shown);
  }

  void draw_dots(Labels& labels) {
    for (Index v = 0; v < journey_.graph.vertices(); ++v) {
      text_ += circle(at(v), kDot, kDots, kPaper, 1);
      labels.keep_free(at(v), kDot);
    }
  }

  // The vertices between the ends.
  void draw_stops(Labels& labels) {
    for (const Index v : stops_) {
      text_ += circle(at(v), kStop, kPaper, kRoute, 2.5);
      labels.keep_free(at(v), kStop + 1);
    }
  }

  void draw_ends(Labels& labels) {
    constexpr double radius = 7;
    const Point start = at(journey_.from);
    const Point end = at(journey_.to);
    labels.keep_free(start, radius);
    labels.keep_free(end, radius);
    text_ += circle(end, radius + 2, kPaper, kPaper, 0) + circle(end, radius, kRoute, kRoute, 0);
    text_ += circle(start, radius + 2, kPaper, kPaper, 0);
    text_ += circle(start, radius - 1.5, kPaper, kRoute, 3.5);
    for (const Index v : {journey_.from, journey_.to}) {
      const Text text{fit(name(v), 40), 17, true};
      draw_label(*labels.place(at(v), radius + 1, text, true), text, kInk);
      if (stays()) break;
    }
  }

  // The others, those on the route first; where there is no room, none.
  void label_all(Labels& labels) {
    std::vector<bool> done(static_cast<std::size_t>(journey_.graph.vertices()));
    const auto label = [&](Index v, double radius, const char* colour) {
      if (v == journey_.from || v == journey_.to || done[static_cast<std::size_t>(v)]) return;
      done[static_cast<std::size_t>(v)] = true;
      const Text text{fit(name(v), 24)};
      if (const auto spot = labels.place(at(v), radius, text, false)) {
        draw_label(*spot, text, colour);
      }
    };
    for (const Index v : stops_) label(v, kStop + 1, kInk);
    for (Index v = 0; v < journey_.graph.vertices(); ++v) label(v, kDot, kFaintInk);
  }

  static constexpr double kDot = 3.5;
  static constexpr double kStop = 4;

  const Journey& journey_;
  const Layout& layout_;
  std::vector<Index> stops_;  // along the route, with its ends
  Frame frame_;
  std::string text_;
};

}  // namespace

std::string draw(const Journey& journey, std::span<const Coordinate> places,
                 const std::string& subtitle, double degree) {
  return Drawing(journey, Layout(journey.graph, places, degree)).finish(subtitle);
}

}  // namespace warpath::cli
