// What `path` is asked.
#pragma once

#include <string>
#include <vector>

#include "cli/input/load.hpp"
#include "cli/path/itinerary.hpp"
#include "cli/shell/options.hpp"

namespace warpath::cli {

struct PathArguments : InputArguments {
  std::string from;
  std::string to;
  std::string coordinates;
  std::string svg;
  std::string pairs;
  std::string paths;
  std::string distances;
  bool has_from = false;
  bool has_to = false;
  bool has_pairs = false;
  bool csv = false;
  bool all = false;
  bool json = false;
  bool force = false;
};

// The picture of --svg: what does not go together, before anything is read; where the vertices lie;
// and the file itself. Error usage, bad_input, io.
void check_drawing(const PathArguments& arguments);
std::vector<Coordinate> read_places(const PathArguments& arguments, const NumberedGraph& map,
                                    const Names& names);
void write_drawing(const PathArguments& arguments, const Journey& journey,
                   const std::vector<Coordinate>& places);

}  // namespace warpath::cli
