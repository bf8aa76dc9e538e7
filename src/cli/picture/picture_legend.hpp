// What the marks in a picture mean, at its top right.
#pragma once

#include <string>

namespace warpath::cli {

// Right of `left`, where the subtitle ends; less of it where there is little room.
std::string legend(double left, bool has_route, bool has_end);

}  // namespace warpath::cli
