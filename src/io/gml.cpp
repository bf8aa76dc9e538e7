// GML, the Graph Modelling Language, as Gephi, igraph, NetworkX and yEd write it: keys and values, where
// a value is a number, a text in quotes or a list of keys and values.
//
//   # a comment
//   graph [
//     directed 1
//     node [ id 0 label "K&#246;ln" graphics [ x 6.9 y 50.9 ] ]
//     node [ id 1 label "Bonn" ]
//     edge [ source 0 target 1 weight 27.5 ]
//   ]
//
// Lists within vertices and arcs mean nothing here. Without `directed 1`, arcs lead both ways.
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "io/declared_graph.hpp"
#include "io/text.hpp"
#include "io/utf8.hpp"

namespace warpath::io {
namespace {

bool is_gml_space(char c) { return is_blank(c) || c == '\n' || c == '\f' || c == '\v'; }

// The character that a reference such as "&#246;" or "&quot;" stands for; empty: it is none.
std::string referred(std::string_view name) {
  constexpr std::pair<std::string_view, const char*> known[] = {
      {"quot", "\""}, {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"apos", "'"}, {"nbsp", "\u00a0"}};
  for (const auto& [word, character] : known) {
    if (name == word) return character;
  }
  const bool hexadecimal = name.starts_with("#x") || name.starts_with("#X");
  if (!name.starts_with('#')) return {};
  const char* const begin = name.data() + (hexadecimal ? 2 : 1);
  const char* const end = name.data() + name.size();
  std::uint32_t point = 0;
  const auto [stop, error] = std::from_chars(begin, end, point, hexadecimal ? 16 : 10);
  return begin == end || stop != end || error != std::errc{} ? std::string() : utf8_of(point);
}

std::string without_references(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find('&'), text.size());
    result += text.substr(0, start);
    text.remove_prefix(start);
    if (text.empty()) break;
    const std::size_t end = text.find(';');
    const std::string meant = end < 12 ? referred(text.substr(1, end - 1)) : std::string();
    // An ampersand that stands for itself is wrong, and common.
    result += meant.empty() ? "&" : meant;
    text.remove_prefix(meant.empty() ? 1 : end + 1);
  }
  return result;
}

// Reads one thing after the other. Nothing is nested here but for a count of brackets.
class GmlReader {
 public:
  explicit GmlReader(const Source& source)
      : source_(source),
        cursor_(source),
        at_(source.bytes.data()),
        end_(at_ + source.bytes.size()),
        told_(at_) {}

  // The next key of a list; false where a bracket ends it, or the file where there is none.
  bool key(bool in_list) {
    skip();
    const char* const begin = at_;
    if (at_ == end_ && !in_list) return false;
    if (in_list && at_ != end_ && *at_ == ']') {
      ++at_;
      return false;
    }
    while (at_ != end_ && is_key(*at_)) ++at_;
    key_ = {begin, at_};
    if (key_.empty()) fail_here(in_list ? "a key, or ']'" : "a key");
    return true;
  }
  const Word& key_word() const { return key_; }
  std::string key_name() const { return lower(key_.text()); }

  // Whether a list begins, whose bracket is then read.
  bool opens() {
    skip();
    if (at_ == end_ || *at_ != '[') return false;
    ++at_;
    return true;
  }
  void open() {
    if (!opens()) fail_here("'['");
  }

  // A number or a text. `place` is where it stands.
  std::string value(Word& place) {
    skip();
    if (at_ != end_ && *at_ == '"') return text(place);
    const char* const begin = at_;
    while (at_ != end_ && !is_gml_space(*at_) && *at_ != '[' && *at_ != ']' && *at_ != '"') ++at_;
    place = {begin, at_};
    if (place.empty()) fail_here("a number, or a text in quotes");
    cursor_.check_length(place);
    return std::string(place.text());
  }

  // A value of any kind, which nobody wants.
  void pass() {
    Word ignored;
    if (opens()) {
      pass_list();
    } else {
      value(ignored);
    }
  }

  // The rest of a list.
  void pass_list() {
    Word ignored;
    for (int depth = 1; depth > 0;) {
      skip();
      if (at_ == end_) fail_here("']'");
      if (*at_ == '"') {
        text(ignored);
      } else {
        depth += *at_ == '[' ? 1 : *at_ == ']' ? -1 : 0;
        ++at_;
      }
    }
  }

  [[noreturn]] void fail(const Word& word, std::string_view expected) const {
    cursor_.fail(word, expected);
  }
  const char* at() const { return at_; }

