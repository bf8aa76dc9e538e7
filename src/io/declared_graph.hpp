// Graphs whose files declare vertices, with ids and maybe labels, and arcs with attributes: GraphML and
// GML. A format supplies a scan over the two; what they become is here.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/arcs.hpp"
#include "io/format.hpp"

namespace warpath::io {

// What is known of an arc by name. Texts are as they are meant, places as they stand in the file.
struct Attribute {
  std::string_view name;
  std::string_view value;
  Word place;
};

struct DeclaredVertex {
  Word place;
  std::string_view id;
  std::string_view label;  // empty: none
};

struct DeclaredArc {
  Word place;
  std::string_view from;  // ids
  std::string_view to;
  bool directed = true;
  std::span<const Attribute> attributes;
};

// Is told about all vertices and arcs of a file, in any order.
class Declarations {
 public:
  virtual void vertex(const DeclaredVertex& vertex) = 0;
  virtual void arc(const DeclaredArc& arc) = 0;

 protected:
  ~Declarations() = default;
};

// The graph of the declarations that scan(told) goes over, each time the same. Vertices stand in the
// order of the file, and go by their labels where all have one and no two the same, else by their ids;
// arcs weigh what ArcAttributes::weight() chooses. Error bad_input for ids that are there twice or not at
// all, and for arcs without the weight that others have.
using Scan = std::function<void(Declarations& told)>;
Graph read_declared(const Source& source, const ReadOptions& options, const Scan& scan);

// Names by which vertices can be known: all there and fit for a line, no two the same. Where two are,
// the source's hint says by what vertices go instead.
bool are_usable(std::span<const std::string> labels, const Source& source,
                std::string_view instead);

// Files may have arcs and edges, which lead both ways. The sink mirrors all or none: where there are
// edges among arcs, put_arc() adds the way back.
inline ArcOptions mixed_options(const ReadOptions& options, bool any_directed) {
  const bool mirror = options.undirected || !any_directed;
  ArcOptions arcs = to_arc_options(options);
  arcs.direction = mirror ? Direction::undirected : Direction::directed;
  arcs.mirror = mirror;
  return arcs;
}

template <class Sink>
void put_arc(Sink& sink, const Cursor& cursor, Index from, Index to, const Number& weight,
             const Word& place, bool also_back) {
  sink.arc(cursor, from, to, weight, place);
  if (also_back && from != to) sink.arc(cursor, to, from, weight, place);
}

}  // namespace warpath::io
