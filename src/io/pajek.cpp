// Pajek's networks (.net), as Pajek, Gephi, igraph and NetworkX write them.
//
//   % a comment
//   *Vertices 3
//   1 "Köln" 0.1 0.2 0.5     a label, if there is one, and how it is drawn, which means nothing here
//   *Arcs                    FROM TO [WEIGHT] ..., one way
//   1 2 27.5
//   *Edges                   the same, both ways
//   *Arcslist, *Edgeslist    FROM TO TO ...
//   *Matrix                  a line for every vertex; 0 is no arc
//
// Weights are 1 where nothing is said, as Pajek has it. Sections may come several times, as they do where
// a network has several relations: their arcs are taken together.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "io/arcs.hpp"
#include "io/declared_graph.hpp"

namespace warpath::io {
namespace {

enum class Section : std::uint8_t { none, vertices, arcs, edges, arcs_list, edges_list, matrix };

constexpr std::pair<std::string_view, Section> kSections[] = {
    {"*network", Section::none},       {"*vertices", Section::vertices},
    {"*arcs", Section::arcs},          {"*edges", Section::edges},
    {"*arcslist", Section::arcs_list}, {"*edgeslist", Section::edges_list},
    {"*matrix", Section::matrix},
};

struct PajekLabel {
  Index vertex = 0;
  Word place;
  std::string text;
};

// What a first pass finds out.
struct PajekFacts {
  Index vertices = 0;
  bool any_directed = false;
  std::vector<PajekLabel> labels = {};
};

// A pass over the file, which tells the sink about arcs. `facts` may be null.
template <class Sink>
class PajekPass {
 public:
  PajekPass(const Source& source, Cursor& cursor, Sink& sink, bool mixed, PajekFacts* facts)
      : source_(source), cursor_(cursor), sink_(sink), mixed_(mixed), facts_(facts) {}

  void read() {
    for (; !cursor_.at_end(); cursor_.next_line()) {
      const char first = cursor_.ahead();
      if (first == '\n' || first == '%') continue;
      first == '*' ? begin_section() : read_line();
    }
    end_section(cursor_.word());
    if (vertices_ < 0) cursor_.fail(cursor_.word(), "'*Vertices NUMBER'");
  }

 private:
  bool is_directed() const { return section_ != Section::edges && section_ != Section::edges_list; }

  void begin_section() {
    const Word word = cursor_.word();
    end_section(word);
    const std::string name = lower(word.text());
    const auto* const found =
        std::ranges::find_if(kSections, [&](const auto& row) { return row.first == name; });
    if (found == std::end(kSections)) {
      cursor_.fail(word, "*Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist or *Matrix");
    }
    section_ = found->second;
    if (section_ == Section::none) return;
    if (section_ == Section::vertices) return begin_vertices(word);
    if (vertices_ < 0) cursor_.fail(word, "'*Vertices NUMBER' before the arcs");
    if (section_ == Section::matrix && two_modes_) {
      cursor_.fail(word, "arcs or edges: a matrix between two modes is not square");
    }
    row_ = 0;
  }

  void begin_vertices(const Word& word) {
    if (vertices_ >= 0) cursor_.fail(word, "one network only");
    vertices_ = declared_vertices(cursor_, source_);
    two_modes_ = cursor_.ahead() != '\n';
    sink_.start(vertices_, 0);
    if (facts_ != nullptr) facts_->vertices = vertices_;
  }

  void end_section(const Word& next) const {
    if (section_ == Section::matrix && row_ < vertices_) {
      cursor_.fail(next, fmt::format("line {} of {} of the matrix", row_ + 1, vertices_));
    }
  }

  void read_line() {
    if (facts_ != nullptr && section_ > Section::vertices) {
      facts_->any_directed = facts_->any_directed || is_directed();
    }
    switch (section_) {
      case Section::none: cursor_.fail(cursor_.word(), "'*Vertices NUMBER'");
      case Section::vertices: return read_label();
      case Section::arcs:
      case Section::edges: return read_arc();
      case Section::arcs_list:
      case Section::edges_list: return read_list();
      case Section::matrix: return read_row();
    }
  }

  Index vertex() { return cursor_.whole("a vertex", 1, vertices_) - 1; }

