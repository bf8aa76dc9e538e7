// The vertices that --sources names.
#pragma once

#include <string>
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

}  // namespace warpath::cli
