// GraphML, as Gephi, igraph, NetworkX and yEd write it.
//
//   <graphml>
//     <key id="d0" for="edge" attr.name="weight" attr.type="double"> <default>1</default> </key>
//     <graph edgedefault="undirected">
//       <node id="n0"> <data key="d1">Köln</data> </node>
//       <edge source="n0" target="n1" directed="true"> <data key="d0">27.5</data> </edge>
//     </graph>
//   </graphml>
//
// A vertex is labelled by its attribute `label` or `name`, or by what yEd draws. Graphs within vertices
// are part of the graph; hyperedges are refused. All else means nothing here.
#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/name_hash.hpp"
#include "io/declared_graph.hpp"
#include "io/xml.hpp"

namespace warpath::io {
namespace {

struct Key {
  std::string name;
  bool for_edges = false;
  std::optional<std::string> standard = {};  // the value where none is given
};

// A value of an element, with where it stands.
struct Datum {
  std::string name;
  std::string value = {};
  Word place = {};
};

// A node or an edge that has begun.
struct Element {
  bool is_edge = false;
  Word tag;
  std::string id;  // or where it comes from
  std::string to = {};
  bool directed = true;
  std::vector<Datum> data = {};
};

class GraphmlScan final : public XmlEvents {
 public:
  GraphmlScan(const Source& source, Declarations& told) : cursor_(source), told_(told) {}

  void begin(std::string_view name, std::span<const XmlAttribute> attributes,
             const Word& tag) override {
    attributes_ = attributes;
    if (!started_ && name != "graphml") cursor_.fail(tag, "<graphml>");
    started_ = true;
    if (in_data_ > 0) {
      ++in_data_;
      if (is_drawn_label(name) && !elements_.empty()) open_datum("label", tag);
    } else if (name == "key") {
      begin_key(tag);
    } else if (name == "default" && key_ != nullptr) {
      open_datum({}, tag);
    } else if (name == "graph") {
      begin_graph(tag);
    } else if (name == "node") {
      elements_.push_back({.tag = tag, .id = wanted("id", tag)});
    } else if (name == "edge") {
      begin_edge(tag);
    } else if (name == "hyperedge") {
      cursor_.fail(tag, "edges with two ends, no hyperedges");
    } else if (name == "data") {
      in_data_ = 1;
      const auto key = keys_.find(given("key"));
      if (!elements_.empty() && key != keys_.end()) open_datum(key->second.name, tag);
    }
  }

  void end(std::string_view name) override {
    if (in_data_ > 0) {
      if (--in_data_ == 0 || is_drawn_label(name)) close_datum();
    } else if (name == "default") {
      if (key_ != nullptr && datum_) key_->standard = std::move(datum_->value);
      datum_.reset();
    } else if (name == "key") {
      key_ = nullptr;
    } else if (name == "graph") {
      directed_.pop_back();
    } else if ((name == "node" || name == "edge") && !elements_.empty()) {
      tell(elements_.back());
      elements_.pop_back();
    }
  }

  void text(std::string_view piece, const Word& place) override {
    if (!datum_) return;
    // What is longer is no weight and nobody's name.
    constexpr std::size_t most = kLongestWord;
    const std::size_t room = most - std::min(most, datum_->value.size());
    if (datum_->value.empty()) datum_->place = place;
    datum_->value += piece.substr(0, room);
  }

 private:
  // By yEd.
  static bool is_drawn_label(std::string_view name) {
    return name == "NodeLabel" || name == "EdgeLabel";
  }

  std::string given(std::string_view name) const {
    const auto found = std::ranges::find(attributes_, name, &XmlAttribute::name);
    return std::string(found != attributes_.end() ? found->value : std::string_view());
  }

  std::string wanted(std::string_view name, const Word& tag) const {
    const auto found = std::ranges::find(attributes_, name, &XmlAttribute::name);
    if (found == attributes_.end()) cursor_.fail(tag, fmt::format("a tag with {}=\"...\"", name));
    return std::string(found->value);
  }

