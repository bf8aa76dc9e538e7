// How people call the vertices of a graph, one by one and in lists.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include "base/name_hash.hpp"
#include "warpath/error.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

class Names {
 public:
  // `first_vertex` is the number that the file gives to our vertex 0. The labels, of which there
  // may be none, must outlive this.
  Names(Index vertices, std::span<const std::string> labels, Index first_vertex)
      : vertices_(vertices), labels_(labels), first_vertex_(first_vertex) {}
  Names(const Graph& graph, Index first_vertex)
      : Names(graph.vertices(), graph.labels(), first_vertex) {}

  Index vertices() const { return vertices_; }

  // Whether any vertex has a label; those that have none go by their numbers.
  bool has_labels() const { return !labels_.empty(); }
  bool has_label(Index v) const { return !label(v).empty(); }

  // Empty where there is none.
  std::string_view label(Index v) const {
    if (labels_.empty()) return {};
    return labels_[static_cast<std::size_t>(v)];
  }

  // Its number as the file counts.
  Index number(Index v) const { return v + first_vertex_; }

  // Its label as it can be shown, else its number.
  std::string name(Index v) const;
  std::string brief(Index v) const;  // the same for messages, which long labels would drown

  // Whether a vertex has this label.
  bool is_label(std::string_view word) const { return by_label().contains(word); }

  // The vertex of that name: the first whose label this is, or, where vertices have no labels, the
  // number as the file counts. Error usage with the numbers there are, or the closest labels.
  Index find(std::string_view word) const;

  // The same for what stands in a list, where blanks around a name belong to it only if a label has
  // them.
  Index find_listed(std::string_view word) const;
  // The Error begins with the place in a file.
  Index find_listed(std::string_view word, std::string_view file, std::size_t line) const;

 private:
  const std::unordered_map<std::string_view, Index, NameHash>& by_label() const;
  [[noreturn]] void no_such_label(std::string_view word) const;

  Index vertices_;
  std::span<const std::string> labels_;
  Index first_vertex_;
  mutable std::unordered_map<std::string_view, Index, NameHash>
      by_label_;  // filled when it is asked for
};

// The same for scripts, where numbers are numbers.
Json name_json(const Names& names, Index v);

// The negative cycle of an Error, told by the names of its vertices, with weights of that type.
// `where` stands before "a negative cycle".
class NamedCycle : public Error {
 public:
  NamedCycle(const Error& error, const Names& names, WeightType type, std::string_view where,
             std::string remedy);

  const Json& json() const { return json_; }

 private:
  Json json_;
};

// Whether the argument of --sources stands for standard input.
bool sources_are_input(const std::string& argument);

// `argument` is a list of names separated by commas, or a file with one name per line: the path of
// a file that exists, "@FILE" for any, "-" or "@-" for standard input. In the order given, and as
// often. A name may stand between blanks. Error usage for names that nobody has, io for files that
// cannot be read.
std::vector<Index> find_sources(const std::string& argument, const Names& names);

// Where routes start and end: a file with two names per line, separated by a tab, semicolon, comma
// or blanks as in tables of arcs, and quoted as there; "-" is standard input. A first line
// "from,to" is a header, unless vertices are called so. Error, naming the line: usage for names
// that nobody has, bad_input for lines that are not two names; usage for a file without pairs; io.
using Pair = std::pair<Index, Index>;
std::vector<Pair> read_pairs(const std::string& path, const Names& names);

}  // namespace warpath::cli
