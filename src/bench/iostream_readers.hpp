// Reads DIMACS files (.gr) as programs do that have no library: by iostreams. To compare with.
#pragma once

#include <string>

#include "warpath/graph.hpp"

namespace warpath::bench {

Graph read_words(const std::string& path);  // word by word
Graph read_lines(const std::string& path);  // line by line

}  // namespace warpath::bench
