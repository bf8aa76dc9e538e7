// The questions that --pairs asks.
#pragma once

#include <string>
#include <vector>

#include "cli/input/names.hpp"

namespace warpath::cli {

struct Pair {
  Index from = 0;
  Index to = 0;
};

// A file with two names per line, separated by a tab, semicolon, comma or blanks as in tables of
// arcs, and quoted as there; "-" is standard input. A first line "from,to" is a header, unless
// vertices are called so. Error, naming the line: usage for names that nobody has, bad_input for
// lines that are not two names; usage for a file without pairs; io.
std::vector<Pair> read_pairs(const std::string& path, const Names& names);

}  // namespace warpath::cli
