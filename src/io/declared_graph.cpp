#include "io/declared_graph.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/name_hash.hpp"
#include "io/attributes.hpp"
#include "io/utf8.hpp"

namespace warpath::io {
namespace {

bool fits_line(std::string_view text) {
  return !text.empty() && !has_controls(text) && is_utf8(text);
}

// The first pass: vertices, and what is to be known of all arcs before the first is taken.
class Survey final : public Declarations {
 public:
  explicit Survey(const Cursor& cursor) : cursor_(cursor) {}

  void vertex(const DeclaredVertex& vertex) override {
    if (!fits_line(vertex.id)) {
      cursor_.fail(vertex.place, "a vertex with an id, in UTF-8 and without control characters");
    }
    if (vertices() == std::numeric_limits<Graph::Target>::max()) {
      cursor_.fail(vertex.place, fmt::format("at most {} vertices", vertices()));
    }
    if (!ids_.emplace(vertex.id, static_cast<Graph::Target>(vertices())).second) {
      cursor_.fail(vertex.place, fmt::format("the vertex {} once only", io::quoted(vertex.id)));
    }
    if (labelled_ && !fits_line(vertex.label)) {
      labelled_ = false;
      labels_ = {};
    }
    if (labelled_) labels_.emplace_back(vertex.label);
  }

  void arc(const DeclaredArc& arc) override {
    any_directed_ = any_directed_ || arc.directed;
    for (const Attribute& attribute : arc.attributes) {
      attributes_.add(attribute.name, attribute.value);
    }
  }

  Index vertices() const { return static_cast<Index>(ids_.size()); }
  bool any_directed() const { return any_directed_; }
  const ArcAttributes& attributes() const { return attributes_; }

  Index find(const DeclaredArc& arc, std::string_view id) const {
    const auto found = ids_.find(id);
    if (found != ids_.end()) return found->second;
    cursor_.fail(arc.place, fmt::format("an arc between vertices of the file, which has no {}",
                                        io::quoted(id)));
  }

  // Empty where they say no more than numbers from 0 on. Call once, at the end.
  std::vector<std::string> take_names(const Source& source) {
    std::vector<std::string> names = std::move(labels_);
    if (!labelled_ || !are_usable(names, source, "ids")) {
      names.assign(ids_.size(), {});
      while (!ids_.empty()) {
        auto node = ids_.extract(ids_.begin());
        names[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
      }
    }
    for (std::size_t v = 0; v < names.size(); ++v) {
      if (names[v] != std::to_string(v)) return names;
    }
    return {};
  }

 private:
  const Cursor& cursor_;
  std::unordered_map<std::string, Graph::Target, NameHash, std::equal_to<>> ids_;
  std::vector<std::string> labels_;
  bool labelled_ = true;
  bool any_directed_ = false;
  ArcAttributes attributes_;
};

// Every other pass.
template <class Sink>
class ArcTeller final : public Declarations {
 public:
  ArcTeller(const Cursor& cursor, const Survey& survey, const std::string& weight, bool mixed,
            Sink& sink)
      : cursor_(cursor), survey_(survey), weight_(weight), mixed_(mixed), sink_(sink) {}

  void vertex(const DeclaredVertex&) override {}

  void arc(const DeclaredArc& arc) override {
    Word place = arc.place;
    const Number number = weight_.empty() ? kOne : weight_of(arc, place);
    put_arc(sink_, cursor_, survey_.find(arc, arc.from), survey_.find(arc, arc.to), number, place,
            mixed_ && !arc.directed);
  }

 private:
  Number weight_of(const DeclaredArc& arc, Word& place) const {
    const auto found = std::ranges::find(arc.attributes, weight_, &Attribute::name);
    if (found == arc.attributes.end()) fail_without_weight(cursor_, arc.place, weight_);
    place = found->place;
    Number number;
    if (Cursor::parse_number(found->value, number)) return number;
    cursor_.fail(place, fmt::format("{} with a finite number", io::quoted(weight_)));
  }

  const Cursor& cursor_;
  const Survey& survey_;
  const std::string& weight_;
  bool mixed_;
  Sink& sink_;
};

struct DeclaredWalk {
  const Scan& scan;
  const Survey& survey;
  const std::string& weight;
  bool mixed;

  template <class Sink>
  void operator()(const Cursor& cursor, Sink& sink) const {
    sink.start(survey.vertices(), 0);
    ArcTeller<Sink> teller(cursor, survey, weight, mixed, sink);
    scan(teller);
  }
};

}  // namespace

Graph read_declared(const Source& source, const ReadOptions& options, const Scan& scan) {
  const Cursor cursor(source);
  Survey survey(cursor);
  scan(survey);
  const std::string weight = survey.attributes().weight(source, options.column);
  const ArcOptions arc_options = mixed_options(options, survey.any_directed());
  Graph graph =
      read_arcs(source, arc_options, DeclaredWalk{scan, survey, weight, !arc_options.mirror});
  std::vector<std::string> names = survey.take_names(source);
  if (!names.empty()) std::move(graph).with_labels(std::move(names));
  return graph;
}

bool are_usable(std::span<const std::string> labels, const Source& source,
                std::string_view instead) {
  if (!std::ranges::all_of(labels, fits_line)) return false;
  std::vector<std::string_view> sorted(labels.begin(), labels.end());
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice == sorted.end()) return true;
  if (source.hint) {
    source.hint(fmt::format("several vertices are called {}; all go by their {}",
                            io::quoted(*twice), instead));
  }
  return false;
}

}  // namespace warpath::io
