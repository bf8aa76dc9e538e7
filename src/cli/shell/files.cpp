#include "cli/shell/files.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "cli/shell/console.hpp"
#include "io/places.hpp"

namespace warpath::cli {

void name_stdout(std::string& output) {
  if (output == "/dev/stdout" || output == "/dev/fd/1" || output == "/proc/self/fd/1") {
    output.assign(1, '-');
  }
}

void check_apart(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, path] = outputs[i];
    if (path.empty()) continue;
    for (std::size_t j = 0; j < i; ++j) {
      refuse_if(!outputs[j].path.empty() && io::same_output(outputs[j].path, path),
                fmt::format("{} and {} both name {}", outputs[j].option, option, path),
                "give each a file of its own");
    }
    for (const NamedFile& input : inputs) {
      refuse_if(
          !input.path.empty() && io::same_as_input(path, input.path),
          fmt::format("{} would replace {}, which is the file of {}", option, path, input.option),
          "write elsewhere");
    }
  }
}

}  // namespace warpath::cli
