// Many routes, one after the other, on standard output.
#pragma once

#include "cli/path/itinerary.hpp"

namespace warpath::cli {

enum class ListStyle { people, csv, json };

class RouteList {
 public:
  // `all`: routes for people in full; otherwise long ones lose their middle.
  RouteList(ListStyle style, bool all) : style_(style), all_(all) {}

  void add(const Journey& journey);
  void finish();

 private:
  ListStyle style_;
  bool all_;
  bool any_ = false;
};

// "Berlin to München: 584 in 2 legs: Berlin > Leipzig > München"
std::string line_for_people(const Journey& journey, bool all);

// from,to,total,legs,route; the last three are empty where there is no way.
std::string csv_line(const Journey& journey);

}  // namespace warpath::cli
