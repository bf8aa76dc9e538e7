// The vertices that --sources and --pairs name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/input/names.hpp"

namespace warpath::cli {

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
