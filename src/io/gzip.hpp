// gzip, around any other format.
#pragma once

#include <string>
#include <string_view>

#include "io/bytes.hpp"
#include "io/format.hpp"

namespace warpath::io {

bool recognises_gzip(std::string_view bytes);

// The bytes inside, of all members one after the other. Error bad_input when they are damaged or
// cut off.
Bytes gunzip(const Source& source);

}  // namespace warpath::io
