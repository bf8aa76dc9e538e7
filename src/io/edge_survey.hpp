// What is to be known of a table of arcs before the first of them is taken.
#pragma once

#include "io/attributes.hpp"
#include "io/dictionary.hpp"
#include "io/edge_layout.hpp"

namespace warpath::io {

struct EdgeSurvey {
  Dictionary dictionary;          // the names of all vertices
  ArcAttributes attributes = {};  // what arcs have where that goes by name
  bool undirected = false;        // every line says so, as Gephi writes it
};

// Decides whether the first line is a header where that was not certain: words alone among numbers
// are one; among words, or alone, they are the first arc, and so are names with numbers that are
// vertices below. Tells the source's hint where that may be wrong.
EdgeSurvey survey_edges(const Source& source, EdgeLayout& layout, const ReadOptions& options);

}  // namespace warpath::io