 private:
  static bool is_key(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  [[noreturn]] void fail_here(std::string_view expected) const {
    const char* end = at_;
    while (end != end_ && !is_gml_space(*end)) ++end;
    cursor_.fail({at_, end}, expected);
  }

  // Over blanks, ends of lines and comments.
  void skip() {
    for (; at_ != end_ && (is_gml_space(*at_) || *at_ == '#'); ++at_) {
      if (*at_ != '#') continue;
      while (at_ != end_ && *at_ != '\n') ++at_;
      if (at_ == end_) break;
    }
    constexpr std::ptrdiff_t often = 4 << 20;
    if (source_.passed && at_ - told_ >= often) {
      told_ = at_;
      source_.passed(at_);
    }
  }

  std::string text(Word& place) {
    const Word open{at_, at_ + 1};
    const std::size_t from = static_cast<std::size_t>(at_ + 1 - source_.bytes.data());
    const std::size_t close = source_.bytes.find('"', from);
    if (close == std::string_view::npos) cursor_.fail(open, "a quote that is closed");
    place = {at_ + 1, source_.bytes.data() + close};
    at_ = place.end + 1;
    // What is too long to be a name may be a remark: it is nobody's label.
    return place.is_too_long() ? std::string() : without_references(place.text());
  }

  const Source& source_;
  Cursor cursor_;
  const char* at_;
  const char* end_;
  const char* told_;  // how far, last
  Word key_;
};

void read_gml_node(GmlReader& reader, const char* begin, Declarations& told) {
  std::string id;
  std::string label;
  std::string name;
  Word place;
  while (reader.key(true)) {
    const std::string key = reader.key_name();
    if (key == "id" || key == "label" || key == "name") {
      (key == "id" ? id : key == "label" ? label : name) = reader.value(place);
    } else {
      reader.pass();
    }
  }
  told.vertex({{begin, reader.at()}, id, label.empty() ? name : label});
}

void read_gml_edge(GmlReader& reader, const char* begin, bool directed, Declarations& told) {
  struct Value {
    std::string name;
    std::string text;
    Word place;
  };
  constexpr std::size_t most = 256;
  std::vector<Value> values;
  std::string from;
  std::string to;
  Word place;
  while (reader.key(true)) {
    const std::string key = reader.key_name();
    if (key == "source" || key == "target") {
      (key == "source" ? from : to) = reader.value(place);
    } else if (reader.opens()) {
      reader.pass_list();
    } else {
      const std::string name(reader.key_word().text());
      std::string text = reader.value(place);
      if (values.size() < most) values.push_back({name, std::move(text), place});
    }
  }
  std::vector<Attribute> attributes;
  for (const Value& value : values) attributes.push_back({value.name, value.text, value.place});
  if (from.empty() || to.empty())
    reader.fail({begin, reader.at()}, "an edge with source and target");
  told.arc({{begin, reader.at()}, from, to, directed, attributes});
}

void read_gml_graph(GmlReader& reader, Declarations& told) {
  bool directed = false;
  bool any_edge = false;
  while (reader.key(true)) {
    const std::string key = reader.key_name();
    const Word word = reader.key_word();
    if (key == "node") {
      reader.open();
      read_gml_node(reader, word.begin, told);
    } else if (key == "edge") {
      reader.open();
      read_gml_edge(reader, word.begin, directed, told);
      any_edge = true;
    } else if (key == "directed") {
      if (any_edge) reader.fail(word, "'directed' before the first edge");
      Word place;
      const std::string value = reader.value(place);
      if (value != "0" && value != "1") reader.fail(place, "0 or 1");
      directed = value == "1";
    } else {
      reader.pass();
    }
  }
}

void scan_gml(const Source& source, Declarations& told) {
  GmlReader reader(source);
  bool found = false;
  while (reader.key(false)) {
    if (reader.key_name() != "graph") {
      reader.pass();
      continue;
    }
    if (found) reader.fail(reader.key_word(), "one graph only");
    found = true;
    reader.open();
    read_gml_graph(reader, told);
  }
  if (!found) reader.fail({reader.at(), reader.at()}, "'graph [...]'");
}

// What begins with a few keys, of which one is "graph [".
bool recognises_gml(std::string_view bytes) {
  const Source source{bytes.substr(0, 1 << 16), ""};
  try {
    for (GmlReader reader(source); reader.key(false); reader.pass()) {
      if (reader.key_name() == "graph") return reader.opens();
    }
  } catch (const Error&) {
    return false;
  }
  return false;
}

Content read_gml(const Source& source, const ReadOptions& options) {
  return read_declared(source, options, [&](Declarations& told) { scan_gml(source, told); });
}

}  // namespace

Format gml_format() {
  return {"gml",   "GML, of nodes and edges", ".gml", 0, recognises_gml, read_gml,
          nullptr, Named::attributes};
}

}  // namespace warpath::io
