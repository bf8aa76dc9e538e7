// Where files go.
#pragma once

#include <string>

namespace warpath::io {

// Whether nothing can be renamed to it or lie beside it: standard output, a pipe, a device.
bool is_stream(const std::string& path);

// Where a file goes: through symbolic links, or renaming would replace the link.
std::string through_links(const std::string& path);

// "." where the path is a name alone.
std::string folder_of(const std::string& path);

// Whether writing to one takes the place of the other, however their names are spelled. "-" is
// standard output. Devices such as /dev/null take anything from anybody.
bool same_output(const std::string& a, const std::string& b);

// The same for a file that is read, where "-" is standard input.
bool same_as_input(const std::string& output, const std::string& input);

// The Error usage of a file that is there and may not be replaced.
[[noreturn]] void refuse_existing(const std::string& path);

}  // namespace warpath::io