  void begin_key(const Word& tag) {
    constexpr std::size_t most = 4096;
    const std::string id = wanted("id", tag);
    if (keys_.size() == most) cursor_.fail(tag, fmt::format("at most {} keys", most));
    const std::string name = given("attr.name");
    const std::string what = given("for");
    key_ = &keys_[id];
    *key_ = {name.empty() ? id : name, what.empty() || what == "all" || what == "edge"};
  }

  void begin_graph(const Word& tag) {
    if (directed_.empty() && std::exchange(any_graph_, true)) cursor_.fail(tag, "one graph only");
    const std::string direction = wanted("edgedefault", tag);
    if (direction != "directed" && direction != "undirected") {
      cursor_.fail(tag, "edgedefault=\"directed\" or edgedefault=\"undirected\"");
    }
    directed_.push_back(direction == "directed");
  }

  void begin_edge(const Word& tag) {
    const std::string directed = given("directed");
    if (directed_.empty()) cursor_.fail(tag, "<graph> before its edges");
    if (!directed.empty() && directed != "true" && directed != "false") {
      cursor_.fail(tag, "directed=\"true\" or directed=\"false\"");
    }
    elements_.push_back({true, tag, wanted("source", tag), wanted("target", tag),
                         directed.empty() ? directed_.back() : directed == "true"});
  }

  void open_datum(const std::string& name, const Word& tag) { datum_ = {name, {}, tag}; }

  void close_datum() {
    constexpr std::size_t most = 256;
    if (datum_ && !elements_.empty() && elements_.back().data.size() < most) {
      trim(datum_->value);
      elements_.back().data.push_back(std::move(*datum_));
    }
    datum_.reset();
  }

  static void trim(std::string& text) {
    constexpr auto blanks = " \t\r\n";
    text.erase(std::min(text.find_last_not_of(blanks) + 1, text.size()));
    text.erase(0, std::min(text.find_first_not_of(blanks), text.size()));
  }

  void tell(const Element& element) {
    const auto find = [&](std::string_view name) {
      const auto found = std::ranges::find_if(
          element.data, [&](const Datum& datum) { return lower(datum.name) == name; });
      return found == element.data.end() ? std::string_view() : std::string_view(found->value);
    };
    if (!element.is_edge) {
      const std::string_view label = find("label");
      told_.vertex({element.tag, element.id, label.empty() ? find("name") : label});
      return;
    }
    std::vector<Attribute> values;
    for (const Datum& datum : element.data) {
      if (!datum.value.empty()) values.push_back({datum.name, datum.value, datum.place});
    }
    for (const auto& [id, key] : keys_) {
      if (!key.for_edges || !key.standard) continue;
      if (std::ranges::find(values, key.name, &Attribute::name) != values.end()) continue;
      values.push_back({key.name, *key.standard, element.tag});
    }
    told_.arc({element.tag, element.id, element.to, element.directed, values});
  }

  Cursor cursor_;
  Declarations& told_;
  std::span<const XmlAttribute> attributes_;  // of the tag that begins
  std::unordered_map<std::string, Key, NameHash, std::equal_to<>> keys_;
  Key* key_ = nullptr;             // that has begun
  std::vector<bool> directed_;     // by default, of the graphs that have begun
  std::vector<Element> elements_;  // that have begun, each within the one before
  std::optional<Datum> datum_;     // whose text is read
  int in_data_ = 0;                // elements from <data> on
  bool started_ = false;
  bool any_graph_ = false;
};

bool recognises_graphml(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 1 << 12);
  return start.starts_with('<') && start.find("<graphml") != std::string_view::npos;
}

Content read_graphml(const Source& source, const ReadOptions& options) {
  return read_declared(source, options, [&](Declarations& told) {
    GraphmlScan scan(source, told);
    read_xml(source, scan);
  });
}

}  // namespace

Format graphml_format() {
  return {"graphml",          "GraphML",    ".graphml", 0,
          recognises_graphml, read_graphml, nullptr,    Named::attributes};
}

}  // namespace warpath::io
