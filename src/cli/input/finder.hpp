// Finds vertices by their names, many of them: Names::find() looks at every label.
#pragma once

#include <string_view>
#include <unordered_map>

#include "cli/input/names.hpp"

namespace warpath::cli {

// Without blanks around it.
std::string_view trimmed(std::string_view text);

class Finder {
 public:
  // `names` must outlive this.
  explicit Finder(const Names& names);

  bool has_label(std::string_view word) const { return found_.contains(word); }

  // The word as it stands, for labels with blanks around them; else without. Error as Names::find().
  Index find(std::string_view word) const;

 private:
  const Names& names_;
  std::unordered_map<std::string_view, Index> found_;
};

}  // namespace warpath::cli