  void read_label() {
    const Index number = vertex();
    if (facts_ == nullptr || cursor_.ahead() == '\n') return;
    Word text = Cursor(cursor_).word();
    if (*text.begin == '"') {
      const Word rest = Cursor(cursor_).rest_of_line();
      const char* const close = std::find(rest.begin + 1, rest.end, '"');
      if (close == rest.end) cursor_.fail(rest, "a quote that is closed on the same line");
      text = {rest.begin + 1, close};
    }
    facts_->labels.push_back({number, text, std::string(text.text())});
  }

  void read_arc() {
    Word place = Cursor(cursor_).word();
    const Index from = vertex();
    const Index to = vertex();
    const bool weighted = cursor_.ahead() != '\n';
    const Number number = weighted ? cursor_.number(kAWeight, place) : kOne;
    put(from, to, number, place);
  }

  void read_list() {
    const Index from = vertex();
    while (cursor_.ahead() != '\n') {
      const Word place = Cursor(cursor_).word();
      put(from, vertex(), kOne, place);
    }
  }

  void read_row() {
    if (row_ == vertices_) {
      cursor_.fail(cursor_.word(), fmt::format("the end of a matrix of {} lines", vertices_));
    }
    for (Index column = 0; column < vertices_; ++column) {
      Word place;
      const Number number = cursor_.number(kAWeight, place);
      if (is_nonzero(number)) put(row_, column, number, place);
    }
    cursor_.expect_line_end();
    ++row_;
  }

  void put(Index from, Index to, const Number& number, const Word& place) {
    put_arc(sink_, cursor_, from, to, number, place, mixed_ && !is_directed());
  }

  const Source& source_;
  Cursor& cursor_;
  Sink& sink_;
  bool mixed_;
  PajekFacts* facts_;
  Section section_ = Section::none;
  Index vertices_ = -1;
  bool two_modes_ = false;
  Index row_ = 0;  // of a matrix
};

struct PajekWalk {
  const Source& source;
  bool mixed = false;
  PajekFacts* facts = nullptr;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    PajekPass<Sink>(source, cursor, sink, mixed, facts).read();
  }
};

struct NoSink {
  static void start(Index, Index) {}
  static void arc(const Cursor&, Index, Index, const Number&, const Word&) {}
};

// Empty where not every vertex has a label of its own, or all have their number for one.
std::vector<std::string> pajek_labels(const Source& source, const Cursor& cursor,
                                      PajekFacts& facts) {
  auto& found = facts.labels;
  std::ranges::stable_sort(found, {}, &PajekLabel::vertex);
  const auto twice = std::ranges::adjacent_find(found, {}, &PajekLabel::vertex);
  if (twice != found.end()) {
    cursor.fail((twice + 1)->place,
                fmt::format("the label of vertex {} once only", twice->vertex + 1));
  }
  if (static_cast<Index>(found.size()) != facts.vertices) return {};
  std::vector<std::string> labels;
  bool numbers = true;
  for (PajekLabel& label : found) {
    numbers = numbers && label.text == std::to_string(label.vertex + 1);
    labels.push_back(std::move(label.text));
  }
  if (numbers || !are_usable(labels, source, "numbers")) return {};
  return labels;
}

bool recognises_pajek(std::string_view bytes) {
  const Source source{bytes.substr(0, 1 << 12), ""};
  for (Cursor cursor(source); !cursor.at_end(); cursor.next_line()) {
    if (cursor.ahead() == '\n' || cursor.ahead() == '%') continue;
    const std::string first = lower(cursor.word().text());
    return first == "*vertices" || first == "*network";
  }
  return false;
}

Content read_pajek(const Source& source, const ReadOptions& options) {
  PajekFacts facts;
  Cursor cursor(source);
  NoSink no_sink;
  PajekWalk{source, false, &facts}(cursor, no_sink);
  std::vector<std::string> labels = pajek_labels(source, cursor, facts);
  const ArcOptions arc_options = mixed_options(options, facts.any_directed);
  Graph graph = read_arcs(source, arc_options, PajekWalk{source, !arc_options.mirror});
  if (!labels.empty()) std::move(graph).with_labels(std::move(labels));
  return graph;
}

}  // namespace

Format pajek_format() {
  return {"pajek", "Pajek network", ".net", 1, recognises_pajek, read_pajek};
}

}  // namespace warpath::io
