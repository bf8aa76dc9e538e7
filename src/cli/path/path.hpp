// What `path` is asked.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/load.hpp"
#include "cli/path/itinerary.hpp"
#include "cli/shell/options.hpp"

namespace warpath::cli {

struct PathArguments : InputArguments {
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::optional<std::string> pairs;
  std::string coordinates;
  std::string svg;
  std::string paths;
  std::string distances;
  bool csv = false;
  bool all = false;
  bool json = false;
  bool force = false;
};

// The picture of --svg: what does not go together, before anything is read; where the vertices lie;
// and the file itself. Error usage, bad_input, io.
void check_drawing(const PathArguments& arguments);
std::vector<Coordinate> read_places(const PathArguments& arguments, const NumberedGraph& map);
void write_drawing(const PathArguments& arguments, const Journey& journey,
                   const std::vector<Coordinate>& places);

}  // namespace warpath::cli
