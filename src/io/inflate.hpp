// What zlib packs: gzip, around any other format, and the members of zip archives.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/bytes.hpp"
#include "io/format.hpp"

namespace warpath::io {

bool recognises_gzip(std::string_view bytes);

// The bytes inside, of all members one after the other. Error bad_input when they are damaged or
// cut off.
Bytes gunzip(const Source& source);

enum class Wrapping : std::uint8_t { none, gzip };
enum class Inflated : std::uint8_t { whole, cut, damaged, too_long };

// Unpacks the stream that `left` begins with into the spool, and takes it off. `too_long` is one that
// has more than `most` bytes. Tells source.passed.
Inflated inflate_stream(std::string_view& left, Wrapping wrapping, std::uint64_t most, Spool& spool,
                        const Source& source);

}  // namespace warpath::io
