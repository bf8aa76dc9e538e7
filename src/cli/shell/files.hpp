// The files of one call, which must not get in each other's way.
#pragma once

#include <string>
#include <vector>

namespace warpath::cli {

struct NamedFile {
  std::string option;  // that names it: "-o", "GRAPH"
  std::string path;    // empty: none
};

// /dev/stdout and its like become "-": what is printed beside the data has to go elsewhere.
void name_stdout(std::string& output);

// Error usage where two outputs are one file, however they are spelled, or where one is an input:
// replacing that may be allowed, but nobody means to lose it.
void check_apart(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

}  // namespace warpath::cli
